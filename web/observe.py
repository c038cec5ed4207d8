"""What is noticed of every request: its route, method, status, time and size. Never its address, its sender, its words."""

import logging
import re
import time
from functools import lru_cache
from types import TracebackType

from flask import Flask, Response, g, request

from web.metrics import REQUEST_SECONDS, REQUESTS

access = logging.getLogger("web.access")
failures = logging.getLogger("web.failures")

_METHODS = ("GET", "HEAD", "POST", "OPTIONS")
_UNLOGGED = ("/healthz", "/readyz", "/metrics")
_CONVERTER = re.compile(r"<[^<>]*?(\w+)>")

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def watch(app: Flask) -> None:
    """Count and log every request of an application from now on."""

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        _notice(response.status_code, response.calculate_content_length() or 0)
        return response

    app.log_exception = _log_exception  # type: ignore[method-assign]


def route() -> str:
    """Return the route of the request as a template, such as ``/<language>/r/<code>``; ``none`` where there is none."""
    return _template(request.url_rule.rule) if request.url_rule else "none"


@lru_cache(maxsize=256)
def _template(rule: str) -> str:
    return _CONVERTER.sub(r"<\1>", rule)


def _notice(status: int, size: int) -> None:
    seconds = time.perf_counter() - g.begun
    where, method = route(), request.method if request.method in _METHODS else "other"
    REQUESTS.labels(where, method, status).inc()
    REQUEST_SECONDS.labels(where).observe(seconds)
    if where not in _UNLOGGED and access.isEnabledFor(logging.INFO):
        about = {"route": where, "method": method, "status": status, "ms": round(seconds * 1000, 1), "bytes": size}
        access.info("%(method)s %(route)s %(status)d %(ms).1f ms %(bytes)d bytes", about, extra=about)


def _log_exception(exc_info: ExceptionInfo) -> None:
    """Log a failure. Flask would write the address of the page, and with it the case."""
    failures.error("a page failed: %s %s", request.method, route(), exc_info=exc_info)
