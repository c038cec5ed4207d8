"""The real client library against the test double: every limit, every fault, and a bot at work."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeChat,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    MenuButtonCommands,
    Message,
    MessageEntity,
    ReplyKeyboardRemove,
    Update,
)
from telegram.error import BadRequest, Conflict, Forbidden, InvalidToken, NetworkError, RetryAfter, TimedOut
from telegram.ext import (
    AIORateLimiter,
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from . import ApiError, BotApiServer, Chat, until
from .formatting import FormatError, checked_url, read_html


@pytest.fixture(autouse=True)
def _durations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns of every 429, and here a warning is an error that hides the 429."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


Test = Callable[[BotApiServer, Bot], Awaitable[None]]


def with_bot(test: Test) -> Callable[[], None]:
    """Run an asynchronous test with a server, a person who has started the bot, and a client."""

    def run() -> None:
        async def inner() -> None:
            async with BotApiServer() as api, Bot(api.token, base_url=api.base_url) as bot:
                api.user(42, language_code="de")
                await test(api, bot)

        asyncio.run(inner())

    run.__name__, run.__doc__ = getattr(test, "__name__", "test"), test.__doc__
    return run


async def refused(call: Awaitable[Any], words: str, kind: type[Exception] = BadRequest) -> None:
    """The call is refused with exactly these words, in the capitals the library gives them."""
    with pytest.raises(kind) as caught:
        await call
    assert str(caught.value) == words


def keyboard(*buttons: InlineKeyboardButton) -> InlineKeyboardMarkup:
    """A keyboard with one button in a row."""
    return InlineKeyboardMarkup([[button] for button in buttons])


def tappable(text: str = "Go", data: str = "go") -> InlineKeyboardButton:
    """A button with callback data."""
    return InlineKeyboardButton(text, callback_data=data)


# Texts.


@with_bot
async def test_text_length(api: BotApiServer, bot: Bot) -> None:
    assert (await bot.send_message(42, "x" * 4096)).message_id == api.chat(42).last.message_id
    await bot.send_message(42, f"<b>{'x' * 4096}</b>", parse_mode="HTML")
    for text in ("x" * 4097, "🚢" * 2049):
        await refused(bot.send_message(42, text), "Message is too long")
        await refused(bot.edit_message_text(text, 42, api.chat(42).last.message_id), "Message_too_long")
    await refused(bot.send_message(42, ""), "Message text is empty")
    for text in (" \n", "<b> </b>"):
        await refused(bot.send_message(42, text, parse_mode="HTML"), "Text must be non-empty")


@with_bot
async def test_entities_count_utf16_units_after_trimming(api: BotApiServer, bot: Bot) -> None:
    html = ' 🚢 <b>Schiff &lt;1&gt; <i>ü</i></b> <a href="https://example.org?code=A1">x</a> /start '
    message = await bot.send_message(42, html, parse_mode="HTML")
    assert message.text == "🚢 Schiff <1> ü x /start"
    found = [(entity.type, message.parse_entity(entity)) for entity in message.entities]
    assert found == [("bold", "Schiff <1> ü"), ("italic", "ü"), ("text_link", "x"), ("bot_command", "/start")]
    assert message.entities[2].url == "https://example.org/?code=A1"
    assert message.entities[0].offset == 3
    assert api.chat(42).last.entities == [entity.to_dict() for entity in message.entities]
    own = await bot.send_message(42, "plain", entities=[MessageEntity(MessageEntity.BOLD, 0, 2)])
    assert own.entities == (MessageEntity(MessageEntity.BOLD, 0, 2),)


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("ü<br>x", 'Unsupported start tag "br" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("a <3", "Unclosed start tag at byte offset 2"),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ('<a href="x', 'Unclosed start tag "a" at byte offset 0'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<a href>x</a>", 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'),
        ("<a href=a_b>x</a>", "Unexpected end of name token at byte offset 8"),
        ("<a ='x'>x</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
    ],
)
def test_html_is_read_strictly(html: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_html(html)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("html", "text", "entities"),
    [
        ("&lt;&amp;&#252;&copy;&quot", '<&ü&copy;"', []),
        ("<b></b>x", "x", []),
        ("<B >x</B >", "x", ["bold"]),
        ('<span class="tg-spoiler">x</span>', "x", ["spoiler"]),
        ("<blockquote expandable>x</blockquote>", "x", ["expandable_blockquote"]),
        ('<pre><code class="language-py">x</code></pre>', "x", ["pre"]),
        ("<code>x</code>", "x", ["code"]),
        ('<a href="http://localhost/">x</a>', "x", []),
        ("<a>https://example.org</a>", "https://example.org", ["text_link"]),
    ],
)
def test_html_that_telegram_takes(html: str, text: str, entities: list[str]) -> None:
    found, kinds = read_html(html)
    assert (found, [kind["type"] for kind in kinds]) == (text, entities)


@with_bot
async def test_unreadable_html_is_refused(api: BotApiServer, bot: Bot) -> None:
    words = 'Can\'t parse entities: unsupported start tag "br" at byte offset 1'
    await refused(bot.send_message(42, "x<br>", parse_mode="HTML"), words)
    await refused(bot.send_message(42, "x", parse_mode="BBCode"), "Unsupported parse_mode")
    with pytest.raises(NetworkError, match="reads no Markdown"):
        await bot.send_message(42, "*x*", parse_mode="MarkdownV2")
    assert api.chat(42).messages == {}


# Buttons.


@with_bot
async def test_callback_data_counts_bytes(api: BotApiServer, bot: Bot) -> None:
    await bot.send_message(42, "x", reply_markup=keyboard(tappable(data="ü" * 32)))
    for data in ("", "ü" * 33, "x" * 65):
        await refused(bot.send_message(42, "x", reply_markup=keyboard(tappable(data=data))), "Button_data_invalid")
    assert len(api.chat(42).messages) == 1


@with_bot
async def test_keyboard_size(api: BotApiServer, bot: Bot) -> None:
    def grid(rows: int, columns: int, text: str = "x") -> InlineKeyboardMarkup:
        return InlineKeyboardMarkup([[tappable(text)] * columns] * rows)

    await bot.send_message(42, "x", reply_markup=grid(12, 8))
    await bot.send_message(42, "x", reply_markup=grid(100, 1))
    for markup in (grid(1, 9), grid(101, 1), grid(100, 1, "x" * 80)):
        await refused(bot.send_message(42, "x", reply_markup=markup), "Reply markup is too long")
    assert len(api.chat(42).messages) == 2


@with_bot
async def test_button_texts_and_actions(api: BotApiServer, bot: Bot) -> None:
    for text in ("", " "):
        markup = keyboard(tappable(text))
        await refused(bot.send_message(42, "x", reply_markup=markup), "Inline keyboard button text must be non-empty")
    words = "Can't parse inline keyboard button: text buttons are unallowed in the inline keyboard"
    await refused(bot.send_message(42, "x", reply_markup=keyboard(InlineKeyboardButton("x"))), words)
    for wrong, reason in (("not json", "Can't parse reply keyboard markup json object"), ([1], "Object expected")):
        with pytest.raises(BadRequest, match=reason):
            await bot.send_message(42, "x", api_kwargs={"reply_markup": wrong})
    assert api.chat(42).messages == {}


@with_bot
async def test_button_addresses(api: BotApiServer, bot: Bot) -> None:
    good = ("https://example.org", "http://example.org/a?b=c", "tg://resolve?domain=x")
    sent = await bot.send_message(42, "x", reply_markup=keyboard(*(InlineKeyboardButton("x", url=url) for url in good)))
    assert sent.reply_markup
    assert [row[0].url for row in sent.reply_markup.inline_keyboard] == [checked_url(url) for url in good]
    assert [button["url"] for button in api.chat(42).last.buttons] == [checked_url(url) for url in good]
    for url, reason in (
        ("happ://add", "unsupported url protocol"),
        ("example.org", "unsupported url protocol"),
        ("http://localhost:5000", "wrong http url"),
        ("https://", "url host is empty"),
    ):
        words = f"Inline keyboard button url '{url}' is invalid: {reason}"
        await refused(bot.send_message(42, "x", reply_markup=keyboard(InlineKeyboardButton("x", url=url))), words)


@with_bot
async def test_reply_prompt(api: BotApiServer, bot: Bot) -> None:
    prompt = await bot.send_message(42, "Länge?", reply_markup=ForceReply(input_field_placeholder="x" * 64))
    assert prompt.reply_markup is None
    assert api.chat(42).last.reply_markup == {"force_reply": True, "input_field_placeholder": "x" * 64}
    for placeholder in ("", "x" * 65):
        with pytest.raises(BadRequest, match="placeholder"):
            await bot.send_message(42, "x", reply_markup=ForceReply(input_field_placeholder=placeholder))
    await refused(bot.edit_message_text("x", 42, prompt.message_id), "Message can't be edited")
    sent = await bot.send_message(42, "x", reply_markup=ReplyKeyboardRemove())
    await refused(
        bot.edit_message_text("x", 42, sent.message_id, reply_markup=ForceReply()),  # type: ignore[arg-type]
        "Message can't be edited",
    )


# Editing, deleting, answering.


@with_bot
async def test_editing(api: BotApiServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "<b>x</b>", parse_mode="HTML", reply_markup=keyboard(tappable()))
    same = "Message is not modified: specified new message content and reply markup are exactly the same as a "
    same += "current content and reply markup of the message"
    edit = bot.edit_message_text
    at: dict[str, Any] = {"chat_id": 42, "message_id": sent.message_id}
    await refused(edit("<b>x</b> ", **at, parse_mode="HTML", reply_markup=keyboard(tappable())), same)
    await refused(bot.edit_message_reply_markup(**at, reply_markup=keyboard(tappable())), same)
    edited = await edit("x", **at)
    assert isinstance(edited, Message)
    assert edited.edit_date
    assert api.chat(42).last.buttons == []
    await bot.edit_message_reply_markup(**at, reply_markup=keyboard(tappable(), tappable("No", "no")))
    assert [button["text"] for button in api.chat(42).last.buttons] == ["Go", "No"]
    await refused(edit("y", **at, reply_markup=ForceReply()), "Inline keyboard expected")  # type: ignore[arg-type]
    await refused(edit("y", chat_id=42, message_id=9999), "Message to edit not found")
    await refused(edit("y", inline_message_id="1"), "Message_id_invalid")
    await api.user(42).send("mine")
    await refused(edit("y", chat_id=42, message_id=max(api.chat(42).messages)), "Message can't be edited")


@with_bot
async def test_deleting(api: BotApiServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "x")
    assert await bot.delete_message(42, sent.message_id)
    assert sent.message_id not in api.chat(42).messages
    await refused(bot.delete_message(42, sent.message_id), "Message to delete not found")
    await refused(bot.edit_message_text("y", 42, sent.message_id), "Message to edit not found")


@with_bot
async def test_callback_answers(api: BotApiServer, bot: Bot) -> None:
    person, old = api.user(42), "Query is too old and response timeout expired or query id is invalid"
    sent = await bot.send_message(42, "x", reply_markup=keyboard(tappable(), InlineKeyboardButton("W", url="tg://x")))
    for button in ("go", "Go", "go"):
        await person.tap(sent.message_id, button)
    first, second, third = [update.callback_query for update in await bot.get_updates()]
    assert first and second and third  # noqa: PT018
    assert (first.data, first.from_user.id, first.message) == ("go", 42, sent)
    await refused(first.answer("x" * 201), "Message_too_long")
    await refused(first.answer(url="https://example.org"), "Url_invalid")
    assert await first.answer("x" * 200)
    await refused(first.answer(), old)
    assert await second.answer(url=f"https://t.me/{api.username}?start=A1")
    api.expire_queries()
    await refused(third.answer(), old)
    for missing in ("no such button", "W"):
        with pytest.raises(LookupError, match="no button"):
            await person.tap(sent.message_id, missing)


@with_bot
async def test_replies(api: BotApiServer, bot: Bot) -> None:
    link = '<a href="https://example.org/de/r/A1">Länge</a>'
    prompt = await bot.send_message(42, link, parse_mode="HTML", reply_markup=ForceReply())
    await api.user(42).reply(prompt.message_id, "86,5")
    (update,) = await bot.get_updates()
    assert update.message
    assert update.message.reply_to_message
    assert (update.message.text, update.message.reply_to_message.text) == ("86,5", "Länge")
    assert update.message.reply_to_message.entities[0].url == "https://example.org/de/r/A1"
    answer = await update.message.reply_text("ok", do_quote=True)
    assert answer.reply_to_message == update.message
    words = "Message to be replied not found"
    await refused(bot.send_message(42, "x", reply_to_message_id=9999), words)
    await bot.send_message(42, "x", reply_to_message_id=9999, allow_sending_without_reply=True)


# Chats and people.


@with_bot
async def test_blocked_and_unknown_chats(api: BotApiServer, bot: Bot) -> None:
    await refused(bot.send_message(43, "x"), "Chat not found")
    api.user(42, chat_id=-1001)
    api.block(42)
    api.block(-1001)
    blocked = "Forbidden: bot was blocked by the user"
    await refused(bot.send_message(42, "x"), blocked, Forbidden)
    await refused(bot.send_chat_action(42, "typing"), blocked, Forbidden)
    await refused(bot.send_message(-1001, "x"), "Forbidden: bot was kicked from the supergroup chat", Forbidden)
    await api.user(42).send("back again")
    await bot.send_message(42, "x")


@with_bot
async def test_people_write_in_private_and_in_groups(api: BotApiServer, bot: Bot) -> None:
    await api.user(42, language_code="nl", first_name="Piet").send("/start@rheincrew_test_bot 86,5 and 1/2")
    await api.user(43, chat_id=-1001).send("hello 🚢 /help")
    await api.user(43, chat_id=-1001).send_sticker()
    start, group, sticker = [update.message for update in await bot.get_updates()]
    assert start and group and sticker and start.from_user  # noqa: PT018
    assert (start.chat.type, start.from_user.language_code, start.from_user.first_name) == ("private", "nl", "Piet")
    assert start.parse_entities() == {start.entities[0]: "/start@rheincrew_test_bot"}
    assert (group.chat.id, group.chat.type, group.message_id) == (-1001, "supergroup", 1)
    assert list(group.parse_entities().values()) == ["/help"]
    assert sticker.sticker
    assert sticker.text is None


@with_bot
async def test_profile_and_commands(api: BotApiServer, bot: Bot) -> None:
    assert (await bot.get_me()).username == api.username
    await bot.set_my_commands([BotCommand("start", "Begin")])
    await bot.set_my_commands([BotCommand("start", "Los")], language_code="de")
    await bot.set_my_commands([BotCommand("stop", "Stop")], scope=BotCommandScopeChat(42))
    assert await bot.get_my_commands() == (BotCommand("start", "Begin"),)
    assert await bot.get_my_commands(language_code="de") == (BotCommand("start", "Los"),)
    assert await bot.get_my_commands(language_code="fr") == ()
    assert await bot.get_my_commands(scope=BotCommandScopeChat(42)) == (BotCommand("stop", "Stop"),)
    for name, description, words in (
        ("", "x", "Command must be non-empty"),
        ("x" * 33, "x", "Command length must not exceed 32"),
        ("Start", "x", "Bot_command_invalid"),
        ("start", " ", "Command description must be non-empty"),
        ("start", "x" * 257, "Command description length must not exceed 256"),
    ):
        await refused(bot.set_my_commands([BotCommand(name, description)]), words)
    await refused(bot.set_my_commands([("x", "x")] * 101), "Bot_commands_too_much")
    await refused(bot.set_my_commands([], language_code="german"), "Invalid language code specified")
    await bot.set_my_name("x" * 64, language_code="de")
    await bot.set_my_description("x" * 512)
    await bot.set_my_short_description("x" * 120, language_code="fr")
    assert [(await bot.get_my_name()).name, (await bot.get_my_name("de")).name] == ["Rheincrew", "x" * 64]
    assert (await bot.get_my_description()).description == "x" * 512
    assert (await bot.get_my_short_description("fr")).short_description == "x" * 120
    for call in (
        bot.set_my_name("x" * 65),
        bot.set_my_description("x" * 513),
        bot.set_my_short_description("x" * 121),
    ):
        with pytest.raises(BadRequest, match="must not exceed"):
            await call


@with_bot
async def test_small_methods(api: BotApiServer, bot: Bot) -> None:
    assert (await bot.get_chat(42)).first_name == "Kim"
    assert await bot.send_chat_action(42, "typing")
    await refused(bot.send_chat_action(42, "dancing"), "Wrong parameter action in request")
    assert await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    assert api.menu_buttons == {0: {"type": "commands"}}
    with pytest.raises(InvalidToken, match="Not Found"):
        await bot.send_dice(42)
    other = Bot("1:wrong", base_url=api.base_url)
    with pytest.raises(InvalidToken, match="rejected by the server"):
        await other.initialize()
    await other.shutdown()


# Updates.


@with_bot
async def test_offsets(api: BotApiServer, bot: Bot) -> None:
    person = api.user(42)
    first, second, third = [await person.send(text) for text in "abc"]
    assert [u.update_id for u in await bot.get_updates(limit=1)] == [first]
    assert [u.update_id for u in await bot.get_updates(offset=second)] == [second, third]
    assert [u.update_id for u in await bot.get_updates()] == [second, third]
    assert [u.update_id for u in await bot.get_updates(offset=-1)] == [third]
    assert [u["update_id"] for u in api.pending] == [third]
    assert await bot.get_updates(offset=third + 1) == ()
    await api.settled()


@with_bot
async def test_long_poll_and_allowed_updates(api: BotApiServer, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=30, allowed_updates=["callback_query"]))
    await until(lambda: api.called("getUpdates"))
    await api.user(42).send("not asked for")
    sent = await bot.send_message(42, "x", reply_markup=keyboard(tappable()))
    await api.user(42).tap(sent.message_id, "go")
    assert [bool(u.callback_query) for u in await poll] == [True]
    assert await bot.get_updates(offset=api.pending[0]["update_id"] + 1, timeout=1) == ()


@with_bot
async def test_two_pollers_and_webhooks_conflict(api: BotApiServer, bot: Bot) -> None:
    async with Bot(api.token, base_url=api.base_url) as other:
        first = asyncio.create_task(bot.get_updates(timeout=30))
        await until(lambda: api.called("getUpdates"))
        second = asyncio.create_task(other.get_updates(timeout=30))
        words = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
        await refused(first, words, Conflict)
        assert await bot.set_webhook("https://example.org/hook", secret_token="S", allowed_updates=["message"])
        await refused(second, "Conflict: terminated by setWebhook request", Conflict)
    words = (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    await refused(bot.get_updates(), words, Conflict)
    await api.user(42).send("x")
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count) == ("https://example.org/hook", 1)
    await refused(bot.set_webhook("http://example.org"), "Bad webhook: an https url must be provided for webhook")
    await refused(
        bot.set_webhook("https://example.org", secret_token="ü"), "Secret token contains unallowed characters"
    )
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()


@with_bot
async def test_settled_gives_up(api: BotApiServer, bot: Bot) -> None:
    await api.user(42).send("nobody listens")
    assert len(await bot.get_updates()) == 1
    with pytest.raises(TimeoutError, match="1 updates not taken"):
        await api.settled(timeout=0.1)


# Faults.


@with_bot
async def test_failures_on_order(api: BotApiServer, bot: Bot) -> None:
    api.fail_next("sendMessage", 502, "Bad Gateway", times=2)
    for _ in range(2):
        await refused(bot.send_message(42, "x"), "Bad Gateway", NetworkError)
    api.flood_next("sendMessage", 7)
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(42, "x")
    assert caught.value.retry_after == timedelta(seconds=7)
    assert api.chat(42).messages == {}
    await bot.send_message(42, "x")
    assert [params["text"] for params in api.called("sendMessage")] == ["x"] * 4


@with_bot
async def test_delays_and_lost_connections(api: BotApiServer, bot: Bot) -> None:
    api.delay_next("sendMessage", 0.4)
    with pytest.raises(TimedOut):
        await bot.send_message(42, "late", read_timeout=0.1)
    await api.settled()
    assert api.chat(42).last.text == "late"
    api.drop_connection_next("sendMessage")
    api.drop_connection_next("sendMessage", after=True)
    for text, arrives in (("lost", False), ("unconfirmed", True)):
        with pytest.raises(NetworkError, match="RemoteProtocolError"):
            await bot.send_message(42, text)
        assert (api.chat(42).last.text == text) is arrives


# Requests in all forms.


def test_requests_in_all_forms() -> None:
    def call(path: str, body: bytes | None = None, kind: str = "") -> dict[str, Any]:
        try:
            with urlopen(Request(api.base_url + path, body, {"Content-Type": kind} if body else {})) as answer:
                found: dict[str, Any] = json.load(answer)
        except HTTPError as error:
            with error:
                found = json.load(error)
        return found

    with BotApiServer.in_thread() as api:
        api.user(42)
        markup = {"inline_keyboard": [[{"text": "Go", "callback_data": "go"}]]}
        params = {"chat_id": 42, "text": "17", "reply_markup": markup}
        path = f"{api.token}/sendMessage"
        multipart = "".join(
            f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in (("chat_id", 42), ("text", 17), ("reply_markup", json.dumps(markup)))
        )
        for answer in (
            call(path, json.dumps(params).encode(), "application/json"),
            call(path, (multipart + "--B--\r\n").encode(), "multipart/form-data; boundary=B"),
            call(f"{path}?chat_id=42&text=17&reply_markup=" + json.dumps(markup, separators=(",", ":"))),
            call(
                path.lower().replace(api.token.lower(), api.token) + "?chat_id=42",
                b"text=17",
                "application/x-www-form-urlencoded",
            ),
        ):
            assert answer["ok"], answer
        assert api.calls[:3] == [("sendMessage", params)] * 3
        assert call("nonsense") == {"ok": False, "error_code": 404, "description": "Not Found"}
        assert call(path, b"{", "application/json")["description"] == "Bad Request: can't parse JSON object"


# Inline queries, pictures, forwarding.

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


def card(number: int = 1, *buttons: InlineKeyboardButton) -> InlineQueryResultArticle:
    """One result of an inline query."""
    content = InputTextMessageContent(f"<b>{number}</b>", "HTML")
    return InlineQueryResultArticle(str(number), "One", content, keyboard(*buttons) if buttons else None)


@with_bot
async def test_inline_queries(api: BotApiServer, bot: Bot) -> None:
    person = api.user(42)
    query = await person.ask_inline("110 m")
    [update] = await bot.get_updates()
    assert update.inline_query
    assert (update.inline_query.id, update.inline_query.query) == (query, "110 m")
    link = InlineKeyboardButton("Open", "https://t.me/rheincrew_test_bot?start=wR")
    assert await update.inline_query.answer([card(1, link, tappable()), card(2)], cache_time=0)
    message = await person.choose(query, "1", to=api.user(43))
    assert (message.text, message.entities[0]["type"], message.chat["id"]) == ("1", "bold", 43)
    chosen, sent = await bot.get_updates(update.update_id + 1)
    assert chosen.chosen_inline_result
    assert sent.message
    assert sent.message.via_bot == bot.bot
    await api.user(43).tap(message.message_id, "Go")
    tapped = (await bot.get_updates(sent.update_id + 1))[0].callback_query
    assert tapped
    assert tapped.message is None
    assert await tapped.edit_message_text("2") is True
    assert message.text == "2"
    await refused(bot.edit_message_text("3", inline_message_id="9"), "Message_id_invalid")


@with_bot
async def test_limits_of_inline_answers(api: BotApiServer, bot: Bot) -> None:
    async def answer(*results: InlineQueryResultArticle) -> bool:
        query = await api.user(42).ask_inline("x")
        return await bot.answer_inline_query(query, results, cache_time=0)

    def named(result_id: str, title: str = "One", text: str = "1") -> InlineQueryResultArticle:
        return InlineQueryResultArticle(result_id, title, InputTextMessageContent(text))

    assert await answer()
    assert await answer(*map(card, range(50)))
    assert await answer(named("x" * 64))
    await refused(answer(named("1"), named("1")), "Result_id_duplicate")
    await refused(answer(named("1", title=" ")), "Article_title_empty")
    await refused(answer(named("1", text="")), "Message text is empty")
    await refused(answer(named("1", text="x" * 4097)), "Message_too_long")
    raw = {"type": "article", "title": "One", "input_message_content": {"message_text": "1"}}
    for results, words in (
        ([raw | {"id": ""}], "RESULT_ID_INVALID"),
        ([raw | {"id": "ü" * 33}], "RESULT_ID_INVALID"),
        ([raw | {"id": str(number)} for number in range(51)], "RESULTS_TOO_MUCH"),
        ("x", "can't parse inline query results JSON object"),
    ):
        with pytest.raises(ApiError, match=words):
            await api.answer(api.token, "answerInlineQuery", {"inline_query_id": "1", "results": results})
    query = await api.user(42).ask_inline("x")
    api.expire_queries()
    too_old = "Query is too old and response timeout expired or query id is invalid"
    await refused(bot.answer_inline_query(query, []), too_old)


@with_bot
async def test_pictures(api: BotApiServer, bot: Bot) -> None:
    message = await bot.send_photo(42, PNG, "<b>QR</b>", parse_mode="HTML", reply_markup=keyboard(tappable()))
    kept = api.chat(42).last
    assert (kept.photo, kept.text, message.caption) == (PNG, "QR", "QR")
    assert message.photo
    assert message.caption_entities[0].type == "bold"
    await refused(bot.edit_message_text("x", 42, kept.message_id), "There is no text in the message to edit")
    await bot.edit_message_caption(42, kept.message_id, caption="Code")
    assert (kept.text, kept.buttons) == ("Code", [])
    await bot.send_photo(42, PNG, "x" * 1024)
    await refused(bot.send_photo(42, PNG, "x" * 1025), "Message caption is too long")
    await refused(bot.send_photo(42, b"no picture"), "Image_process_failed")
    text = await bot.send_message(42, "x")
    await refused(bot.edit_message_caption(42, text.message_id), "There is no caption in the message to edit")


@with_bot
async def test_forwarding_keeps_addresses_only(api: BotApiServer, bot: Bot) -> None:
    markup = keyboard(tappable(), InlineKeyboardButton("Open", "https://example.org/"))
    message = await bot.send_message(42, "x", reply_markup=markup)
    await api.user(42).forward(message.message_id, api.user(43))
    [update] = await bot.get_updates()
    assert update.message
    assert update.message.forward_origin
    assert update.message.reply_markup
    assert [[b.text for b in row] for row in update.message.reply_markup.inline_keyboard] == [["Open"]]


@with_bot
async def test_the_same_update_again_and_a_cut_answer(api: BotApiServer, bot: Bot) -> None:
    first = await api.user(42).send("one")
    assert [update.update_id for update in await bot.get_updates()] == [first]
    assert not await bot.get_updates(first + 1)
    api.repeat(first)
    assert [update.update_id for update in await bot.get_updates()] == [first]
    with api.held():
        await api.user(42).send("two")
        assert not await bot.get_updates(first + 1)
        assert len(api.pending) == 1
    assert len(await bot.get_updates(first + 1)) == 1
    api.drop_connection_next("sendMessage", halfway=True)
    with pytest.raises(NetworkError):
        await bot.send_message(42, "said")
    assert api.chat(42).last.text == "said"


# A bot at work.


def rheincrew(api: BotApiServer) -> Application[Any, Any, Any, Any, Any, Any]:
    """A small bot: /start shows a button, a tap edits the message, other text is repeated."""

    async def start(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.message
        await update.message.reply_text("Hello", reply_markup=keyboard(tappable()))

    async def go(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query
        await update.callback_query.answer("gone")
        await asyncio.sleep(0.02)
        await update.callback_query.edit_message_text("Gone")

    async def echo(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.message
        await update.message.reply_text(update.message.text or "?")

    builder = Application.builder().token(api.token).base_url(api.base_url)
    app = builder.rate_limiter(AIORateLimiter(max_retries=2)).build()
    app.add_handlers([CommandHandler("start", start), CallbackQueryHandler(go), MessageHandler(filters.ALL, echo)])
    return app


async def visit(api: BotApiServer) -> None:
    """What a person does with that bot, in private and in a group."""
    for chat_id in (42, -1001):
        person, chat = api.user(42, chat_id=chat_id), api.user(42, chat_id=chat_id).chat
        await person.send("/start")
        await until_said(chat, "Hello")
        await person.tap(chat.last.message_id, "Go")
        await until_said(chat, "Gone")
        await person.reply(chat.last.message_id, "hm")
        await person.send_sticker()
        await until_said(chat, "Gone", "hm", "?")


async def until_said(chat: Chat, *texts: str) -> None:
    """Wait until the messages of the bot in a chat are these."""
    await until(lambda: [message.text for message in chat.messages.values() if message.from_bot] == list(texts))


def test_application_polling() -> None:
    async def run() -> None:
        async with BotApiServer() as api, rheincrew(api) as app:
            assert app.updater
            await app.start()
            await app.updater.start_polling(drop_pending_updates=True)
            await visit(api)
            api.flood_next("sendMessage", 1)
            await api.user(42).send("still?")
            await until_said(api.chat(42), "Gone", "hm", "?", "still?")
            await app.updater.stop()
            await app.stop()

    asyncio.run(run())


def test_application_with_webhook() -> None:
    async def run() -> None:
        async with BotApiServer() as api, rheincrew(api) as app:
            assert app.updater
            await app.start()
            # The library opens the port it is told: take one that was free a moment ago.
            async with BotApiServer() as other:
                port = other.port
            hook: dict[str, Any] = {"listen": "127.0.0.1", "port": port, "url_path": "hook", "secret_token": "S"}
            await app.updater.start_webhook(**hook, webhook_url=f"http://127.0.0.1:{port}/hook")
            await visit(api)
            await app.updater.stop()
            await api.user(42).send("while it is down")
            async with asyncio.timeout(30):
                while not (await app.bot.get_webhook_info()).last_error_message:
                    await asyncio.sleep(0.01)
            await app.stop()

    asyncio.run(run())


def test_server_in_a_thread_of_its_own() -> None:
    with BotApiServer.in_thread() as api:

        async def bot() -> None:
            async with rheincrew(api) as app:
                assert app.updater
                await app.start()
                await app.updater.start_polling()
                await api.user(1).send("from another loop")
                await api.settled()
                work: Coroutine[Any, Any, None] = visit(api)
                await asyncio.to_thread(api.run, work)
                await app.updater.stop()
                await app.stop()

        asyncio.run(bot())
        assert api.chat(1).last.text == "from another loop"


def test_refusals_name_themselves() -> None:
    assert str(ApiError(403, "Forbidden: x")) == "403 Forbidden: x"
