"""Static files: read once, sent compressed, with a version in their address so that browsers may keep them for ever."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

FOLDER = Path(__file__).parent / "static"
LASTING = 365 * 24 * 3600
"""Seconds for which a browser may keep a versioned file."""

# Files that every page needs travel as one: each request costs more on a weak network than its bytes.
BUNDLES: Mapping[str, tuple[str, ...]] = {"page.js": ("boost.js", "htmx.min.js", "app.js")}

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file: its bytes plain and, where that helps, compressed; its content type; its version."""

    body: bytes
    packed: bytes | None
    kind: str
    version: str


@lru_cache(maxsize=64)
def asset(file: str) -> Asset:
    """Return a static file or a bundle of them. Raises FileNotFoundError for one that is not there."""
    if Path(file).suffix not in _TYPES or Path(file).name != file:
        raise FileNotFoundError(file)
    body = b"\n".join((FOLDER / part).read_bytes() for part in BUNDLES.get(file, (file,)))
    packed = gzip.compress(body, 9, mtime=0)
    smaller = len(packed) < len(body) * 0.9
    return Asset(body, packed if smaller else None, _TYPES[Path(file).suffix], hashlib.sha256(body).hexdigest()[:10])


def static_url(file: str) -> str:
    """Return the address of a static file with its version. Raises FileNotFoundError for a file that is not there."""
    return f"/static/{file}?v={asset(file).version}"


def blueprint() -> Blueprint:
    """Return the route of the static files."""
    files = Blueprint("files", __name__)

    @files.get("/static/<file>")
    def static(file: str) -> Response:
        try:
            found = asset(file)
        except FileNotFoundError:
            abort(404)
        lasting = request.args.get("v") == found.version
        headers = {
            "Cache-Control": f"public, max-age={LASTING}, immutable" if lasting else "no-cache",
            "Content-Type": found.kind,
            "ETag": f'"{found.version}"',
            "Vary": "Accept-Encoding",
        }
        if found.version in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers=headers)
        if found.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            return Response(found.packed, headers={**headers, "Content-Encoding": "gzip"})
        return Response(found.body, headers=headers)

    return files
