"""The settings of the page: environment variables, one table."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_BOT = re.compile(r"[A-Za-z][A-Za-z0-9_]{4,31}", re.ASCII)
_MAIL = re.compile(r"[^@\s:/]+@[^@\s:/]+\.[^@\s:/]+")


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable: its name, its default, what it means."""

    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting("PUBLIC_URL", "", "The address people reach the page at, for share links; empty: that of the request."),
    Setting("PAGE_CACHE", "1000", "How many rendered pages a process keeps."),
    Setting("PACKS", "", "The folder of the packs by which the page works offline; empty: in the user's cache."),
    Setting("TELEGRAM_BOT", "", "The user name of the bot; pages to share then have a link that opens the case there."),
    Setting("IMPRINT", "", "Who runs the page, as text: name, address, how to reach them."),
    Setting(
        "IMPRINT_FILE", "", "A text file with the same, in place of IMPRINT; an empty line begins a new paragraph."
    ),
    Setting("CONTACT", "", "A mail address or an https address for questions and for reports of barriers."),
    Setting("HEALTH", "", "The second address served, such as 127.0.0.1:9102, for /metrics; empty: no numbers."),
    Setting("LISTEN", "127.0.0.1:8000", "The address served, by deploy/gunicorn.conf.py."),
    Setting("LOG_FORMAT", "text", "text for people, json for one JSON object a line; by deploy/gunicorn.conf.py."),
    Setting("API_RATE", "600", "How many requests a minute one address may send to the interface; 0: any number."),
    Setting("PROXIES", "0", "How many proxies of ours stand before the page; the nearest tells whom it speaks for."),
)


class SettingError(ValueError):
    """A setting that cannot be used; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator has set, read and checked."""

    public_url: str = ""
    page_cache: int = 1000
    packs: str = ""
    telegram_bot: str = ""
    imprint: str = ""
    contact: str = ""
    health: str = ""
    api_rate: int = 600
    proxies: int = 0


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings of an environment. Raises SettingError for one that cannot be used."""
    given = {setting.name: environment.get(setting.name, "").strip() or setting.default for setting in SETTINGS}
    return Settings(
        public_url=_public_url(given["PUBLIC_URL"]),
        page_cache=_number("PAGE_CACHE", given["PAGE_CACHE"], "a number of pages"),
        packs=given["PACKS"],
        telegram_bot=_telegram_bot(given["TELEGRAM_BOT"]),
        imprint=_imprint(given["IMPRINT"], given["IMPRINT_FILE"]),
        contact=_contact(given["CONTACT"]),
        health=_health(given["HEALTH"]),
        api_rate=_number("API_RATE", given["API_RATE"], "a number of requests a minute"),
        proxies=_number("PROXIES", given["PROXIES"], "a number of proxies"),
    )


def from_environment() -> Settings:
    """Return the settings of this process. Raises SettingError for one that cannot be used."""
    return read_settings(os.environ)


def _public_url(text: str) -> str:
    address = urlsplit(text)
    if text and (address.scheme not in ("http", "https") or not address.hostname or address.query or address.fragment):
        raise SettingError(f"PUBLIC_URL is {text!r}: it must be an address such as https://crew.example, or empty")
    if address.path.strip("/"):
        raise SettingError(f"PUBLIC_URL is {text!r}: the page must lie at the root of its host, without a path")
    return text.rstrip("/")


def _number(name: str, text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise SettingError(f"{name} is {text!r}: it must be {what}, 0 or more")
    return int(text)


def _health(text: str) -> str:
    try:
        port = urlsplit(f"//{text}").port
    except ValueError:
        port = None
    if text and not port:
        raise SettingError(f"HEALTH is {text!r}: it must be an address and a port, such as 127.0.0.1:9102, or empty")
    return text


def _telegram_bot(text: str) -> str:
    name = text.removeprefix("@")
    if name and not _BOT.fullmatch(name):
        raise SettingError(f"TELEGRAM_BOT is {text!r}: it must be the user name of a bot, such as rheincrew_bot")
    return name


def _imprint(text: str, file: str) -> str:
    if text and file:
        raise SettingError("IMPRINT and IMPRINT_FILE are both set: set one of them")
    if not file:
        return text
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"IMPRINT_FILE is {file!r}: it must be a text file in UTF-8 ({error})") from None


def _contact(text: str) -> str:
    address = urlsplit(text)
    if text and not _MAIL.fullmatch(text) and not (address.scheme == "https" and address.hostname):
        raise SettingError(f"CONTACT is {text!r}: it must be a mail address or an https address")
    return text
