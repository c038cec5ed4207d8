"""``python -m bot``: the bot on Telegram, by long polling. SIGTERM and SIGINT stop it when the work at hand is done."""

import logging
import os
import sys

from bot.app import UPDATES, build
from bot.logs import set_up_logging
from bot.settings import SettingError, read_settings
from bot.store import Store

logger = logging.getLogger("bot")


def main() -> int:
    """Serve until the process is stopped; return its exit status."""
    try:
        settings = read_settings(os.environ)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    set_up_logging(settings["TELEGRAM_TOKEN"])
    try:
        application = build(
            settings["TELEGRAM_TOKEN"],
            public_url=settings["PUBLIC_URL"],
            api_url=settings["TELEGRAM_API_URL"],
            store=Store(settings["DATABASE_URL"]),
        )
        application.run_polling(allowed_updates=UPDATES, bootstrap_retries=-1)  # the network may come up later
    except Exception:
        # An uncaught exception would be printed past the masks of the log, and may name the token.
        logger.exception("the bot stopped")
        return 1
    logger.info("the bot stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
