"""Free text at its edges: what is half a number, half a mode, or a measure that the law cannot use."""

from typing import Any

import pytest

from core.facts import plain
from core.spoken import Description, read
from core.spoken.choosing import Choice
from core.spoken.fitting import _Fitting
from core.spoken.grammar import Piece, hear
from core.spoken.lexicon import _one_slip, _phrases, lexicon
from core.wording import say

from ..conftest import TODAY


def said(text: str) -> Description:
    return read(text, TODAY)


def known(text: str) -> dict[str, Any]:
    return {key: plain(value) for key, value in said(text).facts.items()}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("mode a 1", {"mode": "A1"}),
        ("mode a 1 Rhein", {"water": "rhine"}),
        ("110x11,45", {"length_m": 110}),
        ("110 x 11 x 3 x 2", {"length_m": 110}),
        ("length of about ca 82", {"length_m": 82}),
        ("88 m3", {}),
        ("1 PS", {}),
        ("km 5 m", {"length_m": 5}),
        ("82,5 m T 3", {"length_m": 82.5}),
        ("A 110 m", {"length_m": 110}),
        ("82 de long", {"length_m": 82}),
        ("frachtschiffen", {"vessel": "motor-vessel"}),
    ],
)
def test_what_is_read(text: str, facts: dict[str, Any]) -> None:
    assert known(text) == facts


@pytest.mark.parametrize(
    ("text", "words", "key"),
    [
        ("Schlepper A1 ch B", "A1 / B", "mode"),
        ("continu Fähre", "continu", None),
        ("Fähre continu", "continu", None),
        ("über 3", "über 3", None),
        ("Leistung 0", "Leistung 0", "power_kw"),
        ("convoi 80 x 150 11 Moselle", "80 x 150", "formation"),
        ("-5 m", "5 m", "length_m"),
    ],
)
def test_what_is_in_doubt(text: str, words: str, key: str | None) -> None:
    assert (words, key) in [(doubt.words, doubt.key) for doubt in said(text).doubts]


@pytest.mark.parametrize("text", ["88 m3", "1 PS", "100 L", "12qm", "12ab"])
def test_what_is_left(text: str) -> None:
    assert said(text).rest == (text,)


def test_a_mode_with_its_name_is_one_piece() -> None:
    assert said("Rhein tanker mode: B 110 m").words["mode"] == ("mode: B",)


def test_hours_say_nothing_of_a_ferry() -> None:
    assert ("10 h, 12 h", None) in [(doubt.words, doubt.key) for doubt in said("Autofähre 10 h 12 h").doubts]


def test_the_lighters_of_a_convoy_may_stand_anywhere() -> None:
    for text in ("4er Verband Rhein", "Rhein 4er Verband", "Rhein A1 4er Verband"):
        assert said(text).words["vessel"] == ("4er", "Verband")


def test_two_words_with_one_slip_are_one_word_only_if_one_of_them_is_none() -> None:
    assert lexicon().slip_apart("motor", "vesel")
    assert lexicon().slip_apart("able", "boatmaq")
    assert not lexicon().slip_apart("lit", "kabinen")


def test_horsepower_too_small_to_matter_is_left() -> None:
    assert known("1 ch tug") == {"vessel": "tug"}


def test_a_tonnage_is_no_draught() -> None:
    assert known("12.5.2024T foot 4") == {}


def test_one_slip_is_forgiven_and_two_are_not() -> None:
    assert _one_slip("schlepper", "schleper")
    assert _one_slip("schlepper", "shclepper")
    assert not _one_slip("schlepper", "schlep")
    assert not _one_slip("schlepper", "tdhlepper")
    assert not _one_slip("hafen", "hufon")
    assert not _one_slip("abhafen", "dchafen")
    assert not _one_slip("dchafen", "abhafen")


def test_a_word_that_means_two_things_is_refused() -> None:
    one, other = ({"words": ["tug"], "means": [{"vessel": vessel}]} for vessel in ("tug", "harbour-tug"))
    with pytest.raises(ValueError, match="tug"):
        _phrases({"phrases": [one, other], "lighters": {"words": []}, "people": {"words": []}}, {})


def test_what_the_law_does_not_take_becomes_a_doubt() -> None:
    """Words never lead here: what a vessel cannot have is dropped before."""
    fitting = _Fitting(hear(""), lexicon(), TODAY, [], [], [])
    piece = Piece(0, "pusher+5", ())
    facts: dict[str, Any] = {"water": "rhine", "vessel": "convoy", "formation": "pusher+5"}
    assert fitting._by_law(dict(facts), Choice(said_by={"formation": [piece]})) == {
        "water": "rhine",
        "vessel": "convoy",
    }
    [(_, doubt)] = fitting.doubts
    assert (doubt.words, doubt.key) == ("pusher+5", "formation")
    assert "pusher+5" in say(doubt.text, "en")
