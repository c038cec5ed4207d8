"""Every page is small: what Flask's client gets compressed is what goes over the wire."""

import pytest
from flask.testing import FlaskClient

from core import LANGUAGES, Question, Result, encode
from core.aboard import encode_counts, kinds
from web.app import create_app
from web.settings import Settings

STEP = 5 * 1024


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_small(outcomes: list[Question | Result], language: str) -> None:
    client = create_app(Settings(page_cache=0)).test_client()
    for outcome in outcomes[LANGUAGES.index(language) :: 41]:
        code = encode(outcome.facts)
        for path in (f"r/{code}",) if code else ("",):
            assert size(client, f"/{language}/{path}") <= STEP, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_counting_and_beside_an_answer_is_small(results: list[Result], language: str) -> None:
    client = create_app(Settings(page_cache=0)).test_client()
    for result in results[LANGUAGES.index(language) :: 173]:
        code = encode(result.facts)
        aboard = encode_counts(dict.fromkeys(kinds(result)[:4], 1))
        for kind in ("r", "rest", "more", "hand", "share"):
            assert size(client, f"/{language}/{kind}/{code}{aboard}") <= STEP, (kind, code)


def size(client: FlaskClient, path: str) -> int:
    response = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200, path
    return len(response.data)
