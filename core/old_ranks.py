"""The ranks of a repealed version, each with what it counts as today (BinSchPersV § 124)."""

from collections.abc import Mapping

from core.result import Result
from core.text import Text


def old_ranks(result: Result) -> Mapping[str, Text]:
    """Return a sentence for each rank of an answer that had another name: what it was called, and what it is today."""
    names = next((notice.text.params["names"] for notice in result.notices if notice.id == "old-ranks"), ())
    if result.version is None or not isinstance(names, tuple):
        return {}
    aboard = {rank for crew in result.crews for rank in crew}
    ranks = [rank for rank in result.version.old_ranks if rank in aboard]
    # The notice leaves out ranks that had another name on ferries only; then it is not certain which name is whose.
    return dict(zip(ranks, names, strict=True)) if len(ranks) == len(names) else {}
