"""``python -m bot.news``: whom a new version of a regulation concerns, and, with ``--send``, telling them once.

Each message is marked in the database before it is sent, so none is ever sent twice: not after a crash, not by two senders
at once. A crash at that instant, or a connection that breaks while Telegram answers, loses one message at most; the list
shows it as marked and not confirmed. What was certainly not sent is taken back and tried by the next run.

Exit status: 0 all done, 1 the store or Telegram could not be reached or refused something, 2 wrong use or settings.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import TextIO

os.environ.setdefault("PTB_TIMEDELTA", "1")  # before the library is loaded: it warns of every 429 otherwise

import httpx
from telegram import LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError
from telegram.ext import AIORateLimiter, ExtBot

from bot.app import keyboard
from bot.changes import Change, change_screen, changes
from bot.day import berlin_today
from bot.logs import set_up_logging
from bot.screen import View
from bot.settings import SettingError, read_settings
from bot.store import Store, StoreError
from bot.told import Told
from core.law.version import Version

_RETRIES = 5
# The connection never stood, so nothing was sent.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_GONE = "chat not found"

Bot = ExtBot[int]


class StoppedError(Exception):
    """Sending had to end before all were told; the message says why."""


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """List whom new law concerns, or tell them; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.news", description="Tell the owners of saved vessels of new law."
    )
    parser.add_argument("--send", action="store_true", help="send the messages; without it they are only listed")
    parser.add_argument(
        "--on", type=date.fromisoformat, metavar="DATE", help="the day whose law counts, as 2026-11-30 (default: today)"
    )
    chosen = parser.parse_args(arguments)
    today = berlin_today()
    day: date = chosen.on or today
    if chosen.send and day < today:
        sys.stderr.write("--send tells of the law of today or of a day to come; --on names a day that is past\n")
        return 2
    try:
        settings = read_settings(environment)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    set_up_logging(settings["TELEGRAM_TOKEN"], settings["WEBHOOK_SECRET"], json=settings["LOG_FORMAT"] == "json")
    store = Store(settings["DATABASE_URL"])
    try:
        if not chosen.send:
            list_changes(store, day, sys.stdout)
            return 0
        bot: Bot = ExtBot(
            settings["TELEGRAM_TOKEN"],
            base_url=settings["TELEGRAM_API_URL"],
            rate_limiter=AIORateLimiter(max_retries=_RETRIES),
        )
        return asyncio.run(_send_all(store, bot, day, today, settings["PUBLIC_URL"]))
    except StoreError as error:
        sys.stderr.write(f"The store cannot be reached: {error}\n")
    finally:
        store.close()
    return 1


# ------------------------------------------------------------------------------------------------ the list


def list_changes(store: Store, day: date, output: TextIO) -> None:
    """Write whom the law of a day concerns, what was corrected, and which messages are not confirmed."""
    found = list(changes(store, day))
    told = [change for change in found if change.version]
    output.write(f"Messages by the law of {day}: {len(told)}\n")
    output.writelines(f"{_line(change)}\n" for change in told)
    corrected = [change for change in found if not change.version]
    if corrected:
        output.write(f"\nChanged without a new version, so nobody is told: {len(corrected)}\n")
        output.writelines(f"{_line(change)}\n" for change in corrected)
    for title, state in (
        ("Marked, not confirmed: sent or lost", "marked"),
        ("Blocked", "blocked"),
        ("Refused", "refused"),
    ):
        if marks := store.marks(state):
            output.write(f"\n{title}: {len(marks)}\n")
            output.writelines(
                f"{mark.vessel.person} “{mark.vessel.name}”: {mark.change}, marked {mark.marked:%Y-%m-%d %H:%M} UTC\n"
                for mark in marks
            )
    if told:
        output.write("\nNothing was sent. Add --send to send.\n")


def _line(change: Change) -> str:
    vessel = change.vessel
    version = f" ({change.version.id})" if change.version else ""
    return f"{vessel.person} “{vessel.name}” [{change.language}]: {_short(change.before)} → {_short(change.after)}{version}"


def _short(told: Told) -> str:
    if told.state != "determined":
        return told.state
    crews = (", ".join(f"{count} {rank}" for rank, count in crew.items()) or "nobody" for crew in told.crews)
    return " or ".join(crews)


# ------------------------------------------------------------------------------------------------ sending


async def _send_all(store: Store, bot: Bot, day: date, today: date, public_url: str) -> int:
    try:
        async with bot:  # asks Telegram who the bot is: a wrong token or no network ends it here, before any mark
            counts = await send_changes(store, bot, day, today, public_url)
    except StoppedError as error:
        sys.stderr.write(f"Stopped: {error}. Run it again to tell the others.\n")
        return 1
    except TelegramError as error:
        sys.stderr.write(f"Telegram cannot be reached or refuses the bot: {error.message}\n")
        return 1
    sys.stdout.write(", ".join(f"{state}: {number}" for state, number in counts.items()) + "\n")
    return 1 if counts["refused"] else 0


async def send_changes(store: Store, bot: Bot, day: date, today: date, public_url: str = "") -> dict[str, int]:
    """Tell every owner of what a new version changes; return how many messages ended how.

    Raises StoppedError if Telegram cannot be reached or asks for a long wait, StoreError.
    """
    counts = {"sent": 0, "blocked": 0, "refused": 0}
    blocked: set[int] = set()
    for change in changes(store, day, note=day == today):
        version, vessel = change.version, change.vessel
        if version is None or not store.mark(vessel, version.id, change.after.text, datetime.now(UTC)):
            continue
        if vessel.person in blocked:
            state = "blocked"
        else:
            view = View(change.language, day, bot.username, public_url)
            state = await _send(store, bot, change, version, view, today)
        if state == "blocked":
            blocked.add(vessel.person)
        store.end(vessel, version.id, state)
        counts[state] += 1
    return counts


async def _send(store: Store, bot: Bot, change: Change, version: Version, view: View, today: date) -> str:
    """Send one message that is marked, and return how it ended."""
    vessel = change.vessel
    shown = change_screen(change, version, view, today)
    try:
        await bot.send_message(
            vessel.person,
            shown.text,
            ParseMode.HTML,
            reply_markup=keyboard(shown),
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        )
    except Forbidden:
        return "blocked"
    except BadRequest as error:
        return "blocked" if _GONE in error.message.lower() else "refused"
    except RetryAfter as error:
        store.unmark(vessel, version.id, change.after.text)
        raise StoppedError(f"Telegram asks to wait: {error.message}") from error
    except NetworkError as error:
        if isinstance(error.__cause__, _NOT_SENT):
            store.unmark(vessel, version.id, change.after.text)
            raise StoppedError(f"Telegram cannot be reached: {error.message}") from error
        raise StoppedError(
            f"the connection broke; one message may be lost and is listed as marked: {error.message}"
        ) from error
    return "sent"


if __name__ == "__main__":
    sys.exit(main())
