"""Benchmarks: each a ratio against a named yardstick in the same run."""
