"""The verdict on the people aboard, for the largest case in all its modes, against single decisions of the rule engines."""

from bench.decisions import TODAY, cases
from bench.engines import deciders, every_case
from bench.measure import Line, Section, in_turns, micro
from core import Result, step
from core.check import check
from core.people import Person

# The case with the most posts: a steam vessel of the highest group without two letters of standard S1.
FACTS = {"water": "rhine", "vessel": "steam-day-trip", "passengers": 2000, "mode": "A1", "equipment": "no-S1-gj"}
AIM = 10


def measure() -> Section:
    """Return the time of a verdict in all modes and of one decision of each engine."""
    result = step(FACTS, TODAY)
    if not isinstance(result, Result):
        raise TypeError(result)
    # The crew of the table and three more, among them people whose facts are not known.
    people = [Person(rank, count) for rank, count in result.crews[0].items()]
    people += [Person("apprentice"), Person("deckhand"), Person("helmsman")]
    engines = deciders()
    ours, *others = in_turns(
        [
            lambda: check(result, people, FACTS, TODAY),
            *map(every_case, engines.values()),
        ]
    )
    lines = [
        Line(
            f"one verdict / one decision of {name}",
            micro(ours),
            micro(theirs),
            f"{ours / theirs:.2f} decisions long",
            f"under {AIM}" if name == "zen-engine" else "",
            missed=name == "zen-engine" and ours > AIM * theirs,
        )
        for name, theirs in zip(engines, (each / len(cases()) for each in others), strict=True)
    ]
    return Section(
        "One verdict",
        "Do these people suffice, for the case with the most posts, in all operating modes. None of the engines can match people "
        "to posts; the yardstick is one decision of theirs, as above.",
        lines,
    )
