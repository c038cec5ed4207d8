"""News of new law: whom it reaches, what it says, and that nothing is ever told twice."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from telegram.ext import AIORateLimiter

from bot import news
from bot.case import open_case
from bot.changes import change_screen, changes
from bot.news import Bot, StoppedError, list_changes, main, send_changes
from bot.screen import View, plain
from bot.store import Store, Vessel
from bot.told import Told, changed_by, read_told, told_of
from core import law
from core.text import Text
from core.wording import say
from tests.bot.database import empty_database
from tests.bot.law import NEW_DAY, NEW_ID, OLD_ID, collect, new_version, put_in_force
from tests.bot.running import plain_spaces, running
from tests.botapi import BotApiServer

TODAY = date(2026, 11, 30)
BEFORE = NEW_DAY - timedelta(days=30)
CASE = "wRvMl82_5mA1eS2"
GERMAN = "wGvMg900mAqFeMyaY"
QUESTION = "wRvM"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(empty_database(f"sqlite:///{tmp_path}/x.db"))
    yield store
    store.close()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Cases of a made-up law are not kept for other tests."""
    yield
    open_case.cache_clear()


@pytest.fixture
def new_law(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts a made-up version in force; by default every crew of the Rhine has one boatman more from 2031 on."""
    return lambda **changed: put_in_force(monkeypatch, new_version(**changed))


def saved(store: Store, person: int, name: str = "Vera", code: str = CASE, language: str = "en") -> Vessel:
    told = told_of(open_case(code, TODAY)).text
    return store.save(person, name, code, "", language, told, TODAY)[0]


def listed(store: Store, day: date = NEW_DAY) -> str:
    output = StringIO()
    list_changes(store, day, output)
    return output.getvalue()


def sending(
    *, people: int = 1
) -> Callable[[Callable[[BotApiServer, Bot], Awaitable[None]]], Callable[[Store, Any], None]]:
    """Run a test with the test server, a bot, and as many people, each with a saved vessel, under the new law."""

    def decorate(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def in_loop(store: Store, new_law: Callable[..., None]) -> None:
            for number in range(people):
                saved(store, 42 + number)
            new_law()

            async def inner() -> None:
                async with BotApiServer() as api, bot_of(api) as bot:
                    for number in range(people):
                        api.user(42 + number)
                    await test(store, api, bot)

            asyncio.run(inner())

        return in_loop

    return decorate


def bot_of(api: BotApiServer) -> Bot:
    return Bot(api.token, base_url=api.base_url, rate_limiter=AIORateLimiter(max_retries=2))


def texts(api: BotApiServer, person: int = 42) -> list[str]:
    return [plain_spaces(m.text or "") for m in api.chat(person).messages.values() if m.from_bot]


async def send(store: Store, bot: Bot, day: date = NEW_DAY, today: date = NEW_DAY) -> dict[str, int]:
    return await send_changes(store, bot, day, today)


# What counts as new law.


def test_an_answer_in_short_is_read_as_it_was_written() -> None:
    for code in (CASE, GERMAN, "wRvT", "wE", QUESTION):
        told = told_of(open_case(code, TODAY))
        assert read_told(told.text) == told
    for text in ("", "{}", "[1]", "null"):
        with pytest.raises(ValueError, match=r".*"):
            read_told(text)


def test_what_a_new_version_changes(store: Store, new_law: Callable[..., None]) -> None:
    saved(store, 1)
    saved(store, 2, code=GERMAN)  # another regulation
    new_law()
    (change,) = changes(store, NEW_DAY)
    assert (change.vessel.person, change.version and change.version.id) == (1, NEW_ID)
    assert (change.before.version, change.after.version) == (OLD_ID, NEW_ID)
    assert list(changes(store, BEFORE)) == []


def test_a_new_version_with_the_same_crew_is_noted_and_not_told(store: Store, new_law: Callable[..., None]) -> None:
    vessel = saved(store, 1)
    new_law(title="New title")
    assert list(changes(store, NEW_DAY)) == []
    assert list(changes(store, NEW_DAY, note=True)) == []
    kept = store.vessel(1, vessel.id)
    assert kept
    assert read_told(kept.told).version == NEW_ID


def test_a_correction_is_no_new_law(store: Store) -> None:
    vessel = saved(store, 1)
    told = replace(read_told(vessel.told), crews=({"boatmaster": 3},))
    store.note(vessel, told.text)
    (change,) = changes(store, TODAY)
    assert change.version is None
    assert "nobody is told: 1\n1 “Vera” [en]: 3 boatmaster → 1 boatmaster, 1 boatman" in listed(store, TODAY)


def test_the_same_alternatives_in_another_order_are_no_change() -> None:
    told = told_of(open_case("wRvCfM1mA2eS1", TODAY))
    turned = replace(told, crews=tuple(reversed(told.crews)), laws=())
    assert turned.same_crew(told)
    assert changed_by(told, turned) is None


def test_a_day_of_its_own_keeps_its_law(store: Store, new_law: Callable[..., None]) -> None:
    saved(store, 1, code=f"{CASE}d240201")
    new_law()
    assert list(changes(store, NEW_DAY)) == []


def test_no_collected_law_is_no_new_law(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(store, 1)
    ended = tuple(replace(v, end=BEFORE) if v.id == OLD_ID else v for v in law.versions())
    collect(monkeypatch, ended)
    (change,) = changes(store, NEW_DAY)
    assert (change.after.state, change.version) == ("outside", None)


# What the message says.


def message(store: Store, today: date = NEW_DAY) -> str:
    (change,) = changes(store, NEW_DAY)
    assert change.version
    return plain_spaces(plain(change_screen(change, change.version, View(change.language, NEW_DAY), today).text))


def test_before_and_after(store: Store, new_law: Callable[..., None]) -> None:
    saved(store, 1, "Vera <b>&")
    new_law()
    assert message(store) == (
        "New law for “Vera <b>&”\n\nRhine · Motor vessel · 82.50 m · A1 · up to 14 hours · Standard S2\n\n"
        "Before\n1 × boatmaster (Schiffsführer)\n1 × boatman (Matrose)\n1 × apprentice (Leichtmatrose)\n"
        "RheinSchPersV, in force from 14 April 2023 to 31 December 2030\n\n"
        "Since 1 January 2031\n1 × boatmaster (Schiffsführer)\n2 × boatmen (Matrosen)\n1 × apprentice (Leichtmatrose)\n"
        "RheinSchPersV § 19.02 no. 1, text as of 6 January 2026\n\n"
        "A crew that is entered in the vessel certificate prevails. This is told once."
    )
    assert "From 1 January 2031" in message(store, BEFORE)


def test_an_answer_that_becomes_a_question(store: Store, new_law: Callable[..., None]) -> None:
    vessel = saved(store, 1)
    old = next(version for version in law.versions() if version.id == OLD_ID)
    new_law(modes=("A2", "B"), operation={mode: old.operation[mode] for mode in ("A2", "B")})
    assert "One answer more is needed: How long do you sail" in message(store)
    (change,) = changes(store, NEW_DAY)
    assert change.version
    shown = change_screen(change, change.version, View("en", NEW_DAY), NEW_DAY)
    assert [button.label for row in shown.rows for button in row] == [
        "Answer what is missing",
        "Vera",
        "Switch news off",
    ]
    # Told as a question, and next year again as an answer.
    assert store.mark(vessel, NEW_ID, change.after.text, news.datetime.now(news.UTC))
    assert "1 boatmaster, 1 boatman, 1 apprentice → question (rheinschpersv-2031)" not in listed(store)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("authority", "The authority decides this crew."),
        ("outside", "Rheincrew has no answer for this case."),
        ("question", "One answer more was needed."),
    ],
)
def test_answers_without_a_crew(store: Store, new_law: Callable[..., None], state: Any, words: str) -> None:
    """Before and after may both be no crew; here the old answer is put in, and the new one follows from the law."""
    vessel = saved(store, 1)
    version = OLD_ID if state == "authority" else ""
    store.note(vessel, Told(state, version, "", (), read_told(vessel.told).laws).text)
    new_law()
    assert f"Before\n{words}\n" in message(store)
    assert "2 × boatmen" in message(store)


def test_a_crew_that_the_authority_decides_from_now_on(store: Store, new_law: Callable[..., None]) -> None:
    vessel = saved(store, 1, code="wRvT")
    told = Told("determined", OLD_ID, "§ 19.02 Nr. 1", ({"boatmaster": 1},), read_told(vessel.told).laws)
    store.note(vessel, told.text)
    new_law()
    assert "Since 1 January 2031\nThe authority decides this crew." in message(store)


def test_the_message_in_every_language(store: Store, new_law: Callable[..., None], language: str) -> None:
    saved(store, 1, language=language)
    new_law()
    assert plain_spaces(say(Text("New law for “{name}”", {"name": "Vera"}), language)) in message(store)
    assert not re.search(r"\{\w+\}", message(store))


# Sending.


@sending()
async def test_it_is_told_once(store: Store, api: BotApiServer, bot: Bot) -> None:
    assert "Messages by the law of 2031-01-01: 1\n42 “Vera” [en]: 1 boatmaster, 1 boatman, 1 apprentice → " in listed(
        store
    )
    assert texts(api) == []
    assert await send(store, bot) == {"sent": 1, "blocked": 0, "refused": 0}
    assert await send(store, bot) == {"sent": 0, "blocked": 0, "refused": 0}
    (text,) = texts(api)
    assert text.startswith("New law for “Vera”")
    assert listed(store) == "Messages by the law of 2031-01-01: 0\n"


@sending()
async def test_it_may_be_told_ahead(store: Store, api: BotApiServer, bot: Bot) -> None:
    assert (await send(store, bot, today=BEFORE))["sent"] == 1
    assert f"ge{CASE}d310101" in str(api.chat(42).last.buttons)
    for day in (BEFORE, NEW_DAY):  # neither back to the old law, nor again on the day
        assert (await send(store, bot, day, day))["sent"] == 0
        assert listed(store, day).startswith(f"Messages by the law of {day}: 0\n")
        assert "without a new version" not in listed(store, day)
    assert len(texts(api)) == 1


@sending(people=3)
async def test_a_crash_loses_one_at_most(store: Store, api: BotApiServer, bot: Bot) -> None:
    """Killed between mark and message: that one is listed, the others are told by the next run, nobody twice."""

    class KilledError(BaseException):
        pass

    async def killed(_chat: int, *_rest: Any, **_more: Any) -> None:
        raise KilledError

    assert (await send(store, bot, BEFORE, BEFORE))["sent"] == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot.__class__, "send_message", killed)
        with pytest.raises(KilledError):
            await send(store, bot)
    assert "Messages by the law of 2031-01-01: 2\n" in listed(store)
    assert re.search(r"Marked, not confirmed: sent or lost: 1\n42 “Vera”: rheinschpersv-2031, marked 20", listed(store))
    assert (await send(store, bot))["sent"] == 2
    assert [len(texts(api, person)) for person in (42, 43, 44)] == [0, 1, 1]
    assert "not confirmed" in listed(store)


@pytest.mark.parametrize("carried_out", [False, True])
def test_a_broken_connection_stops_and_doubles_nothing(
    store: Store, new_law: Callable[..., None], carried_out: bool
) -> None:
    @sending(people=2)
    async def test(store: Store, api: BotApiServer, bot: Bot) -> None:
        api.drop_connection_next("sendMessage", after=carried_out)
        with pytest.raises(StoppedError, match="one message may be lost"):
            await send(store, bot)
        assert (await send(store, bot))["sent"] == 1
        assert [len(texts(api, person)) for person in (42, 43)] == [int(carried_out), 1]
        assert "not confirmed: sent or lost: 1\n42" in listed(store)

    test(store, new_law)


@sending(people=2)
async def test_what_never_left_is_tried_again(store: Store, api: BotApiServer, bot: Bot) -> None:
    api.flood_next("sendMessage", 1)
    async with Bot(api.token, base_url=api.base_url, rate_limiter=AIORateLimiter(max_retries=0)) as impatient:
        with pytest.raises(StoppedError, match="Telegram asks to wait"):
            await send(store, impatient)
    assert "not confirmed" not in listed(store)
    async with BotApiServer() as gone, bot_of(gone) as unheard:
        gone._http.stop()
        await gone._http.close_all_connections()
        with pytest.raises(StoppedError, match="cannot be reached"):
            await send(store, unheard)
    assert "not confirmed" not in listed(store)
    assert (await send(store, bot))["sent"] == 2
    assert [len(texts(api, person)) for person in (42, 43)] == [1, 1]


@sending(people=2)
async def test_limits_are_obeyed(store: Store, api: BotApiServer, bot: Bot) -> None:
    api.flood_next("sendMessage", 1)
    assert (await send(store, bot))["sent"] == 2
    assert len(api.called("sendMessage")) == 3


@sending(people=3)
async def test_who_blocks_the_bot_is_passed_over(store: Store, api: BotApiServer, bot: Bot) -> None:
    saved(store, 43, "Willem")
    api.block(43)
    del api.chats[44]
    assert await send(store, bot) == {"sent": 1, "blocked": 3, "refused": 0}
    assert len(api.called("sendMessage")) == 3  # not once more for the second vessel
    assert "\nBlocked: 3\n" in listed(store)
    assert (await send(store, bot))["blocked"] == 0


@sending()
async def test_what_telegram_refuses_is_listed(store: Store, api: BotApiServer, bot: Bot) -> None:
    api.fail_next("sendMessage", 400, "Bad Request: something new")
    assert (await send(store, bot))["refused"] == 1
    assert "\nRefused: 1\n42 “Vera”" in listed(store)


@sending()
async def test_switched_off(store: Store, api: BotApiServer, bot: Bot) -> None:
    store.switch_news(42, on=False)
    assert "law of 2031-01-01: 0\n" in listed(store)
    assert (await send(store, bot))["sent"] == 0
    assert texts(api) == []


def test_two_senders_at_once(store: Store, new_law: Callable[..., None]) -> None:
    people = range(100, 120)
    for person in people:
        saved(store, person)
    new_law()
    with BotApiServer.in_thread() as api:
        for person in people:
            api.user(person)

        def run(_sender: int) -> int:
            async def inner() -> int:
                async with bot_of(api) as bot:
                    return (await send(store, bot))["sent"]

            return asyncio.run(inner())

        with ThreadPoolExecutor(2) as pool:
            assert sum(pool.map(run, range(2))) == len(people)
        assert [len(texts(api, person)) for person in people] == [1] * len(people)


def test_the_buttons_of_the_message(store: Store, new_law: Callable[..., None]) -> None:
    """The bot answers them as any others; news are switched off without losing the message."""
    saved(store, 42)
    new_law()

    async def dialogue() -> None:
        async with running(store=store) as bot:
            talk = bot.talk(42)
            await talk.send("/help")
            await send(store, bot.application.bot)  # type: ignore[arg-type]
            told = talk.text
            assert talk.labels == ["The whole answer", "Vera", "Switch news off"]
            await talk.tap("Switch news off")
            assert talk.text.startswith("News are off.")
            assert told in [plain_spaces(message.text or "") for message in talk.ours]
            assert not store.news(42)
            await talk.tap("Switch news on")
            assert store.news(42)

    asyncio.run(dialogue())


# The program.


def test_the_program(
    tmp_path: Path,
    new_law: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.news.set_up_logging", lambda *_secrets, **_form: None)  # it would outlive the test
    store = Store(f"sqlite:///{tmp_path}/x.db")
    saved(store, 42)
    store.close()
    new_law()
    with BotApiServer.in_thread() as api:
        api.user(42)
        environment = {
            "TELEGRAM_TOKEN": api.token,
            "TELEGRAM_API_URL": api.base_url,
            "DATABASE_URL": f"sqlite:///{tmp_path}/x.db",
        }
        assert main(["--on", "2031-01-01"], environment) == 0
        assert "Messages by the law of 2031-01-01: 1\n" in capsys.readouterr().out
        assert main([], environment) == 0
        assert capsys.readouterr().out.endswith(": 0\n")
        assert main(["--send", "--on", "2020-01-01"], environment) == 2
        assert "day that is past" in capsys.readouterr().err
        assert main(["--send"], {}) == 2
        assert "TELEGRAM_TOKEN" in capsys.readouterr().err
        assert main([], environment | {"DATABASE_URL": "sqlite:////no/such/folder/x.db"}) == 1
        assert "The store cannot be reached" in capsys.readouterr().err
        assert main(["--send"], environment | {"TELEGRAM_TOKEN": "1:wrong"}) == 1
        assert "refuses the bot" in capsys.readouterr().err
        api.fail_next("sendMessage", 400, "Bad Request: something new")
        assert main(["--send", "--on", "2031-01-01"], environment) == 1
        assert capsys.readouterr().out == "sent: 0, blocked: 0, refused: 1\n"
        api.drop_connection_next("getMe")
        assert main(["--send", "--on", "2031-01-01"], environment) == 1
        with pytest.raises(SystemExit, match="2"):
            main(["--on", "yesterday"], environment)
