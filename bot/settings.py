"""The settings of the bot: environment variables, one table."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.store import address_of


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable: its name, its default, what it means."""

    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting("TELEGRAM_TOKEN", "", "The token of the bot, from @BotFather. Needed."),
    Setting("PUBLIC_URL", "", "The https address of the page; answers then have a button that opens it."),
    Setting(
        "DATABASE_URL",
        "sqlite:///rheincrew.db",
        "Where saved vessels are kept: sqlite:///file in the folder of the program, or postgresql://user:password@host/name.",
    ),
    Setting("TELEGRAM_API_URL", "https://api.telegram.org/bot", "The Bot API server; the token is put behind it."),
)


class SettingError(ValueError):
    """A setting is missing or cannot be used; the message names it."""


def read_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return each setting from the environment, or its default. Raises SettingError."""
    found = {setting.name: environment.get(setting.name, "").strip() or setting.default for setting in SETTINGS}
    if not found["TELEGRAM_TOKEN"]:
        raise SettingError("TELEGRAM_TOKEN is not set: put the token of the bot there")
    found["PUBLIC_URL"] = found["PUBLIC_URL"].rstrip("/")
    page = urlsplit(found["PUBLIC_URL"])
    # Telegram refuses a whole message for one button whose address it does not like.
    if found["PUBLIC_URL"] and (page.scheme != "https" or "." not in (page.hostname or "")):
        raise SettingError("PUBLIC_URL must be an https address with a full host name, or empty")
    try:
        address_of(found["DATABASE_URL"])
    except ValueError:
        raise SettingError("DATABASE_URL must begin with sqlite:/// or postgresql://") from None
    return found
