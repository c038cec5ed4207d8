"""Passing a case on: messages to forward, cards in other chats, QR codes, deep links with people; and free text."""

import asyncio
import zlib
from datetime import date
from urllib.parse import unquote

import pytest
import segno

from bot.case import open_case
from bot.described import text_screen
from bot.inline import cards
from bot.qr import drawing, picture
from bot.screen import MAX_TEXT, Button, Screen, View, length, plain
from bot.screens import screen, start_screen, tap_screen, typed_screen
from bot.tap import LIMIT, Action, Tap, read_tap
from core import Result
from core.text import Text
from core.wording import say
from tests.bot.running import Dialogue, plain_spaces, running, with_dialogue

TODAY = date(2026, 11, 30)
CASE = "wRvMl82_5mA1eS2"
PAGE = "https://rheincrew.example"
VIEW = View("en", TODAY, "rheincrew_test_bot", inline=True)


def urls(shown: Screen) -> list[str]:
    return [button.url for row in shown.rows for button in row]


def button(shown: Screen, label: str) -> Button:
    return next(each for row in shown.rows for each in row if plain_spaces(each.label) == label)


# Messages to forward.


def test_a_message_keeps_its_buttons_when_it_is_forwarded() -> None:
    async def dialogue() -> None:
        async with running(PAGE) as bot:
            ada, bo = bot.talk(1), bot.talk(2)
            await bo.send("/help")
            await ada.send(f"/start {CASE}")
            answer = ada.text
            await ada.tap("Share", "A message to forward")
            assert ada.text == answer
            assert ada.labels == ["Open in Telegram", "Open page"]
            assert len(ada.ours) == 2  # the first message is as it was
            addresses = [each["url"] for each in ada.last.buttons]
            assert addresses == [f"https://t.me/{bot.api.username}?start={CASE}", f"{PAGE}/en/r/{CASE}"]
            await ada.person.forward(ada.last.message_id, bo.person)
            await bot.idle()
            # In the chat with the bot the forwarded message opens its case too.
            assert bo.text == answer

    asyncio.run(dialogue())


@with_dialogue
async def test_a_message_with_people_to_forward(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}-B1M1L1")
    checked = talk.text
    await talk.tap("Share", "A message to forward")
    assert talk.text == checked
    assert talk.last.buttons[0]["url"].endswith(f"?start={CASE}-B1M1L1")


def test_a_question_can_be_passed_on() -> None:
    shown = tap_screen(Tap(Action.POST, "en", "wRvM"), VIEW)
    assert shown.apart
    assert plain(shown.text).endswith("Not known yet. The next question is: How long is the vessel?")
    assert urls(shown) == ["https://t.me/rheincrew_test_bot?start=wRvM"]


def test_sending_to_a_chat() -> None:
    """By a card where the bot answers in other chats; else by its address."""
    send = button(tap_screen(Tap(Action.SHARE, "en", CASE, "B1M2"), VIEW), "Send to a chat")
    assert send.query == f"{CASE}-B1M2"
    (card,) = cards(send.query, VIEW)
    assert urls(card.shown)[0].endswith(f"?start={CASE}-B1M2")
    plain_view = View("en", TODAY, "rheincrew_test_bot")
    send = button(tap_screen(Tap(Action.SHARE, "en", CASE), plain_view), "Send to a chat")
    assert unquote(send.url) == f"https://t.me/share/url?url=https://t.me/rheincrew_test_bot?start={CASE}"


# QR codes.


def test_a_qr_code_is_a_picture_with_words() -> None:
    async def dialogue() -> None:
        async with running(PAGE) as bot:
            talk = bot.talk(42)
            await talk.send(f"/start {CASE}")
            await talk.tap("Share", "QR code")
            assert talk.last.photo == picture(f"{PAGE}/en/r/{CASE}")
            assert talk.text.startswith("QR code of this case.")
            assert "Rhine · Motor vessel · 82.50 m (group 2)" in talk.text
            assert len(talk.ours) == 2
            old = {"id": "1", "from": talk.person.about, "chat_instance": "1", "data": "zewRvM-B1"}
            chat = {"message_id": 1, "date": 0, "chat": talk.person.chat.about}
            bot.api.push("callback_query", old | {"message": chat})
            await bot.idle()
            assert talk.last.photo == picture(f"{PAGE}/en/r/wRvM-B1")

    asyncio.run(dialogue())


def test_what_a_qr_code_leads_to() -> None:
    page = View("nl", TODAY, "rheincrew_test_bot", PAGE)
    assert tap_screen(Tap(Action.QR, "nl", CASE, "B1"), page).qr == f"{PAGE}/nl/r/{CASE}-B1"
    assert tap_screen(Tap(Action.QR, "en", CASE), VIEW).qr == f"https://t.me/rheincrew_test_bot?start={CASE}"
    assert "no address" in tap_screen(Tap(Action.QR, "en", CASE), View("en", TODAY)).text


def test_the_picture_is_the_code() -> None:
    """The modules of the picture are those of the QR code, black on white with a margin of four."""
    address = f"{PAGE}/de/r/{CASE}"
    rows, size = pixels(picture(address))
    code = segno.make_qr(address, error="m")
    wanted = [[not dark for dark in row] for row in code.matrix_iter(border=4)]
    scale = size // len(wanted)
    assert size == scale * len(wanted)
    assert [[rows[y * scale][x * scale] for x in range(len(wanted))] for y in range(len(wanted))] == wanted
    assert len(drawing(address).splitlines()) * 2 >= len(wanted)


def pixels(png: bytes) -> tuple[list[list[bool]], int]:
    """The pixels of a black and white PNG: whether each is light, row by row; and the width."""
    width = int.from_bytes(png[16:20], "big")
    assert png[24:26] == b"\x01\x00"  # one bit, grey
    start = png.index(b"IDAT")
    data = zlib.decompress(png[start + 4 : start + 4 + int.from_bytes(png[start - 4 : start], "big")])
    line = (width + 7) // 8
    rows: list[bytes] = [bytes(line)]
    for place in range(0, len(data), line + 1):
        kind, row = data[place], data[place + 1 : place + 1 + line]
        assert kind in (0, 2)  # as it is, or the difference to the row above
        rows.append(bytes((each + above * (kind == 2)) % 256 for each, above in zip(row, rows[-1], strict=True)))
    return [[bool(row[x // 8] >> (7 - x % 8) & 1) for x in range(width)] for row in rows[1:]], width


# Deep links with people on a case that is still a question.


@with_dialogue
async def test_people_stay_with_a_question(talk: Dialogue) -> None:
    """From the link to the verdict by taps and by typing, also after a wrong answer and a change of language."""
    await talk.send("/start wRvM-B1M1L1")
    assert "The people who are counted stay with the case." in talk.text
    await talk.tap("Type a number")
    prompt = talk.last
    await talk.reply("8250")
    await talk.tap("Type it again")
    await talk.reply("82,5")
    await talk.tap("Change an answer", "Language", "Deutsch")
    await talk.tap("gdwRvMl82_5mA1-B1M1L1", "gdwRvMl82_5mA1eS2-B1M1L1")
    assert "✓ Ausreichend" in talk.text
    await talk.person.reply(prompt.message_id, "110")
    await talk.bot.idle()
    assert talk.data("A1 · up to 14 hours") == "gewRvMl110mA1-B1M1L1"
    await talk.tap("A1 · up to 14 hours", "Find out from the equipment", "All are there", "Yes: standard S2")
    assert "People aboard\n1 × boatmaster\n1 × boatman\n1 × apprentice" in talk.text


def test_people_go_where_there_is_no_room_for_them() -> None:
    code = "wGhEsKf116aYlAkNp10000b2000mA1"
    assert open_case(code, TODAY)
    shown = tap_screen(Tap(Action.CASE, "en", code, "B1M2L3F4H5A6D7E8I9K1"), VIEW)
    for row in shown.rows:
        for each in row:
            assert len(each.data.encode()) <= LIMIT


def test_strange_people() -> None:
    for data in ("gewRvM-B", "gewRvM-Q1", f"ge{CASE}-x", "newRvM-l-B", "zewRvM-l-B1", "5ewRvM-B"):
        assert "This code cannot be read" in screen(data, VIEW).text
    assert "This code cannot be read" in typed_screen(Tap(Action.TYPE, "en", "wRvM", "l-Q"), "80", VIEW).text
    assert start_screen("wRvM-nl-B1M2", VIEW) == start_screen("wRvM-B1M2", VIEW)


# Cards in other chats.


def test_a_card_is_chosen_and_forwarded() -> None:
    async def dialogue() -> None:
        async with running() as bot:
            ada, bo = bot.talk(1, language_code="nl"), bot.talk(2)
            await bo.send("/help")
            query = await ada.person.ask_inline("motorschip 110 m A2 S2 Rijn")
            await bot.idle()
            answer = bot.api.inline_answers[query]
            assert (answer["is_personal"], answer["cache_time"]) == (True, 300)
            (result,) = answer["results"]
            assert result["title"].startswith("2 schippers")
            message = await ada.person.choose(query, result["id"], to=bo.person)
            await bot.idle()
            assert [each["url"] for each in message.buttons] == [
                f"https://t.me/{bot.api.username}?start=wRvMl110mA2eS2"
            ]
            assert bo.text.startswith("Rheincrew says")  # what comes by a card is no question to the bot

    asyncio.run(dialogue())


def test_inline_in_the_language_that_was_chosen_and_too_late() -> None:
    async def dialogue() -> None:
        async with running() as bot:
            ada = bot.talk(1)
            await ada.send("/language")
            await ada.tap("Deutsch")
            query = await ada.person.ask_inline(CASE)
            await bot.idle()
            assert bot.api.inline_answers[query]["results"][0]["title"] == "1 Schiffsführer, 1 Matrose, 1 Leichtmatrose"
            query = await ada.person.ask_inline("")
            await bot.idle()
            assert bot.api.inline_answers[query]["results"] == []
            assert bot.api.inline_answers[query]["button"]["start_parameter"] == "help"
            with bot.api.held():
                late = await ada.person.ask_inline(CASE)
                bot.api.expire_queries()
            await bot.idle()
            assert late not in bot.api.inline_answers
            await ada.send("/start help")
            assert "/vessels" in ada.text

    asyncio.run(dialogue())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Motorschiff 110 m A2 S2 Rhein"),
        ("nl", "motorschip 110 m A2 S2 Rijn"),
        ("fr", "automoteur 110 m A2 S2 Rhin"),
        ("en", "motor vessel 110 m A2 S2 Rhine"),
    ],
)
def test_inline_in_four_languages(language: str, words: str) -> None:
    view = View(language, TODAY, "rheincrew_test_bot")
    (card,) = cards(words, view)
    assert card.id == "wRvMl110mA2eS2"
    assert say(Text("Minimum crew"), language) in card.shown.text


def test_what_is_open_gives_cards_to_choose_from() -> None:
    found = cards("110 m A2", VIEW)
    assert 2 < len(found) <= 10
    assert found[0].description == "Not known yet. The next question is: Where are you sailing?"
    assert found[1].id == "wRvMl110mA2eS2"
    assert plain_spaces(found[1].description) == "Rhine · Motor vessel · 110 m · A2 · up to 18 hours · Standard S2"
    for card in found[1:]:
        outcome = open_case(card.id, TODAY).outcome
        assert isinstance(outcome, Result)
        assert {"length_m", "mode"} <= outcome.facts.keys()
    vessels = {open_case(card.id, TODAY).facts.get("vessel") for card in cards("ferry 60 t", VIEW)}
    assert vessels == {"passenger-ferry", "car-ferry"}
    assert {card.id for card in cards("A2", VIEW)} >= {"wRmA2", "wGmA2"}


def test_cards_are_within_the_limits(language: str) -> None:
    view = View(language, TODAY, "rheincrew_test_bot", PAGE)
    for query in (
        "110 m",
        "A2",
        "schubboot 2 leichter",
        "Fähre 60 t",
        f"{CASE}-B1M1L1",
        "wRvT",
        "wE",
        "péniche",
        "x" * 256,
    ):
        found = cards(query, view)
        assert len(found) <= 10
        assert len({card.id for card in found}) == len(found)
        for card in found:
            assert 1 <= len(card.id.encode()) <= 64
            assert card.title.strip()
            assert length(card.shown.text) <= MAX_TEXT
            assert "{" not in plain(card.shown.text) + card.title + card.description
            assert all(card.shown.rows)
            assert all(url.startswith("https://") for url in urls(card.shown))  # nothing else survives forwarding


def test_nothing_is_understood() -> None:
    for query in ("", "  ", "hello", "wRwR", "wRvM-Q1", "?" * 300):
        assert cards(query, VIEW) == ()
    (card,) = cards(f"https://t.me/rheincrew_test_bot?start={CASE}", VIEW)
    assert card.id == CASE


# Free text.


@with_dialogue
async def test_a_description_opens_a_case(talk: Dialogue) -> None:
    await talk.send("82m schubboot a2 s2 quux")
    assert "Understood\n– schubboot: Vessel, Pusher\n– 82m: Length, 82 m\n" in talk.text
    assert "\nNot understood: “quux”\n" in talk.text
    assert "Where are you sailing?" in talk.text
    await talk.tap("The Rhine")
    assert talk.text.startswith("Rhine · Pusher · 82 m (group 2)\nA2 · up to 18 hours · Standard S2\n")


@with_dialogue
async def test_what_may_mean_several_things_is_a_choice(talk: Dialogue) -> None:
    await talk.send("ferry 60 t <b>")
    assert "“ferry” may mean more than one thing." in talk.text
    assert talk.labels[:2] == ["ferry: Passenger ferry", "ferry: Car ferry"]
    await talk.tap("ferry: Car ferry")
    assert talk.text.startswith("Car ferry · 60 t\n") or "60 t" in talk.text
    await talk.send("Mosel 2000 kn")
    assert talk.labels


def test_only_a_private_chat_is_read() -> None:
    async def dialogue() -> None:
        async with running() as bot:
            ada = bot.talk(1, chat_id=-100)
            await ada.send(f"/help@{bot.api.username}")
            await ada.send("82m schubboot a2 s2")
            assert len(ada.ours) == 1

    asyncio.run(dialogue())


def test_long_descriptions(language: str) -> None:
    view = View(language, TODAY)
    for text in ("x " * 2000, "ferry 60 t " * 30, "<" * 4096, " ".join(map(str, range(100)))):
        shown = text_screen(text, view)
        assert length(shown.text) <= MAX_TEXT
        for row in shown.rows:
            for each in row:
                assert read_tap(each.data)
