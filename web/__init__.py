"""The page: Flask, without a word of law."""
