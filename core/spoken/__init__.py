"""Free text: one line as people speak, such as "82m schubboot a2 s2", becomes facts.

Words of German, Dutch, French and English are understood together. What may mean several things is never guessed: it is a
doubt with its ways out. Every fact goes with the words that gave it, so that a surface can show what was understood.

>>> from datetime import date
>>> said = read("pusher 22 m A2 S2 Rhine", date(2026, 11, 30))
>>> dict(said.facts)
{'water': 'rhine', 'vessel': 'pusher', 'length_m': Decimal('22'), 'mode': 'A2', 'equipment': 'S2'}
>>> said.words["length_m"]
('22 m',)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from core.facts import Value
from core.spoken.fitting import fit
from core.spoken.grammar import Doubt, hear
from core.spoken.lexicon import lexicon
from core.spoken.tokens import LONGEST
from core.text import Text

__all__ = ["EXAMPLES", "LONGEST", "Description", "Doubt", "read"]

EXAMPLES: tuple[Text, ...] = (
    Text("motor vessel 110 m Rhine A2 S2"),
    Text("car ferry 60 t 120 passengers"),
    Text("pusher with 2 lighters Moselle"),
)
"""What may be typed, for an empty field (the first one) and for help; each language has its own."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a line of text says of a case.

    ``facts`` fit together and the law takes them or may still ask for them; they stand in the order of the registry.
    ``words`` are the words that gave each of them, as typed; ``notes`` is what must be said with one (a conversion).
    ``rest`` are the words that were not understood. ``doubts`` are those that were understood in part.
    """

    facts: Mapping[str, Value]
    words: Mapping[str, tuple[str, ...]]
    notes: Mapping[str, Text]
    rest: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def read(text: str, today: date) -> Description:
    """Return what a line of text says of a case on a day (in Berlin).

    Takes any text: only the first ``LONGEST`` characters are read, and a text without meaning has no facts.
    """
    fitted = fit(hear(text), lexicon(), today)
    return Description(fitted.facts, fitted.words, fitted.notes, fitted.rest, fitted.doubts)
