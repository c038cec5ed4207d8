"""business-rules: a list of rules as JSON would hold it, with variables and one action as Python objects."""

from typing import Any

from business_rules import run_all
from business_rules.actions import BaseActions, rule_action
from business_rules.fields import FIELD_TEXT
from business_rules.variables import BaseVariables, numeric_rule_variable, string_rule_variable

from bench.decisions import Case, Decide, Row


class CaseVariables(BaseVariables):  # type: ignore[misc]
    """What the rules may ask of a case."""

    def __init__(self, case: Case) -> None:
        self.case = case

    @numeric_rule_variable  # type: ignore[untyped-decorator]
    def length(self) -> object:
        """In metres."""
        return self.case["length"]

    @string_rule_variable  # type: ignore[untyped-decorator]
    def mode(self) -> object:
        """The operating mode."""
        return self.case["mode"]

    @string_rule_variable  # type: ignore[untyped-decorator]
    def standard(self) -> object:
        """The standard of equipment."""
        return self.case["standard"]


class CrewActions(BaseActions):  # type: ignore[misc]
    """What a rule does: name the crew."""

    def __init__(self) -> None:
        self.crews = ""

    @rule_action(params={"crews": FIELD_TEXT})  # type: ignore[untyped-decorator]
    def crew(self, crews: str) -> None:
        """Take the crews of the row."""
        self.crews = crews


def decider(rows: list[Row]) -> Decide:
    """Prepare the rules and return what decides one case."""
    rules = [
        {"conditions": {"all": _conditions(row)}, "actions": [{"name": "crew", "params": {"crews": row.crews}}]}
        for row in rows
    ]

    def decide(case: Case) -> str:
        actions = CrewActions()
        run_all(rules, CaseVariables(case), actions, stop_on_first_trigger=True)
        return actions.crews

    return decide


def _conditions(row: Row) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [
        {"name": "mode", "operator": "equal_to", "value": row.mode},
        {"name": "standard", "operator": "equal_to", "value": row.standard},
    ]
    if row.above is not None:
        parts.append({"name": "length", "operator": "greater_than", "value": row.above})
    if row.up_to is not None:
        parts.append({"name": "length", "operator": "less_than_or_equal_to", "value": row.up_to})
    return parts
