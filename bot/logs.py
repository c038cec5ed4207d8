"""Logging in which the token of the bot is never written."""

import logging
import re

_TOKEN = re.compile(r"\d{6,}:[A-Za-z0-9_-]{20,}")
_MASK = "<token>"


class MaskingFormatter(logging.Formatter):
    """Writes a record, its exception included, with every token masked."""

    def __init__(self, token: str = "") -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; a traceback is part of it."""
        line = super().format(record)
        if self._token:
            line = line.replace(self._token, _MASK)
        return _TOKEN.sub(_MASK, line)


def set_up_logging(token: str) -> None:
    """Log to standard error. The HTTP client logs each address, and with it the token, at INFO: it is kept quiet."""
    handler = logging.StreamHandler()
    handler.setFormatter(MaskingFormatter(token))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("httpx", "httpcore", "apscheduler"):
        logging.getLogger(name).setLevel(logging.WARNING)
