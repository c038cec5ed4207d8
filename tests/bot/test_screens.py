"""Screens, cases and buttons by themselves, without Telegram."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answer import crew_text, distinct_crews, which_alternatives
from bot.case import open_case, settle
from bot.commands import DESCRIPTION, SHORT_DESCRIPTION, failed_screen, help_screen, number_screen, other_screen
from bot.screen import Button, Screen, View, in_rows, length, pages, plain
from bot.screens import screen, tap_screen, typed_screen
from bot.tap import LETTERS, Action, Tap, TapError, prompt_link, read_prompt_link, read_start, read_tap, typing
from core import LANGUAGES, Question, Result
from core.code import LIMIT
from core.text import Text

TODAY = date(2026, 11, 30)
VIEW = View("en", TODAY, "rheincrew_test_bot")
A_CASE = Tap(Action.CASE, "en", "wRvMl82_5mA1eS2")


# Taps.


@pytest.mark.parametrize("action", Action)
def test_a_tap_is_read_as_it_was_written(action: Action, language: str) -> None:
    for extra in ("", "2", "l"):
        tap = Tap(action, language, "wRvMl82_5", extra)
        assert read_tap(tap.data) == tap
        assert tap.data[:2] == action + LETTERS[language]


def test_what_a_deep_link_opens() -> None:
    assert read_start("wRvM", "en") == read_start("wRvM-", "en") == Tap(Action.CASE, "en", "wRvM")
    assert read_start("wRvM-B1M2", "en") == Tap(Action.PEOPLE, "en", "wRvM", "B1M2")
    assert read_start("wRvM-da", "en").action is Action.CASE  # also the day behind a prompt
    assert read_start("wRvM-za", "en").action is Action.PEOPLE
    assert read_start("../", "en") == Tap(Action.CASE, "en", "../")


def test_a_tap_has_room_for_the_longest_case_and_a_crew() -> None:
    assert len(Tap(Action.CASE, "en", "x" * LIMIT, "y" * 21).data) == 64
    with pytest.raises(ValueError, match="65 bytes"):
        _ = Tap(Action.CASE, "en", "x" * LIMIT, "y" * 22).data


@given(st.text(max_size=70) | st.text("abcdeghklnopqrsw2defn-ABCGMRSvwlm180_", max_size=64))
@settings(max_examples=300, deadline=None)
def test_no_button_breaks_the_bot(data: str) -> None:
    assert screen(data, VIEW).text
    assert tap_screen(Tap(Action.CASE, "en", data), VIEW).text


@given(st.text(max_size=40), st.sampled_from(["l", "d", "p", "v", "x", "w", "j", "y", "yt"]))
@settings(max_examples=200, deadline=None)
def test_no_typed_answer_breaks_the_bot(text: str, letter: str) -> None:
    assert typed_screen(Tap(Action.TYPE, "en", "wRvM", letter), text, VIEW).text


def test_prompt_links() -> None:
    tap = Tap(Action.TYPE, "nl", "wRvM", "l")
    address = prompt_link("rheincrew_bot", tap)
    assert address == "https://t.me/rheincrew_bot?start=wRvM-nl"
    assert read_prompt_link(address) == tap
    assert read_prompt_link(address.replace("?", "/?")) == tap  # as Telegram writes it
    for other in ("https://t.me/rheincrew_bot?start=wRvM", "https://example.org/?start=wRvM-nl", address + "9", ""):
        assert read_prompt_link(other) is None
    assert read_prompt_link("https://t.me/rheincrew_bot?start=wRvM-xl") is None
    assert read_start("wRvM-nl", "en") == Tap(Action.CASE, "en", "wRvM")
    for data in ("", "g", "ge wR", "é", "gx", "ge-é", "x" * 65):
        with pytest.raises(TapError):
            read_tap(data)


# Screens.


def test_a_screen_refuses_what_telegram_refuses() -> None:
    tap = Tap(Action.CASE, "en")
    Screen("<b>" + "x" * 4096 + "</b>")
    for text, rows in (
        ("", ()),
        ("x" * 4097, ()),
        ("🚢" * 2049, ()),
        ("x", ((Button(" ", tap),),)),
        ("x", ((Button("x"),),)),
        ("x", ((Button("x", tap, "https://example.org"),),)),
        ("x", tuple((Button("x", tap),) for _ in range(101))),
        ("x", ((Button("x", Tap(Action.CASE, "en", "c" * 63)),),)),
    ):
        with pytest.raises(ValueError, match=r".+"):
            Screen(text, rows)


def test_rows_and_pages() -> None:
    tap = Tap(Action.CASE, "en")
    rows = in_rows(Button(label, tap) for label in ("a", "b", "c", "d" * 30, "e", "f"))
    assert [[button.label for button in row] for row in rows] == [["a", "b"], ["c"], ["d" * 30], ["e", "f"]]
    assert pages(["x" * 40, "<b>" + "y" * 40 + "</b>", "z" * 200], 100) == [
        ["x" * 40, f"<b>{'y' * 40}</b>"],
        ["z" * 200],
    ]
    assert pages([]) == [[]]
    assert length("<b>a &lt; b</b> 🚢") == 8


def test_screens_for_everybody(language: str) -> None:
    view = View(language, TODAY)
    for shown in (help_screen(view), number_screen(view), other_screen(view), failed_screen(view), screen("?", view)):
        assert "{" not in plain(shown.text)
        assert [[button.data for button in row] for row in shown.rows] == [["g" + LETTERS[language]]]
    assert 0 < len(view.say(DESCRIPTION)) <= 512
    assert 0 < len(view.say(SHORT_DESCRIPTION)) <= 120


def test_the_same_in_every_language() -> None:
    """A case has the same buttons in every language; only words and the language letter differ."""
    for code in ("", "wRvM", "wRvMlCmA1", "wRvDaYp300mBeABC", "wRvT"):
        shown = [screen(f"g{LETTERS[language]}{code}", VIEW) for language in LANGUAGES]
        taps = [[b.data[:1] + b.data[2:] for row in one.rows for b in row] for one in shown]
        assert all(sorted(one) == sorted(taps[0]) for one in taps)


def test_no_links_without_a_bot_or_a_page() -> None:
    shown = tap_screen(A_CASE, View("en", TODAY))
    assert {button.label for row in shown.rows for button in row} & {"Share", "Open page"} == set()
    assert "no address" in tap_screen(Tap(Action.SHARE, "en", A_CASE.code), View("en", TODAY)).text
    shared = tap_screen(Tap(Action.SHARE, "en", A_CASE.code), View("en", TODAY, "", "https://rheincrew.example"))
    assert f"https://rheincrew.example/en/r/{A_CASE.code}" in shared.text


def test_equal_alternatives_are_shown_once() -> None:
    result = open_case("wRvCfP1mA1eABC", TODAY).outcome
    assert isinstance(result, Result)
    first, second = result.crews
    assert [places for _crew, places in distinct_crews(result)] == [[0], [1]]
    assert plain(crew_text(result, VIEW)).count("Alternative") == 2
    three = replace(result, crews=(first, second, first))
    assert [places for _crew, places in distinct_crews(three)] == [[0, 2], [1]]
    assert which_alternatives(three, [2], VIEW) == "Alternative 1"
    assert which_alternatives(three, [1, 2], VIEW) == ""
    same = replace(result, crews=(first, first))
    assert "Alternative" not in plain(crew_text(same, VIEW))


def test_details_of_a_case_that_is_still_a_question_show_the_question() -> None:
    for action in (Action.WHY, Action.REST, Action.APPLIES, Action.NOTICES):
        assert "How long is the vessel?" in tap_screen(Tap(action, "en", "wRvM"), VIEW).text


def test_why_adds_up() -> None:
    text = plain(tap_screen(Tap(Action.WHY, "en", "wRvMlCmBeABC"), VIEW).text)
    assert "+2 boatmen" in text
    assert "+2 able boatmen, −2 boatmen" in text
    assert "Minimum crew" in text


# The people aboard.


def test_plus_and_minus_stay_between_nobody_and_the_most() -> None:
    shown = tap_screen(Tap(Action.PEOPLE, "en", A_CASE.code, "MZ"), VIEW)
    row = {button.label: button.tap for row in shown.rows for button in row}
    assert row["+ 61 × boatmen"] == Tap(Action.PEOPLE, "en", A_CASE.code, "MZ")
    assert row["− boatman"] == Tap(Action.PEOPLE, "en", A_CASE.code, "MY")
    assert row["− boatmaster"] == Tap(Action.PEOPLE, "en", A_CASE.code, "MZ")
    assert row["+ 0 × boatmasters"] == Tap(Action.PEOPLE, "en", A_CASE.code, "B1MZ")


def test_a_doubt_is_told_with_its_post() -> None:
    text = plain(tap_screen(Tap(Action.PEOPLE, "en", A_CASE.code, "B1M2"), VIEW).text).replace("\u00a0", " ")
    assert "\n? Unclear\nIt is not certain that these people are enough. " in text
    assert "What is not certain\n– boatman as apprentice (§ 3.02 no. 2)\n" in text
    assert "\nA1 · up to 14 hours – ? Unclear\n" in text


def test_a_mode_that_needs_one_more_answer_asks_for_it() -> None:
    text = plain(tap_screen(Tap(Action.PEOPLE, "en", "wGvEgQmDeNMyeY", "B2M1"), VIEW).text)
    assert "A · up to 16 hours – ? Unclear\nThis mode needs one more answer: " in text
    assert "mechanical aids" in text


def test_a_check_that_is_too_long_leaves_out_who_fills_which_post(monkeypatch: pytest.MonkeyPatch) -> None:
    tap = Tap(Action.PEOPLE, "en", A_CASE.code, "B1M1L1")
    assert "Who fills which post" in tap_screen(tap, VIEW).text
    monkeypatch.setattr("bot.people.MAX_TEXT", 600)
    text = plain(tap_screen(tap, VIEW).text)
    assert "Who fills which post" not in text
    assert "✓ Sufficient" in text
    assert "With these people, by operating mode" in text


def test_kinds_with_long_names_are_spelled_out() -> None:
    shown = tap_screen(Tap(Action.PEOPLE, "en", A_CASE.code), VIEW)
    assert "(a) 0 × apprentice, 17 or older, third year" in plain(shown.text)
    assert ["− (a) apprentice", "+ 0 × (a) apprentices"] in [[button.label for button in row] for row in shown.rows]


# Cases.


def test_an_answer_that_does_not_fit_is_dropped_and_said() -> None:
    case = settle({"water": "rhine", "vessel": "motor-vessel", "length_m": Decimal(50), "mode": "C"}, TODAY)
    assert case.dropped == ("mode",)
    assert isinstance(case.outcome, Question)
    assert case.outcome.fact.key == "mode"


def test_later_answers_wait_and_come_back() -> None:
    case = open_case(open_case(A_CASE.code, TODAY).without("vessel"), TODAY)
    assert isinstance(case.outcome, Question)
    assert list(case.known) == ["water", "length_m", "mode", "equipment"]
    assert case.back() == "l82_5mA1eS2"
    assert isinstance(open_case(case.with_("vessel", "pusher"), TODAY).outcome, Result)


def test_waiting_answers_give_way_when_the_code_grows_too_long() -> None:
    """Facts of several vessels, collected by changing the vessel again and again, are more than a code holds."""
    case = open_case("wGhEsKf116aYlAkNp10000b2000mA1eABCtYnYiYcId261130z261130", TODAY)
    assert len(case.code) <= LIMIT
    for row in tap_screen(Tap(Action.CASE, "en", case.code), VIEW).rows:
        for button in row:
            assert button.tap
            assert len(button.tap.code) <= LIMIT


def test_a_band_of_other_waters_is_dropped_and_said() -> None:
    case = open_case("wGvFxFpB", TODAY)
    assert "passengers" not in case.dropped
    case = open_case("wGvFxFpA", TODAY)
    assert case.dropped == ("passengers",)
    assert "passengers" not in case.known
    shown = tap_screen(Tap(Action.CASE, "en", "wGvFxFpA"), VIEW).text
    assert "Permitted passengers: the earlier answer does not fit here and was left out." in plain(shown)


def test_the_free_choice_translates_the_answers() -> None:
    case = open_case("wGvKaYbAmAeS2", TODAY)
    assert case.with_("rules", "rhine") == case.by_other_rules() == "wGrRvKaYbAmA2eS2"
    rhine = open_case(case.by_other_rules(), TODAY)
    assert rhine.without("rules") == rhine.with_("rules", "national") == "wGvKaYbAmBeS2"
    assert rhine.with_("rules", "rhine") == rhine.code
    assert open_case("wGrNvKaYbAmAeS2", TODAY).without("rules") == case.code


def test_another_water_takes_its_stretch_and_zone_away() -> None:
    case = open_case("wGvCjUy4", TODAY)
    assert case.with_("water", "rhine") == "wRvC"
    assert case.without("water") == "vC"
    assert case.with_all({"water": "german", "stretch": "other", "zone": "2"}) == "wGvCjOy2"
    assert case.without("stretch") == "wGvCy4"


def test_which_answer_is_typed() -> None:
    """A screen with several buttons for typing does not tell which one is meant."""
    one, other = Tap(Action.TYPE, "en", "wR", "l"), Tap(Action.TYPE, "en", "wR", "d")
    assert typing([A_CASE, one, one]) == one
    assert typing([one, other]) is None
    assert typing([A_CASE]) is None


def test_a_vessel_without_crew() -> None:
    text = plain(tap_screen(Tap(Action.CASE, "en", "wGvWg100mAysA"), VIEW).text)
    assert "Minimum crew\nNo crew is needed.\n" in text


def test_asking_again_for_what_is_not_asked_yet() -> None:
    shown = tap_screen(Tap(Action.ASK_AGAIN, "en", "wGrRvMmA2", "m"), VIEW)
    assert "How long is the vessel?" in shown.text


def test_back_skips_what_was_only_offered() -> None:
    case = open_case("wRvMd240201", TODAY)
    assert isinstance(case.outcome, Question)
    assert case.outcome.fact.key == "length_m"
    assert case.back() == "wRd240201"


# Settings.


def test_markup_in_words_is_escaped() -> None:
    assert VIEW.button(Text("{x}", {"x": "<"}), Action.CASE).label == "<"
    typed = typed_screen(Tap(Action.TYPE, "en", "wRvM", "l"), "<b>&", VIEW)
    assert "&lt;b&gt;&amp;" in typed.text
