"""pyDMNrules: a DMN decision table in an Excel workbook."""

from openpyxl import Workbook
from openpyxl.styles import Border, Side
from pyDMNrules import DMN

from bench.decisions import Case, Decide, Row


def decider(rows: list[Row]) -> Decide:
    """Write the workbook, load it and return what decides one case."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Crew"
    lines = [["Crew table", None, None, None, None], ["F", "length", "mode", "standard", "crew"]]
    lines += [
        [str(number), _band(row), f'"{row.mode}"', f'"{row.standard}"', f'"{row.crews}"']
        for number, row in enumerate(rows, 1)
    ]
    thin, double = Side(style="thin"), Side(style="double")
    for line in lines:
        sheet.append([value or "" for value in line])
    for y in range(2, len(lines) + 1):
        for x in range(1, 6):
            sheet.cell(y, x).border = Border(
                left=thin, right=double if x == 4 else thin, top=thin, bottom=double if y == 2 else thin
            )
    sheet["A1"].border = Border(left=thin, right=thin, top=thin, bottom=thin)
    rules = DMN()
    status = rules.use(book)
    if status.get("errors"):
        raise ValueError(status["errors"])

    def decide(case: Case) -> str:
        status, decision = rules.decide(dict(case))
        if status.get("errors"):
            raise ValueError(status["errors"])
        return str(decision["Result"]["crew"])

    return decide


def _band(row: Row) -> str:
    if row.above is None:
        return f"<= {row.up_to}"
    return f"> {row.above}" if row.up_to is None else f"({row.above}..{row.up_to}]"
