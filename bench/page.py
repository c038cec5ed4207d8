"""The answer page against a bare translated Flask page: requests a second through the whole WSGI stack, in one process."""

from collections.abc import Callable
from typing import Any

from flask import Flask

from bench.measure import Line, Section, in_turns
from core.catalogue import catalogue
from web.app import create_app
from web.settings import Settings

AIM = 0.7
CASE = "/de/r/wRvMl82_5mA1eS1"
BARE = "<!doctype html><html lang=de><title>Rheincrew</title><h1>{{ _('Minimum crew') }}</h1><p>{{ _('boatmaster') }}</p></html>"


def bare_app() -> Flask:
    """Return the yardstick: one translated sentence or two through the same template engine, and nothing else."""
    app = Flask("bare")
    words = catalogue("de")
    template = app.jinja_env.from_string(BARE)

    @app.get("/")
    def page() -> str:
        return template.render(_=words.gettext)

    return app


def caller(app: Flask, path: str) -> Callable[[], None]:
    """Return a function that sends one request through the WSGI application."""
    environment: dict[str, Any] = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "localhost",
        "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
        "wsgi.input": None, "wsgi.errors": None, "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False,
    }  # fmt: skip

    def call() -> None:
        answered: list[str] = []
        body = app.wsgi_app(dict(environment), lambda status, _headers, _error=None: answered.append(status))
        assert b"".join(body)
        assert answered == ["200 OK"]

    return call


def measure() -> Section:
    """Return requests a second: the answer page kept and rendered each time, against the yardstick."""
    kept, fresh = caller(create_app(Settings()), CASE), caller(create_app(Settings(page_cache=0)), CASE)
    bare = caller(bare_app(), "/")
    one, anew, yardstick = in_turns([kept, fresh, bare], seconds=0.1)
    ratio = yardstick / one
    lines = [
        Line(
            "the answer page / a bare page",
            _rate(one),
            _rate(yardstick),
            f"{ratio:.2f}",
            f"at least {AIM}",
            ratio < AIM,
        ),
        Line("made anew each time / a bare page", _rate(anew), _rate(yardstick), f"{yardstick / anew:.2f}"),
    ]
    return Section(
        "The page in one process", "Requests a second through the whole WSGI stack, without a network.", lines
    )


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"
