"""The settings of the bot: environment variables, one table."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bot.store import address_of


class SettingError(ValueError):
    """A setting is missing or cannot be used; the message names it and says what would be right."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable: its name, its default, what it means.

    A secret one may also stand in a file: the variable with ``_FILE`` behind its name then names that file.
    """

    name: str
    default: str
    meaning: str
    secret: bool = False


TELEGRAM = "https://api.telegram.org/bot"
SETTINGS = (
    Setting("TELEGRAM_TOKEN", "", "The token of the bot, from @BotFather. Needed.", secret=True),
    Setting("PUBLIC_URL", "", "The https address of the page; answers then have a button that opens it."),
    Setting(
        "DATABASE_URL",
        "sqlite:///rheincrew.db",
        "Where saved vessels are kept: sqlite:///file in the folder of the program, or postgresql://user:password@host/name.",
        secret=True,
    ),
    Setting(
        "WEBHOOK_URL",
        "",
        "The https address to which Telegram brings what people write. Empty: the bot asks Telegram for it (one process).",
    ),
    Setting(
        "WEBHOOK_SECRET",
        "",
        "With it Telegram proves who it is: 16 to 256 of A-Z a-z 0-9 _ -. Needed with WEBHOOK_URL, the same in all processes.",
        secret=True,
    ),
    Setting("LISTEN", "127.0.0.1:8081", "Where this process waits for what Telegram brings, behind the proxy."),
    Setting("HEALTH", "", "Where /healthz, /readyz and /metrics are served, such as 127.0.0.1:9101. Empty: nowhere."),
    Setting("LOG_FORMAT", "text", "text for people, json for one JSON object a line."),
    Setting("TELEGRAM_API_URL", TELEGRAM, "The Bot API server; the token is put behind it."),
)


def read_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return each setting from the environment, its file or its default. Raises SettingError."""
    found = {setting.name: _value(setting, environment) or setting.default for setting in SETTINGS}
    for name in ("PUBLIC_URL", "WEBHOOK_URL"):
        found[name] = found[name].rstrip("/")
    for name, check in _CHECKS.items():
        if wrong := check(found):
            raise SettingError(f"{name} {wrong}")
    return found


def host_and_port(address: str) -> tuple[str, int]:
    """Return the two parts of an address such as ``127.0.0.1:9101`` or ``[::1]:9101``. Raises ValueError."""
    parts = urlsplit(f"//{address}")
    if not parts.hostname or not parts.port or parts.netloc != address or parts.username is not None:
        raise ValueError(address)
    return parts.hostname, parts.port


def _value(setting: Setting, environment: Mapping[str, str]) -> str:
    value = environment.get(setting.name, "").strip()
    file = environment.get(f"{setting.name}_FILE", "").strip() if setting.secret else ""
    if not file:
        return value
    if value:
        raise SettingError(f"{setting.name} and {setting.name}_FILE are both set: set one of them")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{setting.name}_FILE names a file that cannot be read: {type(error).__name__}") from None


# Each check answers what is wrong with its setting, and what would be right; nothing if it can be used.


def _token(found: Mapping[str, str]) -> str:
    if not found["TELEGRAM_TOKEN"]:
        return "is not set: put the token of the bot there"
    good = re.fullmatch(r"\d+:[A-Za-z0-9_-]+", found["TELEGRAM_TOKEN"])
    return "" if good else "is no token: one looks like 123456789:AAH and more letters, as @BotFather writes it"


def _public_url(found: Mapping[str, str]) -> str:
    # Telegram refuses a whole message for one button whose address it does not like.
    page = _split(found["PUBLIC_URL"])
    good = not found["PUBLIC_URL"] or (page and page[0] == "https" and "." in page[1])
    return "" if good else "must be an https address with a full host name, or empty"


def _webhook_url(found: Mapping[str, str]) -> str:
    url = found["WEBHOOK_URL"]
    if not url:
        return ""
    page = _split(url)
    own_server = found["TELEGRAM_API_URL"] != TELEGRAM  # brings updates also without TLS, and to any port
    if page is None or page[0] not in ("https", *(("http",) if own_server else ())) or not page[1] or "?" in url:
        return "must be an https address such as https://bot.example.org/telegram, or empty"
    if not own_server and page[2] not in (None, 443, 80, 88, 8443):
        return "must use port 443, 80, 88 or 8443: Telegram calls no other"
    if urlsplit(url).path in ("/healthz", "/readyz", "/metrics"):
        return "must not be the address of a health page: choose another path, such as /telegram"
    return ""


def _webhook_secret(found: Mapping[str, str]) -> str:
    secret = found["WEBHOOK_SECRET"]
    if not secret:
        return "is not set: WEBHOOK_URL needs it" if found["WEBHOOK_URL"] else ""
    good = re.fullmatch(r"[A-Za-z0-9_-]{16,256}", secret)
    return "" if good else "must be 16 to 256 characters of A-Z a-z 0-9 _ and -"


def _address(name: str) -> Callable[[Mapping[str, str]], str]:
    def check(found: Mapping[str, str]) -> str:
        try:
            if found[name]:
                host_and_port(found[name])
        except ValueError:
            return "must be an address and a port, such as 127.0.0.1:9101"
        return ""

    return check


def _database_url(found: Mapping[str, str]) -> str:
    try:
        address_of(found["DATABASE_URL"])
    except ValueError:
        return "must begin with sqlite:/// or postgresql://"
    return ""


def _log_format(found: Mapping[str, str]) -> str:
    return "" if found["LOG_FORMAT"] in ("text", "json") else "must be text or json"


def _api_url(found: Mapping[str, str]) -> str:
    page = _split(found["TELEGRAM_API_URL"])
    return "" if page and page[0] in ("http", "https") and page[1] else f"must be an http address such as {TELEGRAM}"


def _split(url: str) -> tuple[str, str, int | None] | None:
    """Return scheme, host and port of an address; ``None`` if it is none."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port
    except ValueError:
        return None


_CHECKS = {
    "TELEGRAM_TOKEN": _token,
    "PUBLIC_URL": _public_url,
    "DATABASE_URL": _database_url,
    "TELEGRAM_API_URL": _api_url,
    "WEBHOOK_URL": _webhook_url,
    "WEBHOOK_SECRET": _webhook_secret,
    "LISTEN": _address("LISTEN"),
    "HEALTH": _address("HEALTH"),
    "LOG_FORMAT": _log_format,
}
