"""The machine interface: JSON Lines through a real process."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from core import Question, Result, wording
from core.__main__ import main, respond, serve

from ..conftest import TODAY


def ask(*lines: str | bytes) -> list[dict[str, Any]]:
    """Send lines to ``python -m core`` and return its answers."""
    data = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines) + b"\n"
    done = subprocess.run([sys.executable, "-m", "core"], input=data, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(**parts: Any) -> str:
    return json.dumps(parts)


def test_one_answer_for_each_line_in_order() -> None:
    answers = ask(
        request(facts={}),
        request(facts={"water": "rhine", "vessel": "motor-vessel", "length_m": 82.5, "mode": "A1", "equipment": "S2"}),
        "not json",
        b"\xff\xfe",
        "",
        "[]",
        request(facts={"water": "moon"}),
        request(facts={"water": "elsewhere"}),
        "[" * 100_000,
        '{"facts": {"length_m": NaN}}',
        '{"facts": {"length_m": 1e9999999999999999999}}',
        '{"facts": {"length_m": 1e999999999999999999}}',
        '{"facts": {"length_m": 1e-9999999999999999999}}',
        '{"facts": {"water": "\\ud800"}}',
        request(facts={"water": "rhine"}, language="nl"),
    )
    kinds = [next(iter(answer)) for answer in answers]
    assert kinds == [
        "question", "result", "error", "error", "error", "error", "error", "result", "error", "error", "error", "error", "error", "error", "question",
    ]  # fmt: skip


def test_the_process_answers_before_its_input_ends() -> None:
    with subprocess.Popen([sys.executable, "-m", "core"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(b'{"facts": {}}\n')
            process.stdin.flush()
            assert "question" in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (request(facts={"length": 3}), "length", "3"),
        (request(facts={"length_m": "-3"}), "length_m", "-3"),
        (request(facts={"length_m": -3}), "length_m", "-3"),
        (request(facts={"water": "rhine", "vessel": "motor-vessel", "length_m": 80, "mode": "C"}), "mode", "C"),
        (request(facts={"water": 5}), "water", "5"),
        (request(facts={"water": None}), "water", "null"),
        (request(facts={"date": "2023-02-30"}), "date", "2023-02-30"),
        (request(facts={}, aboard={}), "aboard", "{}"),
        (request(facts={}, aboard=[{"rank": "captain"}]), "aboard", "captain"),
        (request(facts={}, aboard=[{"rank": "boatman", "count": -1}]), "aboard", "-1"),
        (request(facts={}, aboard=[{"rank": "boatman", "age": "old"}]), "aboard", "old"),
        (request(facts={}, aboard=[{"rank": "boatman", "paper": "new"}]), "aboard", "new"),
        (request(facts={}, aboard=[{"rank": "boatman", "shoes": 44}]), "aboard", "44"),
        (request(facts={}, aboard=[{"rank": "helmsman", "stretch": "maybe"}]), "aboard", "maybe"),
        (request(facts={}, crew=[]), "crew", "[]"),
        (request(facts={}, language="it"), "language", "it"),
        (request(facts=[]), "facts", "[]"),
        (request(language="de"), "facts", "null"),
    ],
)
def test_errors_name_key_and_value(line: str, key: str, value: str) -> None:
    error = respond(line.encode(), TODAY)["error"]
    assert (error["key"], error["value"]) == (key, value)
    assert error["message"]
    assert "{" not in error["message"]


def test_a_band_that_is_no_longer_offered_counts_if_it_lies_inside_one() -> None:
    facts = {"water": "rhine", "vessel": "pusher", "mode": "A1", "equipment": "S1"}
    assert respond(request(facts={**facts, "length_m": "lt20"}).encode(), TODAY)["result"]["group"] == "1"
    assert respond(request(facts={**facts, "length_m": "20to70"}).encode(), TODAY)["result"]["group"] == "1"
    assert respond(request(facts={**facts, "length_m": "60to80"}).encode(), TODAY)["question"]["key"] == "length_m"
    assert (
        respond(request(facts={**facts, "vessel": "motor-vessel", "length_m": "to70"}).encode(), TODAY)["question"][
            "key"
        ]
        == "length_m"
    )


def test_the_code_of_a_question_does_not_say_more_than_was_said() -> None:
    facts = {"water": "rhine", "vessel": "motor-vessel", "mode": "A1"}
    for band in ("over85", "to86", "to20"):
        question = respond(request(facts={**facts, "length_m": band}).encode(), TODAY)["question"]
        assert question["key"] == "length_m"
        assert question["code"] == "wRvMmA1"


def test_a_question_has_the_keys_of_the_contract(outcomes: list[Question | Result]) -> None:
    for outcome in outcomes:
        if not isinstance(outcome, Question):
            continue
        question = wording.outcome_object(outcome, "en")["question"]
        keys = {"key", "kind", "options", "label", "help", "facts", "code"} | (
            {"unit"} if question["kind"] == "number" else set()
        )
        assert set(question) == keys
        for option in question["options"]:
            if question["kind"] == "number":
                assert len(option.keys() & {"above", "from"}) == 1
                assert len(option.keys() & {"below", "up_to"}) == 1


def test_the_bands_of_a_number_have_the_edges_of_the_contract() -> None:
    asked = respond(b'{"facts": {"water": "rhine", "vessel": "motor-vessel"}}', TODAY)["question"]
    assert [{key: option[key] for key in option if key != "label"} for option in asked["options"]] == [
        {"value": "lt20", "above": None, "below": 20},
        {"value": "20to70", "from": 20, "up_to": 70},
        {"value": "70to86", "above": 70, "up_to": 86},
        {"value": "over86", "above": 86, "below": None},
    ]


def test_a_result_has_the_keys_of_the_contract(results: list[Result]) -> None:
    keys = {
        "regulation", "in_force", "section", "group", "mode", "mode_hours", "standard", "column", "kind", "base", "crews", "steps",
        "options", "conditions", "notices", "certificate_entries", "offers", "rest", "safety_staff", "sources", "code", "facts",
        "unused",
    }  # fmt: skip
    for result in results:
        words = wording.result_object(result, "en")
        assert set(words) == keys
        json.dumps(words)
        assert words["column"] in ((None, "1", "2") if words["section"] == "106" else (None,))
        assert words["base"] == (words["steps"][0]["effects"] if words["steps"] else [])
        if words["kind"] == "determined":
            started = {"rheinschpersv-2023": "2023-04-14", "binschpersv": "2022-01-18"}[words["regulation"]]
            assert words["in_force"] == [started, None]
        assert all(source["url"].startswith("https://www.gesetze-im-internet.de/") for source in words["sources"])


def test_an_offered_fact_has_its_ordinary_value() -> None:
    facts = {
        "water": "rhine",
        "vessel": "day-trip",
        "passengers_aboard": "yes",
        "passengers": 100,
        "mode": "A1",
        "equipment": "S2",
    }
    offers = {offer["key"]: offer for offer in respond(request(facts=facts).encode(), TODAY)["result"]["offers"]}
    assert offers["charter"]["default"] == "no"
    assert "76" in offers["charter"]["label"]
    assert offers["school"]["default"] == "no"
    assert offers["date"]["default"] == TODAY.isoformat()


def test_what_was_not_needed_is_listed() -> None:
    facts = {"water": "rhine", "vessel": "tug", "beds": 3, "mode": "A1"}
    result = respond(request(facts=facts).encode(), TODAY)["result"]
    assert result["unused"] == ["beds", "mode"]
    assert result["facts"] == {"water": "rhine", "vessel": "tug"}


def test_rest_and_safety_staff_follow_the_contract() -> None:
    facts = {
        "water": "rhine",
        "vessel": "day-trip",
        "passengers_aboard": "yes",
        "passengers": 70,
        "mode": "A1",
        "equipment": "S2",
    }
    result = respond(request(facts=facts).encode(), TODAY)["result"]
    assert result["rest"]["stop"] == {"hours": 8, "from": "22:00", "to": "06:00"}
    assert result["rest"]["for"] == [
        {
            "who": "all",
            "hours": 8,
            "in_one_piece": 8,
            "outside_sailing": True,
            "per_hours": 24,
            "provision": "§ 18.02 Nr. 1",
        }
    ]
    staff = result["safety_staff"]
    assert staff["one_person"] is True
    assert [(row["state"], row["up_to"], row["first_aider"]) for row in staff["rows"]] == [
        ("under_way", 250, 1),
        ("under_way", None, 2),
        ("berthed", None, 1),
    ]


def test_lines_are_answered_in_this_process_too() -> None:
    """A lone surrogate cannot be written in UTF-8; it is spelled out."""
    output = io.BytesIO()
    serve([request(facts={"water": "rhine"}).encode(), b'{"facts": {"water": "\\ud800"}}', b"?"], output)
    *lines, end = output.getvalue().split(b"\n")
    assert end == b""
    question, refused, broken = map(json.loads, lines)
    assert set(question) == {"question"}
    assert refused["error"]["key"] == "water"
    assert b"\\ud800" in lines[1]
    assert broken["error"]["message"] == "This line is not JSON."


def test_letters_with_accents_are_written_as_they_are() -> None:
    output = io.BytesIO()
    serve([b'{"facts": {}, "language": "fr"}'], output)
    assert "Une autre voie navigable fédérale allemande" in output.getvalue().decode()


def test_the_first_word_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["rheincrew", "numerate", "--on"])
    with pytest.raises(SystemExit, match="“numerate” is not known"):
        main()


@pytest.mark.parametrize("number", ["1e99999999999999999999", "-1E+99999999999999999999", "8e400"])
def test_a_number_beyond_all_measure_is_an_error_of_its_fact(number: str) -> None:
    line = f'{{"facts": {{"water": "rhine", "vessel": "motor-vessel", "length_m": {number}}}}}'
    assert respond(line.encode(), TODAY)["error"]["key"] == "length_m"


@pytest.mark.parametrize(
    ("water", "mode", "day_trip_standard"),
    [("rhine", "A1", "S2"), ("german", "A", "met")],
)
def test_who_of_the_safety_staff_may_be_one_person(water: str, mode: str, day_trip_standard: str) -> None:
    """§ 16.11 Nr. 1 and 2, § 110 Abs. 3 and 4: on day-trip vessels for up to 75; hoods are a matter of cabins."""

    def notes(**vessel: Any) -> str:
        facts = {"water": water, "passengers_aboard": "yes", "mode": mode, **vessel}
        result = respond(request(facts=facts).encode(), TODAY)["result"]
        return " ".join(note["text"] for note in result["safety_staff"]["notes"])

    day_trip = notes(vessel="day-trip", passengers=60, equipment=day_trip_standard)
    assert "at most 75 persons" in day_trip
    assert "escape hood" not in day_trip
    assert "are different people while under way" not in day_trip
    cabin = notes(vessel="cabin", beds=60, equipment="S2")
    assert "at most 75 persons" not in cabin
    assert "escape hood" in cabin
    assert "are different people while under way" in cabin


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "core", *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_answers_are_counted_by_a_word() -> None:
    done = command("enumerate", "--help")
    assert done.returncode == 0
    assert "--diff" in done.stdout


def test_a_word_that_is_none_is_named() -> None:
    done = command("numerate")
    assert done.returncode == 1
    assert done.stderr.startswith("“numerate” is not known here.")
