"""Then and now in the bot: the day to be chosen or typed, both crews, what changed, and what a day to come will change."""

from collections.abc import Iterator
from datetime import date
from io import StringIO
from pathlib import Path

import pytest

from bot.case import open_case
from bot.described import text_screen
from bot.screen import Screen, View, plain
from bot.screens import screen, tap_screen, typed_screen
from bot.store import IN_MEMORY, Store
from bot.tap import DAY, LIMIT, Action, Tap, prompt_link, read_prompt_link, read_start, read_tap
from bot.terminal import Shelf, talk
from core import LANGUAGES, Result, encode
from core.facts import FACTS
from core.law import DATA, read, using
from core.wording import day as in_words

from ..conftest import TODAY
from ..core.test_then_and_now import ONE_BOATMAN_MORE, future

DAY_TRIP = "wRvDaYp250mBeS2"
"""Its engineer could be an engine boatman until 30 November 2017."""
LONG = "wRvDaYp250mBeABCkNz120501"


def view_of(language: str = "en") -> View:
    return View(language, TODAY, "rheincrew_test_bot", "https://rheincrew.example")


def shown(code: str, extra: str = "", language: str = "en") -> Screen:
    return tap_screen(Tap(Action.THEN, language, code, extra), view_of(language))


def buttons(found: Screen) -> dict[str, str]:
    return {button.label: button.data for row in found.rows for button in row}


def checked(found: Screen, language: str) -> None:
    """No gap is open, and every button leads to a screen."""
    assert "{" not in plain(found.text)
    for row in found.rows:
        for button in row:
            assert "{" not in button.label
            assert 0 < len(button.data.encode()) <= LIMIT
            assert read_tap(button.data).language == language
            assert screen(button.data, view_of(language)).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [DAY_TRIP, "wGvTmCq450eM", "wRvAxCl", "wGvB", "wRvT", "wE", "wRvCfP3mA1eS2"])
def test_every_language_and_every_kind_of_answer(code: str, language: str) -> None:
    checked(shown(code, language=language), language)
    for day in ("d130503", "d190501", "d990101", "d870101", "d270101"):
        checked(shown(code, day, language), language)


def test_the_answer_leads_to_the_days_on_which_the_rules_changed() -> None:
    answer = tap_screen(Tap(Action.CASE, "en", DAY_TRIP), view_of())
    days = screen(buttons(answer)["On another day"], view_of())
    assert list(buttons(days)) == ["24 December 2011", "1 December 2017", "14 April 2023", "Type a day", "Back"]
    assert "– 1 December 2017: RheinSchPersV 2011, another answer since then" in plain(days.text)
    assert buttons(days)["Back"] == f"ge{DAY_TRIP}"
    assert "On another day" not in buttons(tap_screen(Tap(Action.CASE, "en", "wE"), view_of()))


def test_both_crews_stand_one_under_the_other_with_what_changed() -> None:
    text = plain(shown(DAY_TRIP, "d130503").text)
    today, then = text.index("Today, 30 November 2026"), text.index("3 May 2013")
    assert today < then < text.index("Compared with today: another crew.") < text.index("What changed this answer")
    assert "engine boatman (Matrosen-Motorwart)" in text[then:]
    assert "engine boatman" not in text[:then]
    assert "Matrosen-Motorwart (engine boatman): today able boatman (Bootsmann)" in text
    assert "1 December 2017, BGBl. 2017 II S. 1282 (ZKR 2016-II-9)\n– " in text
    ways = buttons(shown(DAY_TRIP, "d130503"))
    assert ways["Answer of 3 May 2013"] == f"ge{DAY_TRIP}d130503"
    assert ways["Another day"] == f"3e{DAY_TRIP}"
    assert ways["Back to the answer"] == f"ge{DAY_TRIP}"


def test_a_dated_answer_stands_beside_today_at_once() -> None:
    dated = tap_screen(Tap(Action.CASE, "en", f"{DAY_TRIP}d130503"), view_of())
    assert screen(buttons(dated)["On another day"], view_of()) == shown(DAY_TRIP, "d130503")


@pytest.mark.parametrize(("extra", "old"), [("d171130", True), ("d171201", False)])
def test_the_edges_of_a_version(extra: str, old: bool) -> None:
    crews = plain(shown(DAY_TRIP, extra).text).split("Compared with")[0].split("The crew is the same")[0]
    assert ("engine boatman" in crews) is old


def test_a_day_that_needs_one_more_answer_leads_to_its_question() -> None:
    found = shown("wRvCfP3mA1eS2", "d150601")
    assert "This day needs one more answer: How is the convoy made up?" in plain(found.text)
    asked = screen(buttons(found)["Answer what is missing"], view_of())
    assert "Pusher + 3 or 4 lighters" in " ".join((*buttons(asked), plain(asked.text)))


def test_a_day_that_is_not_collected_is_outside() -> None:
    text = plain(shown(DAY_TRIP, "d990101").text)
    assert "Rheincrew has no answer for this case." in text
    assert "RheinSchUO Kapitel 23. Answers begin with 24 December 2011." in text


def test_a_day_to_come_may_still_change() -> None:
    assert "That day is yet to come." in plain(shown(DAY_TRIP, "d270101").text)


# ------------------------------------------------------------------------------------------------ typing a day


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_day_may_be_typed(language: str) -> None:
    tap = Tap(Action.TYPE, language, LONG, DAY)
    prompt = tap_screen(tap, view_of(language))
    assert prompt.placeholder
    address = prompt_link("rheincrew_test_bot", tap)
    assert address in prompt.text
    assert read_prompt_link(address) == tap
    assert read_start(address.partition("start=")[2], language).action is Action.CASE, "the link opens the case"
    found = typed_screen(tap, " 3.5.2013 ", view_of("en"))
    assert in_words(date(2013, 5, 3), language) in plain(found.text)
    checked(found, language)


@pytest.mark.parametrize("typed", ["31.02.2019", "yesterday", "1.1.1066", "", "x" * 300, "<b>&"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_day_that_cannot_be_is_named_and_asked_again(typed: str, language: str) -> None:
    found = typed_screen(Tap(Action.TYPE, language, DAY_TRIP, DAY), typed, view_of())
    assert "30.11.2026" in plain(found.text)
    assert buttons(found) == buttons(shown(DAY_TRIP, language=language))
    checked(found, language)


def test_today_and_strange_taps() -> None:
    assert "That day is today." in plain(
        typed_screen(Tap(Action.TYPE, "en", DAY_TRIP, DAY), "30.11.2026", view_of()).text
    )
    assert "first: " in plain(shown("wGvM", "d190501").text), "a question is answered first"
    for strange in ("nonsense", "d999999", "-", "d130503-x", "d130503-99", "wR"):
        assert shown(DAY_TRIP, strange).text
    assert "cannot be read" in shown("strange", "d130503").text
    assert "cannot be read" in typed_screen(Tap(Action.TYPE, "en", "strange", DAY), "1.1.2019", view_of()).text


def test_no_fact_has_the_letters_of_the_day() -> None:
    assert DAY not in {fact.letter for fact in FACTS}


def test_long_lists_of_changes_come_in_pages() -> None:
    first = shown("wRvAxClAp100", "d950101", "de")
    found = shown("wGvDaYp400mCeM", "d950101", "de")
    for screen_ in (first, found):
        further = [data for data in buttons(screen_).values() if data.endswith("-2")]
        for data in further:
            checked(screen(data, view_of("de")), "de")


# ------------------------------------------------------------------------------------------------ the rest of the bot


def test_an_answer_of_old_law_says_its_doubts_and_ranks() -> None:
    text = plain(tap_screen(Tap(Action.CASE, "en", "wGvMg700mAq550eMd050301"), view_of()).text)
    assert "The wording of these rules before 2006 was not found." in text
    text = plain(tap_screen(Tap(Action.CASE, "en", f"{DAY_TRIP}d130503z110101"), view_of()).text)
    assert "The published texts differ here" in text
    assert "today able boatman (Bootsmann)" in text
    assert "Your certificate is older than these rules" in text


def test_the_people_of_old_law_are_counted_by_its_ranks() -> None:
    found = tap_screen(Tap(Action.PEOPLE, "en", f"{DAY_TRIP}d130503", "B2M1L1O1"), view_of())
    assert "✓ Sufficient" in plain(found.text)
    assert any(label.startswith("+ 1 × engine boatman") for label in buttons(found))
    assert "✕ Insufficient" in plain(
        tap_screen(Tap(Action.PEOPLE, "en", f"{DAY_TRIP}d130503", "B2M1L1"), view_of()).text
    )


def test_the_list_of_equipment_has_the_letters_of_its_day() -> None:
    for day, letters, provision in (("", ("g", "j"), "§ 19.01"), ("d130503", ("i", "l"), "§ 3.14")):
        found = tap_screen(Tap(Action.ITEMS, "en", f"wRvMl82_5mA1{day}"), view_of())
        assert provision in found.text
        assert "Only {} and/or {} is missing".format(*letters) in buttons(found)
        assert f"\n{letters[1]}  The main controls" in plain(found.text)


def test_the_other_crew_is_offered_in_the_words_of_its_day() -> None:
    now, then = (
        plain(tap_screen(Tap(Action.OTHER_CREW, "en", f"wGvTmAq450eM{day}"), view_of()).text) for day in ("", "d200501")
    )
    assert "their chapters 17 to 19 apply" in now
    assert "chapters 2 and 3 of their part II apply" in then


@pytest.mark.parametrize(
    ("line", "day"),
    [("Unfall 3.5.2015 Tankschiff Rhein", date(2015, 5, 3)), ("motorschip Rijn op 1/5/2019", date(2019, 5, 1))],
)
def test_a_day_in_a_description_may_be_that_of_the_voyage_or_of_the_certificate(line: str, day: date) -> None:
    found = text_screen(line, view_of())
    shown_day = in_words(day, "en")
    ways = buttons(found)
    assert any(f"Day of the voyage: {shown_day}" in label for label in ways)
    assert any(f"Date of the certificate: {shown_day}" in label for label in ways)


@pytest.fixture
def _planned(tmp_path: Path) -> Iterator[None]:
    open_case.cache_clear()
    with using(read(DATA, future(tmp_path, **ONE_BOATMAN_MORE))):
        yield
    open_case.cache_clear()


@pytest.mark.usefixtures("_planned")
def test_a_version_to_come_is_announced_where_it_changes_the_answer() -> None:
    facts = {"water": "german", "vessel": "motor-vessel", "deadweight_t": 600, "power_kw": 500, "equipment": "met"}
    code = encode({**facts, "mode": "A"})
    answer = tap_screen(Tap(Action.CASE, "en", code), view_of())
    assert isinstance(answer.outcome, Result)
    assert "From 1 January 2028: 1\u00a0boatman more." in plain(answer.text)
    both = screen(buttons(answer)["See both crews"], view_of())
    assert "Compared with today: 1\u00a0boatman more." in plain(both.text)
    other = tap_screen(Tap(Action.CASE, "en", encode({**facts, "mode": "B"})), view_of())
    assert "See both crews" not in buttons(other), "mode B stays as it is"


def test_at_the_terminal() -> None:
    """From a description to a typed day and to the answer of that day."""
    shelf, output = Shelf(Store(IN_MEMORY), 0), StringIO()
    lines = ["day-trip vessel 250 passengers with passengers Rhine B S2\n"]
    talk(lines, output, view_of(), shelf)
    numbers = [line.split()[0] for line in output.getvalue().splitlines() if line.endswith("On another day")]
    output = StringIO()
    talk([*lines, f"{numbers[0]}\n", "32.1.2013\n", "3.5.2013\n", "1\n"], output, view_of(), shelf)
    text = output.getvalue()
    assert "is not a day that can be used" in text
    assert text.index("Compared with today: another crew.") < text.index("This is the law of 3 May 2013.")
    shelf.store.close()
