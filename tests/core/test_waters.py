"""The waters by name."""

from pathlib import Path

import pytest

from core.facts import BY_KEY, parse_facts
from core.waters import MOST, search, waters


@pytest.mark.parametrize(
    ("typed", "name", "zone"),
    [
        ("MDK", "Main-Donau-Kanal", "4"), ("main donau kanal", "Main-Donau-Kanal", "4"), ("Mittellandkanal", "Mittellandkanal", "4"),
        ("Mosel", "Mosel", "4"), ("Moselle", "Mosel", "4"), ("MOSELLE", "Mosel", "4"), ("Danube", "Donau", "3"),
        ("Kiel Canal", "Nord-Ostsee-Kanal", "2"), ("Müritz", "Müritz", "3"), ("mueritz", "Müritz", "3"), ("Kuestenkanal", "Küstenkanal", "4"),
        ("nok", "Nord-Ostsee-Kanal", "2"), ("  neckar ", "Neckar", "4"), ("Jade", "Jade", "2"),
    ],
)  # fmt: skip
def test_everyday_names_are_found(typed: str, name: str, zone: str) -> None:
    (found,) = search(typed)
    assert found.name == name
    assert found.facts["zone"] == zone


def test_the_rhine_and_the_port_of_hamburg_are_waters_of_their_own() -> None:
    assert search("Rijn")[0].facts == {"water": "rhine"}
    assert search("Hamburger Hafen")[0].facts == {"water": "hamburg-port"}


def test_a_water_is_whole_or_a_part_with_words() -> None:
    assert {water.name: water.part and water.part.msgid for water in search("Mosel")} == {"Mosel": None}
    assert "above the railway bridge in Bremen" in [water.part and water.part.msgid for water in search("Weser")]


def test_the_elbe_is_shown_in_its_parts() -> None:
    """Zone 4, zone 3 (usual for convoys) and zone 2."""
    found = [(water.facts["zone"], water.facts["stretch"]) for water in search("Elbe")]
    assert found == [("4", "usual"), ("3", "usual"), ("2", "other")]


@pytest.mark.parametrize("typed", ["", " ", "xyz", "Loire", "---", "12345"])
def test_what_is_no_german_water_finds_nothing(typed: str) -> None:
    assert search(typed) == ()


def test_a_beginning_is_enough_and_the_list_is_short() -> None:
    assert any(water.name == "Mittellandkanal" for water in search("mittel"))
    assert len(search("kanal")) == MOST


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("datteln", ["Datteln-Hamm-Kanal", "Wesel-Datteln-Kanal"]),  # a beginning before a part
        ("Donau Kanal", ["Main-Donau-Kanal", "Donau"]),  # a part before a word of the sentence
        ("dan", ["Donau", "Main-Donau-Kanal"]),  # Danube; Rhine-Main-Danube Canal
        ("nub", ["Main-Donau-Kanal", "Donau"]),  # three letters may stand anywhere,
        ("nu", []),  # two only at the beginning
    ],
)
def test_the_best_match_stands_first(typed: str, names: list[str]) -> None:
    assert [water.name for water in search(typed)] == names


def test_every_water_gives_facts_that_the_interview_takes() -> None:
    for water in waters():
        facts = parse_facts(dict(water.facts))
        assert set(facts) <= {"water", "stretch", "zone"}
        assert facts.keys() <= BY_KEY.keys()
        if facts.get("zone") == "4":
            assert facts["stretch"] == "usual"


@pytest.mark.parametrize("query", ["Hochrhein", "Rheine", "Moselle-Hotel"])
def test_a_name_inside_another_word_is_not_found(query: str) -> None:
    assert search(query) == ()


def test_a_name_in_a_sentence_is_found() -> None:
    assert [water.name for water in search("auf der Mosel bei Trier")] == ["Mosel"]


def test_a_part_without_words_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = tmp_path / "waters.toml"
    data.write_text('[[waters]]\nname = "Weser"\npart = "somewhere"\n', encoding="utf-8")
    monkeypatch.setattr("core.waters.DATA", data)
    waters.cache_clear()
    try:
        with pytest.raises(ValueError, match="somewhere"):
            waters()
    finally:
        waters.cache_clear()
