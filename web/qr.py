"""QR codes as drawings: a path of squares, in whatever colours the page gives it."""

from dataclasses import dataclass

import segno

QUIET = 4
"""The modules of empty space around a code; readers need them."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A code as the data of an SVG path, and the side of the square that it fills, quiet zone included."""

    side: int
    path: str


def draw(text: str) -> Drawing:
    """Return the QR code of a text; a fifth of it may be dirty and it is still read."""
    code = segno.make(text, error="m", micro=False)
    path = "".join(
        f"M{start + QUIET} {row + QUIET}h{end - start}v1h-{end - start}z"
        for row, line in enumerate(code.matrix)
        for start, end in _runs(line)
    )
    return Drawing(len(code.matrix) + 2 * QUIET, path)


def svg(text: str) -> str:
    """Return the code as a file of its own, black on white."""
    code = draw(text)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {code.side} {code.side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{code.side}v{code.side}H0z"/><path d="{code.path}"/></svg>'
    )


def _runs(line: bytearray | tuple[int, ...]) -> list[tuple[int, int]]:
    """Return where dark modules begin and end in a row."""
    runs: list[tuple[int, int]] = []
    for place, dark in enumerate(line):
        if not dark:
            continue
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs
