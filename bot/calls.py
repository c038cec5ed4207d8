"""Calls of the Bot API: what is repeated after a fault, and whether Telegram can be reached.

- Too many requests: the call waits as long as Telegram says, and with it only its own chat.
- No answer: what may be done twice is done again (an edit that had arrived is then "not modified").
- A cut connection: as above, and a new message is sent again too. It may then stand there twice, which is better than not
  at all. (News must never be told twice: ``bot.news`` sends them by itself.)
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic, perf_counter
from typing import Any

import aiohttp
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import BaseRateLimiter
from telegram.request import BaseRequest, RequestData

from bot.metrics import TELEGRAM_ERRORS, TELEGRAM_SECONDS

logger = logging.getLogger(__name__)

LONGEST_WAIT = 60.0
"""Seconds that a call waits at most when there were too many; a person who waits longer has gone."""
PAUSES = (0.5, 2.0)
"""Seconds before a call is made for the second and the third time."""
_SAFE = ("edit", "get", "set", "delete")  # may be done twice
_TOO_LATE = ("answerCallbackQuery", "answerInlineQuery")  # nobody waits for a second attempt
_NOT_SENT = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
_KINDS = {400: "refused", 401: "token", 403: "closed", 404: "token", 409: "conflict", 429: "too_many"}

Answer = bool | dict[str, Any] | list[dict[str, Any]]
Callback = Callable[..., Coroutine[Any, Any, Answer]]


class Patience(BaseRateLimiter[int]):
    """Repeats calls that failed. Keeps no rate of its own: 30 a second are Telegram's bound for news, not for answers."""

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to put away."""

    async def process_request(
        self,
        callback: Callback,
        args: Any,  # noqa: ANN401 - as the library has it
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],  # noqa: ARG002
        rate_limit_args: int | None,  # noqa: ARG002
    ) -> Answer:
        """Make a call, and make it again where that helps. Raises the TelegramError of the last attempt."""
        for pause in PAUSES:
            try:
                return await callback(*args, **kwargs)
            except TelegramError as error:
                wait = _wait(error, endpoint, pause)
                if wait is None:
                    raise
                logger.info("%s is repeated in %.1f s: %s", endpoint, wait, type(error).__name__)
                await asyncio.sleep(wait)
        return await callback(*args, **kwargs)


def _wait(error: TelegramError, endpoint: str, pause: float) -> float | None:
    """Return after how many seconds a failed call is made again; ``None`` if it is not."""
    if endpoint in _TOO_LATE:
        return None
    if isinstance(error, RetryAfter):
        after = error.retry_after
        seconds = after.total_seconds() if isinstance(after, timedelta) else float(after)
        return seconds + 0.1 if seconds <= LONGEST_WAIT else None
    if not isinstance(error, NetworkError) or isinstance(error, BadRequest):
        return None
    answered = error.__cause__ is None and not isinstance(error, TimedOut)  # with 5xx: nothing was done
    if answered or isinstance(error.__cause__, _NOT_SENT) or endpoint.startswith(_SAFE):
        return pause
    return None if isinstance(error, TimedOut) else pause


@dataclass(slots=True)
class Contact:
    """When Telegram last answered, in seconds of the monotonic clock (``None``: never), and whether it refused the token."""

    last: float | None = None
    refused: bool = False

    def within(self, seconds: float) -> bool:
        """Return whether Telegram has answered in the last seconds."""
        return self.last is not None and monotonic() - self.last <= seconds


class WatchedRequest(BaseRequest):
    """HTTP to Telegram; counts calls and errors and knows when Telegram last answered.

    It takes the place of the library's own client, which uses most of the bot's time on the processor, more with every
    connection.
    """

    def __init__(self, contact: Contact, connections: int) -> None:
        self._contact, self._connections = contact, connections
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds that an answer is waited for. Telegram is given time: who gives up too early asks twice."""
        return 15.0

    async def initialize(self) -> None:
        """Make ready to call."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections)
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=True,
            )

    async def shutdown(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002
        connect_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002
        pool_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002
    ) -> tuple[int, bytes]:
        """Make a request; see the library. Of the time limits only the one for reading is taken."""
        if self._session is None:
            raise RuntimeError("not ready to call")
        limit = read_timeout if isinstance(read_timeout, float | int) else self.read_timeout
        start = perf_counter()
        try:
            timeout = aiohttp.ClientTimeout(total=None, sock_connect=10, sock_read=limit)
            async with self._session.request(method, url, data=_body(request_data), timeout=timeout) as answer:
                status, body = answer.status, await answer.read()
        except TimeoutError as error:
            TELEGRAM_ERRORS.labels("timeout").inc()
            raise TimedOut from error
        except aiohttp.ClientError as error:
            TELEGRAM_ERRORS.labels("network").inc()
            raise NetworkError(type(error).__name__) from error
        if (call := url.rpartition("/")[2]) != "getUpdates":  # it waits for updates, not for Telegram
            TELEGRAM_SECONDS.labels(call).observe(perf_counter() - start)
        self._contact.refused = status == 401
        if status < 500:
            self._contact.last = monotonic()
        if status >= 400:
            TELEGRAM_ERRORS.labels(_KINDS.get(status, "server")).inc()
        return status, body


def _body(data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    """Return what is sent: a form, with the files in it if there are some."""
    if data is None:
        return None
    if not data.contains_files:
        return data.json_parameters
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in (data.multipart_data or {}).items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form
