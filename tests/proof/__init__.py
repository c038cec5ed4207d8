"""Proofs that take minutes: `make proof`."""
