"""openfisca-core: a small system with one entity, three inputs and one variable whose formula is the table."""

import numpy
from openfisca_core.entities import build_entity
from openfisca_core.periods import YEAR
from openfisca_core.simulation_builder import SimulationBuilder
from openfisca_core.taxbenefitsystems import TaxBenefitSystem
from openfisca_core.variables import Variable

from bench.decisions import Case, Decide, Row


def decider(rows: list[Row]) -> Decide:
    """Prepare the system and return what decides one case."""
    vessel = build_entity(key="vessel", plural="vessels", label="A vessel", is_person=True)
    system = TaxBenefitSystem([vessel])

    def input_(name: str, type_: type) -> type:
        return type(
            name, (Variable,), {"value_type": type_, "entity": vessel, "definition_period": YEAR, "label": name}
        )

    def formula(vessels, period):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - as the library calls it
        length, mode, standard = (vessels(name, period) for name in ("length", "mode", "standard"))
        conditions = [
            (mode == row.mode)
            & (standard == row.standard)
            & (length > (-1 if row.above is None else row.above))
            & (length <= (10**6 if row.up_to is None else row.up_to))
            for row in rows
        ]
        return numpy.select(conditions, list(range(len(rows))), default=-1)

    for name, type_ in (("length", float), ("mode", str), ("standard", str)):
        system.add_variable(input_(name, type_))
    system.add_variable(
        type(
            "row",
            (Variable,),
            {"value_type": int, "entity": vessel, "definition_period": YEAR, "label": "row", "formula": formula},
        )
    )

    def decide(case: Case) -> str:
        situation = {"vessels": {"one": {name: {"2026": value} for name, value in case.items()}}}
        simulation = SimulationBuilder().build_from_entities(system, situation)
        return rows[int(simulation.calculate("row", "2026")[0])].crews

    return decide
