"""The answer page against a bare translated Flask page: requests a second through the whole WSGI stack, in one process."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from flask import Flask

from core.catalogue import catalogue
from web.app import create_app
from web.settings import Settings

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


def rate(call: Callable[[], None], seconds: float = 1.0) -> float:
    """Return how many calls fit into a second, the best of five rounds."""
    best = 0.0
    for _ in range(5):
        number, start = 0, perf_counter()
        while (spent := perf_counter() - start) < seconds / 5:
            call()
            number += 1
        best = max(best, number / spent)
    return best


def measure() -> dict[str, float]:
    """Return requests a second: the answer page kept, the answer page rendered each time, the yardstick."""
    kept = caller(create_app(Settings()), CASE)
    kept()
    fresh = caller(create_app(Settings(page_cache=0)), CASE)
    return {"kept": rate(kept), "rendered": rate(fresh), "bare": rate(caller(bare_app(), "/"))}
