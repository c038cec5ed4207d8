"""The thin layer that puts screens on Telegram: handlers that read an update, and a few ways to show a screen.

Nothing is stored. The language of a new message follows the sender's Telegram (``language_code``); one that was chosen
travels in the buttons.
"""

import asyncio
import logging
import os
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from datetime import datetime
from functools import lru_cache, partial
from typing import Any
from zoneinfo import ZoneInfo

os.environ.setdefault("PTB_TIMEDELTA", "1")  # before the library is loaded: it warns of every 429 otherwise

from telegram import (
    Bot,
    BotCommand,
    CallbackQuery,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    MessageEntity,
    Update,
    User,
)
from telegram.constants import ChatType, ParseMode
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)
from telegram.helpers import mention_html

from bot.calls import Contact, Patience, WatchedRequest
from bot.commands import (
    COMMANDS,
    DESCRIPTION,
    SHORT_DESCRIPTION,
    Command,
    failed_screen,
    number_screen,
    other_screen,
)
from bot.metrics import FAILURES, count_outcome
from bot.order import AT_ONCE, InOrder
from bot.screen import Screen, View
from bot.screens import screen, start_screen, typed_screen
from bot.tap import Tap, TapError, read_prompt_link, read_tap, typing
from core import LANGUAGES
from core.wording import say

logger = logging.getLogger(__name__)

Bots = Application[Any, Any, Any, Any, Any, Any]
Handler = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]

UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY]
"""What the bot asks Telegram for: no edited messages, no channel posts."""
_NUMBER = re.compile(r"\s*[+-]?\d+([.,]\d+)?\s*m?\s*", re.IGNORECASE)
_SHARED = re.compile(r"[?&]start=([A-Za-z0-9_-]+)", re.ASCII)
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
# What Telegram says of a message that cannot be edited (any more), and of a chat that is no more; the library changes
# the case of its words.
_NOT_EDITABLE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the",
)
_GONE = ("chat not found", "not enough rights to send", "have no rights to send", "topic_closed", "message thread not")


def build(
    token: str,
    *,
    public_url: str = "",
    api_url: str = "https://api.telegram.org/bot",
    contact: Contact | None = None,
) -> Bots:
    """Return the application, ready to be run. ``contact`` learns when Telegram is reached."""
    contact = contact or Contact()
    builder = Application.builder().token(token).base_url(api_url).concurrent_updates(InOrder())
    calls = WatchedRequest(contact, 2 * AT_ONCE)  # each update may make two calls at once
    polls = WatchedRequest(contact, 1)
    builder = builder.request(calls).get_updates_request(polls).post_init(_introduce)
    application = builder.rate_limiter(Patience()).build()
    application.bot_data["http"] = (calls, polls)
    application.bot_data["public_url"] = public_url
    for command in COMMANDS:
        handler = partial(on_command, command)
        application.add_handler(CommandHandler(command.name, handler, filters=filters.UpdateType.MESSAGE))
    application.add_handler(CallbackQueryHandler(on_tap))
    written = filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL
    application.add_handler(MessageHandler(written, on_message))
    application.add_error_handler(on_error)
    return application


# ------------------------------------------------------------------------------------------------ handlers


async def on_command(command: Command, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer a command with a message of its own."""
    if message := update.message:
        argument = (context.args or [""])[0]
        await _send(message, command.show(_view(message.from_user, context), argument))


async def on_tap(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer the tap, and beside that change the message; a prompt is a new message."""
    query = update.callback_query
    if query is None:
        return
    answering = asyncio.create_task(_answer(query))
    try:
        shown = screen(query.data or "", _view(query.from_user, context))
        if shown.placeholder:
            await _prompt(query, shown)
        else:
            await _edit(query, shown)
    finally:
        await answering


async def on_message(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Take a reply to a prompt as the answer; say in a private chat what to do with anything else."""
    message = update.message
    if message is None:
        return
    view, text = _view(message.from_user, context), message.text or ""
    tap = _asked(message.reply_to_message, context.bot.id)
    if tap and text:
        await _send(message, typed_screen(tap, text, view))
    elif message.chat.type == ChatType.PRIVATE:
        await _send(message, _answer_to_text(text, view))


def _answer_to_text(text: str, view: View) -> Screen:
    if shared := _SHARED.search(text):
        return start_screen(shared[1], view)
    return number_screen(view) if _NUMBER.fullmatch(text) else other_screen(view)


async def on_error(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Log what went wrong, and tell the person unless it is the connection or a chat that is closed to the bot."""
    error = context.error
    lost = isinstance(error, Forbidden | RetryAfter | NetworkError) and not isinstance(error, BadRequest)
    if lost or _gone(error):
        logger.warning("not delivered: %s", error)
        return
    FAILURES.inc()
    logger.error("an update failed", exc_info=error)
    message = update.effective_message if isinstance(update, Update) else None
    if message is None or not isinstance(update, Update):
        return
    try:
        await _send(message, failed_screen(_view(update.effective_user, context)))
    except TelegramError:
        logger.warning("the person could not be told either")


def _gone(error: Exception | None) -> bool:
    """Return whether the chat is closed to the bot, so that nobody can be told anything."""
    return isinstance(error, BadRequest) and any(reason in str(error).lower() for reason in _GONE)


# ------------------------------------------------------------------------------------------------ for whom, in which case


def _view(user: User | None, context: ContextTypes.DEFAULT_TYPE) -> View:
    today = datetime.now(ZoneInfo("Europe/Berlin")).date()
    return View(language_of(user), today, context.bot.username, context.bot_data["public_url"])


def language_of(user: User | None) -> str:
    """Return the language of somebody's Telegram if it is spoken here, else English."""
    code = (user.language_code or "")[:2].lower() if user else ""
    return code if code in LANGUAGES else "en"


def _asked(message: Message | None, bot_id: int) -> Tap | None:
    """Return the question that a message of ours asked: of a prompt, or of a question with a button for typing."""
    if message is None or message.from_user is None or message.from_user.id != bot_id:
        return None
    for entity in message.entities:
        if entity.type == MessageEntity.TEXT_LINK and (tap := read_prompt_link(entity.url or "")):
            return tap
    buttons = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return typing(_taps(str(button.callback_data) for row in buttons for button in row if button.callback_data))


def _taps(data: Iterable[str]) -> Iterator[Tap]:
    """Yield the taps of buttons; strange ones are passed over."""
    for text in data:
        try:
            yield read_tap(text)
        except TapError:
            continue


# ------------------------------------------------------------------------------------------------ showing a screen


@lru_cache(maxsize=2_000)
def keyboard(shown: Screen) -> InlineKeyboardMarkup | None:
    """Return the buttons of a screen as Telegram takes them."""
    rows = [
        [
            InlineKeyboardButton(button.label, url=button.url)
            if button.url
            else InlineKeyboardButton(button.label, callback_data=button.data)
            for button in row
        ]
        for row in shown.rows
    ]
    return InlineKeyboardMarkup(rows) if rows else None


async def _send(message: Message, shown: Screen) -> None:
    """Show a screen as a new message in the chat, or the topic, of another one."""
    _count(shown)
    await message.reply_text(
        shown.text,
        ParseMode.HTML,
        reply_markup=keyboard(shown),
        link_preview_options=_NO_PREVIEW,
        do_quote=False,
    )


def _count(shown: Screen) -> None:
    if shown.outcome is not None:
        count_outcome(shown.outcome)


async def _answer(query: CallbackQuery) -> None:
    """Let the button stop waiting. After downtime the tap may be too old for that; the screen is shown all the same."""
    try:
        await query.answer()
    except TelegramError as error:
        logger.info("tap not answered: %s", error)


async def _edit(query: CallbackQuery, shown: Screen) -> None:
    """Show a screen in the message of the button; as a new message if that one is gone or too old."""
    message = query.message
    if isinstance(message, Message):
        try:
            await query.edit_message_text(
                shown.text, ParseMode.HTML, reply_markup=keyboard(shown), link_preview_options=_NO_PREVIEW
            )
        except BadRequest as error:
            words = str(error).lower()
            if "message is not modified" in words:  # a double tap, or an edit whose answer was lost
                return
            if not any(reason in words for reason in _NOT_EDITABLE):
                raise
        else:
            _count(shown)
            return
    await _send_to_chat(query, shown)


async def _send_to_chat(query: CallbackQuery, shown: Screen) -> None:
    message = query.message
    if isinstance(message, Message):
        await _send(message, shown)
    elif message is not None:
        await query.get_bot().send_message(
            message.chat.id,
            shown.text,
            ParseMode.HTML,
            reply_markup=keyboard(shown),
            link_preview_options=_NO_PREVIEW,
        )


async def _prompt(query: CallbackQuery, shown: Screen) -> None:
    """Ask for a typed reply; in a group of the person who tapped only."""
    message = query.message
    if message is None:
        return
    group = message.chat.type != ChatType.PRIVATE
    text = f"{mention_html(query.from_user.id, query.from_user.first_name)}\n{shown.text}" if group else shown.text
    prompt = ForceReply(selective=group, input_field_placeholder=shown.placeholder)
    thread = message.message_thread_id if isinstance(message, Message) and message.is_topic_message else None
    await query.get_bot().send_message(
        message.chat.id,
        text,
        ParseMode.HTML,
        reply_markup=prompt,
        link_preview_options=_NO_PREVIEW,
        message_thread_id=thread,
    )


# ------------------------------------------------------------------------------------------------ the bot's own words


async def _introduce(application: Bots) -> None:
    """Set command menu and descriptions in every language. The bot serves also if Telegram does not take them now."""
    for language in ("", *LANGUAGES):
        try:
            await _introduce_in(application.bot, language)
        except TelegramError as error:
            logger.warning("commands and descriptions (%s) not set: %s", language or "default", error)


async def _introduce_in(bot: Bot, code: str) -> None:
    """Set what differs from what is set: Telegram counts these calls strictly. The empty code serves all others."""
    language = code or "en"
    commands = tuple(BotCommand(command.name, say(command.about, language)) for command in COMMANDS)
    if await bot.get_my_commands(language_code=code) != commands:
        await bot.set_my_commands(commands, language_code=code)
    description, short = say(DESCRIPTION, language), say(SHORT_DESCRIPTION, language)
    if (await bot.get_my_description(code)).description != description:
        await bot.set_my_description(description, code)
    if (await bot.get_my_short_description(code)).short_description != short:
        await bot.set_my_short_description(short, code)
