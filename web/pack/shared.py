"""Values that share their parts: what is equal is written once and known by its number.

Lists and objects hold numbers of other values. Objects with the same keys lie in one table, column by column, and numbers are
written as the difference to the one before, so that neighbours look alike and compress well. ``web/worker/heap.js`` reads
what is written here.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any


@dataclass(frozen=True, slots=True)
class Known:
    """A value that is in the heap already, by its number: part of others without being added again."""

    number: int


class Shared:
    """A growing heap of values, each there once."""

    def __init__(self) -> None:
        self._number: dict[object, int] = {}
        self._atoms: list[Any] = []
        self._lists: list[list[int]] = []
        self._tables: dict[tuple[str, ...], list[list[int]]] = {}
        self._where: list[tuple[object, int]] = []

    def add(self, value: object) -> int:
        """Return the number of a value of JSON; raises TypeError for anything else."""
        if isinstance(value, Known):
            return value.number
        if isinstance(value, str | int | float) or value is None:
            return self._put(type(value), value, self._atoms, value)
        if isinstance(value, list | tuple):
            parts = [self.add(each) for each in value]
            return self._put(list, tuple(parts), self._lists, parts)
        if isinstance(value, Mapping):
            keys, parts = tuple(value), [self.add(each) for each in value.values()]
            return self._put(keys, tuple(parts), self._tables.setdefault(keys, []), parts)
        raise TypeError(type(value))

    def _put(self, kind: object, same: object, table: list[Any], value: object) -> int:
        """Return the number of a value, which is put into its table unless it is there."""
        key = (kind, same)
        if key not in self._number:
            self._number[key] = len(self._where)
            self._where.append((table, len(table)))
            table.append(value)
        return self._number[key]

    def written(self) -> "Written":
        """Return the heap as JSON has it, and the numbers that its values have there."""
        start, first = 0, {}
        for table in (self._atoms, self._lists, *self._tables.values()):
            first[id(table)] = start
            start += len(table)
        numbers = [first[id(table)] + place for table, place in self._where]
        return Written(
            {
                "atoms": self._atoms,
                "lists": [differences(numbers[part] for part in row) for row in self._lists],
                "tables": [
                    [
                        list(keys),
                        len(rows),
                        [differences(numbers[part] for part in column) for column in zip(*rows, strict=True)],
                    ]
                    for keys, rows in self._tables.items()
                ],
            },
            numbers,
        )


class Written:
    """A heap as it is sent, and where each value went."""

    def __init__(self, heap: dict[str, Any], numbers: list[int]) -> None:
        self.heap = heap
        self._numbers = numbers

    def __getitem__(self, number: int) -> int:
        return self._numbers[number]


def differences(numbers: Iterable[int]) -> list[int]:
    """Return each number less the one before it, the first as it is."""
    whole = [0, *numbers]
    return [after - before for before, after in pairwise(whole)]


def compact(value: object) -> bytes:
    """Return a value as JSON without a needless character."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
