"""What the browser asks for to work without a network: the worker, what packs there are, the packs."""

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, request

from core import LANGUAGES, wording
from web.assets import LASTING
from web.cache import Page, make_page, send
from web.info import BY_NAME
from web.pack.build import FORMAT
from web.pack.store import Packs, period
from web.place import Place
from web.render import LANGUAGE_NAMES, Renderer
from web.settings import Settings

SCRIPTS = Path(__file__).parents[1] / "worker"
ENGINE = ("heap", "template", "numbers", "code", "interview", "check", "waters", "pages")
"""The scripts that draw pages from a pack, in the order in which they build on one another."""
KEPT_PAGES = ("vessels", "share/", *BY_NAME)
"""Pages that belong to no case: the worker keeps them as they are. One that ends with a slash stands for all behind it."""
_LANGUAGE = f"<any({', '.join(LANGUAGES)}):language>"
_SOON = "20"


def blueprint(
    renderer: Renderer, settings: Settings, today: Callable[[], date], headers: Mapping[str, str]
) -> Blueprint:
    """Return the routes; ``headers`` are those that every page carries."""
    offline = Blueprint("offline", __name__)
    packs = Packs(settings)

    @offline.get("/sw.js")
    def worker() -> Response:
        """The service worker: one small script for the whole site, which loads the engine."""
        return _send_script(worker_script(headers), "no-cache")

    @offline.get("/pack/engine-<version>.js")
    def engine(version: str) -> Response:
        """The engine of this version; its address changes with its content."""
        if version != engine_version():
            return Response(status=404, headers={"Cache-Control": "no-store"})
        return _send_script(engine_script(), f"public, max-age={LASTING}, immutable")

    @offline.get(f"/pack/{_LANGUAGE}.json")
    def description(language: str) -> Response:
        """Which pack of a language is to be used, and what is to be known beside it."""
        day = today()
        pack = packs.find(language, day)
        if pack is None:
            return Response(status=503, headers={"Retry-After": _SOON, "Cache-Control": "no-store"})
        until = period(day)[1]
        site = settings.public_url or f"{request.scheme}://{request.host}"
        here = Place(language, "", site)
        words = {
            "language": language,
            "languages": LANGUAGE_NAMES,
            "file": f"/pack/{pack.file}",
            "bytes": pack.bytes,
            "sha256": pack.sha256,
            "day": day.isoformat(),
            "day_said": wording.day(day, language),
            "until": until.isoformat() if until else None,
            "site": site,
            "pages": [f"/{language}/{page}" for page in KEPT_PAGES],
            "note": renderer.offline_note(here, day, None),
            "note_old": renderer.offline_note(here, day, until or day),
        }
        response = Response(json.dumps(words, ensure_ascii=False), mimetype="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        return response.make_conditional(request)  # type: ignore[return-value]

    @offline.get("/pack/<file>")
    def pack(file: str) -> Response:
        """A pack; its address changes with its content."""
        packed = packs.read(file) if file.removesuffix(".json").replace("-", "").isalnum() else None
        if packed is None:
            return Response(status=404, headers={"Cache-Control": "no-store"})
        sent = {
            "Cache-Control": f"public, max-age={LASTING}, immutable",
            "Content-Type": "application/json",
            "Vary": "Accept-Encoding",
        }
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            return Response(packed, headers={**sent, "Content-Encoding": "gzip"})
        return Response(gzip.decompress(packed), headers=sent)

    return offline


@lru_cache(maxsize=1)
def engine_script() -> str:
    """Return the engine: the scripts that draw pages from a pack."""
    return "\n".join(['"use strict";', *((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ENGINE)])


def engine_version() -> str:
    """Return the name of the engine's content."""
    return hashlib.sha256(engine_script().encode()).hexdigest()[:12]


def worker_script(headers: Mapping[str, str]) -> str:
    """Return the service worker; a browser loads the engine once with it and keeps both together."""
    known = {
        "ENGINE": engine_version(),
        "FORMAT": FORMAT,
        "LANGUAGES": list(LANGUAGES),
        "HEADERS": dict(headers),
    }
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    loaded = f'importScripts("/pack/engine-{engine_version()}.js");'
    return f'"use strict";\n{constants}{loaded}\n{(SCRIPTS / "worker.js").read_text(encoding="utf-8")}'


def _send_script(text: str, kept: str) -> Response:
    response = send(_script(text))
    response.headers["Content-Type"] = "text/javascript; charset=utf-8"
    response.headers["Cache-Control"] = kept
    return response


@lru_cache(maxsize=2)
def _script(text: str) -> Page:
    return make_page(text)
