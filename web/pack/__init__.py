"""The page without a network: packs of questions, answers and words, and the worker that draws pages from them."""
