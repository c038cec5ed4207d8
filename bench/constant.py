"""The yardstick of ``bench.bot``: a bot of the same library that only edits a constant text."""

import os

os.environ["PTB_TIMEDELTA"] = "1"

from telegram import Update
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

TEXT = "Minimum crew"


async def edit(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    """Change the message of the button."""
    assert update.callback_query
    await update.callback_query.edit_message_text(TEXT)


def main() -> None:
    """Serve by long polling."""
    builder = Application.builder().token(os.environ["TELEGRAM_TOKEN"]).base_url(os.environ["TELEGRAM_API_URL"])
    application = builder.concurrent_updates(True).build()
    application.add_handler(CallbackQueryHandler(edit))
    application.run_polling(allowed_updates=Update.ALL_TYPES)


if __name__ == "__main__":
    main()
