"""``python -m bot``: the bot on Telegram. SIGTERM and SIGINT stop it when the work at hand is done."""

import asyncio
import logging
import os
import sys

from telegram.error import TelegramError

from bot.logs import set_up_logging
from bot.serving import serve
from bot.settings import SETTINGS, SettingError, read_settings

logger = logging.getLogger("bot")


def main() -> int:
    """Serve until the process is stopped; return its exit status: 2 for settings that cannot be used, 1 for a failure."""
    try:
        settings = read_settings(os.environ)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    secrets = (settings[setting.name] for setting in SETTINGS if setting.secret)
    set_up_logging(*secrets, json=settings["LOG_FORMAT"] == "json")
    try:
        asyncio.run(serve(settings))
    except (TelegramError, OSError) as error:
        logger.error("the bot stopped: %s", error)
        return 1
    except Exception:
        # An uncaught exception would be printed past the masks of the log, and may name the token.
        logger.exception("the bot stopped")
        return 1
    logger.info("the bot stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
