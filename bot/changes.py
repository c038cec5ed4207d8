"""What a new version of a regulation changes for saved vessels, and the message that tells their owners."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.answer import alternatives, no_crew_words
from bot.case import Case, settle
from bot.questions import chips_line, cited_in_full
from bot.screen import Screen, View, bold, esc, paragraphs
from bot.store import Store, Vessel
from bot.tap import Action
from bot.told import Told, changed_by, read_told, told_of, version_of_id
from core import CodeError, Question, decode, wording
from core.facts import DATE
from core.law.version import Version
from core.text import Text


@dataclass(frozen=True, slots=True)
class Change:
    """An answer for a saved vessel that is not the one last told.

    ``version`` is the new version that made it so; ``None`` if it was no new law but a correction of Rheincrew's.
    """

    vessel: Vessel
    language: str
    before: Told
    after: Told
    version: Version | None
    case: Case


def changes(store: Store, day: date, *, note: bool = False) -> Iterator[Change]:
    """Yield what is different on a day, for the vessels whose owners want news.

    With ``note``, a new version that changes nothing for a vessel is written down. Raises StoreError.
    """
    for vessel, language in store.followed():
        try:
            before, case = read_told(vessel.told), settle(decode(vessel.code), day)
        except (CodeError, ValueError):
            continue  # it cannot be opened either; its screen says so
        after = told_of(case)
        if any(version.start > day for version in map(version_of_id, before.laws) if version):
            continue  # told ahead of that law
        if not before.same_crew(after):
            yield Change(vessel, language, before, after, changed_by(before, after), case)
        elif note and after != before:
            store.note(vessel, after.text)


def change_screen(change: Change, version: Version, view: View, today: date) -> Screen:
    """Return the message that tells of a change: before and after, where it stands, and how to switch news off.

    ``today`` is the day of sending; the law may begin later.
    """
    case, before, after = change.case, change.before, change.after
    ahead = version.start > today
    words = Text("From {day}", {"day": version.start}) if ahead else Text("Since {day}", {"day": version.start})
    old = version_of_id(before.version)
    was = esc(wording.regulation(before.provision, old, view.language)) + ", " if old else ""
    source = ""
    if after.provision:
        as_of = view.say(Text("text as of {day}", {"day": version.text_as_of}))
        source = f"{cited_in_full(after.provision, version, view)}, {esc(as_of)}"
    text = paragraphs(
        bold(view.say(Text("New law for “{name}”", {"name": change.vessel.name}))),
        esc(chips_line(case, view)),
        f"{bold(view.say(Text('Before')))}\n{_crew(before, None, view)}"
        + (f"\n{was}{esc(wording.in_force(old, view.language))}" if old else ""),
        f"{bold(view.say(words))}\n{_crew(after, case, view)}" + (f"\n{source}" if source else ""),
        esc(view.say(Text("A crew that is entered in the vessel certificate prevails. This is told once."))),
    )
    code = case.with_(DATE.key, version.start) if ahead else case.code
    open_ = Text("Answer what is missing") if after.state == "question" else Text("The whole answer")
    rows = (
        (view.button(open_, Action.CASE, code, change.vessel.people),)
        if after.state == "question"
        else (view.button(open_, Action.CASE, code),)
    )
    vessel = view.button(change.vessel.name, Action.VESSEL, extra=change.vessel.id)
    off = view.button(Text("Switch news off"), Action.NEWS, extra="q")
    return Screen(text, (rows, (vessel,), (off,)))


def _crew(told: Told, case: Case | None, view: View) -> str:
    if told.state == "determined":
        return alternatives(told.crews, view)
    if told.state != "question":
        return esc(view.say(no_crew_words(told.state)))
    if case and isinstance(case.outcome, Question):
        question = {"question": case.outcome.question}
        return esc(view.say(Text("One answer more is needed: {question}", question)))
    return esc(view.say(Text("One answer more was needed.")))
