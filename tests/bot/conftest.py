"""What the tests of the bot share."""

import pytest

from core import LANGUAGES
from core.catalogue import MissingCatalogueError, catalogue


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    try:
        catalogue(request.param)
    except MissingCatalogueError as missing:
        pytest.skip(str(missing))
    return str(request.param)


@pytest.fixture(autouse=True)
def _durations(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot sets this before it loads the library; another test may have loaded it before."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that failed are repeated at once."""
    monkeypatch.setattr("bot.calls.PAUSES", (0.01, 0.02))
