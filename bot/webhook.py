"""What Telegram brings: a page that takes updates from Telegram alone, and the call that tells Telegram where it is.

The answer 200 comes when the work on an update is done, not before: Telegram brings the next update of that person only
then, to any of our processes, so they keep their order; and what a killed process had not finished is brought again.
An update that fails is answered with 200 all the same, or Telegram would repeat it for a day.
"""

import asyncio
import hashlib
import hmac
import json
import logging
from typing import Any

from telegram import Bot, Update
from telegram.ext import Application
from tornado.web import RequestHandler

from bot.metrics import REFUSED

logger = logging.getLogger(__name__)

MOST_BYTES = 1_000_000
"""The largest request that is read; updates of Telegram stay far below it."""
CONNECTIONS = 64
"""So many updates Telegram may bring at once, to all processes together."""
LONGEST = 25.0
"""Seconds after which Telegram has its answer though the work goes on: it must not think that nobody listens."""
_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Inbox:
    """Takes updates one by one and sees them through. While it is not ``open``, Telegram is to bring them later."""

    def __init__(self, application: Application[Any, Any, Any, Any, Any, Any]) -> None:
        self.open = False
        self._application = application
        self._at_work: set[asyncio.Task[None]] = set()

    async def take(self, data: dict[str, Any]) -> None:
        """Work on an update; return when that is done, or goes on for long. Errors of it are written, never raised."""
        work = asyncio.create_task(self._work(data))
        self._at_work.add(work)
        work.add_done_callback(self._at_work.discard)
        await asyncio.wait({work}, timeout=LONGEST)

    async def finish(self, seconds: float) -> None:
        """Wait until all is done, at most so many seconds."""
        if self._at_work:
            await asyncio.wait(self._at_work, timeout=seconds)

    async def _work(self, data: dict[str, Any]) -> None:
        application = self._application
        try:
            update = Update.de_json(data, application.bot)
            await application.update_processor.process_update(update, application.process_update(update))
        except Exception:
            logger.exception("an update could not be worked on")


class Receiver(RequestHandler):
    """The page that Telegram calls."""

    def initialize(self, inbox: Inbox, secret: str) -> None:
        """Take the inbox and the secret that Telegram sends along."""
        self.inbox, self.secret = inbox, secret

    async def post(self) -> None:
        """Take an update: 200; 403 without the secret, 400 for what is no update, 503 before and after the work."""
        given = self.request.headers.get(_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.secret.encode()):
            return self._refuse(403, "secret")
        if not self.inbox.open:
            return self._refuse(503, "closed")
        try:
            data = json.loads(self.request.body)
        except ValueError:
            return self._refuse(400, "not_json")
        if not isinstance(data, dict) or not isinstance(data.get("update_id"), int):
            return self._refuse(400, "no_update")
        await self.inbox.take(data)
        return None

    def _refuse(self, status: int, why: str) -> None:
        REFUSED.labels(why).inc()
        self.set_status(status)


def address(webhook_url: str, secret: str) -> str:
    """Return the address that Telegram is told. It changes with the secret, which Telegram does not show."""
    return f"{webhook_url}?v={hashlib.sha256(secret.encode()).hexdigest()[:8]}"


async def tell_telegram(bot: Bot, webhook_url: str, secret: str, kinds: list[str]) -> bool:
    """Set the webhook if it is not set so already; return whether it was changed.

    Many processes may do this at once: all of them set the same. Raises TelegramError.
    """
    url = address(webhook_url, secret)
    known = await bot.get_webhook_info()
    if (known.url, set(known.allowed_updates), known.max_connections) == (url, set(kinds), CONNECTIONS):
        return False
    await bot.set_webhook(url, allowed_updates=kinds, max_connections=CONNECTIONS, secret_token=secret)
    return True
