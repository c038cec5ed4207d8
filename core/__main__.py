"""``python -m core``: the machine interface. JSON Lines in, one JSON line out for each, in order, flushed at once.

``python -m core enumerate`` counts every answer there is instead.
"""

import json
import sys
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from core import LANGUAGES, answer, enumeration
from core.facts import InputError, as_typed
from core.text import Text
from core.wording import error_object


def main() -> None:
    """Answer standard input on standard output; with ``enumerate``, count the answers."""
    match sys.argv[1:]:
        case []:
            serve(sys.stdin.buffer, sys.stdout.buffer)
        case ["enumerate", *arguments]:
            sys.exit(enumeration.main(arguments, _today(), sys.stdout))
        case strange:
            sys.exit(f"“{strange[0]}” is not known here. Give no argument for JSON Lines, or “enumerate”.")


def _today() -> date:
    return datetime.now(ZoneInfo("Europe/Berlin")).date()


def serve(lines: Iterable[bytes], output: BinaryIO) -> None:
    """Write an answer for each line; a broken line gives an error and the next one is read."""
    for line in lines:
        text = json.dumps(respond(line, _today()), ensure_ascii=False)
        # A lone surrogate cannot be written as UTF-8; its escape is what JSON would have anyway.
        output.write(text.encode("utf-8", "backslashreplace") + b"\n")
        output.flush()


def respond(line: bytes, today: date) -> dict[str, Any]:
    """Answer one line: ``{"facts": {…}, "language": "nl", "aboard": […]}``."""
    try:
        request = json.loads(line, parse_float=_fraction, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _error(None, line.decode("utf-8", "replace").strip(), Text("This line is not JSON."))
    if not isinstance(request, dict):
        return _error(None, as_typed(request), Text("A request is an object with “facts” and perhaps “language”."))
    language = request.get("language", "en")
    if language not in LANGUAGES:
        text = Text("“{value}” is not a language that is spoken here. Possible: {languages}.",
                    {"value": as_typed(language), "languages": LANGUAGES})  # fmt: skip
        return _error("language", language, text)
    for key, value in request.items():
        if key not in ("facts", "language", "aboard"):
            return _error(key, value, Text("“{key}” is not part of a request.", {"key": key}), language)
    facts = request.get("facts")
    if not isinstance(facts, dict):
        return _error("facts", facts, Text("“facts” must be an object of keys and values."), language)
    return answer(facts, language, today, request.get("aboard"))


def _fraction(text: str) -> Decimal | str:
    """Read a JSON number with a fraction or an exponent exactly; one that is beyond all measure stays text."""
    try:
        return Decimal(text)
    except ArithmeticError:
        return text


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _error(key: str | None, value: object, text: Text, language: str = "en") -> dict[str, Any]:
    return {"error": error_object(InputError(key, as_typed(value), text), language)}


if __name__ == "__main__":
    main()
