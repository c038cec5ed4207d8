"""How cost grows with chats and saved vessels: the store with few people in it against the store with many."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.decisions import TODAY
from bench.measure import Line, Section, in_turns, micro
from bot.store import Store

FEW, MANY, EACH = 50, 2_000, 3
"""So many chats, and vessels in each."""
CODE = "wRvMl82_5mA1eS2"


def measure() -> Section:
    """Return the time of what a tap may ask of the store, with few and with many chats in it."""
    with TemporaryDirectory() as folder:
        few, many = (_filled(Path(folder) / f"{number}.db", number) for number in (FEW, MANY))
        asked: dict[str, Callable[[Store], object]] = {
            "the vessels of one person": lambda store: store.vessels(7),
            "the language of one person": lambda store: store.language(7),
            "a vessel saved again": lambda store: store.save(7, "Anna 1", CODE, "", "de", "", TODAY),
        }
        lines = []
        for what, ask in asked.items():
            much, little = in_turns([lambda ask=ask: ask(many), lambda ask=ask: ask(few)])
            lines.append(Line(what, micro(much), micro(little), f"{much / little:.2f} times as long"))
        much, little = in_turns([lambda: list(many.followed()), lambda: list(few.followed())], rounds=3)
        vessels = f"{MANY / FEW:.0f} times the vessels"
        lines.append(
            Line(
                "every vessel read once, for news",
                micro(much),
                micro(little),
                f"{much / little:.1f} times as long, {vessels}",
            )
        )
        for store in (few, many):
            store.close()
    return Section(
        "More chats and saved vessels",
        f"The same calls on a store of {MANY:,} people and on one of {FEW}, {EACH} vessels each, in SQLite files. "
        "Questions and answers keep nothing: their cost does not depend on the number of chats.",
        lines,
        (f"{MANY:,} chats", f"{FEW} chats"),
    )


def _filled(file: Path, people: int) -> Store:
    store = Store(f"sqlite:///{file}")
    store.open()
    for person in range(1, people + 1):
        store.choose_language(person, "de")
        store.switch_news(person, on=True)
        for number in range(1, EACH + 1):
            store.save(person, f"Anna {number}", CODE, "", "de", "", TODAY)
    return store
