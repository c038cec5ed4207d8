"""The pages for those who run the page: does it live, can it serve, what did it count."""

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from babel.messages.mofile import read_mo
from flask import Blueprint, Response, abort, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST

from core import LANGUAGES, answer
from core.catalogue import DOMAIN, LOCALES, catalogue
from core.law import version_of, versions
from web.metrics import exposition
from web.settings import Settings

SAMPLE = {"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}
"""A case that every law of the Rhine answers with a crew."""


def blueprint(settings: Settings, today: Callable[[], date]) -> Blueprint:
    """Return the routes of the health pages; the numbers only where ``HEALTH`` says."""
    health = Blueprint("health", __name__)
    ports = [urlsplit(f"//{settings.health}").port] if settings.health else []

    @health.after_request
    def always_new(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    @health.get("/healthz")
    def alive() -> Response:
        """Answer as long as the process takes requests."""
        return jsonify({"alive": True})

    @health.get("/readyz")
    def ready() -> tuple[Response, int]:
        """Answer 200 if the process can serve, 503 and why if not."""
        found = problems(today())
        return jsonify({"ready": not found, "problems": found}), 503 if found else 200

    @health.get("/metrics")
    def metrics() -> Response:
        if port_of(request.environ) not in ports:
            abort(404)
        return Response(exposition(), content_type=CONTENT_TYPE_LATEST)

    return health


def port_of(environ: dict[str, Any]) -> int | None:
    """Return the port at which a request came in; ``None`` for a socket without one. No header can change it."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        return int(environ["SERVER_PORT"])
    name = connection.getsockname()
    return int(name[1]) if isinstance(name, tuple) else None


def problems(today: date) -> dict[str, str]:
    """Return what keeps the process from serving, by the name of the check; nothing if all is well."""
    found: dict[str, str] = {}
    for name, check in (("law", _law), ("languages", _languages), ("answer", _answer)):
        try:
            wrong = check(today)
        except Exception as error:  # whatever it is, the process cannot serve
            wrong = f"the check failed: {type(error).__name__}"
        if wrong:
            found[name] = wrong
    return found


def _law(today: date) -> str:
    families = sorted({version.family for version in versions()})
    if not families:
        return "no regulation is loaded"
    missing = [family for family in families if version_of(family, today) is None]
    return f"no regulation is in force today: {', '.join(missing)}" if missing else ""


def _languages(_today: date) -> str:
    texts = {language: _known(language) for language in LANGUAGES if language != "en"}
    lacks = {language: len(frozenset().union(*texts.values()) - known) for language, known in texts.items()}
    return "; ".join(f"{language} lacks {number} texts" for language, number in lacks.items() if number)


@lru_cache(maxsize=len(LANGUAGES))
def _known(language: str) -> frozenset[str]:
    """Return the source texts that a catalogue translates."""
    catalogue(language)
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return frozenset(str(message.id) for message in read_mo(file) if message.id and message.string)


def _answer(today: date) -> str:
    for language in LANGUAGES:
        result = answer(SAMPLE, language, today).get("result", {})
        if result.get("kind") != "determined" or not result["crews"]:
            return f"the sample case has no crew ({language})"
    return ""
