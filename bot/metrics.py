"""What the bot counts for Prometheus: no person, no chat, no code of a case.

Every label takes few values, all known beforehand.
"""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

from core import Question, Result

REGISTRY = CollectorRegistry()
"""The numbers of this process."""
ProcessCollector(registry=REGISTRY)

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

UPDATES = Counter("rheincrew_updates", "What came from Telegram, by kind", ["kind"], registry=REGISTRY)
LEFT_OUT = Counter(
    "rheincrew_updates_left_out",
    "Updates not worked on: repeated, late, or too many of one chat",
    ["why"],
    registry=REGISTRY,
)
UPDATE_SECONDS = Histogram(
    "rheincrew_update_seconds",
    "From taking an update to the end of its work",
    ["kind"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
WAITING = Gauge("rheincrew_updates_waiting", "Updates that wait or are worked on", registry=REGISTRY)
FAILURES = Counter("rheincrew_failures", "Updates that failed by an error of ours", registry=REGISTRY)
OUTCOMES = Counter(
    "rheincrew_outcomes",
    "Questions and answers shown; an answer by its regulation and its kind",
    ["regulation", "kind"],
    registry=REGISTRY,
)
TELEGRAM_SECONDS = Histogram(
    "rheincrew_telegram_seconds",
    "From a call of the Bot API to its answer",
    ["method"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
TELEGRAM_ERRORS = Counter("rheincrew_telegram_errors", "Calls that failed, by kind", ["kind"], registry=REGISTRY)
REFUSED = Counter("rheincrew_webhook_refused", "Requests to the webhook that were refused", ["why"], registry=REGISTRY)


def count_outcome(outcome: Question | Result) -> None:
    """Count a question or an answer that is shown."""
    if isinstance(outcome, Question):
        OUTCOMES.labels("", "question").inc()
    else:
        OUTCOMES.labels(outcome.version.id if outcome.version else "", outcome.kind).inc()
