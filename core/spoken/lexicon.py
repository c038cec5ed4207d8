"""The word lists of ``words.toml`` and the names of the waters, ready for looking up.

Words of all languages stand together. A word is found as it is, with a common ending, as the end of a compound, or with
one letter wrong; never if that leaves more than one meaning.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from core.spoken.tokens import Token, plain, short
from core.waters import waters

DATA = Path(__file__).parent / "words.toml"
MOST_TOKENS = 7
"""The most tokens that a phrase has."""

_ENDINGS = ("s", "e", "n", "en", "er", "es", "x", "ern", "et")
_SHORTEST_STEM = 4
_SHORTEST_SLIP = 6
_SHORTEST_SLIP_OF_A_WATER = 7  # "Merlin" is a ship, not Berlin
_SHORTEST_SLIP_OF_SMALL_WORDS = 8  # "Bingen" is a town, not "binnen"
_JOINING = frozenset("-–'’/.&")


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that words may mean: the facts it ``gives``, and what must be the case for it (``where``)."""

    gives: Mapping[str, Any]
    where: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """What a word or phrase of the lists is: of a ``kind``, with a ``name`` (a unit, a label) or with meanings."""

    kind: str
    name: str = ""
    meanings: tuple[Meaning, ...] = ()
    hint: bool = False
    quiet: bool = False
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A measure that a vessel of a kind cannot have; beyond it, ``instead`` was probably meant."""

    vessel: str
    fact: str
    instead: str
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(10**9)


SILENT = Phrase("silent")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Everything that is looked up, by the plain form of words."""

    phrases: Mapping[str, Phrase]
    units: Mapping[str, str]
    labels: Mapping[str, str]
    marks: Mapping[str, Mapping[str, None]]
    counts: Mapping[str, int]
    exact: Mapping[str, frozenset[str]]
    tails: tuple[tuple[str, Phrase], ...]
    slips: Mapping[str, tuple[str, ...]]
    silent: frozenset[str]
    everyday: frozenset[str]
    whole: Mapping[str, frozenset[str]]
    limits: tuple[Limit, ...]

    def is_one(self, token: Token | None, group: str) -> bool:
        """Say whether a token is one of a group of small words or marks, such as those between two numbers."""
        return token is not None and (token.plain or token.text) in self.marks[group]

    def longest(self, tokens: Sequence[Token], start: int, table: Mapping[str, Any]) -> tuple[Any, int] | None:
        """Return what the longest run of tokens from ``start`` on is in a table, and where it ends; or ``None``."""
        found = None
        for key, end in _runs(tokens, start):
            if key in table:
                found = table[key], end
        return found

    def phrase(self, tokens: Sequence[Token], start: int) -> tuple[Phrase, int] | None:
        """Return the phrase that begins at a token, the longest there is, and where it ends; or ``None``."""
        found = self._as_listed(tokens, start)
        if start >= len(tokens) or tokens[start].kind != "word" or (found and found[0] is not SILENT):
            return found
        if found is None and (phrase := _nearly(tokens[start].plain)):
            return phrase, start + 1
        after = tokens[start + 1] if start + 1 < len(tokens) else None
        if after is not None and after.kind == "word" and (phrase := _slip_apart(tokens[start].plain, after.plain)):
            return phrase, start + 2
        return found

    def _as_listed(self, tokens: Sequence[Token], start: int) -> tuple[Phrase, int] | None:
        found = None
        for key, end in _runs(tokens, start):
            if key in self.phrases and self._allowed(key, tokens, start, end):
                found = self.phrases[key], end
            elif key in self.exact and key in self.silent:
                found = SILENT, end
        return found

    def _allowed(self, key: str, tokens: Sequence[Token], start: int, end: int) -> bool:
        """Say whether letters that stand apart may be one word, and whether a name that is an everyday word is meant."""
        if end - start > 1 and len(key) < _SHORTEST_SLIP:
            return False
        if key not in self.exact:
            return True
        shouted = not any(letter.islower() for token in tokens for letter in token.text)
        return start > 0 and not shouted and end == start + 1 and tokens[start].text in self.exact[key]

    def slip_apart(self, word: str, other: str) -> Phrase | None:
        """Return what two words are as one with one letter wrong ("motor vesel"); ``None`` if nothing."""
        unknown = [part for part in (word, other) if not self._knows(part)]
        meant = [part for part in (word, other) if self.phrases.get(part, SILENT) is not SILENT]
        return self._slip(word + other) if unknown and not meant and min(len(word), len(other)) > 2 else None

    def _knows(self, word: str) -> bool:
        return word in self.phrases or word in self.units or word in self.labels or word in self.everyday

    def nearly(self, word: str) -> Phrase | None:
        """Return what a word is with another ending, as a compound, or with one letter wrong; ``None`` if nothing."""
        if word in self.everyday:
            return None
        found = self._inflected(word) or self._compound(word)
        if found is None and word not in self.units and word not in self.labels:
            found = self._slip(word)
        return found

    def _inflected(self, word: str) -> Phrase | None:
        found = {
            id(phrase): phrase
            for ending in _ENDINGS
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM
            if (phrase := self.phrases.get(word.removesuffix(ending))) is not None
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def _compound(self, word: str) -> Phrase | None:
        return next((phrase for tail, phrase in self.tails if word.endswith(tail) and len(word) >= len(tail) + 3), None)

    def _slip(self, word: str) -> Phrase | None:
        """Return the phrase that differs from a word by one letter, or by two that changed places, if it is the only one."""
        if len(word) < _SHORTEST_SLIP:
            return None
        near = {key for shape in _shapes(word) for key in self.slips.get(shape, ()) if _one_slip(word, key)}
        found = {id(self.phrases[key]): self.phrases[key] for key in near}
        return next(iter(found.values())) if len(found) == 1 else None


@lru_cache(maxsize=4096)
def _nearly(word: str) -> Phrase | None:
    return lexicon().nearly(word)


@lru_cache(maxsize=4096)
def _slip_apart(word: str, other: str) -> Phrase | None:
    return lexicon().slip_apart(word, other)


def _runs(tokens: Sequence[Token], start: int) -> Iterator[tuple[str, int]]:
    """Yield the tokens from one on, joined: "bac", "baca", "bacapassagers"; hyphens and the like are passed over."""
    if start >= len(tokens) or tokens[start].kind not in ("word", "number"):
        return
    joined = ""
    place, taken = start, 0
    while place < len(tokens) and taken < MOST_TOKENS:
        token = tokens[place]
        if token.kind in ("word", "number"):
            joined += token.plain
            taken += 1
            yield joined, place + 1
        elif token.text not in _JOINING:
            return
        place += 1


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """Return the lexicon. Raises ValueError for a word of the lists that means two things."""
    with DATA.open("rb") as stream:
        data = tomllib.load(stream)
    counts = {form: int(number) for number, words in data["counts"].items() for form in _forms(words)}
    phrases = _phrases(data, counts)
    slips: dict[str, list[str]] = {}
    for key, phrase in phrases.items():
        if len(key) >= _shortest_slip(phrase) and key.isalpha():
            for shape in _shapes(key):
                slips.setdefault(shape, []).append(key)
    small = {**data["joiners"], "none": data["lighters"]["none"], "more": data["lighters"]["more"]}
    return Lexicon(
        phrases=phrases,
        units={form: unit for unit, words in data["units"].items() for form in _forms(words)},
        labels={form: label for label, words in data["labels"].items() for form in _forms(words)},
        marks={group: dict.fromkeys(plain(word) or word for word in words) for group, words in small.items()},
        counts=counts,
        exact=_exact(data["exact"]["waters"]),
        tails=tuple((tail, phrases[tail]) for tail in data["tails"]["words"]),
        slips={shape: tuple(keys) for shape, keys in slips.items()},
        silent=frozenset(plain(word) for word in data["silent"]["words"]),
        everyday=frozenset(_forms(data["silent"]["everyday"])),
        whole={vessel: frozenset(parts) for vessel, parts in data["whole"].items()},
        limits=tuple(
            Limit(
                each["vessel"],
                each["fact"],
                each["instead"],
                Decimal(each.get("low", 0)),
                Decimal(each.get("high", 10**9)),
            )
            for each in data["limits"]
        ),
    )


def _phrases(data: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, Phrase]:
    phrases: dict[str, Phrase] = {}
    doubled: list[str] = []

    def add(words: Iterable[str], phrase: Phrase) -> None:
        doubled.extend(word for word in words if phrases.setdefault(plain(word), phrase) is not phrase)

    for entry in data["phrases"]:
        meanings = tuple(
            Meaning({key: value for key, value in each.items() if key != "where"}, each.get("where", {}))
            for each in entry["means"]
        )
        kinds = {kind: entry.get(kind, False) for kind in ("hint", "quiet", "weak")}
        add(entry["words"], Phrase("sense", "", meanings, **kinds))
    add(data["lighters"]["words"], Phrase("lighters"))
    add(data["people"]["words"], Phrase("people"))
    for name, meanings in _waters().items():
        add([name], Phrase("sense", "water", meanings))
    if doubled:
        raise ValueError(doubled)
    for count_word, number in counts.items():
        for tail in data["lighters"]["tails"]:
            phrases.setdefault(count_word + plain(tail), Phrase("lighters", str(number)))
    for word in data["silent"]["words"]:
        phrases.setdefault(plain(word), SILENT)
    silent = {short(word) for word in data["silent"]["words"]}
    listed = [word for entry in data["phrases"] for word in entry["words"]] + data["lighters"]["words"]
    for word in listed:
        if short(word) not in silent:
            phrases.setdefault(short(word), phrases[plain(word)])
    return phrases


def _waters() -> dict[str, tuple[Meaning, ...]]:
    """Return what the name of each water means: several parts of one river, or the one it is."""
    found: dict[str, list[Meaning]] = {}
    for water in waters():
        for name in water.names:
            meanings = found.setdefault(plain(name), [])
            meanings.append(Meaning(dict(water.facts)))
            if water.facts["water"] == "hamburg-port":  # its rules are only for craft that never leave it
                meanings.append(Meaning({"water": "german"}))
    return {name: tuple(meanings) for name, meanings in found.items()}


def _shortest_slip(phrase: Phrase) -> int:
    """Return how long a word of a kind must be for one of its letters to be wrong."""
    if phrase.name == "water":
        return _SHORTEST_SLIP_OF_A_WATER
    return _SHORTEST_SLIP if phrase.kind in ("sense", "lighters") else _SHORTEST_SLIP_OF_SMALL_WORDS


def _exact(names: Iterable[str]) -> dict[str, frozenset[str]]:
    return {plain(name): frozenset((name,)) for name in names}


def _forms(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield plain(word) or word
        yield short(word) or word


def _shapes(word: str) -> frozenset[str]:
    """Return a word and all that is left of it when one letter is taken out."""
    return frozenset((word, *(word[:place] + word[place + 1 :] for place in range(len(word)))))


def _one_slip(word: str, other: str) -> bool:
    """Say whether one letter is wrong, missing or too much, or two neighbours have changed places."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    a, b = word[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:] and len(a) > 1)
