"""The application: routes, headers, and nothing of a case."""

from __future__ import annotations

import sys
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.middleware.proxy_fix import ProxyFix

from core import LANGUAGES
from web import api, assets, health, observe, pages, site
from web.cache import PageCache
from web.limits import Limiter
from web.pack import routes as offline
from web.render import Renderer
from web.settings import SettingError, Settings, from_environment

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST = 64 * 1024
"""The most bytes of a request."""

# What a browser could do for a page and need not do for this one. Names that Chromium does not know would be a complaint in
# its console; sharing is one of them, and is allowed to the page itself anyway.
NOT_USED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "local-fonts", "magnetometer",
    "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip

# Everything comes from here, nothing runs that was not loaded from here, nobody frames it.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "Permissions-Policy": ", ".join([*(f"{feature}=()" for feature in NOT_USED), "clipboard-write=(self)"]),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Permitted-Cross-Domain-Policies": "none",
}


def berlin_today() -> date:
    """Return the day of the request: the law's days are those of Berlin."""
    return datetime.now(ZoneInfo("Europe/Berlin")).date()


NOT_TO_BE_STARTED = 4
"""The exit status of an application that cannot be loaded; gunicorn then does not try again."""


def create_app(settings: Settings | None = None) -> Flask:
    """Return the page as a WSGI application; ends the process with one sentence if a setting cannot be used."""
    try:
        settings = settings or from_environment()
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(NOT_TO_BE_STARTED) from None
    app = Flask(__name__, static_folder=None)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.config["MAX_CONTENT_LENGTH"] = LONGEST
    observe.watch(app)
    renderer = Renderer(app.jinja_env, settings)
    cache = PageCache(settings.page_cache)

    @app.get("/")
    def front_door() -> Response:
        language = request.accept_languages.best_match(LANGUAGES, default="en")
        response = redirect(f"/{language}/")
        response.vary.add("Accept-Language")
        return response  # type: ignore[return-value]

    @app.errorhandler(404)
    @app.errorhandler(405)
    @app.errorhandler(500)
    def no_page(error: Exception) -> Response:
        status = getattr(error, "code", None) or 500
        language = request.path[1:3] if request.path[1:3] in LANGUAGES else None
        language = language or request.accept_languages.best_match(LANGUAGES, default="en")
        response = Response(renderer.message(language, "lost" if status == 404 else "broken"), status)
        if isinstance(error, MethodNotAllowed):
            response.allow.update(error.valid_methods or ())
        return response

    app.register_blueprint(assets.blueprint())
    app.register_blueprint(site.blueprint(settings))
    app.register_blueprint(pages.blueprint(renderer, cache, settings, berlin_today))
    app.register_blueprint(health.blueprint(settings, berlin_today))
    app.register_blueprint(api.blueprint(berlin_today, Limiter(settings.api_rate)), url_prefix="/api/v1")
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    app.register_blueprint(offline.blueprint(renderer, settings, berlin_today, SECURITY_HEADERS))
    app.wsgi_app = _with_security_headers(app.wsgi_app)  # type: ignore[assignment]
    return app


def _with_security_headers(wsgi_app: WSGIApplication) -> WSGIApplication:
    """Wrap an application so that every answer carries the security headers, static files and errors too."""
    headers = list(SECURITY_HEADERS.items())

    def secured(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, given: list[tuple[str, str]], exc_info: Any = None) -> Any:  # noqa: ANN401 - as WSGI has it
            return start_response(status, given + headers, exc_info)

        return wsgi_app(environ, start)

    return secured
