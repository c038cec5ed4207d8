"""The machine interface over HTTP: the objects of ``python -m core``."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

from flask import Blueprint, Response, jsonify, request, send_from_directory
from werkzeug.exceptions import RequestEntityTooLarge

from core import LANGUAGES, answer
from core.__main__ import respond
from core.facts import InputError, as_typed
from core.people import parse_people
from core.text import Text
from core.wording import error_object
from web.limits import Limiter
from web.metrics import LIMITED, count_outcome

LONGEST = 64 * 1024
"""The most bytes of a request for a check."""


def blueprint(today: Callable[[], date], limiter: Limiter) -> Blueprint:
    """Return the routes below ``/api/v1``."""
    api = Blueprint("api", __name__)

    @api.before_request
    def slowly() -> Response | None:
        """Answer 429 to an address that asks too often; what a browser asks beforehand, and the description, are free."""
        if request.method == "OPTIONS" or request.endpoint == "api.openapi":
            return None
        seconds = limiter.wait(request.remote_addr or "")
        if not seconds:
            return None
        LIMITED.inc()
        language = request.args.get("language", "en")
        text = Text("Too many requests in a short time. Wait {seconds} s, then ask again.", {"seconds": seconds})
        error = error_object(InputError(None, "", text), language if language in LANGUAGES else "en")
        response = _json({"error": error}, 429)
        response.headers["Retry-After"] = str(seconds)
        return response

    @api.after_request
    def open_to_all(response: Response) -> Response:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Allow-Headers"] = "Content-Type"
        response.headers["Access-Control-Expose-Headers"] = "Retry-After"
        lasting = request.method == "GET" and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=300" if lasting else "no-store"
        return response

    @api.get("/step")
    def step() -> tuple[Response, int]:
        facts: dict[str, object] = dict(request.args)
        language = facts.pop("language", "en")
        if language not in LANGUAGES:
            text = Text(
                "“{value}” is not a language that is spoken here. Possible: {languages}.",
                {"value": as_typed(language), "languages": LANGUAGES},
            )
            return jsonify({"error": error_object(InputError("language", as_typed(language), text), "en")}), 422
        words = answer(facts, str(language), today())
        _count(words)
        return jsonify(words), 422 if "error" in words else 200

    @api.post("/check")
    def check() -> Response:
        """Answer one request of ``python -m core`` that names the people aboard."""
        request.max_content_length = LONGEST
        try:
            body = request.get_data()
        except RequestEntityTooLarge:
            text = Text("The request is too long. At most {most} bytes are read.", {"most": LONGEST})
            return _json({"error": error_object(InputError(None, "", text), "en")}, 413)
        words = _checked(body, today())
        _count(words)
        if "error" not in words:
            return _json(words, 200)
        return _json(words, 422 if _is_json(body) else 400)

    @api.get("/openapi.json")
    def openapi() -> Response:
        return send_from_directory(api.root_path, "openapi.json")

    return api


def _count(words: dict[str, Any]) -> None:
    if "question" in words:
        count_outcome(("", "question"))
    if "result" in words:
        count_outcome((words["result"]["regulation"] or "", words["result"]["kind"]))


def _checked(body: bytes, today: date) -> dict[str, Any]:
    words = respond(body, today)
    if "error" in words:
        return words
    given = json.loads(body)
    if given.get("aboard") is None:
        try:
            parse_people(None)
        except InputError as error:
            return {"error": error_object(error, given.get("language", "en"))}
    return words


def _is_json(body: bytes) -> bool:
    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(body, parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return True


def _json(words: dict[str, Any], status: int) -> Response:
    # A lone surrogate cannot be written as UTF-8; its escape is what JSON would have anyway.
    body = json.dumps(words, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Response(body, status, content_type="application/json")
