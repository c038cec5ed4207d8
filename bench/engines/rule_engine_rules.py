"""rule-engine: one expression for each row, the first that matches decides."""

from rule_engine import Rule

from bench.decisions import Case, Decide, Row


def decider(rows: list[Row]) -> Decide:
    """Prepare the rules and return what decides one case."""
    rules = [(Rule(_expression(row)), row.crews) for row in rows]

    def decide(case: Case) -> str:
        return next(crews for rule, crews in rules if rule.matches(case))

    return decide


def _expression(row: Row) -> str:
    parts = [f'mode == "{row.mode}"', f'standard == "{row.standard}"']
    if row.above is not None:
        parts.append(f"length > {row.above}")
    if row.up_to is not None:
        parts.append(f"length <= {row.up_to}")
    return " and ".join(parts)
