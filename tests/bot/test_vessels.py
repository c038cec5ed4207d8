"""Saved vessels over real HTTP: save, list, ask again, rename, delete, forget; whose they are; and a store that is gone."""

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.case import open_case
from bot.commands import COMMANDS, command_named, command_screen
from bot.kept import STORED, Shelf, kept_screen
from bot.screen import View, plain
from bot.screens import tap_screen
from bot.store import MOST_VESSELS, Store, Vessel
from bot.tap import PRIVATE, Action, Tap, prompt_link, read_prompt_link
from bot.told import told_of
from bot.vessels import suggested_name, vessel_screen
from core import law
from core.aboard import LIMIT as MOST_PEOPLE
from core.code import LIMIT as MOST_CODE
from tests.bot.database import empty_database
from tests.bot.law import NEW_DAY, OLD_ID, new_version, put_in_force
from tests.bot.running import Dialogue, running, with_dialogue

TODAY = date(2026, 11, 30)
CASE = "wRvMl82_5mA1eS2"
HOSTILE = "<b>Vera</b> & <a href='tg://x'>\u202e"


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    store = Store(empty_database())
    yield Shelf(store, 42)
    store.close()


def save(store: Store, person: int, name: str, code: str = CASE, people: str = "") -> Vessel:
    return store.save(person, name, code, people, "en", told_of(open_case(code, TODAY)).text, TODAY)[0]


# Saving.


@with_dialogue
async def test_save_with_one_tap_and_ask_again(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    answer = talk.text
    await talk.tap("Save")
    assert "Under which name" in talk.text
    assert talk.labels == ["Motor vessel 82.50 m", "Type a name", "Back to the answer"]
    await talk.tap("Motor vessel 82.50 m")
    assert talk.text.startswith("Saved as “Motor vessel 82.50 m”.\n\nMotor vessel 82.50 m\n\nRhine · Motor vessel")
    assert "Minimum crew\n1 × boatmaster" in talk.text
    await talk.tap("The whole answer")
    assert talk.text == answer
    assert len(talk.ours) == 1
    await talk.send("/vessels")
    assert "– Motor vessel 82.50 m: Rhine · Motor vessel · 82.50 m · A1" in talk.text
    await talk.tap("Motor vessel 82.50 m", "Do my people suffice?")
    assert "Count the people aboard" in talk.text


@with_dialogue
async def test_save_under_a_typed_name(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    await talk.tap("Save", "Type a name")
    assert talk.text == "Name of the vessel\nPlease write a name of 1 to 40 characters."
    prompt = talk.last
    for typed, words in (("\u200b", "This name is empty"), ("x" * 41, "This name has 41 characters")):
        await talk.person.reply(prompt.message_id, typed)
        await talk.bot.idle()
        assert words in talk.text
        assert talk.labels == ["Type it again", "My vessels"]
    await talk.tap("Type it again")
    await talk.reply(HOSTILE)
    assert talk.text.startswith("Saved as “<b>Vera</b> & <a href='tg://x'>”.")
    assert not [e for e in talk.last.entities if e["type"] == "text_link" and e["url"].startswith("tg:")]
    await talk.send("/vessels")
    assert talk.labels[0] == "<b>Vera</b> & <a href='tg://x'>"
    await talk.tap("<b>Vera</b> & <a href='tg://x'>", "Delete")
    assert "Delete “<b>Vera</b> & <a href='tg://x'>”?" in talk.text


@with_dialogue
async def test_the_same_name_again(talk: Dialogue) -> None:
    async def save_as(code: str, name: str) -> None:
        await talk.send(f"/start {code}")
        await talk.tap("Save", "Type a name")
        await talk.reply(name)

    await save_as(CASE, "Vera")
    await save_as(CASE, "vera")
    assert talk.text.startswith("Saved as “vera”.")
    await save_as("wRvMl110mA1eS2", "VERA")
    assert talk.text.startswith("“VERA” was saved before. It now has this case in place of the earlier one.")
    await talk.tap("The earlier case")
    assert "82.50 m" in talk.text
    await talk.send("/vessels")
    assert talk.labels == ["VERA", "New"]


@with_dialogue
async def test_the_suggested_name_takes_nobody_s_place(talk: Dialogue) -> None:
    for code, name in ((CASE, ""), ("wRvMl82_5mBeS2", " 2"), (CASE, ""), ("wRvMl82_5mBeS2", " 2")):
        await talk.send(f"/start {code}")
        await talk.tap("Save", "Motor vessel 82.50 m")
        assert talk.text.startswith(f"Saved as “Motor vessel 82.50 m{name}”.")


@with_dialogue
async def test_people_are_saved_with_the_vessel(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}-B1M1L1")
    checked = talk.text
    await talk.tap("Save", "Type a name")
    await talk.reply("Vera")
    await talk.tap("Do my people suffice?")
    assert talk.text == checked
    await talk.send("/vessels")
    await talk.tap("Vera", "QR code")
    assert f"?start={CASE}-B1M1L1" in talk.text


@with_dialogue
async def test_only_an_answer_is_saved(talk: Dialogue) -> None:
    await talk.send("/start wRvM")
    assert "Save" not in talk.labels
    for data in ("mewRvM", "iewRvM", "tewRvM", "mexx", "iexx", f"ie{CASE}-Q1"):
        talk.last.reply_markup = {"inline_keyboard": [[{"text": "old", "callback_data": data}]]}
        await talk.tap("old")
        assert "Saved" not in talk.text
    for code in ("wRvT", "wE"):  # the authority decides, or nobody here knows: that is an answer too
        await talk.send(f"/start {code}")
        await talk.tap("Save", "Type a name")
        await talk.reply(code)
        assert f"Saved as “{code}”." in talk.text
        assert "Do my people suffice?" not in talk.labels


@with_dialogue
async def test_there_is_an_end_to_it(talk: Dialogue) -> None:
    store: Store = talk.bot.application.bot_data["store"]
    for number in range(MOST_VESSELS):
        save(store, 42, f"Vessel {number:02}")
    await talk.send("/vessels")
    assert talk.text.startswith("My vessels (page 1 of 3)\n")
    await talk.tap("Next page", "Next page")
    assert talk.labels[:2] == ["Vessel 20", "Vessel 21"]
    await talk.send(f"/start {CASE}")
    await talk.tap("Save", "Type a name")
    await talk.reply("One more")
    assert "You have saved 30 vessels" in talk.text


# What may be done with one.


@with_dialogue
async def test_rename(talk: Dialogue) -> None:
    store: Store = talk.bot.application.bot_data["store"]
    save(store, 42, "Vera")
    save(store, 42, "Willem")
    await talk.send("/vessels")
    await talk.tap("Vera", "Rename")
    prompt = talk.last
    await talk.reply("WILLEM")
    assert "Another of your vessels has the name “WILLEM”." in talk.text
    await talk.tap("Type it again")
    await talk.reply("  Vera\nII ")
    assert talk.text.startswith("The name is now “Vera II”.\n\nVera II\n")
    store.forget(42)
    await talk.person.reply(prompt.message_id, "Vera III")
    await talk.bot.idle()
    assert "not among your saved ones" in talk.text


@with_dialogue
async def test_delete_asks_once(talk: Dialogue) -> None:
    store: Store = talk.bot.application.bot_data["store"]
    vessel = save(store, 42, "Vera")
    await talk.send("/vessels")
    await talk.tap("Vera", "Delete", "Keep")
    assert talk.text.startswith("Vera\n")
    await talk.tap("Delete")
    await asyncio.gather(*(talk.person.tap(talk.last.message_id, "Delete") for _finger in range(2)))
    await talk.bot.idle()
    assert "You have not saved a vessel." in talk.text
    for action in "udyx":
        talk.last.reply_markup = {"inline_keyboard": [[{"text": "old", "callback_data": f"{action}e-{vessel.id}"}]]}
        await talk.tap("old")
        assert "not among your saved ones" in talk.text or "You have not saved a vessel." in talk.text


@with_dialogue
async def test_strange_numbers(talk: Dialogue) -> None:
    await talk.send("/vessels")
    for extra in ("", "-0", "-x", "-99999999999999999999999", "--1", "-1-2", "wR-1"):
        talk.last.reply_markup = {"inline_keyboard": [[{"text": "old", "callback_data": f"ue{extra}"}]]}
        await talk.tap("old")
        assert "not among your saved ones" in talk.text


def test_two_owners() -> None:
    """Nobody sees, changes or deletes the vessel of another, whatever a button says."""

    async def dialogue() -> None:
        store = Store(empty_database())
        async with running(store=store) as bot:
            ada, bo = bot.talk(1), bot.talk(2)
            vessel = save(store, 1, "Vera")
            await bo.send("/vessels")
            assert "You have not saved a vessel." in bo.text
            for action in "udxy":
                bo.last.reply_markup = {"inline_keyboard": [[{"text": "!", "callback_data": f"{action}e-{vessel.id}"}]]}
                await bo.tap("!")
                assert "Vera" not in bo.text
            await bo.send("/help")
            link = prompt_link(bot.api.username, Tap(Action.RENAME, "en", extra=str(vessel.id)))
            bo.last.entities.append({"type": "text_link", "offset": 0, "length": 1, "url": link})
            await bo.reply("Mine now")
            assert "not among your saved ones" in bo.text
            await bo.send("/forget")
            await bo.tap("Delete all")
            await ada.send("/vessels")
            assert ada.labels[0] == "Vera"

    asyncio.run(dialogue())


def test_in_a_group_nothing_is_shown() -> None:
    async def dialogue() -> None:
        store = Store(empty_database())
        async with running(store=store) as bot:
            save(store, 1, "Vera")
            ada = bot.talk(1, chat_id=-100)
            for command in ("vessels", "news", "forget"):
                await ada.send(f"/{command}@{bot.api.username}")
                assert "in a private chat with me only" in ada.text
                assert ada.last.buttons[0]["url"] == f"https://t.me/{bot.api.username}?start=vessels"
            await ada.send(f"/start@{bot.api.username} {CASE}")
            before = ada.text
            await ada.tap("Save")  # opens the private chat, and leaves the message to the others
            assert bot.api.called("answerCallbackQuery")[-1]["url"] == f"https://t.me/{bot.api.username}?start={CASE}"
            for data in ("ve", "ue-1", "de-1", "xe-1", "ye-1", "fe", "4e", "je-0", f"ie{CASE}-B1", f"te{CASE}"):
                ada.last.reply_markup = {"inline_keyboard": [[{"text": "old", "callback_data": data}]]}
                await ada.tap("old")
                assert ada.text == before
            assert bot.api.called("answerCallbackQuery")[-2]["url"].endswith(f"?start={CASE}-B1")
            assert [vessel.name for vessel in store.vessels(1)] == ["Vera"]
            link = prompt_link(bot.api.username, Tap(Action.RENAME, "en", extra="1"))
            ada.last.entities.append({"type": "text_link", "offset": 0, "length": 1, "url": link})
            await ada.reply("In public")
            assert [vessel.name for vessel in store.vessels(1)] == ["Vera"]
            await bot.talk(1).send("/start vessels")
            assert bot.talk(1).labels[0] == "Vera"

    asyncio.run(dialogue())


@with_dialogue
async def test_forget(talk: Dialogue) -> None:
    store: Store = talk.bot.application.bot_data["store"]
    save(store, 42, "Vera")
    store.choose_language(42, "en")
    store.switch_news(42, on=False)
    await talk.send("/privacy")
    assert "/forget deletes all of it at once." in talk.text
    await talk.tap("Delete all")
    assert "Saved vessels: 1" in talk.text
    await talk.tap("Keep")
    assert talk.labels[0] == "Vera"
    await talk.send("/forget")
    await talk.tap("Delete all")
    assert talk.text == "All is deleted. Saved vessels that are gone: 1. Nothing about you is stored any more."
    assert (store.vessels(42), store.language(42), store.news(42)) == ([], None, True)


# Language and news.


@with_dialogue
async def test_a_chosen_language_is_remembered(talk: Dialogue) -> None:
    store: Store = talk.bot.application.bot_data["store"]
    await talk.send("/language")
    await talk.tap("Nederlands")
    assert {button["callback_data"][1] for button in talk.last.buttons} == {"n"}
    assert store.language(42) == "nl"
    await talk.send(f"/start {CASE}")
    assert {button["callback_data"][1] for button in talk.last.buttons} == {"n"}
    await talk.send("/language")
    await talk.tap("English")  # that of the Telegram: nothing needs to be kept
    assert store.language(42) is None
    await talk.send("/language")
    await talk.tap("Deutsch")
    await talk.send("/language")
    await talk.tap("1d-0")
    assert store.language(42) is None
    assert {button["callback_data"][1] for button in talk.last.buttons} == {"e"}


def test_in_a_group_a_language_is_not_remembered() -> None:
    async def dialogue() -> None:
        store = Store(empty_database())
        async with running(store=store) as bot:
            ada = bot.talk(1, chat_id=-100)
            await ada.send(f"/language@{bot.api.username}")
            await ada.tap("Nederlands")
            assert {button["callback_data"][1] for button in ada.last.buttons} == {"n"}
            assert store.language(1) is None

    asyncio.run(dialogue())


@with_dialogue
async def test_news_are_switched(talk: Dialogue) -> None:
    await talk.send("/news")
    assert talk.text.startswith("News are on.")
    await talk.tap("Switch news off")
    await talk.send("/news")
    assert talk.text.startswith("News are off.")
    await talk.tap("Switch news on")
    assert talk.text.startswith("News are on.")


# New law, and old codes.


def test_a_vessel_whose_answer_became_a_question(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    vessel = save(shelf.store, 42, "Vera", people="B1M2")
    old = next(version for version in law.versions() if version.id == OLD_ID)
    put_in_force(monkeypatch, new_version(modes=("B",), operation={"B": old.operation["B"]}))
    view = View("en", NEW_DAY, "rheincrew_test_bot")
    shown = kept_screen(Tap(Action.VESSEL, "en", extra=str(vessel.id)), view, shelf)
    assert "Under today's law one answer more is needed." in shown.text
    (button,) = shown.rows[0]
    assert button.tap
    asked = tap_screen(button.tap, view)
    assert "How long do you sail" in asked.text
    assert asked.rows[0][0].tap == Tap(Action.CASE, "en", "wRvMl82_5mBeS2", "B1M2")
    open_case.cache_clear()


def test_a_code_that_cannot_be_read(shelf: Shelf) -> None:
    vessel, _ = shelf.store.save(42, "Vera", "??", "", "en", "", TODAY)
    view = View("en", TODAY)
    assert "This case cannot be read." in kept_screen(Tap(Action.VESSEL, "en", extra=str(vessel.id)), view, shelf).text
    assert "– Vera: this case cannot be read" in kept_screen(Tap(Action.VESSELS, "en"), view, shelf).text


def test_screens_of_vessels_in_every_language(shelf: Shelf, language: str) -> None:
    view = View(language, TODAY, "rheincrew_test_bot", "https://rheincrew.example")
    for code in (CASE, "wRvT", "wE", "wGvMg900mAqFeMyaY", "wRvCfM1mA2eS1"):
        case = open_case(code, TODAY)
        assert 1 <= len(suggested_name(case, view)) <= 40
        vessel = save(shelf.store, 42, code, code)
        shown = vessel_screen(vessel, view)
        assert "{" not in plain(shown.text)
        for action in sorted(STORED | PRIVATE):
            extra = str(vessel.id) if action in (Action.VESSEL, Action.RENAME, Action.DELETE) else ""
            tap = Tap(action, language, code if action in (Action.SAVE, Action.NAME, Action.SPEAK) else "", extra)
            shown = kept_screen(tap, view, shelf) if action in STORED else tap_screen(tap, view)
            assert shown.text


def test_buttons_of_the_longest_case_have_room() -> None:
    for action in (Action.SAVE, Action.SAVE_NOW, Action.NAME, Action.QR, Action.POST, Action.SHARE, Action.CASE):
        tap = Tap(action, "de", "x" * MOST_CODE, "y" * (MOST_PEOPLE - 1))
        assert len(tap.data) == 64
    assert len(Tap(Action.VESSEL, "de", extra=str(2**63 - 1)).data) <= 64


def test_prompt_links() -> None:
    for tap in (
        Tap(Action.NAME, "nl", "wRvM", "B1M2"),
        Tap(Action.NAME, "de", "wRvM"),
        Tap(Action.RENAME, "fr", extra="17"),
        Tap(Action.TYPE, "en", "wRvM", "l-B1M2"),
    ):
        address = prompt_link("rheincrew_bot", tap)
        assert read_prompt_link(address) == tap
        assert read_prompt_link(address.replace("?", "/?")) == tap
    for address in (
        "https://t.me/x?start=wR&name=x",
        "https://t.me/x?start=vessels&rename=e",
        "https://t.me/x?start=wR&x=e",
    ):
        assert read_prompt_link(address) is None


# The one table.


def test_menu_help_and_handlers_are_one_table() -> None:
    async def dialogue() -> None:
        async with running() as bot:
            talk = bot.talk(42)
            assert bot.application.post_init
            await bot.application.post_init(bot.application)
            menu = [command["command"] for command in next(iter(bot.api.commands.values()))]
            assert menu == [command.name for command in COMMANDS]
            assert len(set(menu)) == len(menu)
            await talk.send("/help")
            assert [line.split(" – ")[0][1:] for line in talk.text.splitlines() if line.startswith("/")] == menu
            unknown = "I ask and you tap"
            for name in menu:
                await talk.send(f"/{name}")
                assert unknown not in talk.text
            await talk.send("/unheard")
            assert unknown in talk.text
            handled = {
                name
                for group in bot.application.handlers.values()
                for h in group
                for name in getattr(h, "commands", ())
            }
            assert handled == set(menu)

    asyncio.run(dialogue())


def test_each_command_has_one_screen(shelf: Shelf) -> None:
    view = View("en", TODAY)
    for command in COMMANDS:
        assert (command.show is None) is not (command.shelf is None)
        assert command_named(command.name) is command
        assert command_screen(command, "", view, shelf).text


# A store that cannot be reached.


def test_a_store_that_is_locked(tmp_path: Path) -> None:
    """Questions and answers go on; only what is saved says that it cannot be reached, and then works again."""

    async def dialogue() -> None:
        store = Store(f"sqlite:///{tmp_path}/x.db", patience=0.1)
        save(store, 42, "Vera")
        async with running(store=store) as bot:
            talk = bot.talk(42)
            other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            await talk.send(f"/start {CASE}")
            await talk.tap("Why?", "Back to the answer", "Save", "Motor vessel 82.50 m")
            assert "What is saved cannot be reached just now" in talk.text
            await talk.send("/language")
            await talk.tap("Nederlands")
            assert {button["callback_data"][1] for button in talk.last.buttons} == {"n"}
            await talk.send(f"/start {CASE}")
            await talk.tap("Save", "Type a name")
            await talk.reply("Willem")
            assert "What is saved cannot be reached just now" in talk.text
            await talk.send(f"/start {CASE}")
            await talk.tap("Save", "Motor vessel 82.50 m")
            other.execute("ROLLBACK")
            other.close()
            await talk.tap("Try again")
            assert "Saved as “Motor vessel 82.50 m”." in talk.text
        store.close()

    asyncio.run(dialogue())


def test_a_store_that_is_gone() -> None:
    async def dialogue() -> None:
        store = Store("postgresql://nobody@127.0.0.1:9/none")
        async with running(store=store) as bot:
            talk = bot.talk(42)
            assert bot.application.post_init
            await bot.application.post_init(bot.application)  # says so in the log and serves
            await talk.send("/start")
            await talk.tap("The Rhine", "Motor vessel")
            assert "How long is the vessel?" in talk.text
            await talk.send("82 m schubboot a2 s2 rhein")
            assert "Minimum crew" in talk.text
            for command in ("vessels", "news", "forget"):
                await talk.send(f"/{command}")
                assert "Questions and answers work as always." in talk.text

    asyncio.run(dialogue())


def test_a_store_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asleep(Store):
        def vessels(self, person: int) -> Any:
            import time

            time.sleep(0.3)
            return super().vessels(person)

    monkeypatch.setattr("bot.app._LONGEST_WAIT", 0.05)

    async def dialogue() -> None:
        store = Asleep()
        store.open()
        async with running(store=store) as bot:
            talk = bot.talk(42)
            await talk.send("/vessels")
            assert "What is saved cannot be reached just now" in talk.text

    asyncio.run(dialogue())
