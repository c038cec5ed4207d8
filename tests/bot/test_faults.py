"""What goes wrong between Telegram and the bot: each fault over HTTP, and what the person sees all the same."""

import asyncio
from datetime import timedelta
from typing import Any

import aiohttp
import pytest
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.calls import Patience
from bot.metrics import FAILURES, LEFT_OUT
from bot.order import MOST_OF_A_CHAT
from tests.bot.running import Dialogue, running, served, settings_for, with_dialogue
from tests.botapi import BotApiServer, until

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


def counted(counter: Any, *labels: str) -> float:
    """What a counter has counted so far."""
    return float((counter.labels(*labels) if labels else counter)._value.get())  # type: ignore[no-any-return]


# Slow, too many, broken.


@with_dialogue
async def test_a_slow_telegram_keeps_nobody_else_waiting(talk: Dialogue) -> None:
    other = talk.bot.talk(43)
    await talk.send("/start")
    go_on = talk.api.hold_next("editMessageText")
    await talk.person.tap(talk.last.message_id, "The Rhine")
    await other.person.send("/start")
    await until(lambda: bool(other.ours))
    assert "Where are you sailing?" in talk.text
    go_on.set()
    await talk.bot.idle()
    assert "What kind of vessel" in talk.text


@with_dialogue
async def test_too_many_requests_of_one_chat_stop_no_other(talk: Dialogue) -> None:
    other = talk.bot.talk(43)
    await talk.send("/start")
    await other.send("/start")
    talk.api.flood_next("editMessageText", 2)
    await talk.person.tap(talk.last.message_id, "The Rhine")
    await until(lambda: bool(talk.api.called("editMessageText")))
    await other.person.tap(other.last.message_id, "The Rhine")
    await until(lambda: "What kind of vessel" in other.text)
    assert "Where are you sailing?" in talk.text
    await talk.bot.idle()
    assert "What kind of vessel" in talk.text


@with_dialogue
async def test_a_wait_that_is_too_long_is_not_waited(talk: Dialogue) -> None:
    await talk.send("/start")
    failures = counted(FAILURES)
    talk.api.flood_next("editMessageText", 3_600)
    await talk.tap("The Rhine")
    assert "Where are you sailing?" in talk.text
    await talk.tap("The Rhine")
    assert "What kind of vessel" in talk.text
    assert counted(FAILURES) == failures


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_broken_telegram_is_asked_again(status: int) -> None:
    @with_dialogue
    async def test(talk: Dialogue) -> None:
        talk.api.fail_next("sendMessage", status, "Internal Server Error", times=2)
        await talk.send("/start")
        talk.api.fail_next("editMessageText", status, "Internal Server Error", times=2)
        await talk.tap("The Rhine")
        assert "What kind of vessel" in talk.text
        talk.api.fail_next("editMessageText", status, "Internal Server Error", times=3)
        await talk.tap("Pusher")  # in vain; the buttons are still there
        await talk.tap("Pusher")
        assert "How long is the vessel?" in talk.text
        assert len(talk.ours) == 1

    test()


@pytest.mark.parametrize("fault", [{}, {"after": True}, {"halfway": True}])
def test_a_connection_cut_in_the_middle_of_an_answer(fault: dict[str, bool]) -> None:
    """An edit is made again, which changes nothing if it had arrived; a new message may stand there twice."""

    @with_dialogue
    async def test(talk: Dialogue) -> None:
        talk.api.drop_connection_next("sendMessage", **fault)
        await talk.send("/start")
        assert len(talk.ours) == (2 if fault else 1)
        assert {message.text for message in talk.ours} == {talk.last.text}
        for method in ("editMessageText", "answerCallbackQuery"):
            talk.api.drop_connection_next(method, **fault)
        await talk.tap("The Rhine")
        assert "What kind of vessel" in talk.text
        assert len(talk.ours) == (2 if fault else 1)
        assert len(talk.api.called("editMessageText")) == 2
        assert len(talk.api.called("answerCallbackQuery")) == 1

    test()


def test_which_calls_are_made_again() -> None:
    """Without an answer in time an edit is, a message is not: it has most probably arrived."""
    calls: list[TelegramError] = []

    async def fail(error: TelegramError) -> bool:
        calls.append(error)
        raise error

    def made(error: TelegramError, endpoint: str) -> int:
        calls.clear()
        arguments: dict[str, Any] = {"endpoint": endpoint, "data": {}, "rate_limit_args": None}
        with pytest.raises(type(error)):
            asyncio.run(Patience().process_request(fail, (error,), {}, **arguments))
        return len(calls)

    cut, unreached = NetworkError("cut"), TimedOut("connect")
    cut.__cause__, unreached.__cause__ = aiohttp.ServerDisconnectedError(), aiohttp.ConnectionTimeoutError()
    assert made(TimedOut(), "sendMessage") == 1
    assert made(TimedOut(), "editMessageText") == 3
    assert made(unreached, "sendMessage") == 3
    assert made(cut, "sendMessage") == 3
    assert made(cut, "answerCallbackQuery") == 1
    assert made(NetworkError("Bad Gateway"), "sendMessage") == 3
    assert made(BadRequest("no"), "editMessageText") == 1
    assert made(Conflict("no"), "getUpdates") == 1
    assert made(RetryAfter(timedelta(hours=1)), "editMessageText") == 1


# Twice, out of order, too many.


@pytest.mark.parametrize("webhook", [False, True])
def test_the_same_update_twice(webhook: bool) -> None:
    async def dialogue() -> None:
        async with BotApiServer() as api, served(api, settings_for(api, webhook=webhook)) as bot:
            talk = bot.talk(42)
            started = await talk.person.send("/start")
            await bot.idle()
            tapped = await talk.person.tap(talk.last.message_id, "The Rhine")
            await bot.idle()
            await talk.tap("Motor vessel")
            before = counted(LEFT_OUT, "repeated")
            for update in (started, tapped):
                api.repeat(update)
            await bot.idle()
            if webhook:  # who asks by polling tells which numbers it has; Telegram forgets those before
                assert counted(LEFT_OUT, "repeated") == before + 2
            assert len(talk.ours) == 1
            assert "How long is the vessel?" in talk.text

    asyncio.run(dialogue())


def test_updates_out_of_order() -> None:
    """Of two taps on a message the later one wins, in whatever order they come."""

    async def dialogue() -> None:
        async with BotApiServer() as api, served(api, settings_for(api, webhook=True)) as bot:
            talk = bot.talk(42)
            await talk.send("/start wRvM")
            late = counted(LEFT_OUT, "late")
            with api.held():
                for label in ("to 20 m", "over 86 m"):
                    data = next(b["callback_data"] for b in talk.last.buttons if label.split()[1] in b["text"])
                    await talk.person.tap(talk.last.message_id, data)
                api.pending.reverse()
                newest = max(update["update_id"] for update in api.pending)
                wanted = next(u["callback_query"]["data"] for u in api.pending if u["update_id"] == newest)
            await bot.idle()
            assert counted(LEFT_OUT, "late") == late + 1
            assert any(b.get("callback_data", "").startswith(wanted) for b in talk.last.buttons)

    asyncio.run(dialogue())


@with_dialogue
async def test_the_last_of_quick_taps_wins_whatever_befalls_the_first(talk: Dialogue) -> None:
    await talk.send("/start wRvM")
    shown = talk.last
    first, last = [b["callback_data"] for b in shown.buttons if b.get("callback_data", "").startswith("gewRvMl")][:2]
    talk.api.flood_next("editMessageText", 1)
    await talk.person.tap(shown.message_id, first)
    await talk.person.tap(shown.message_id, last)
    await talk.bot.idle()
    assert len(talk.api.called("editMessageText")) == 3
    assert any(b.get("callback_data", "").startswith(last) for b in talk.last.buttons)


@with_dialogue
async def test_a_flood_of_one_chat_is_bounded(talk: Dialogue) -> None:
    left_out = counted(LEFT_OUT, "too_many")
    go_on = talk.api.hold_next("sendMessage")
    await talk.person.send("/start")
    await until(lambda: bool(talk.api.called("sendMessage")))
    for _number in range(MOST_OF_A_CHAT + 24):
        await talk.person.send("/start")
    other = talk.bot.talk(43)
    await other.person.send("/start")
    await until(lambda: bool(other.ours))
    assert not talk.ours
    go_on.set()
    await talk.bot.idle()
    assert len(talk.ours) == MOST_OF_A_CHAT
    assert counted(LEFT_OUT, "too_many") == left_out + 25


@with_dialogue
async def test_nobody_is_remembered(talk: Dialogue) -> None:
    """Nothing in the process holds the numbers of those who wrote, or it would grow with them."""
    person = 9_007_199_254_740_001
    other = talk.bot.talk(person)
    await other.send("/start")
    await other.tap("The Rhine")
    await other.send("a text")
    application = talk.bot.application
    assert application
    held = [
        getattr(application, name)
        for name in dir(application)
        if name.startswith(("_chat_", "_user_", "chat_", "user_"))
    ]
    assert not any(person in each for each in held if isinstance(each, set | dict))
    assert any(isinstance(each, set) for each in held)


# Old, deleted, blocked.


@with_dialogue
async def test_buttons_two_years_old(talk: Dialogue) -> None:
    """The tap cannot be answered any more, the message cannot be edited: the answer comes as a new message."""
    await talk.send("/start wRvMl82_5mA1")
    old = talk.last
    data = next(b["callback_data"] for b in old.buttons if b.get("callback_data", "").endswith("eS2"))
    old.date -= 2 * 365 * 86_400
    await talk.person.tap(old.message_id, data)
    talk.api.expire_queries()
    talk.api.fail_next("editMessageText", 400, "Bad Request: message can't be edited")
    await talk.bot.idle()
    assert talk.last is not old
    assert "Minimum crew" in talk.text


@with_dialogue
async def test_a_tap_on_a_picture(talk: Dialogue) -> None:
    """Its text cannot be edited: the screen comes as a new message."""
    await talk.send("/start")
    talk.last.photo = b""
    await talk.tap("The Rhine")
    assert len(talk.ours) == 2
    assert "What kind of vessel" in talk.text


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "Forbidden: bot was blocked by the user"),
        (403, "Forbidden: user is deactivated"),
        (403, "Forbidden: bot was kicked from the supergroup chat"),
        (400, "Bad Request: chat not found"),
        (400, "Bad Request: not enough rights to send text messages to the chat"),
        (400, "Bad Request: TOPIC_CLOSED"),
    ],
)
def test_a_chat_that_is_closed_to_the_bot(status: int, words: str, caplog: pytest.LogCaptureFixture) -> None:
    """One line in the log, no error of ours, and others are served."""

    @with_dialogue
    async def test(talk: Dialogue) -> None:
        failures = counted(FAILURES)
        talk.api.fail_next("sendMessage", status, words)
        await talk.send("/start")
        assert not talk.ours
        assert len(talk.api.called("sendMessage")) == 1
        other = talk.bot.talk(43)
        await other.send("/start")
        assert other.ours
        assert counted(FAILURES) == failures

    test()
    assert "not delivered" in caplog.text
    assert "Traceback" not in caplog.text


# Asking Telegram.


def test_another_process_asks_with_the_same_token(caplog: pytest.LogCaptureFixture) -> None:
    async def dialogue() -> None:
        async with BotApiServer() as api:
            api.fail_next("getUpdates", 409, CONFLICT)
            async with served(api, settings_for(api)) as bot:
                talk = bot.talk(42)
                await talk.send("/start")
                assert talk.ours

    asyncio.run(dialogue())
    assert "another process asks Telegram with the same token" in caplog.text
    assert "Traceback" not in caplog.text


def test_two_bots_with_one_token_do_not_stop() -> None:
    """They take each other's turn; no message goes unanswered, though one may be answered by both."""

    async def dialogue() -> None:
        async with running() as first:
            async with served(first.api, settings_for(first.api)):
                talk = first.talk(42)
                await talk.person.send("/start")
                await until(lambda: bool(talk.ours))
            await talk.person.send("/help")
            await until(lambda: "/privacy" in talk.text)

    asyncio.run(dialogue())


def test_telegram_is_away_at_the_start(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.serving._PAUSES", (0.01,))

    async def dialogue() -> None:
        async with BotApiServer() as api:
            api.fail_next("getMe", 502, "Bad Gateway", times=7)
            api.drop_connection_next("getMe")
            settings = settings_for(api, webhook=True)
            api.fail_next("getWebhookInfo", 500, "Internal Server Error", times=4)
            async with served(api, settings) as bot:
                talk = bot.talk(42)
                await talk.send("/start")
                assert talk.ours

    asyncio.run(dialogue())
    assert "Telegram is not reached, next attempt" in caplog.text
