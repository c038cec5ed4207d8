"""The machine interface over HTTP: the objects of ``python -m core``."""

from collections.abc import Callable
from datetime import date

from flask import Blueprint, Response, jsonify, request, send_from_directory

from core import LANGUAGES, answer
from core.facts import InputError, as_typed
from core.text import Text
from core.wording import error_object


def blueprint(today: Callable[[], date]) -> Blueprint:
    """Return the routes below ``/api/v1``."""
    api = Blueprint("api", __name__)

    @api.after_request
    def open_to_all(response: Response) -> Response:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cache-Control"] = "public, max-age=300" if response.status_code == 200 else "no-store"
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
        return jsonify(words), 422 if "error" in words else 200

    @api.get("/openapi.json")
    def openapi() -> Response:
        return send_from_directory(api.root_path, "openapi.json")

    return api
