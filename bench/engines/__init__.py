"""Rule engines that people would take for this: each makes the decisions of § 19.02 from the same rows.

Each module has ``decider(rows)``, which prepares the engine once and returns a function that decides one case.
"""

from collections.abc import Callable
from importlib import import_module

from bench.decisions import Decide, cases, check, rows

ENGINES = {
    "zen-engine": "zen_engine",
    "rule-engine": "rule_engine_rules",
    "business-rules": "business_rules_list",
    "openfisca-core": "openfisca_system",
    "pyDMNrules": "dmn_workbook",
}


def deciders() -> dict[str, Decide]:
    """Return each engine, ready and checked: it makes every decision of the table as we do. Raises ValueError if one does not."""
    found: dict[str, Decide] = {}
    for name, module in ENGINES.items():
        decide: Decide = import_module(f"bench.engines.{module}").decider(rows())
        check(name, decide)
        found[name] = decide
    return found


def every_case(decide: Decide) -> Callable[[], None]:
    """Return what decides every case of the table once, so that no engine is lucky with the order of its rows."""
    all_ = cases()

    def run() -> None:
        for case in all_:
            decide(case)

    return run
