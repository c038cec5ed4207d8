"""``python -m web.export FOLDER``: the page as files, for a CDN or any web server.

Every question and every answer is written as the program would send it, plain and compressed: in its normal form, numbers as
bands. What is typed, counted, shared, or kept from a case before is endless and stays with the program: whoever serves the
files sends there what is no file, and what has a query.

FOLDER becomes a link to a folder beside it that is named by its content, so a new export takes its place at once.
"""

import argparse
import gzip
import hashlib
import html
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from flask.testing import FlaskClient

from core import LANGUAGES, encode
from core.aboard import MARK
from core.facts import Value
from core.space import walk
from web.app import SECURITY_HEADERS, berlin_today, create_app
from web.assets import BUNDLES, FOLDER, LASTING
from web.pack.fill import fill
from web.settings import Settings, from_environment

NOT_WRITTEN = ("hand", "qr", "share", "water", "equipment")
"""Pages that are seldom asked for, or only with a query."""
BESIDE_PAGES = ("/robots.txt", "/sitemap.xml", "/sw.js")
"""Addresses that no page links to."""
_REFERENCE = re.compile(r'(?:href|src|data-[a-z-]+)="(/[^"#]*)')
_LOADED = re.compile(r'importScripts\("([^"]+)"\)')


class ExportError(Exception):
    """The export cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: how many files, how many bytes plain and compressed, and whether anything changed."""

    files: int
    plain: int
    packed: int
    changed: bool


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the export: its name below the folder, and what it was made of."""

    name: str
    digest: str
    plain: int
    packed: int


def export(
    folder: Path, settings: Settings, languages: Sequence[str] = LANGUAGES, start: Mapping[str, Value] | None = None
) -> Exported:
    """Write the pages in these languages, and let ``folder`` be a link to them.

    With ``start``, only the cases with these facts. Raises ExportError if ``folder`` is there and not made by an export, or
    if the settings do not say where the page will be reached.
    """
    if not settings.public_url:
        raise ExportError("PUBLIC_URL is not set: the pages name their own address")
    if folder.exists() and not folder.is_symlink():
        raise ExportError(f"{folder} is there already: name a folder that is not, or that an export has made")
    kept = folder.parent / f"{folder.name}.d"
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept, prefix="new-", ignore_cleanup_errors=True) as new:
        files = _write(Path(new), settings, languages, start or {})
        whole = hashlib.sha256("\n".join(f"{file.name} {file.digest}" for file in files).encode()).hexdigest()[:16]
        if not (kept / whole).exists():
            Path(new).chmod(0o755)
            Path(new).rename(kept / whole)
    before = folder.resolve().name if folder.is_symlink() else None
    link = kept / "link"
    link.unlink(missing_ok=True)
    link.symlink_to(Path(kept.name) / whole)
    link.replace(folder)
    for old in kept.iterdir():
        if old.name not in (whole, before):
            shutil.rmtree(old)
    return Exported(len(files), sum(f.plain for f in files), sum(f.packed for f in files), before != whole)


def file_of(path: str, content_type: str) -> str:
    """Return the name of the file for an address: ``/de/r/CODE`` is ``de/r/CODE.html``."""
    name = path.partition("?")[0].lstrip("/")
    if name == "" or name.endswith("/"):
        return f"{name}index.html"
    return f"{name}.html" if content_type.startswith("text/html") else name


def _write(folder: Path, settings: Settings, languages: Sequence[str], start: Mapping[str, Value]) -> list[_File]:
    """Write everything and return what was written, each file once, in the order of their names."""
    fill(settings, berlin_today(), languages)
    codes = sorted({encode(outcome.facts) for outcome in walk(berlin_today(), start)} - {""})
    task = partial(_write_language, folder, replace(settings, page_cache=0), codes)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), mp_context=get_context("forkserver")) as pool:
        files = {file.name: file for found in pool.map(task, languages) for file in found}
    # Only a server can choose the language by the browser, and say in it that a page is lost.
    front = "en" if "en" in languages else languages[0]
    client = create_app(settings).test_client()
    for name, body in (
        ("index.html", _get(client, f"/{front}/", settings)[1]),
        ("404.html", _get(client, f"/{front}/lost", settings)[1]),
        ("_headers", _headers().encode()),
    ):
        files[name] = _put(folder, name, body)
    return [files[name] for name in sorted(files)]


def _write_language(folder: Path, settings: Settings, codes: Sequence[str], language: str) -> list[_File]:
    client = create_app(settings).test_client()
    files = [f"/static/{name}" for name in (*(file.name for file in FOLDER.iterdir()), *BUNDLES)]
    starts = [
        f"/{language}/",
        f"/pack/{language}.json",
        *BESIDE_PAGES,
        *files,
        *(f"/{language}/r/{code}" for code in codes),
    ]
    return [_put(folder, name, body) for name, body in _crawl(client, language, settings, starts)]


def _crawl(client: FlaskClient, language: str, settings: Settings, starts: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of these pages and of all that they lead to, but for further cases."""
    waiting, seen = [*starts], set(starts)
    while waiting:
        path = waiting.pop()
        status, body, content_type = _get(client, path, settings)
        if status != 200:
            continue
        yield file_of(path, content_type), body
        for found in _named(path, body, content_type):
            if found not in seen and _is_wanted(found, language):
                seen.add(found)
                waiting.append(found)


def _named(path: str, body: bytes, content_type: str) -> list[str]:
    """Return the addresses that a page, the service worker, or a description of packs names."""
    if content_type.startswith("text/html"):
        return [html.unescape(found) for found in _REFERENCE.findall(body.decode())]
    if path == "/sw.js":
        return _LOADED.findall(body.decode())
    return [json.loads(body)["file"]] if path.startswith("/pack/") and path.count("-") == 0 else []


def _is_wanted(path: str, language: str) -> bool:
    """Say whether an address that a page names becomes a file of its language."""
    first, _, rest = path[1:].partition("/")
    if first != language:
        return first not in (*LANGUAGES, "", "static") and "?" not in path
    kind, _, code = rest.partition("/")
    return "?" not in path and MARK not in code and kind not in ("r", *NOT_WRITTEN)


def _get(client: FlaskClient, path: str, settings: Settings) -> tuple[int, bytes, str]:
    """Return status, body and content type of an address."""
    with client.get(path, base_url=settings.public_url) as response:
        return response.status_code, response.get_data(), response.content_type or ""


def _put(folder: Path, name: str, body: bytes) -> _File:
    """Write a file, and its compressed form beside it if that is smaller."""
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(body)
    packed = gzip.compress(body, 6, mtime=0)
    if name != "_headers" and len(packed) < len(body) * 0.9:
        target.with_name(f"{target.name}.gz").write_bytes(packed)
    else:
        packed = body
    return _File(name, hashlib.sha256(body).hexdigest(), len(body), len(packed))


def _headers() -> str:
    """Return the headers for the hosts that read them from a file of this name."""
    every = [f"  {name}: {value}" for name, value in SECURITY_HEADERS.items()]
    lasting = f"  Cache-Control: public, max-age={LASTING}, immutable"
    return "\n".join(["/*", *every, "/static/*", lasting, ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Export as the command line says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m web.export", description="Write the page as files.")
    parser.add_argument("folder", type=Path, help="becomes a link to the files")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES, metavar="LANGUAGE")
    given = parser.parse_args(arguments)
    try:
        done = export(given.folder, from_environment(), given.languages)
    except ExportError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    said = "written" if done.changed else "unchanged"
    sys.stdout.write(
        f"{given.folder}: {done.files} files {said}, {done.plain / 1e6:.1f} MB, compressed {done.packed / 1e6:.1f} MB\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
