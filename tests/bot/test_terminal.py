"""Saved vessels, commands and descriptions at the terminal, without a process of its own."""

import re
from datetime import date
from io import StringIO
from pathlib import Path

import pytest

from bot.kept import Shelf
from bot.qr import drawing
from bot.screen import View
from bot.store import Store
from bot.terminal import main, talk

TODAY = date(2026, 11, 30)


class Terminal:
    """Somebody who types, and taps buttons by their words. Each line is the end of a whole talk, told from the start."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def type(self, *lines: str) -> str:
        """Type lines after all that was typed before, and return what the talk shows since then."""
        before = len(self.said())
        self._lines += lines
        return self.said()[before:]

    def press(self, *labels: str) -> str:
        """Type the number of the buttons with these words."""
        shown = ""
        for label in labels:
            shown = self.type(re.findall(rf"^ *(\d+)  {re.escape(label)}$", self.said(), re.MULTILINE)[-1])
        return shown

    def said(self) -> str:
        """All that the talk shows."""
        output, shelf = StringIO(), Shelf(Store(), 0)
        talk(self._lines, output, View("en", TODAY, public_url="https://rheincrew.example"), shelf)
        shelf.store.close()
        return output.getvalue().replace("\u00a0", " ")


def test_a_description_is_read_and_saved() -> None:
    here = Terminal()
    assert "Minimum crew" in here.type("motor vessel 110 m Rhine A2 S2")
    assert here.press("Save", "Motor vessel 110 m").startswith("Saved as “Motor vessel 110 m”.")
    assert "– Motor vessel 110 m: Rhine" in here.type("/vessels")
    assert here.press("Motor vessel 110 m", "Rename").startswith("New name of the vessel")
    assert here.type("Vera").startswith("The name is now “Vera”.")
    assert here.type("b").startswith("Vera\n")  # nothing is done a second time
    shown = here.press("QR code")
    assert shown.startswith(drawing("https://rheincrew.example/en/r/wRvMl110mA2eS2"))
    here.type("/vessels")
    assert "“Vera” is deleted." in here.press("Vera", "Delete", "Delete")


def test_what_is_only_in_doubt_is_asked_back() -> None:
    here = Terminal()
    assert here.type("1 May 2019").startswith(
        "“1 May 2019”: the day of the voyage, or the date of the vessel certificate?"
    )
    assert here.type("hello") == "There is no button “hello”.\n\n"
    assert "3: 3 passengers" in here.type("car 3 bananas")
    here.type("b")
    assert "1 May 2019" in here.press("Day of the voyage: 1 May 2019")


def test_commands() -> None:
    here = Terminal()
    for command, words in (
        ("/help", "/forget – "),
        ("/news", "News are on."),
        ("/privacy", "Only what you ask"),
        ("/forget", "Delete all that is stored"),
        ("/NEW", "Where are you sailing?"),
        ("/unheard", "There is no button “/unheard”."),
    ):
        assert words in here.type(command)
    here.type("/news")
    assert here.press("Switch news off").startswith("News are off.")
    assert here.type("b").startswith("News are off.")
    assert here.type("/news").startswith("News are off.")


def test_a_store_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved, and the language, are there in the next talk; without a file they end with it."""

    def talked(lines: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    kept = ("--store", f"sqlite:///{tmp_path}/mine.db")
    for address in (kept, ()):
        talked("/language\n2\n", *address)
        assert ("Waar vaart u?" in talked("", *address)) is bool(address)
    talked("motor vessel 110 m Rhine A2 S2\n10\n1\n", "--language", "en", *kept)
    assert "110" in talked("/vessels\n", *kept)
    assert "Where are you sailing?" in talked("", "--store", "sqlite:////no/such/folder/x.db")
    with pytest.raises(SystemExit, match="2"):
        main(["--store", "mine.db"])
