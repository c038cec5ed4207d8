"""The first step under the German rules: the crew of a group and, where there is one, of an operating mode."""

from core.law.answer import Answer
from core.law.version import Group, Table, Version, mode_label
from core.text import Text


def from_table(version: Version, table: Table, group: Group, mode: str | None, column: str | None = None) -> Answer:
    """Return the answer that begins with this cell; ``column`` is its name where it is not that of the mode."""
    result = Answer("determined", version, table.section)
    result.table = table
    result.group = group.number if len(table.groups) > 1 else None
    result.mode = mode
    result.mode_hours = version.operation[mode].hours if mode else None
    if mode is None:
        crews = group.crews["all"]
        text = Text("The rules prescribe this crew for group {group}.", {"group": group.number})
        if len(table.groups) == 1:
            text = Text("The rules prescribe this crew.")
    else:
        crews = group.crews[column or mode]
        gaps = {"group": group.number, "mode": mode_label(version, mode)}
        text = Text("The table prescribes this crew for group {group} and {mode}.", gaps)
        if column and column[-2:] in (" 1", " 2"):
            result.column = column[-1]
    result.start(table.provision, crews, text)
    return result
