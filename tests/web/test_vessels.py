"""My vessels on the device, in real Chromium: saved, named, asked again, deleted and back, taken away and brought in."""

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.web.browsing import NEEDS_CHROMIUM, context

pytestmark = NEEDS_CHROMIUM

HOSTILE = '<img src=x onerror="document.title=1">{name}'


def save(page: Page, name: str, case: str = "wRvMl82_5mA1eS2") -> None:
    page.goto(f"/en/r/{case}")
    page.locator("[data-act=save]").click()
    page.get_by_label("Name of the vessel").fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text(f"“{name}” is saved").wait_for()


def names(page: Page) -> list[str]:
    return page.locator(".vessel h2").all_inner_texts()


def said(page: Page) -> str:
    return page.locator("#v-said").inner_text()


def entry(**changes: object) -> dict[str, object]:
    return {"name": "Anna", "code": "wRvT", "about": "Rhine · Towed", "language": "en", "saved": "2026-11-30"} | changes


def bring(page: Page, content: object) -> None:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    page.locator("#v-said").evaluate("element => element.replaceChildren()")
    page.locator("#v-import").set_input_files(FilePayload(name="v.json", mimeType="application/json", buffer=body))
    page.locator("#v-said p").wait_for()


def test_a_vessel_is_saved_asked_again_renamed_deleted_and_back(page: Page) -> None:
    page.goto("/en/vessels")
    expect(page.get_by_text("No vessel is saved yet")).to_be_visible()
    save(page, "Anna")
    assert page.url.endswith("/en/vessels"), "the case leaves the address once it is saved"
    save(page, "Berta", "wRvPl22mA2eS2-B1")
    assert names(page) == ["Berta", "Anna"]
    assert "Rhine · Motor vessel · 82.50 m (group 2) · A1 · up to 14 hours" in page.locator(".vessel").nth(
        1
    ).inner_text().replace("\xa0", " ")

    page.get_by_role("link", name="Crew today").nth(1).click()
    page.wait_for_url("**/en/r/wRvMl82_5mA1eS2")
    page.go_back()
    page.get_by_role("link", name="Do my people suffice?").first.click()
    page.wait_for_url("**/en/r/wRvPl22mA2eS2-B1#suffice")
    page.goto("/de/vessels")
    assert names(page) == ["Berta", "Anna"], "in every language, after a new start"
    page.goto("/en/vessels")

    page.locator(".vessel summary").first.click()
    page.get_by_label("New name").first.fill("Clara")
    page.get_by_role("button", name="Rename").first.click()
    assert names(page) == ["Clara", "Anna"]
    assert page.evaluate("document.activeElement.textContent") == "Clara"

    page.locator(".vessel summary").first.click()
    page.get_by_role("button", name="Delete").first.click()
    assert names(page) == ["Anna"]
    assert page.evaluate("document.activeElement.id") == "v-undo"
    page.keyboard.press("Enter")
    assert names(page) == ["Clara", "Anna"]


def test_a_case_that_is_saved_already_is_named(page: Page) -> None:
    save(page, "Anna")
    page.goto("/en/r/wRvMl82_5mA1eS2")
    page.locator("[data-act=save]").click()
    page.get_by_text("already saved as “Anna”").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("is saved on this device").wait_for()
    assert len(names(page)) == 2


def test_vessels_are_never_sent(page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.headers} {request.post_data}"))
    save(page, "Geheimnis")
    page.reload()
    assert names(page) == ["Geheimnis"]
    assert not [each for each in sent if "Geheimnis" in each or "about=" in each]


def test_a_hostile_name_is_only_a_name(page: Page) -> None:
    save(page, HOSTILE)
    assert names(page) == [HOSTILE]
    page.reload()
    assert names(page) == [HOSTILE]
    page.locator(".vessel summary").click()
    page.get_by_role("button", name="Delete").click()
    assert HOSTILE in said(page)
    expect(page.locator("main img")).to_have_count(0)


@pytest.mark.parametrize("part", ["code=%3Cscript%3E", "code=", "code=../../x", "code=" + "x" * 100])
def test_a_strange_case_is_not_saved(page: Page, part: str) -> None:
    page.goto(f"/en/vessels#{part}")
    assert "holds no case" in said(page)
    expect(page.locator("#v-save")).to_be_hidden()


def test_vessels_leave_and_come_back_by_a_file(page: Page, browser: Browser, server: str, tmp_path: Path) -> None:
    save(page, "Anna")
    save(page, "Berta", "wRvPl22mA2eS2")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export to a file").click()
    file = tmp_path / "vessels.json"
    download.value.save_as(file)
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert (exported["rheincrew"], exported["version"]) == ("vessels", 1)
    with context(browser, base_url=server) as other:
        there = other.new_page()
        save(there, "Anna")
        there.locator("#v-import").set_input_files(file)
        there.get_by_text("Added from the file: 1. Already here: 1.").wait_for()
        assert names(there) == ["Anna", "Berta"]
        bring(there, exported)
        assert "Added from the file: 0. Already here: 2." in said(there)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not json", "cannot be read"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b" " * 600_000, "cannot be read"),
        ([], "cannot be read"),
        ({"rheincrew": "vessels", "version": "1", "vessels": []}, "cannot be read"),
        ({"rheincrew": "vessels", "version": 1, "vessels": {}}, "cannot be read"),
        ({"rheincrew": "vessels", "version": 2, "vessels": []}, "newer Rheincrew"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(), entry(code="a b")]}, "Entry 2"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(name=" ")]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(name="x" * 61)]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(about=5)]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(language="xx")]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(saved="yesterday")]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [None]}, "Entry 1"),
        ({"rheincrew": "vessels", "version": 1, "vessels": [entry(name=f"V{n}") for n in range(201)]}, "room for 200"),
    ],
)
def test_a_bad_file_is_explained_and_changes_nothing(page: Page, content: object, says: str) -> None:
    page.goto("/en/vessels")
    bring(page, {"rheincrew": "vessels", "version": 1, "vessels": [entry(name="Mine")]})
    bring(page, content)
    assert says in said(page)
    assert "Nothing has changed" in said(page)
    assert names(page) == ["Mine"]


def test_where_nothing_can_be_kept_it_is_said(page: Page) -> None:
    page.goto("/en/vessels#code=wRvT&about=Rhine")
    page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    page.get_by_label("Name of the vessel").fill("Anna")
    page.get_by_role("button", name="Save", exact=True).click()
    assert "does not let this page keep anything" in said(page)
    assert names(page) == []


@pytest.mark.parametrize("stored", ["{", "5", '[{"name": 1}]', "null"])
def test_what_cannot_be_understood_in_the_memory_does_no_harm(page: Page, stored: str) -> None:
    page.goto("/en/vessels")
    page.evaluate("stored => localStorage.setItem('vessels', stored)", stored)
    page.reload()
    expect(page.get_by_text("No vessel is saved yet")).to_be_visible()


def test_another_tab_sees_the_change(page: Page) -> None:
    page.goto("/en/vessels")
    other = page.context.new_page()
    save(other, "Anna")
    page.locator(".vessel h2", has_text="Anna").wait_for()


@pytest.mark.parametrize(("width", "size"), [(320, 100), (360, 200)])
def test_long_names_break_and_nothing_overflows(page: Page, width: int, size: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    save(page, "Donaudampfschifffahrtsgesellschaftskapitänspatentinhaber")
    page.locator(".vessel summary").click()
    page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [each["id"] for each in Axe().run(page).response["violations"]] == []


def test_without_a_script_the_page_says_what_is_needed(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, java_script_enabled=False) as opened:
        page = opened.new_page()
        page.goto("/en/r/wRvT")
        page.locator("[data-act=save]").click()
        expect(page.get_by_text("the browser must allow scripts")).to_be_visible()
        expect(page.locator("#v-export")).to_be_hidden()


def test_the_page_to_share_is_filled_by_its_script_where_the_server_could_not(page: Page) -> None:
    """As the service worker answers without a network: the page without a case, under the address of a case."""
    shell = page.request.get("/en/share/").text()
    page.route("**/en/share/wRvT-B1", lambda route: route.fulfill(body=shell, content_type="text/html"))
    page.goto("/en/share/wRvT-B1")
    page.wait_for_function("() => document.querySelector('#share-qr path').getAttribute('d').length > 500")
    assert re.fullmatch(r"http://[\d.:]+/en/r/wRvT-B1", page.locator("#share-link").inner_text())
    expect(page.locator("#share-back")).to_have_attribute("href", "/en/r/wRvT-B1")
