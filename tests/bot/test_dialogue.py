"""The bot on Telegram: the real client library over HTTP against the test server."""

import asyncio
from typing import Any

import pytest

from bot.app import build
from bot.commands import COMMANDS
from core import LANGUAGES
from core.wording import rank_name, say
from tests.bot.running import Dialogue, running, with_dialogue
from tests.botapi import BotApiServer

CASE = "wRvMl82_5mA1eS2"


# Whole dialogues.


def test_a_whole_dialogue(language: str) -> None:
    """From /start to the answer and its details, in one message that changes."""

    async def dialogue() -> None:
        async with running("https://rheincrew.example") as bot:
            talk = bot.talk(42, language_code=f"{language}-XX")
            letter = {"de": "d", "nl": "n", "fr": "f", "en": "e"}[language]
            await talk.send("/start")
            await talk.tap(f"g{letter}wR", f"g{letter}wRvM", f"g{letter}wRvMlC", f"g{letter}wRvMlCmA1")
            await talk.tap(f"g{letter}wRvMlCmA1eS1")
            for rank in ("boatmaster", "boatman", "apprentice"):
                assert f"1 × {rank_name(rank, 1, language)}" in talk.text
                assert (f"({rank_name(rank, 1, 'de')})" in talk.text) is (language != "de")
            answer, code = talk.text, "wRvMlCmA1eS1"
            page = next(button["url"] for button in talk.last.buttons if "url" in button)
            assert page == f"https://rheincrew.example/{language}/r/{code}"
            for action in "pworakhc":
                await talk.tap(f"{action}{letter}{code}")
                assert talk.text != answer
                await talk.tap(f"g{letter}{code}")
                assert talk.text == answer
            assert len(talk.ours) == 1
            assert len(bot.api.called("answerCallbackQuery")) == len(bot.api.called("editMessageText"))

    asyncio.run(dialogue())


@with_dialogue
async def test_the_answer(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    assert talk.text.startswith(
        "Rhine · Motor vessel · 82.50 m (group 2)\nA1 · up to 14 hours · Standard S2\n\nMinimum crew\n"
    )
    assert "RheinSchPersV § 19.02 no. 1, text as of" in talk.text
    assert "no. 47" in talk.text
    assert talk.labels == [
        "Do my people suffice?",
        "Why?",
        "Who may replace?",
        "Rest times",
        "Does this apply?",
        "Good to know",
        "On another day",
        "Change",
        "New",
        "Share",
        "Save",
    ]
    bold = [entity for entity in talk.last.entities if entity["type"] == "bold"]
    assert bold
    assert any(entity.get("url", "").startswith("https://www.gesetze-im-internet.de/") for entity in talk.last.entities)
    await talk.tap("Share")
    assert f"https://t.me/{talk.api.username}?start={CASE}" in talk.text


@with_dialogue
async def test_alternatives_and_readings(talk: Dialogue) -> None:
    await talk.send("/start wRvCfM1mA2eS1")
    assert "\nor\nAlternative 2\n" in talk.text or "Alternative" not in talk.text
    await talk.send("/start wRvDaYpBmA2eS1")
    assert "Please note\n– The published texts differ here" in talk.text
    assert "Safety personnel" in talk.labels


@with_dialogue
async def test_no_crew_says_whom_to_ask(talk: Dialogue) -> None:
    await talk.send("/start wRvT")
    assert "The authority decides this crew." in talk.text
    assert "ask the inspection body" in talk.text
    assert "Who may replace?" not in talk.labels
    await talk.send("/start wGvO")
    assert "ask the Generaldirektion" in talk.text
    await talk.tap("Crew by the Rhine rules")
    assert "ask the inspection body" in talk.text
    assert "The other crew" in talk.labels
    await talk.send("/start wGvMgAkY")
    assert "Rheincrew has no answer for this case." in talk.text
    await talk.tap("Crew by the Rhine rules")
    assert "How long is the vessel?" in talk.text
    await talk.send("/start wE")
    assert "Ask the waterway authority" in talk.text


# Numbers and days.


@with_dialogue
async def test_a_typed_number(talk: Dialogue) -> None:
    await talk.send("/start wRvM")
    await talk.tap("Type a number")
    assert talk.last.reply_markup == {"force_reply": True, "input_field_placeholder": "82.50", "selective": False}
    prompt = talk.last
    for typed, words in (
        ("long", "“long” is not a number"),
        ("-3", "must lie between 5 and 300 m"),
        ("1.350", "may mean"),
        ("<b>{x}</b>", "“<b>{x}</b>” is not a number"),
    ):
        await talk.person.reply(prompt.message_id, typed)
        await talk.bot.idle()
        assert words in talk.text
        assert "Type it again" in talk.labels
        assert "over 86 m" in talk.labels
    await talk.person.reply(prompt.message_id, "8250")
    await talk.bot.idle()
    assert talk.labels[0] == "82.50 m?"
    await talk.tap("Type it again")
    await talk.reply("82,5 m")
    assert talk.text.startswith("Rhine · Motor vessel · 82.50 m\n")
    assert talk.data("A1 · up to 14 hours") == "gewRvMl82_5mA1"


@with_dialogue
async def test_the_guess_is_one_tap(talk: Dialogue) -> None:
    await talk.send("/start wRvM")
    await talk.reply("8250")  # a reply to the question itself is taken too
    await talk.tap("82.50 m?")
    assert talk.text.startswith("Rhine · Motor vessel · 82.50 m\n")


@with_dialogue
async def test_a_typed_day(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    await talk.tap("Does this apply?", "Day of the voyage: type it")
    await talk.reply("yesterday")
    assert "“yesterday” is not a day" in talk.text
    await talk.tap("Type it again")
    await talk.reply("1.2.2024")
    assert "Day of the voyage: " in talk.text
    assert "This is the law of " in talk.text
    assert talk.data("Share") == f"he{CASE}d240201"
    await talk.tap("Does this apply?")
    await talk.tap(next(label for label in talk.labels if label.startswith("☑ Day of the voyage")))
    assert talk.data("Back to the answer") == f"ge{CASE}"


@with_dialogue
async def test_typing_without_a_question(talk: Dialogue) -> None:
    for typed, words in (
        ("82,5", "which question this number answers"),
        ("hello", "I ask and you tap"),
        ("/x", "/help"),
    ):
        await talk.send(typed)
        assert words in talk.text
        assert talk.labels == ["Start"]
    await talk.person.send_sticker()
    await talk.bot.idle()
    assert "I ask and you tap" in talk.text
    await talk.tap("Start")
    assert "Where are you sailing?" in talk.text
    await talk.reply("a reply to the question that is no water")
    assert "No water on the list is called “a reply to the question that is no water”." in talk.text
    await talk.tap("The Rhine")
    await talk.reply("a reply to a question that cannot be typed")
    assert "I ask and you tap" in talk.text
    await talk.send(f"look: https://t.me/{talk.api.username}?start={CASE}")
    assert "Minimum crew" in talk.text


# Changing, going back, what applies.


@with_dialogue
async def test_a_changed_answer_keeps_the_later_ones(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    await talk.tap("Change", "Length: 82.50 m")
    assert "How long is the vessel?" in talk.text
    assert "A1 · up to 14 hours · Standard S2" in talk.text
    assert "Keep: 82.50 m" in talk.labels
    await talk.tap("over 86 m")
    assert talk.text.startswith("Rhine · Motor vessel · over 86 m (group 3)\nA1 · up to 14 hours · Standard S2\n")
    await talk.tap("Change", "Length: over 86 m", "Keep: over 86 m")
    assert "(group 3)" in talk.text
    await talk.tap("Change", "Vessel: Motor vessel", "Day-trip vessel", "Yes, with passengers", "up to 75")
    assert talk.text.startswith("Rhine · Day-trip vessel · up to 75 passengers (group 1)\n")


@with_dialogue
async def test_back(talk: Dialogue) -> None:
    await talk.send("/start")
    assert "Back" not in talk.labels
    await talk.tap("The Rhine", "Motor vessel", "over 86 m", "A1 · up to 14 hours")
    for words in ("How long do you sail", "How long is the vessel?", "What kind of vessel", "Where are you sailing?"):
        await talk.tap("Back")
        assert words in talk.text
    await talk.tap("The Rhine", "Pusher", "Start again")
    assert "Where are you sailing?" in talk.text


@with_dialogue
async def test_what_applies_can_be_said_and_taken_back(talk: Dialogue) -> None:
    await talk.send("/start wRvDaYp300mBeS2")
    before = talk.text
    await talk.tap("Does this apply?", "☐ Charter trip")
    assert "☑ Charter trip" in talk.labels
    await talk.tap("Back to the answer")
    assert "\nCharter trip\n" in talk.text
    assert "Conditions\n– The number of passengers is fixed" in talk.text
    await talk.tap("Does this apply?", "☑ Charter trip", "Back to the answer")
    assert talk.text == before


@with_dialogue
async def test_the_list_of_equipment(talk: Dialogue) -> None:
    await talk.send("/start wRvMlCmB")
    await talk.tap("Find out from the equipment")
    assert "Look first at no. 47 of your vessel certificate" in talk.text
    for letter in "abcdefghijk":
        assert f"\n{letter}  " in talk.text
    assert talk.data("a, b or c is missing") == "gewRvMlCmBeABC"
    assert talk.data("Only g and/or j is missing") == "gewRvMlCmBeGJ"
    assert talk.data("Something else is missing") == "gewRvMlCmBeOT"
    await talk.tap("All are there")
    assert "bow thruster" in talk.text
    assert talk.data("Yes: standard S2") == "gewRvMlCmBeS2"
    assert talk.data("No: standard S1") == "gewRvMlCmBeS1"


@with_dialogue
async def test_the_list_of_equipment_where_only_standards_count(talk: Dialogue) -> None:
    """German convoys know S2, S1 and neither; cabin vessels S2 or not."""
    for case, without in (("wGvCfG2jUmA", "No: standard S1"), ("wGvKaYbAmA", "No: standard S2 is not met")):
        await talk.send(f"/start {case}")
        await talk.tap("Find out from the equipment")
        assert talk.labels == ["All are there", "Something is missing", "Back"]
        assert talk.data("Something is missing") == f"ge{case}eNO"
        await talk.tap("All are there")
        assert talk.data("Yes: standard S2") == f"ge{case}eS2"
        assert talk.data(without) == f"ge{case}e" + ("S1" if without.endswith("S1") else "NO")
        await talk.tap("Back", "Back")
        assert "equipment" in talk.text or "standard" in talk.text


@with_dialogue
async def test_an_answer_that_does_not_fit_is_asked_again(talk: Dialogue) -> None:
    """A code that names a number out of range, or facts of another time, opens what can be opened."""
    await talk.send("/start wRvMl9999mA1")
    assert "This code cannot be read" in talk.text
    await talk.send("/start wRvMkY")
    assert "Small craft" in talk.text
    assert "How long is the vessel?" in talk.text


# German waterways.


@with_dialogue
async def test_a_ferry_operator(talk: Dialogue) -> None:
    """A car ferry with all its equipment: six taps after /start."""
    await talk.send("/start")
    await talk.tap("Another German federal waterway", "Car ferry", "It sails freely")
    await talk.tap("over 45 up to 135 t", "up to 250")
    assert "Does the ferry have all the equipment that it needs?" in talk.text
    assert "Find out from the equipment" not in talk.labels  # asked one by one
    assert talk.text.startswith("German waterway · Car ferry · Free-sailing ferry · over 45 up to 135 t · ")
    await talk.tap("Yes, everything on the list")
    assert talk.text.startswith(
        "German waterway · Car ferry · Free-sailing ferry · over 45 up to 135 t · up to 250 passengers (group 2)\n"
        "Equipment complete\n\nMinimum crew\n1 × ferry master (Fährführer)\n"
    )
    assert "BinSchPersV § 113 para. 1, text as of" in talk.text
    addresses = [entity["url"] for entity in talk.last.entities if "url" in entity]
    assert "https://www.gesetze-im-internet.de/binschpersv/__113.html" in addresses
    await talk.tap("Rest times")
    assert "Sailing: up to" not in talk.text
    assert "Employees\n10 hours of rest within 24 hours, of it 8 hours in one piece" in talk.text
    assert "Self-employed crew members\n8 hours of rest within 24 hours, in one piece" in talk.text
    await talk.tap("Back to the answer")
    assert "The other crew" not in talk.labels  # there is no choice for ferries


@with_dialogue
async def test_a_ferry_on_the_rhine_with_something_missing(talk: Dialogue) -> None:
    await talk.send("/start")
    await talk.tap("The Rhine", "Car ferry", "By a cable or a chain", "up to 45 t", "251 to 600")
    await talk.tap("No, something is missing")
    await talk.tap("No", "Yes")  # eight taps in all
    assert "Equipment incomplete · No mooring device · Ramps worked remotely\n" in talk.text
    assert "Minimum crew" in talk.text
    assert "On the Rhine, ferries follow" not in talk.text
    await talk.tap("Good to know")
    assert "On the Rhine, ferries follow the German rules for ferries." in talk.text


@with_dialogue
async def test_a_motor_vessel_off_the_rhine(talk: Dialogue) -> None:
    """Seven taps after /start, with the list of equipment one more."""
    await talk.send("/start")
    await talk.tap("Another German federal waterway", "Motor vessel", "over 750 up to 1000 t")
    assert "B · up to 18 hours" in talk.labels
    await talk.tap("B · up to 18 hours", "over 600 kW", "Find out from the equipment")
    assert talk.text.startswith(
        "Does the vessel have all the equipment of the list?\nBinSchPersV § 105 para. 1\n\n1. One"
    )
    assert "\n10. Groups 3 and 4" in talk.text
    assert talk.data("Something is missing").endswith("eNM")
    await talk.tap("All are there")
    if "mechanical aids" in talk.text:
        await talk.tap("Yes")
    assert talk.text.startswith(
        "German waterway · Motor vessel · over 750 up to 1000 t (group 3)\nB · up to 18 hours · over 600 kW · Equipment complete"
    )
    await talk.tap("Change")
    assert "Operating mode: B · up to 18 hours" in talk.labels


@with_dialogue
async def test_towed_vessels_by_band_and_typed(talk: Dialogue) -> None:
    await talk.send("/start wGvMg900mAqFeMyaY")
    before = talk.text
    await talk.tap("Does this apply?")
    assert "How many vessels does the motor vessel tow?" in talk.text
    assert "Assumed: up to 1\n" in talk.text
    assert "☐ Towed vessels: up to 1" not in talk.labels
    await talk.reply("2")  # also the day may be typed here, so this is no answer yet
    assert "which question this number answers" in talk.text
    await talk.send("/start wGvMg900mAqFeMyaY")
    await talk.tap("Does this apply?", "☐ Towed vessels: over 3")
    assert "☑ Towed vessels: over 3" in talk.labels
    await talk.tap("Back to the answer")
    assert "\nTowed vessels: over 3\n" in talk.text
    assert "2 × boatmen" in talk.text
    await talk.tap("Does this apply?", "☑ Towed vessels: over 3", "Towed vessels: type it")
    assert talk.last.reply_markup
    assert talk.last.reply_markup["input_field_placeholder"] == "2"
    await talk.reply("50")
    assert "must lie between 0 and 20" in talk.text
    await talk.tap("Type it again")
    await talk.reply("1")
    assert before.partition("\n\n")[2] in talk.text


@with_dialogue
async def test_a_mode_of_other_waters_is_asked_again(talk: Dialogue) -> None:
    await talk.send("/start wGvMg900mAqFeMyaY")
    await talk.tap("Change", "Water: German waterway", "The Rhine", "over 86 m")
    assert "Operating mode: the earlier answer does not fit here and was left out." in talk.text
    assert talk.text.startswith("Rhine · Motor vessel · over 86 m · 900 t · ")
    await talk.tap("A1 · up to 14 hours")
    assert "Equipment standard: the earlier answer does not fit here" in talk.text
    await talk.tap("Standard S1")
    assert talk.text.startswith("Rhine · Motor vessel · over 86 m (group 3)\nA1 · up to 14 hours · Standard S1\n")


@with_dialogue
async def test_waters_by_name(talk: Dialogue) -> None:
    await talk.send("/start")
    await talk.tap("Find by name")
    assert talk.last.reply_markup == {"force_reply": True, "input_field_placeholder": "Mosel", "selective": False}
    prompt = talk.last
    await talk.reply("<Nowhere>")
    assert "No water on the list is called “<Nowhere>”." in talk.text
    assert talk.labels[0] == "Type it again"
    assert "Another German federal waterway" in talk.labels
    await talk.person.reply(prompt.message_id, "mdk")
    await talk.bot.idle()
    assert "Which water do you mean by “mdk”?\n\n– Main-Donau-Kanal: German waterway · Zone 4" in talk.text
    await talk.tap("Main-Donau-Kanal")
    assert talk.text.startswith("German waterway · Usual waterway · Zone 4\n\nWhat kind of vessel is it?")
    await talk.tap("Convoy", "pusher + 1 lighter, over 86 m")  # the stretch is known
    assert "How long do you sail" in talk.text
    await talk.tap("Change an answer", "Stretch: Usual waterway", "Find by name")
    await talk.reply("Ems")
    assert [label.partition(" – ")[0] for label in talk.labels] == [
        "Ems",
        "Unterems",
        "Außenems",
        "Type it again",
        "Back",
    ]
    await talk.tap("Unterems – from Papenburg to Greetsiel")
    assert "Zones 1, 2 or other zone 3" in talk.text
    await talk.tap("Change an answer", "Water: German waterway", "The Rhine")
    assert "Zone" not in talk.text.splitlines()[0]  # it was that of the other water
    await talk.send("/start wGvB")
    await talk.tap("Find by name")
    await talk.reply("Kiel Canal")
    await talk.tap("Nord-Ostsee-Kanal")
    assert talk.text.startswith("German waterway · Passenger boat · Zone 2\n")


@with_dialogue
async def test_the_other_crew(talk: Dialogue) -> None:
    await talk.send("/start wGvCfG2jUmAeS2")
    await talk.tap("The other crew")
    _case, national, rhine, fewer, hours, choice = talk.text.split("\n\n")
    assert national.startswith("National crew\nA · up to 16 hours\n1 × boatmaster")
    assert national.endswith("\nBinSchPersV § 106 para. 1")
    assert rhine.startswith("Crew by the Rhine rules\nA2 · up to 18 hours\n2 × boatmasters")
    assert rhine.endswith("\nRheinSchPersV § 19.03 no. 1")
    assert fewer == "The national crew needs fewer people: 3 in place of 4."
    assert "mind the hours" in hours
    assert choice.endswith("(BinSchPersV § 98 para. 2 sentence 1)")
    await talk.tap("Take the other crew")
    assert talk.text.startswith("German waterway · Convoy · Crew by the Rhine rules · ")
    assert talk.text.count("Crew by the Rhine rules") == 1
    assert "A2 · up to 18 hours · Standard S2\n" in talk.text
    await talk.tap("The other crew")
    assert "\n\nNational crew\nNot known yet." in talk.text  # the Rhine rules do not ask for the stretch
    await talk.tap("Answer what is missing")
    assert "On which water does the convoy sail?" in talk.text


@with_dialogue
async def test_the_other_crew_needs_more_answers(talk: Dialogue) -> None:
    await talk.send("/start wGvMg900mAqFeMyaY")
    await talk.tap("The other crew")
    assert "Not known yet. The next question would be: How long is the vessel?" in talk.text
    assert "fewer" not in talk.text
    await talk.tap("Back to the answer", "Does this apply?", "☐ Crew by the Rhine rules")
    assert talk.text.startswith("German waterway · Motor vessel · Crew by the Rhine rules · A2 · up to 18 hours\n")
    assert "does not fit" not in talk.text
    await talk.tap("Change an answer", "☑ Crew rules: Crew by the Rhine rules")
    assert talk.text.startswith(
        "German waterway · Motor vessel · B · up to 24 hours on the Rhine, up to 18 elsewhere\n"
    )


@with_dialogue
async def test_the_free_choice_is_taken_back(talk: Dialogue) -> None:
    await talk.send("/start wGvKaYbAmBeS2")
    national = talk.text
    await talk.tap("Does this apply?", "☐ Crew by the Rhine rules")
    assert "A2 · up to 18 hours · Standard S2" in talk.text
    await talk.tap("☑ Crew by the Rhine rules", "Back to the answer")
    assert talk.text == national


# The people aboard.


@with_dialogue
async def test_the_people_aboard(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}")
    answer = talk.text
    await talk.tap("Do my people suffice?")
    assert talk.text.startswith(
        "Rhine · Motor vessel · 82.50 m (group 2)\nA1 · up to 14 hours · Standard S2\n\n"
        "Do my people suffice?\nCount the people aboard with plus and minus.\n"
    )
    assert "Share" not in talk.labels  # nobody is counted yet
    await talk.tap("− boatmaster")  # changes nothing at zero
    assert "Count the people aboard" in talk.text
    await talk.tap("+ 0 × boatmasters", "+ 0 × boatmen", "+ 1 × boatman", "− boatman")
    assert (
        "✕ Insufficient\nThese people would be enough with: 1 apprentice. A boatmaster is taken as entitled"
        in talk.text
    )
    assert "A2 · up to 18 hours – ✕ Insufficient\nOne person is missing: 1 boatmaster.\n" in talk.text
    assert "B · up to 24 hours – ✕ Insufficient\nMissing: 1 boatmaster, 1 apprentice.\n" in talk.text
    await talk.tap("+ 0 × apprentices")
    assert "✓ Sufficient\nBy the wording of the law, these people are enough." in talk.text
    assert "What if one drops out?\nIf one member drops out unexpectedly under way" in talk.text
    assert "Who fills which post\n– 1 boatmaster (§ 19.02 no. 1)\n– 1 boatman (§ 19.02 no. 1)\n" in talk.text
    assert "A1 · up to 14 hours – ✓ Sufficient\n" in talk.text
    assert "People aboard\n1 × boatmaster\n1 × boatman\n1 × apprentice\n" in talk.text
    assert any(entity.get("url", "").endswith("/__19_02.html") for entity in talk.last.entities)
    checked = talk.text
    await talk.tap("Share")
    assert f"https://t.me/{talk.api.username}?start={CASE}-B1M1L1" in talk.text
    await talk.tap("Back")
    assert talk.text == checked
    await talk.tap("Back to the answer")
    assert talk.text == answer
    assert len(talk.ours) == 1


@with_dialogue
async def test_people_in_the_place_of_others(talk: Dialogue) -> None:
    """Off the Rhine a boatmaster may stand in the post of an apprentice."""
    await talk.send("/start wGvMg900mAqFeMyaY-B2M1")
    assert "✓ Sufficient" in talk.text
    assert "– 1 boatmaster as apprentice (§ 96 para. 2 sentence 1)\n" in talk.text


@with_dialogue
async def test_a_deep_link_with_people(talk: Dialogue) -> None:
    await talk.send(f"/start {CASE}-B1M1L1")
    assert "✓ Sufficient" in talk.text
    checked = talk.text
    await talk.send(f"look: https://t.me/{talk.api.username}?start={CASE}-B1M1L1")
    assert talk.text == checked
    await talk.send(f"/start {CASE}-B1F2M1L1K3")  # a ferry master and an engine-minder have no part in this answer
    assert talk.text == checked
    assert talk.data("Share") == f"he{CASE}-B1M1L1"
    await talk.send(f"/start {CASE}-F2")
    assert "Count the people aboard" in talk.text
    await talk.send("/start wRvM-B1M2")  # still a question
    assert "How long is the vessel?" in talk.text
    for code in (f"{CASE}-B", f"{CASE}-B1M", f"{CASE}-Q1", f"{CASE}-B1_2", f"{CASE}-B1-M1", "wRwR-B1"):
        await talk.send(f"/start {code}")
        assert "This code cannot be read" in talk.text
        assert talk.labels == ["Start"]


@with_dialogue
async def test_without_a_crew_nobody_is_counted(talk: Dialogue) -> None:
    for code in ("wRvT", "wGvO", "wE"):
        await talk.send(f"/start {code}")
        answer = talk.text
        assert "Do my people suffice?" not in talk.labels
        await talk.send(f"/start {code}-B1")
        assert talk.text == answer


# Commands and languages.


@with_dialogue
async def test_commands(talk: Dialogue) -> None:
    await talk.send("/help")
    for command in COMMANDS:
        assert f"/{command.name} – {say(command.about, 'en')}" in talk.text
    await talk.send("/privacy")
    assert "Only what you ask the bot to keep is stored" in talk.text
    await talk.send("/start wRvM-dl")  # the address behind a prompt opens its case
    assert "How long is the vessel?" in talk.text


def test_the_language_travels_in_the_buttons() -> None:
    async def dialogue() -> None:
        async with running() as bot:
            talk = bot.talk(42, language_code="pl")
            await talk.send(f"/start {CASE}")
            assert "Minimum crew" in talk.text
            await talk.tap("Change", "Language")
            assert talk.labels[:4] == ["Deutsch", "Nederlands", "Français", "English"]
            await talk.tap("Deutsch")
            assert {button["callback_data"][1] for button in talk.last.buttons} == {"d"}
            await talk.tap(f"cd{CASE}", f"qd{CASE}-l", "ndwRvMmA1eS2-l")
            assert any(str(entity.get("url")).endswith("?start=wRvMmA1eS2-dl") for entity in talk.last.entities)
            await talk.reply("50")
            assert {button["callback_data"][1] for button in talk.last.buttons} == {"d"}
            await talk.send("/language")
            assert talk.data("Nederlands") == "1n"

    asyncio.run(dialogue())


def test_what_the_bot_says_of_itself() -> None:
    """Menu and descriptions in four languages; set once, and not again while they are the same."""

    async def start() -> None:
        async with BotApiServer() as api:
            for _start in range(2):
                async with build(api.token, api_url=api.base_url) as application:
                    assert application.post_init
                    await application.post_init(application)
            for code in ("", *LANGUAGES):
                language = code or "en"
                menu = next(commands for (_scope, found), commands in api.commands.items() if found == code)
                assert menu == [{"command": c.name, "description": say(c.about, language)} for c in COMMANDS]
                assert 0 < len(api.profile["description", code]) <= 512
                assert 0 < len(api.profile["short_description", code]) <= 120
            for method in ("setMyCommands", "setMyDescription", "setMyShortDescription"):
                assert len(api.called(method)) == 1 + len(LANGUAGES)

    asyncio.run(start())


def test_the_bot_serves_without_its_menu() -> None:
    async def start() -> None:
        async with BotApiServer() as api:
            api.fail_next("getMyCommands", 500, "Internal Server Error", times=15)
            async with build(api.token, api_url=api.base_url) as application:
                assert application.post_init
                await application.post_init(application)
            assert api.commands == {}

    asyncio.run(start())


# What goes wrong.


@with_dialogue
async def test_strange_codes_and_buttons(talk: Dialogue) -> None:
    for code in ("nonsense", "wRvM%20", "x" * 64, "../", "wRwR"):
        await talk.send(f"/start {code}")
        assert "This code cannot be read" in talk.text
        assert talk.labels == ["Start"]
    await talk.send("/start")
    for data in (
        "?",
        "zz",
        "ge!",
        "gewRvM-",
        "gxwR",
        "newRvM-zz",
        "newRvM-v",
        "eewRvM",
        "bewRvM",
        "eewGvFxFpK",
        "2ewGvH",
        "nexxx-l",
        "qewR-v",
        "wewRvM",
        "2e",
        "pe",
        "pewRvT-B1",
        "pewRvMl82_5mA1eS2-B",
        "hewRvMl82_5mA1eS2-Q1",
        "ee",
        "ce",
        "a" * 64,
    ):
        talk.last.reply_markup = {"inline_keyboard": [[{"text": "old", "callback_data": data}]]}
        await talk.tap(data)
        assert talk.labels
    assert len(talk.api.called("answerCallbackQuery")) == 22


@with_dialogue
async def test_a_double_tap(talk: Dialogue) -> None:
    await talk.send("/start")
    await asyncio.gather(*(talk.person.tap(talk.last.message_id, "The Rhine") for _finger in range(3)))
    await talk.bot.idle()
    assert "What kind of vessel" in talk.text
    assert len(talk.ours) == 1
    assert len(talk.api.called("answerCallbackQuery")) == 3


@with_dialogue
async def test_a_tap_that_is_too_old_to_be_answered(talk: Dialogue) -> None:
    await talk.send("/start")
    talk.api.fail_next(
        "answerCallbackQuery", 400, "Bad Request: query is too old and response timeout expired or query ID is invalid"
    )
    await talk.tap("The Rhine")
    assert "What kind of vessel" in talk.text


@with_dialogue
async def test_a_message_that_is_gone(talk: Dialogue) -> None:
    await talk.send("/start")
    first = talk.last
    await talk.person.tap(first.message_id, "The Rhine")
    del talk.person.chat.messages[first.message_id]
    await talk.bot.idle()
    assert "What kind of vessel" in talk.text
    talk.api.fail_next("editMessageText", 400, "Bad Request: message can't be edited")
    await talk.tap("Pusher")
    assert len(talk.ours) == 2
    assert "How long is the vessel?" in talk.text


@with_dialogue
async def test_an_old_message_that_telegram_does_not_give_any_more(talk: Dialogue) -> None:
    """A tap on a very old message brings the chat and nothing else."""
    await talk.send("/start")
    chat: Any = talk.person.chat.about
    query = {"id": "1", "from": talk.person.about, "chat_instance": "1", "data": "gewR"}
    talk.api.push("callback_query", query | {"message": {"message_id": 1, "date": 0, "chat": chat}})
    await talk.bot.idle()
    assert len(talk.ours) == 2
    assert "What kind of vessel" in talk.text
    talk.api.push("callback_query", query | {"data": "newRvM-l", "message": {"message_id": 1, "date": 0, "chat": chat}})
    talk.api.push("callback_query", query | {"inline_message_id": "1"})
    await talk.bot.idle()
    assert talk.text.startswith("Length")
    assert len(talk.ours) == 3


@with_dialogue
async def test_too_many_requests(talk: Dialogue) -> None:
    await talk.send("/start")
    talk.api.flood_next("editMessageText", 1)
    await talk.person.tap(talk.last.message_id, "The Rhine")
    await talk.bot.idle()
    assert "What kind of vessel" in talk.text


@with_dialogue
async def test_a_failure_is_told(talk: Dialogue) -> None:
    await talk.send("/start")
    talk.api.fail_next("editMessageText", 400, "Bad Request: something new")
    await talk.tap("The Rhine")
    assert "Something went wrong" in talk.text
    talk.api.block(42)
    talk.api.push("callback_query", {"id": "1", "from": talk.person.about, "chat_instance": "1", "data": "x",
                                     "message": talk.last.json()})  # fmt: skip
    await talk.bot.idle()
    assert len(talk.ours) == 2


def test_groups() -> None:
    """Commands with the name of the bot, taps by anybody, replies to prompts; nothing else is answered."""

    async def dialogue() -> None:
        async with running() as bot:
            one = bot.talk(1, first_name="Ada", chat_id=-100)
            other = bot.talk(2, first_name="Bo <3", chat_id=-100)
            await one.send(f"/start@{bot.api.username}")
            await other.tap("The Rhine")
            await one.tap("Motor vessel")
            await other.tap("Type a number")
            assert one.text.startswith("Bo <3\nLength")
            assert one.last.reply_markup
            assert one.last.reply_markup["selective"]
            await one.reply("82.5")
            assert one.text.startswith("Rhine · Motor vessel · 82.50 m")
            before = len(one.ours)
            await one.send("hello")
            await other.send("82.5")
            await one.person.send_sticker()
            await bot.idle()
            assert len(one.ours) == before

    asyncio.run(dialogue())


@pytest.mark.parametrize("kind", ["edited_message", "channel_post", "edited_channel_post"])
def test_edited_messages_and_channels_are_ignored(kind: str) -> None:
    async def dialogue() -> None:
        async with running() as bot:
            talk = bot.talk(42)
            await talk.send("/help")
            bot.api.allowed_updates = []  # as if Telegram sent them all the same
            message = talk.last.json() | {"text": "/start", "from": talk.person.about, "edit_date": 1}
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": 6}]
            bot.api.push(kind, message)
            await bot.idle()
            assert len(talk.ours) == 1

    asyncio.run(dialogue())
