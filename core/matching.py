"""Matching people to posts: one general algorithm that knows no law."""

from collections.abc import Sequence

Costs = Sequence[Sequence[int | None]]
"""For each post and each kind of people: the cost of that choice, or ``None`` where it is not possible."""


def match(costs: Costs, available: Sequence[int]) -> list[int | None]:
    """Return for each post the kind of people that fills it, or ``None``.

    As many posts as possible are filled; where not all can be, those come first for which fewest people are possible. Among
    the ways to fill these posts, one with the lowest sum of costs is taken. ``available`` is the number of people of each
    kind; costs are not negative. (Successive shortest augmenting paths.)
    """
    filled: list[int | None] = [None] * len(costs)
    spare = list(available)
    for post in sorted(range(len(costs)), key=[_possible(row, available) for row in costs].__getitem__):
        _augment(post, costs, filled, spare)
    return filled


def _possible(row: Sequence[int | None], available: Sequence[int]) -> int:
    return sum(number for cost, number in zip(row, available, strict=True) if cost is not None)


def _augment(start: int, costs: Costs, filled: list[int | None], spare: list[int]) -> None:
    """Fill one more post along the cheapest chain of changes that ends with a spare person, if there is one."""
    # Whoever is spare and costs least of all fills it at once: as the posts stand at their cheapest, no chain costs less.
    possible = [(cost, not spare[kind], kind) for kind, cost in enumerate(costs[start]) if cost is not None]
    if possible and not min(possible)[1]:
        filled[start] = min(possible)[2]
        spare[min(possible)[2]] -= 1
        return
    reach: dict[int, tuple[int, int]] = {}  # kind: the cost to free one for the start, and the post that takes it
    posts = {start: 0}  # post: the cost of the changes that leave it open
    while posts:
        after: dict[int, int] = {}
        for post, so_far in posts.items():
            for kind, cost in enumerate(costs[post]):
                if cost is None or kind == filled[post]:
                    continue
                total = so_far + cost
                if kind in reach and reach[kind][0] <= total:
                    continue
                reach[kind] = (total, post)
                for other, holds in enumerate(filled):
                    if holds == kind and other != start:
                        after[other] = total - (costs[other][kind] or 0)
        posts = after
    free = [(total, kind) for kind, (total, _) in reach.items() if spare[kind]]
    if not free:
        return
    kind = min(free)[1]
    spare[kind] -= 1
    while True:
        post = reach[kind][1]
        before, filled[post] = filled[post], kind
        if post == start:
            return
        assert before is not None  # noqa: S101 - only a post that was filled could be left open for another
        kind = before
