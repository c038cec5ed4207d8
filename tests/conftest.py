"""What all tests share: one day on which they ask, and the answer space walked once."""

from datetime import date

import pytest

from core import Question, Result
from core.space import walk

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="session")
def today() -> date:
    """The day on which the tests ask."""
    return TODAY


@pytest.fixture(scope="session")
def outcomes() -> list[Question | Result]:
    """Every question and every answer that can be reached, with every offer taken and left."""
    return list(walk(TODAY))


@pytest.fixture(scope="session")
def results(outcomes: list[Question | Result]) -> list[Result]:
    """Every answer that can be reached."""
    return [outcome for outcome in outcomes if isinstance(outcome, Result)]
