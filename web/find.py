"""The search line: a vessel in everyday words becomes a case."""

from typing import Any

from core import wording
from core.text import Text
from web.place import Place


def form(place: Place, text: str = "") -> dict[str, Any]:
    """Return the form of the search line."""
    return {"action": f"/{place.language}/find", "text": text, "example": wording.say(Text("82 m pusher A2 S2"), place.language)}
