"""Which of their meanings the pieces of a line have together.

What has one meaning is known; it rules out meanings of the rest. Where more than one is left, or two answers were given
to one question, nothing is chosen.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from core.facts import Value
from core.spoken.grammar import Piece
from core.spoken.lexicon import Lexicon, Limit, Meaning

Possible = Callable[[str, Mapping[str, Any]], bool | None]
"""Whether a vessel can have these facts: yes, no, or ``None`` if they do not matter for it."""

_OF_THE_WATER = ("stretch", "zone")


@dataclass(slots=True)
class Choice:
    """What is known with the pieces that say it; what has several answers; what is still open; what does not matter.

    ``contradicted`` are pieces that fit nothing; ``beyond`` is the limit that made the kind of vessel doubtful.
    """

    known: dict[str, Value] = field(default_factory=dict)
    said_by: dict[str, list[Piece]] = field(default_factory=dict)
    disputed: dict[str, dict[Value, list[Piece]]] = field(default_factory=dict)
    open: list[tuple[Piece, tuple[Meaning, ...]]] = field(default_factory=list)
    idle: list[Piece] = field(default_factory=list)
    contradicted: list[Piece] = field(default_factory=list)
    beyond: Limit | None = None


def choose(pieces: Sequence[Piece], words: Lexicon, possible: Possible) -> Choice:
    """Return what the pieces mean together."""
    chooser = _Chooser(Choice(), words, possible, tuple(piece for piece in pieces if piece.hint))
    chooser.run([piece for piece in pieces if not piece.hint])
    return chooser.choice


@dataclass(frozen=True, slots=True)
class _Chooser:
    choice: Choice
    words: Lexicon
    possible: Possible
    hints: tuple[Piece, ...]

    def run(self, pieces: Sequence[Piece]) -> None:
        several = []
        for piece in pieces:
            if len(piece.meanings) == 1 and not piece.meanings[0].where and not piece.quiet:
                self._take(piece.meanings[0].gives, piece)
            else:
                several.append(piece)
        self._check_limits()
        waiting = several
        while waiting:
            left = [piece for piece in waiting if not self._settled(piece)]
            if len(left) == len(waiting) and not any(self._share(piece) for piece in waiting if not piece.quiet):
                break
            waiting = left
        for piece in waiting:
            if not piece.quiet:
                fits, _ = self._fitting(piece)
                self._take(_common(fits), piece)
                self.choice.open.append((piece, fits))

    def _settled(self, piece: Piece) -> bool:
        """Take what a piece means if only one meaning fits what is known; say whether it needs no further look."""
        if piece.quiet:
            known = self.choice.known
            for meaning in piece.meanings:
                if all(known.get(key) == value for key, value in meaning.where.items()):
                    self._take(meaning.gives, piece)
                    return True
            return False
        fits, idle = self._fitting(piece)
        if len(fits) == 1:
            self._take(fits[0].gives, piece)
            return True
        if not fits:
            if idle:
                self.choice.idle.append(piece)
            elif not piece.weak:
                self._contradict(piece)
            return True
        return False

    def _share(self, piece: Piece) -> bool:
        """Take what all meanings of a piece have in common; say whether that was news."""
        fits, _ = self._fitting(piece)
        news = {key: value for key, value in _common(fits).items() if key not in self.choice.known}
        news = {key: value for key, value in news.items() if key not in self.choice.disputed}
        self._take(news, piece)
        return bool(news)

    def _fitting(self, piece: Piece) -> tuple[tuple[Meaning, ...], bool]:
        """Return the meanings of a piece that fit what is known, and whether some only fail because they do not matter."""
        fits, idle = [], False
        for meaning in piece.meanings:
            if not all(self._agrees(key, value) for key, value in (*meaning.where.items(), *meaning.gives.items())):
                continue
            if self._beyond_limit(meaning):
                continue
            vessel = meaning.gives.get("vessel", self.choice.known.get("vessel"))
            rest = {key: v for key, v in meaning.gives.items() if key not in ("water", "vessel", *_OF_THE_WATER)}
            verdict = self.possible(str(vessel), {**self._water(meaning), **rest}) if vessel and rest else True
            idle = idle or verdict is None
            if verdict:
                fits.append(meaning)
        return tuple(self._by_hints(fits)), idle

    def _water(self, meaning: Meaning) -> Mapping[str, Any]:
        water = meaning.where.get("water", self.choice.known.get("water"))
        return {"water": water} if water else {}

    def _by_hints(self, fits: list[Meaning]) -> list[Meaning]:
        for hint in self.hints:
            vessels = {meaning.gives.get("vessel") for meaning in hint.meanings}
            hinted = [meaning for meaning in fits if meaning.gives.get("vessel") in vessels]
            if hinted:
                fits = hinted
        return fits

    def _agrees(self, key: str, value: Value) -> bool:
        if key not in self.choice.known:
            return True
        known = self.choice.known[key]
        if known == value:
            return True
        return key == "vessel" and (self._takes_in(str(known), str(value)) or self._takes_in(str(value), str(known)))

    def _takes_in(self, whole: str, part: str) -> bool:
        return part in self.words.whole.get(whole, ())

    def _take(self, gives: Mapping[str, Any], piece: Piece) -> None:
        for key, value in gives.items():
            self._add(key, value, piece)

    def _add(self, key: str, value: Value, piece: Piece) -> None:
        choice = self.choice
        if key in choice.disputed:
            choice.disputed[key].setdefault(value, []).append(piece)
        elif key not in choice.known or choice.known[key] == value:
            choice.known[key] = value
            choice.said_by.setdefault(key, []).append(piece)
        elif key == "vessel" and self._takes_in(str(choice.known[key]), str(value)):
            choice.said_by[key].append(piece)
        elif key == "vessel" and self._takes_in(str(value), str(choice.known[key])):
            choice.known[key] = value
            choice.said_by[key].append(piece)
        else:
            choice.disputed[key] = {choice.known.pop(key): choice.said_by.pop(key), value: [piece]}

    def _contradict(self, piece: Piece) -> None:
        """Nothing that a piece may mean fits: what it denies is no longer known."""
        before = set(self.choice.disputed)
        for meaning in piece.meanings:
            for key, value in meaning.gives.items():
                if (
                    key in before
                    or (key in self.choice.known and not self._agrees(key, value))
                    or key in self.choice.disputed
                ):
                    self._add(key, value, piece)
        if not set(self.choice.disputed) - before:
            self.choice.contradicted.append(piece)

    # ---------------------------------------------------------------------------------------- limits of a kind of vessel

    def _beyond_limit(self, meaning: Meaning) -> bool:
        vessel = meaning.gives.get("vessel")
        return any(limit.vessel == vessel and self._exceeds(limit) for limit in self.words.limits)

    def _exceeds(self, limit: Limit) -> bool:
        number = self.choice.known.get(limit.fact)
        return isinstance(number, Decimal) and not limit.low <= number <= limit.high

    def _check_limits(self) -> None:
        """A vessel that cannot have a measure that was said is in doubt: what it is called, or what is probably meant."""
        choice = self.choice
        for limit in self.words.limits:
            if choice.known.get("vessel") == limit.vessel and self._exceeds(limit):
                pieces = choice.said_by.pop("vessel")
                del choice.known["vessel"]
                choice.disputed["vessel"] = {limit.vessel: pieces, limit.instead: list(choice.said_by[limit.fact])}
                choice.beyond = limit


def _common(meanings: Sequence[Meaning]) -> dict[str, Any]:
    """Return the facts that all these meanings give alike."""
    first, *others = meanings
    return {key: value for key, value in first.gives.items() if all(each.gives.get(key) == value for each in others)}
