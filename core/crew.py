"""Ranks, posts and crews: the words of arithmetic that the rules are written in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# The order of seniority aboard, in which crews are written down.
RANKS = (
    "boatmaster",
    "ferry_master",
    "helmsman",
    "able_boatman",
    "boatman",
    "apprentice",
    "deckhand",
    "deckhand_180",
    "engineer",
    "engine_minder",
    "engine_boatman",
    "seafarer",
    "helper",
)

Count = Mapping[str, int]
"""How many of which rank; signed in the effect of a step, without zeros."""


@dataclass(frozen=True, slots=True)
class Post:
    """One place in a crew that the law wants filled.

    ``provision`` is where the post comes from; ``by_table`` says whether the table itself prescribes it (substitutions
    are written for those only, READINGS R11); ``notes`` are the meanings of the footnotes at its cell.
    """

    rank: str
    provision: str
    by_table: bool = False
    notes: frozenset[str] = frozenset()


Crew = tuple[Post, ...]
"""One alternative of the law: the posts that must all be filled."""


def count(crew: Iterable[Post]) -> dict[str, int]:
    """Return how many posts of each rank a crew has."""
    numbers: dict[str, int] = {}
    for post in crew:
        numbers[post.rank] = numbers.get(post.rank, 0) + 1
    return numbers


def difference(before: Crew, after: Crew) -> dict[str, int]:
    """Return what turns one crew into the other: signed numbers, no zeros."""
    numbers = count(after)
    for rank, number in count(before).items():
        rest = numbers.get(rank, 0) - number
        if rest:
            numbers[rank] = rest
        else:
            del numbers[rank]
    return numbers


def table_posts(crew: Crew, rank: str) -> int:
    """Return how many posts of a rank the table itself prescribes in this alternative."""
    return sum(post.by_table and post.rank == rank for post in crew)


def without(crew: Crew, rank: str) -> Crew:
    """Return the crew with one table post of the rank taken away, unchanged where there is none."""
    for index, post in enumerate(crew):
        if post.by_table and post.rank == rank:
            return crew[:index] + crew[index + 1 :]
    return crew


def in_order(numbers: Count) -> dict[str, int]:
    """Return the numbers in the order of seniority."""
    return {rank: numbers[rank] for rank in RANKS if rank in numbers}


def indices(crews: Sequence[Crew], rank: str) -> dict[int, list[int]]:
    """Group the alternatives by how many table posts of a rank they have: ``{2: [0], 1: [1]}``; none is left out."""
    groups: dict[int, list[int]] = {}
    for index, crew in enumerate(crews):
        number = table_posts(crew, rank)
        if number:
            groups.setdefault(number, []).append(index)
    return groups
