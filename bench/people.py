"""The verdict on the people aboard, for the largest case in all its modes, against single decisions of zen-engine."""

from bench.law import TODAY, decision, side_by_side
from core import Result, step
from core.check import check
from core.people import Person

# The case with the most posts: a steam vessel of the highest group without two letters of standard S1.
FACTS = {"water": "rhine", "vessel": "steam-day-trip", "passengers": 2000, "mode": "A1", "equipment": "no-S1-gj"}


def measure() -> tuple[float, float]:
    """Return seconds for one verdict in all modes and for one decision, each the best of its rounds."""
    result = step(FACTS, TODAY)
    if not isinstance(result, Result):
        raise TypeError(result)
    # The crew of the table and three more, among them people whose facts are not known.
    people = [Person(rank, count) for rank, count in result.crews[0].items()]
    people += [Person("apprentice"), Person("deckhand"), Person("helmsman")]
    return side_by_side(lambda: check(result, people, FACTS, TODAY), decision(), 100)
