"""Logging in which no token and nothing about a person is ever written: as text, or as one JSON object a line."""

import logging
import re
import traceback
from types import TracebackType

from pythonjsonlogger.json import JsonFormatter
from telegram.error import TelegramError

_TOKEN = re.compile(r"\d{6,}:[A-Za-z0-9_-]{20,}")
_MASK = "<token>"
_NUMBER = re.compile(r"(?<![\w.:-])-?\d{6,}(?![\w.:-])")
"""What may be the number of a person or a chat: Telegram names them in some of its errors."""
_HARMLESS = (TelegramError, OSError)
"""Errors whose words are written. Those of others may quote what a person typed: of these only the kind and the place."""
_FIELDS = {"asctime": "time", "levelname": "level", "name": "logger"}

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class MaskingFormatter(logging.Formatter):
    """Writes a record, its exception included, with every secret masked and without words of strange exceptions."""

    def __init__(self, *secrets: str, json: bool = False) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(secret for secret in secrets if secret)
        self._json: logging.Formatter | None = None
        if json:
            self._json = JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s", rename_fields=_FIELDS)
            self._json.formatException = self.formatException  # type: ignore[method-assign]

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; a traceback is part of it."""
        line = self._json.format(record) if self._json else super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _MASK)
        return _NUMBER.sub("<number>", _TOKEN.sub(_MASK, line))

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802
        """Return the traceback of an exception and of those that led to it, oldest first."""
        told: list[str] = []
        error, seen = ei[1], set[int]()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            words = f": {error}" if isinstance(error, _HARMLESS) else ""
            frames = "".join(traceback.format_tb(error.__traceback__))
            told.insert(0, f"Traceback (most recent call last):\n{frames}{type(error).__name__}{words}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(told)


def set_up_logging(*secrets: str, json: bool = False) -> None:
    """Log to standard error. HTTP clients may log each address, and with it the token, at INFO: they are kept quiet."""
    handler = logging.StreamHandler()
    handler.setFormatter(MaskingFormatter(*secrets, json=json))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("httpx", "httpcore", "aiohttp", "tornado.access"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # It warns of each request that is not HTTP, and quotes it: anybody may send those.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
