"""The schema of the store, step by step. A new step is a new file in ``versions``; old ones are never changed."""
