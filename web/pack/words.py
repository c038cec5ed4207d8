"""What the worker says by itself: that there is no connection, and what needs one."""

from collections.abc import Mapping

from core.text import Text

MESSAGES: Mapping[str, tuple[Text, Text]] = {
    "day": (
        Text("Another day needs a connection"),
        Text("This device holds the law of today only. Without a connection there is no answer for another day."),
    ),
    "page": (
        Text("This page needs a connection"),
        Text("Questions, answers and the check of your people work without one."),
    ),
    "language": (
        Text("This language is not on this device"),
        Text("Open it once with a connection, then it works without one too. On this device: {languages}."),
    ),
}
"""Pages of the worker: a title and a text."""

WITHOUT_DAY = Text("Answer by the law of today")
