"""The bot at work: by long polling or by webhook, with its health pages, until it is told to stop."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, repeat
from typing import Any
from urllib.parse import urlsplit

from telegram.error import BadRequest, Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.routing import URLSpec
from tornado.web import Application as Pages

from bot.app import UPDATES, Bots, build
from bot.calls import Contact
from bot.health import Health
from bot.settings import host_and_port
from bot.store import Store, StoreError
from bot.webhook import MOST_BYTES, Inbox, Receiver, address, tell_telegram

logger = logging.getLogger(__name__)

REACHED_WITHIN = 90.0
"""Seconds: Telegram counts as reached if it has answered since. Polling asks it all the time, the webhook is looked at."""
LOOK_EVERY = 15.0
"""Seconds between two looks at how things are with Telegram."""
TO_FINISH = 20.0
"""Seconds that the work at hand may take once the process is to stop."""
_PAUSES = (1, 2, 5, 10)
"""Seconds between attempts to reach Telegram at the start; the last one for ever after."""


async def serve(settings: Mapping[str, str], stop: asyncio.Event | None = None) -> None:
    """Serve until SIGTERM or SIGINT, or until ``stop`` is set; then finish the work at hand.

    Raises InvalidToken if Telegram refuses the token, BadRequest if it refuses the address of the webhook, OSError if an
    address to listen at cannot be had.
    """
    stop = stop or _stopped_by_signals()
    contact, health, store = Contact(), Health(), Store(settings["DATABASE_URL"])
    application = build(
        settings["TELEGRAM_TOKEN"],
        public_url=settings["PUBLIC_URL"],
        api_url=settings["TELEGRAM_API_URL"],
        contact=contact,
        store=store,
    )
    inbox = Inbox(application)
    health.checks["telegram"] = partial(_reached, contact)
    health.told["database"] = partial(_open, store)
    with _listening(_pages(settings, health, inbox)):
        try:
            if not await _until_reached(application.initialize, stop):
                return
            await application.start()
            logger.info("the bot serves as @%s", application.bot.username)
            if settings["WEBHOOK_URL"]:
                await _by_webhook(application, settings, inbox, health, stop)
            else:
                await _by_polling(application, contact, health, stop)
        finally:
            if application.running:
                await _at_most(application.stop())
            await application.shutdown()
            for client in application.bot_data["http"]:  # the library closes them only if Telegram was reached once
                await client.shutdown()
            store.close()


# ------------------------------------------------------------------------------------------------ both ways in


async def _by_polling(application: Bots, contact: Contact, health: Health, stop: asyncio.Event) -> None:
    updater = application.updater
    assert updater  # noqa: S101 - built with one
    polling = updater.start_polling(allowed_updates=UPDATES, bootstrap_retries=-1, error_callback=_polling_failed)
    try:
        if await _unless(stop, polling):
            health.process = ""
            async with asyncio.TaskGroup() as beside:
                beside.create_task(_introduce(application, stop))
                while not contact.refused and not await _told_within(stop, LOOK_EVERY):
                    pass
                stop.set()
        if contact.refused:
            raise InvalidToken("Telegram refuses the token now: it was revoked, or replaced by a new one")
    finally:
        health.process = "is stopping"
        if updater.running:
            with suppress(TelegramError):  # what ended the asking before is told already
                await _at_most(updater.stop())


async def _by_webhook(
    application: Bots, settings: Mapping[str, str], inbox: Inbox, health: Health, stop: asyncio.Event
) -> None:
    url, secret = settings["WEBHOOK_URL"], settings["WEBHOOK_SECRET"]
    where = _Where()
    health.checks["webhook"] = where.check
    inbox.open = True
    try:
        if await _until_reached(partial(tell_telegram, application.bot, url, secret, UPDATES), stop):
            health.process, where.right = "", True
            async with asyncio.TaskGroup() as beside:
                beside.create_task(_introduce(application, stop))
                while not stop.is_set():
                    with suppress(NetworkError, RetryAfter):  # the check of the contact tells
                        info = await application.bot.get_webhook_info()
                        where.right = info.url == address(url, secret)
                    await _told_within(stop, LOOK_EVERY)
    finally:
        health.process, inbox.open = "is stopping", False
        await inbox.finish(TO_FINISH)


class _Where:
    """Whether Telegram brings updates to the address of this process."""

    right = False

    async def check(self) -> str:
        return "" if self.right else "Telegram brings nothing to WEBHOOK_URL: start one of the processes again"


async def _reached(contact: Contact) -> str:
    return "" if contact.within(REACHED_WITHIN) else "Telegram has not answered lately"


async def _open(store: Store) -> str:
    try:
        await asyncio.wait_for(asyncio.to_thread(store.ping), 5)
    except (StoreError, TimeoutError):
        return "cannot be reached: questions are answered, nothing can be saved or listed"
    return ""


def _polling_failed(error: TelegramError) -> None:
    if isinstance(error, Conflict):
        logger.warning("another process asks Telegram with the same token, or a webhook is set: only one may")
    else:
        logger.warning("asking Telegram failed, it is asked again: %s", error)


async def _introduce(application: Bots, stop: asyncio.Event) -> None:
    """Set menu and descriptions beside the work, so that nobody waits for it."""
    if application.post_init:
        await _unless(stop, application.post_init(application))


# ------------------------------------------------------------------------------------------------ pages


def _pages(settings: Mapping[str, str], health: Health, inbox: Inbox) -> dict[str, list[URLSpec]]:
    """Return the pages by the address at which they are served."""
    found: dict[str, list[URLSpec]] = {}
    if at := settings["HEALTH"]:
        found[at] = health.routes()
    if settings["WEBHOOK_URL"]:
        path = urlsplit(settings["WEBHOOK_URL"]).path or "/"
        receiver = URLSpec(path, Receiver, {"inbox": inbox, "secret": settings["WEBHOOK_SECRET"]})
        found.setdefault(settings["LISTEN"], []).append(receiver)
    return found


@contextmanager
def _listening(pages: Mapping[str, list[URLSpec]]) -> Iterator[None]:
    """Serve pages at their addresses. Raises OSError if an address cannot be had."""
    servers = []
    try:
        for at, routes in pages.items():
            host, port = host_and_port(at)
            server = HTTPServer(
                Pages(routes, log_function=lambda _handler: None),
                max_body_size=MOST_BYTES,
                body_timeout=10,
                idle_connection_timeout=120,
                xheaders=False,
            )
            server.add_sockets(bind_sockets(port, host))
            servers.append(server)
        yield
    finally:
        for server in servers:
            server.stop()


# ------------------------------------------------------------------------------------------------ waiting


def _stopped_by_signals() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _until_reached(action: Callable[[], Coroutine[Any, Any, Any]], stop: asyncio.Event) -> bool:
    """Do what needs Telegram, again and again until it is reached; return False if told to stop first."""
    for pause in chain(_PAUSES, repeat(_PAUSES[-1])):
        try:
            return await _unless(stop, action())
        except BadRequest:
            raise
        except (NetworkError, RetryAfter) as error:
            logger.warning("Telegram is not reached, next attempt in %d s: %s", pause, error)
            if await _told_within(stop, pause):
                return False
    return False


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, Any]) -> bool:
    """Do some work unless told to stop; return whether it was done."""
    doing, told = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({doing, told}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            doing.result()
            return True
        return False
    finally:
        told.cancel()
        doing.cancel()
        await asyncio.wait({doing, told})


async def _told_within(stop: asyncio.Event, seconds: float) -> bool:
    """Wait for the word to stop; return whether it came in time."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return stop.is_set()


async def _at_most(work: Coroutine[Any, Any, Any]) -> None:
    try:
        await asyncio.wait_for(work, TO_FINISH)
    except TimeoutError:
        logger.warning("not all work was finished in %d s", TO_FINISH)
