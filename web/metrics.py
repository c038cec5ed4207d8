"""What the page counts for Prometheus: no person, no address, no code of a case.

Every label takes few values, all known beforehand. With PROMETHEUS_MULTIPROC_DIR set before the start, the processes of one
server count together; ``deploy/gunicorn.conf.py`` sees to it.
"""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from core import Question, Result

REGISTRY = CollectorRegistry()
"""The numbers of this process."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter(
    "rheincrew_requests",
    "Requests answered, by route, method and status",
    ["route", "method", "status"],
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "rheincrew_request_seconds",
    "From a request to its answer",
    ["route"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
OUTCOMES = Counter(
    "rheincrew_outcomes",
    "Questions and answers shown; an answer by its regulation and its kind",
    ["regulation", "kind"],
    registry=REGISTRY,
)
CACHE = Counter(
    "rheincrew_page_cache", "Pages asked of the cache: kept ones and ones made anew", ["page"], registry=REGISTRY
)
LIMITED = Counter("rheincrew_limited", "Requests to the interface that came too fast", registry=REGISTRY)

Shown = tuple[str, str]
"""What a page shows: the regulation and the kind of an answer, or no regulation and ``question``."""


def shown(outcome: Question | Result) -> Shown:
    """Return what counts of an outcome."""
    if isinstance(outcome, Question):
        return "", "question"
    return (outcome.version.id if outcome.version else ""), outcome.kind


def count_outcome(what: Shown) -> None:
    """Count a question or an answer that is shown."""
    OUTCOMES.labels(*what).inc()


def exposition() -> bytes:
    """Return all numbers as Prometheus reads them: those of every process of this server where they count together."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
