"""Static files and their versions: a file's address changes with its content, so browsers may keep it for ever."""

import hashlib
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
LASTING = 365 * 24 * 3600
"""Seconds for which a browser may keep a versioned file."""


@lru_cache(maxsize=64)
def static_url(file: str) -> str:
    """Return the address of a static file with its version. Raises FileNotFoundError for a file that is not there."""
    digest = hashlib.sha256((FOLDER / file).read_bytes()).hexdigest()
    return f"/static/{file}?v={digest[:10]}"
