"""The thin layer that puts screens on Telegram: handlers that read an update, and a few ways to show a screen.

The dialogue keeps no state: each button carries its whole case and its language. The language of a new message is the one
that the sender chose, else that of the sender's Telegram (``language_code``).
"""

import asyncio
import logging
import os
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, TypeVar

os.environ.setdefault("PTB_TIMEDELTA", "1")  # before the library is loaded: it warns of every 429 otherwise

from telegram import (
    Bot,
    BotCommand,
    CallbackQuery,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
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
    InlineQueryHandler,
    MessageHandler,
    filters,
)
from telegram.helpers import mention_html

from bot.calls import Contact, Patience, WatchedRequest
from bot.commands import COMMANDS, DESCRIPTION, SHORT_DESCRIPTION, Command, command_named, command_screen, failed_screen
from bot.day import berlin_today
from bot.described import text_screen
from bot.inline import CACHED_SECONDS, HELP, Card, cards
from bot.kept import STORED, Shelf, kept_screen, named_screen, out_of_reach_screen
from bot.metrics import FAILURES, count_outcome
from bot.order import AT_ONCE, InOrder
from bot.qr import picture
from bot.screen import Button, Screen, View
from bot.screens import screen, start_screen, typed_screen
from bot.store import PATIENCE, Store, StoreError
from bot.tap import PRIVATE, Action, Tap, TapError, deep_link, read_prompt_link, read_tap, typing
from bot.vessels import unavailable_screen
from core import LANGUAGES
from core.wording import say

logger = logging.getLogger(__name__)

Bots = Application[Any, Any, Any, Any, Any, Any]
T = TypeVar("T")
Handler = Callable[[Update, ContextTypes.DEFAULT_TYPE], Coroutine[Any, Any, None]]

UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.INLINE_QUERY]
"""What the bot asks Telegram for: no edited messages, no channel posts."""
_SHARED = re.compile(r"[?&]start=([A-Za-z0-9_-]+)", re.ASCII)
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_LONGEST_WAIT = 2 * PATIENCE + 1
_LANGUAGE_WAIT = 1
# What Telegram says of a message that cannot be edited (any more), and of a chat that is no more; the library changes
# the case of its words.
_NOT_EDITABLE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the",
)
_GONE = ("chat not found", "not enough rights to send", "have no rights to send", "topic_closed", "message thread not")


class _Forgetful(Application[Any, Any, Any, Any, Any, Any]):
    """The library's application without its list of everybody who ever wrote, made for a persistence that is not used.

    It would grow for ever, and whom the bot talked to is nobody's business.
    """

    def _mark_for_persistence_update(self, **_whom: object) -> None:
        """Note nobody."""


def build(
    token: str,
    *,
    public_url: str = "",
    api_url: str = "https://api.telegram.org/bot",
    contact: Contact | None = None,
    store: Store | None = None,
) -> Bots:
    """Return the application, ready to be run. ``contact`` learns when Telegram is reached.

    Without a store, what people save ends with the process.
    """
    contact = contact or Contact()
    builder = (
        Application.builder().application_class(_Forgetful).token(token).base_url(api_url).concurrent_updates(InOrder())
    )
    calls = WatchedRequest(contact, 2 * AT_ONCE)  # each update may make two calls at once
    polls = WatchedRequest(contact, 1)
    builder = builder.request(calls).get_updates_request(polls).post_init(_begin)
    application = builder.rate_limiter(Patience()).build()
    application.bot_data["http"] = (calls, polls)
    application.bot_data["public_url"] = public_url
    application.bot_data["store"] = store or Store()
    for command in COMMANDS:
        handler = partial(on_command, command)
        application.add_handler(CommandHandler(command.name, handler, filters=filters.UpdateType.MESSAGE))
    application.add_handler(CallbackQueryHandler(on_tap))
    application.add_handler(InlineQueryHandler(on_inline_query))
    written = filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL
    application.add_handler(MessageHandler(written, on_message))
    application.add_error_handler(on_error)
    return application


# ------------------------------------------------------------------------------------------------ handlers


async def on_command(command: Command, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer a command with a message of its own."""
    message = update.message
    if message is None:
        return
    view, shelf = await _spoken_view(message.from_user, context), _shelf(message, context)
    argument = (context.args or [""])[0]
    if command.name == "start" and (named := command_named(argument)):
        command = named
    try:
        shown = (
            await _stored(lambda: command_screen(command, argument, view, shelf))
            if command.shelf
            else command_screen(command, argument, view, shelf)
        )
    except StoreError:
        shown = unavailable_screen(view)
    await _send(message, shown)


async def on_tap(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer the tap, and beside that change the message; what stands apart is a new message."""
    query = update.callback_query
    if query is None:
        return
    tap = _tap_of(query)
    private = query.message is not None and query.message.chat.type == ChatType.PRIVATE
    if tap and tap.action in PRIVATE and not private:
        # Telegram opens the private chat there.
        code = tap.code if tap.action in (Action.SAVE, Action.SAVE_NOW, Action.NAME) else "vessels"
        await _answer(query, deep_link(context.bot.username, f"{code}-{tap.people}" if tap.people else code))
        return
    answering = asyncio.create_task(_answer(query))
    try:
        view = _view(query.from_user, context)
        if tap and tap.action in STORED and private:
            shown = await _kept(tap, view, Shelf(context.bot_data["store"], query.from_user.id))
        else:
            shown = screen(query.data or "", view)
        if shown.placeholder:
            await _prompt(query, shown)
        elif shown.qr or shown.apart:
            await _send_to_chat(query, shown)
        else:
            await _edit(query, shown)
    finally:
        await answering


async def _kept(tap: Tap, view: View, shelf: Shelf) -> Screen:
    try:
        return await _stored(lambda: kept_screen(tap, view, shelf))
    except StoreError:
        return out_of_reach_screen(tap, view)


def _tap_of(query: CallbackQuery) -> Tap | None:
    return next(_taps([query.data or ""]), None)


async def on_message(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Take a reply to a prompt as the answer; read other text in a private chat as the description of a case."""
    message = update.message
    if message is None or (message.via_bot and message.via_bot.id == context.bot.id):
        return
    text = message.text or ""
    tap = _asked(message.reply_to_message, context.bot.id)
    if tap and text and tap.action in PRIVATE:
        if shelf := _shelf(message, context):
            await _send(message, await _named(tap, text, _view(message.from_user, context), shelf))
    elif tap and text:
        await _send(message, typed_screen(tap, text, _view(message.from_user, context)))
    elif message.chat.type == ChatType.PRIVATE:
        view = await _spoken_view(message.from_user, context)
        shared = _SHARED.search("\n".join((text, *_addresses(message))))
        shown = start_screen(shared[1], view) if shared else await asyncio.to_thread(text_screen, text, view)
        await _send(message, shown)


async def _named(tap: Tap, text: str, view: View, shelf: Shelf) -> Screen:
    try:
        return await _stored(lambda: named_screen(tap, text, view, shelf))
    except StoreError:
        return unavailable_screen(view.spoken(tap.language))


def _addresses(message: Message) -> Iterator[str]:
    """Yield the addresses behind the buttons of a message: a forwarded one still has them."""
    for row in message.reply_markup.inline_keyboard if message.reply_markup else ():
        yield from (button.url for button in row if button.url)


async def on_inline_query(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer what is written behind the bot's name in any chat. The answer is that person's: it has a language."""
    query = update.inline_query
    if query is None:
        return
    view = await _spoken_view(query.from_user, context)
    # In a thread: a vague description has many answers to look through, and the other chats do not wait for it.
    found = [_article(card) for card in await asyncio.to_thread(cards, query.query, view)]
    help_button = None if found else InlineQueryResultsButton(view.say(HELP), start_parameter="help")
    try:
        await query.answer(found, cache_time=CACHED_SECONDS, is_personal=True, button=help_button)
    except TelegramError as error:  # Telegram waits some seconds only; the person has typed on
        logger.info("inline query not answered: %s", error)


def _article(card: Card) -> InlineQueryResultArticle:
    content = InputTextMessageContent(card.shown.text, ParseMode.HTML, link_preview_options=_NO_PREVIEW)
    return InlineQueryResultArticle(
        card.id, card.title, content, reply_markup=keyboard(card.shown), description=card.description
    )


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
    bot = context.bot
    return View(
        language_of(user), berlin_today(), bot.username, context.bot_data["public_url"], bot.supports_inline_queries
    )


async def _spoken_view(user: User | None, context: ContextTypes.DEFAULT_TYPE) -> View:
    """Return the view for a new message: in the language that somebody chose, if there is one and it can be read."""
    view = _view(user, context)
    if user is None:
        return view
    shelf = Shelf(context.bot_data["store"], user.id)
    try:
        chosen = await _stored(shelf.language, _LANGUAGE_WAIT)
    except StoreError:
        return view
    return view.spoken(chosen) if chosen in LANGUAGES else view


def _shelf(message: Message, context: ContextTypes.DEFAULT_TYPE) -> Shelf | None:
    """Return what the sender has saved; ``None`` in a group, where it is nobody's business."""
    user = message.from_user
    return Shelf(context.bot_data["store"], user.id) if user and message.chat.type == ChatType.PRIVATE else None


async def _stored(work: Callable[[], T], seconds: float | None = None) -> T:
    """Do something with the store in a thread. Raises StoreError also if that takes too long."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(work), seconds or _LONGEST_WAIT)
    except TimeoutError:
        logger.warning("the store does not answer in time")
        raise StoreError("no answer in time") from None
    except StoreError as error:
        logger.warning("the store cannot be reached: %s", error)
        raise


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


def keyboard(shown: Screen) -> InlineKeyboardMarkup | None:
    """Return the buttons of a screen as Telegram takes them."""
    return _known_keyboard(shown) if shown.outcome else _keyboard(shown)


def _keyboard(shown: Screen) -> InlineKeyboardMarkup | None:
    rows = [[_button(button) for button in row] for row in shown.rows]
    return InlineKeyboardMarkup(rows) if rows else None


# Questions and answers are the same for everybody, so their buttons are made once. Names of vessels are not kept here.
_known_keyboard = lru_cache(maxsize=256)(_keyboard)


def _button(button: Button) -> InlineKeyboardButton:
    if button.url:
        return InlineKeyboardButton(button.label, url=button.url)
    if button.query:
        return InlineKeyboardButton(button.label, switch_inline_query=button.query)
    return InlineKeyboardButton(button.label, callback_data=button.data)


async def _send(message: Message, shown: Screen) -> None:
    """Show a screen as a new message in the chat, or the topic, of another one."""
    _count(shown)
    if shown.qr:
        await message.reply_photo(
            picture(shown.qr), shown.text, parse_mode=ParseMode.HTML, reply_markup=keyboard(shown), do_quote=False
        )
        return
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


async def _answer(query: CallbackQuery, url: str | None = None) -> None:
    """Let the button stop waiting, and open an address of the bot if one is given.

    After downtime the tap may be too old for that; the screen is shown all the same.
    """
    try:
        await query.answer(url=url)
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
    elif message is not None and shown.qr:
        await query.get_bot().send_photo(
            message.chat.id, picture(shown.qr), shown.text, parse_mode=ParseMode.HTML, reply_markup=keyboard(shown)
        )
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


async def _begin(application: Bots) -> None:
    """Bring the store up to date and introduce the bot. It serves also if neither can be done now."""
    store: Store = application.bot_data["store"]
    try:
        await asyncio.to_thread(store.open)
    except StoreError as error:
        logger.error("the store cannot be opened; it is tried again when it is needed: %s", error)
    await _introduce(application)


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
