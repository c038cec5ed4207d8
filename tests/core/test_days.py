"""Days as people write them."""

from datetime import date

import pytest

from core import LANGUAGES, wording
from core.days import read_day


@pytest.mark.parametrize(
    "text",
    [
        "2019-05-01", "1.5.2019", "01.05.2019", "1/5/2019", "1-5-2019", " 1. Mai 2019 ", "1 mei 2019", "1er mai 2019",
        "1 May 2019", "1st may 2019", "1 MAI 2019",
    ],
)  # fmt: skip
def test_the_first_of_may(text: str) -> None:
    assert read_day(text) == date(2019, 5, 1)


@pytest.mark.parametrize("text", ["3. März 2020", "3 mrt. 2020", "3 mars 2020", "3 March 2020"])
def test_the_third_of_march(text: str) -> None:
    assert read_day(text) == date(2020, 3, 3)


@pytest.mark.parametrize("text", ["12 août 2020", "12 aout 2020", "12 Aug 2020", "12 aug. 2020"])
def test_accents_may_be_left_out(text: str) -> None:
    assert read_day(text) == date(2020, 8, 12)


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "31.4.2020", "30 fév. 2020", "1 2 2020", "1.5/2019", "1.5.20191", "31.12.1969", "1.1.2070"],
)
def test_what_is_no_day(text: str) -> None:
    assert read_day(text) is None


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "1. Januar 2022"), ("nl", "1 januari 2022"), ("fr", "1er janvier 2022"), ("en", "1 January 2022")],
)
def test_the_first_of_january_as_each_language_writes_it(language: str, words: str) -> None:
    assert wording.day(date(2022, 1, 1), language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_can_be_read(language: str) -> None:
    for day in (date(2022, month, number) for month in range(1, 13) for number in (1, 2, 11, 21, 28)):
        assert read_day(wording.day(day, language)) == day
