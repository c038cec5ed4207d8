"""The pages of text behind the footer: sources, coverage, errata, privacy, imprint, accessibility."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from core import wording
from core.coverage import coverage
from core.errata import errata
from core.text import Text
from core.timeline import FAMILIES
from web import timeline
from web.settings import Settings


@dataclass(frozen=True, slots=True)
class Info:
    """A page of text: its name in the address, its title, its template, and what the template needs."""

    name: str
    title: Text
    template: str
    view: Callable[[str, Settings], dict[str, Any]]


def _sources(language: str, _settings: Settings) -> dict[str, Any]:
    return {"families": [timeline.view(family, language) for family in FAMILIES]}


def _coverage(language: str, _settings: Settings) -> dict[str, Any]:
    return {
        "coverage": [
            {
                "name": entry.name,
                "days": timeline.span(entry.start, entry.end, language),
                "state": wording.say(entry.state, language),
                "gaps": [wording.say(gap, language) for gap in entry.gaps],
            }
            for entry in coverage()
        ]
    }


def _errata(language: str, _settings: Settings) -> dict[str, Any]:
    return {"errata": errata(language)}


def _operator(_language: str, settings: Settings) -> dict[str, Any]:
    contact = settings.contact
    return {
        "imprint": [part.strip().splitlines() for part in settings.imprint.split("\n\n") if part.strip()],
        "contact": contact,
        "contact_url": f"mailto:{contact}" if contact and not contact.startswith("https:") else contact,
    }


INFO = (
    Info("sources", Text("Sources"), "sources.html", _sources),
    Info("coverage", Text("What is covered"), "coverage.html", _coverage),
    Info("errata", Text("Contradictions in the law"), "errata.html", _errata),
    Info("privacy", Text("Privacy"), "privacy.html", _operator),
    Info("imprint", Text("Imprint"), "imprint.html", _operator),
    Info("accessibility", Text("Accessibility"), "accessibility.html", _operator),
)
BY_NAME = {info.name: info for info in INFO}


@cache
def footer(language: str) -> tuple[tuple[str, str], ...]:
    """Return title and address of every page of text."""
    return tuple((wording.say(info.title, language), f"/{language}/{info.name}") for info in INFO)
