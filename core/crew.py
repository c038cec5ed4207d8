"""Ranks, posts and crews: the words of arithmetic that the rules are written in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

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


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """One place in a crew that the law wants filled.

    ``provision`` is where the post comes from; ``by_table`` says whether the table itself prescribes it (substitutions
    are written for those only, READINGS R11); ``notes`` are the meanings of the footnotes at its cell. Posts are told
    apart by identity: a table makes its own when it is read, rules take theirs from ``post``.
    """

    rank: str
    provision: str
    by_table: bool = False
    notes: frozenset[str] = frozenset()


Crew = tuple[Post, ...]
"""One alternative of the law: the posts that must all be filled."""


@lru_cache(maxsize=512)
def post(rank: str, provision: str) -> Post:
    """Return the post that a rule puts in, always the same one."""
    return Post(rank, provision)


# There are a few hundred crews in all, so what is computed of them is kept.


@lru_cache(maxsize=4096)
def count(crew: Crew) -> Count:
    """Return how many posts of each rank a crew has, in the order of seniority."""
    return _in_order({rank: sum(each.rank == rank for each in crew) for rank in {each.rank for each in crew}})


@lru_cache(maxsize=4096)
def difference(before: Crew, after: Crew) -> Count:
    """Return what turns one crew into the other: signed numbers, no zeros."""
    old, new = count(before), count(after)
    changes = {rank: new.get(rank, 0) - old.get(rank, 0) for rank in {*old, *new}}
    return _in_order({rank: number for rank, number in changes.items() if number})


@lru_cache(maxsize=4096)
def table_posts(crew: Crew, rank: str) -> int:
    """Return how many posts of a rank the table itself prescribes in this alternative."""
    return sum(each.by_table and each.rank == rank for each in crew)


@lru_cache(maxsize=4096)
def noted(crew: Crew, note: str) -> bool:
    """Say whether a footnote with this meaning stands at a post of the crew."""
    return any(note in each.notes for each in crew)


def without(crew: Crew, rank: str) -> Crew:
    """Return the crew with one table post of the rank taken away, unchanged where there is none."""
    for index, candidate in enumerate(crew):
        if candidate.by_table and candidate.rank == rank:
            return crew[:index] + crew[index + 1 :]
    return crew


def indices(crews: Sequence[Crew], rank: str) -> dict[int, list[int]]:
    """Group the alternatives by how many table posts of a rank they have: ``{2: [0], 1: [1]}``; none is left out."""
    groups: dict[int, list[int]] = {}
    for index, crew in enumerate(crews):
        number = table_posts(crew, rank)
        if number:
            groups.setdefault(number, []).append(index)
    return groups


def _in_order(numbers: Mapping[str, int]) -> Count:
    return MappingProxyType({rank: numbers[rank] for rank in RANKS if rank in numbers})
