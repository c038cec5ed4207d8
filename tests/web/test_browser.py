"""The page in real Chromium, from a real server: taps, keyboard, no script, small screens, big text, paper."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import NEEDS_CHROMIUM, PHONE, context

pytestmark = NEEDS_CHROMIUM

PAGES = {
    "start": "/de/",
    "length": "/de/r/wRvM",
    "vessel": "/de/r/wR",
    "equipment": "/de/r/wRvMl82_5mA1",
    "two alternatives": "/de/r/wRvMl82_5mA1eS1",
    "passengers": "/de/r/wRvDaYp250mBeABC",
    "steam": "/de/r/wRvSpJmBeS2",
    "authority": "/de/r/wRvT",
    "outside": "/de/r/wH",
    "ferry": "/de/r/wGvAxFgCpAAeNMxsMxmN",
    "ferry equipment": "/de/r/wGvAxFgCpAA",
    "german equipment": "/de/r/wGvMg1350mBq700",
    "motor vessel off the Rhine": "/de/r/wGvMg1350mCq700eM",
    "two crews to choose from": "/de/r/wGvCfG5mDeS1",
    "cabin vessel off the Rhine": "/de/r/wGvKaYbAmBeS2",
    "zone": "/de/r/wGvB",
    "waters": "/de/water?code=&q=Elbe",
    "no such water": "/de/water?code=wGvB&q=Narnia",
    "search in doubt": "/de/find?q=F%C3%A4hre+60+t+500+PS+bla",
    "search for nothing": "/de/find?q=Donaudampfschifffahrtsgesellschaftskapit%C3%A4n",
    "bad input": "/de/?water=rhine&vessel=motor-vessel&length_m=8250",
    "strange code": "/de/r/strange",
    "people, sufficient": "/de/r/wRvMl82_5mA1eS2-B1M1L1",
    "people, insufficient": "/de/r/wRvMl82_5mA1eS1-B1",
    "people, unclear": "/de/r/wRvMl82_5mA1eS2-B1M2",
    "people of a steam vessel": "/de/r/wRvSpJmBeS2-B1M2",
    "people off the Rhine": "/de/r/wGvMg1350mCq700eM-B1M2",
    "rest": "/de/rest/wRvMl82_5mA1eS1",
    "rest for employees": "/de/rest/wGvMg1350mCq700eM",
    "who counts": "/de/more/wRvDaYp250mBeABC",
    "two languages": "/de/hand/wRvMl82_5mA1eS1-B1M2",
    "share": "/de/share/wRvMl82_5mA1eS1",
    "vessels": "/de/vessels",
    "sources": "/de/sources",
    "coverage": "/de/coverage",
    "errata": "/de/errata",
    "privacy": "/de/privacy",
    "imprint": "/de/imprint",
    "accessibility": "/de/accessibility",
}
OPEN_ALL = "document.querySelectorAll('details.sec').forEach(section => { section.open = true })"


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def test_a_skipper_taps_through_to_the_answer(page: Page) -> None:
    page.goto("/de/")
    page.get_by_role("link", name="Auf dem Rhein").click()
    page.get_by_role("link", name=re.compile("^Motorschiff")).click()
    page.get_by_label("Genaue Zahl").fill("82,5")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("link", name=re.compile("^A1 · ")).click()
    page.locator("a.opt", has_text="S1:").first.wait_for()
    page.locator("a.opt").nth(1).click()
    page.wait_for_url("**/de/r/wRvMl82_5mA1eS1")
    assert "82,50" in heading(page)
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator(".or")).to_have_text("oder")


def test_htmx_changes_the_page_without_loading_it_again(page: Page) -> None:
    page.goto("/de/")
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    page.locator("a.opt").first.click()
    page.wait_for_url("**/de/r/wR")
    assert page.evaluate("document.documentElement.dataset.mark") == "same document"
    assert page.locator("h1").evaluate("element => element === document.activeElement"), (
        "a screen reader begins at the question"
    )
    assert page.title().startswith(heading(page))
    expect(page.locator("#languages a").first).to_have_attribute("href", "/de/r/wR")
    page.go_back()
    page.locator(".lead").wait_for()
    assert page.url.endswith("/de/")


def test_back_and_change_keep_the_other_answers(page: Page) -> None:
    page.goto("/de/r/wRvMl82_5mA1eS2")
    page.locator(".chip", has_text="82,50").click()
    page.wait_for_url("**/de/r/wRvMmA1eS2")
    page.locator("a.opt", has_text="über 86").click()
    page.wait_for_url("**/de/r/wRvMlDmA1eS2")
    page.locator(".chip.back").click()
    page.wait_for_url("**/de/r/wRvMlDmA1")


def test_a_bad_number_is_explained_and_the_guess_is_one_tap(page: Page) -> None:
    page.goto("/de/r/wRvM")
    page.get_by_label("Genaue Zahl").fill("8250")
    page.get_by_role("button", name="Weiter").click()
    page.locator("[role=alert]").wait_for()
    assert page.get_by_label("Genaue Zahl").input_value() == "8250"
    page.locator("[role=alert] a").click()
    page.wait_for_url("**/de/r/wRvMl82_5")


def test_the_list_of_equipment_finds_the_standard(page: Page) -> None:
    page.goto("/de/r/wRvMl82_5mB")
    page.locator("summary", has_text="Ausrüstung").click()
    for box in page.locator("input[name=s1]").all():
        if box.get_attribute("value") != "g":
            box.check()
    page.locator("form.body button").click()
    page.wait_for_url("**/de/r/wRvMl82_5mBeGJ")


def test_a_ferry_operator_taps_through_to_the_answer(page: Page) -> None:
    page.goto("/en/")
    taps = ("Another German", "Car ferry", "It sails freely", "over 45", "up to 250", "No, something", "No", "Yes")
    for said in taps:
        before = page.url
        page.locator("a.opt").filter(has_text=re.compile(rf"^{said}")).first.click()
        page.wait_for_function("before => location.href !== before", arg=before)
    page.wait_for_url("**/en/r/wGvAxFgCpAAeNMxsNxmM")
    assert len(taps) <= 8
    assert page.locator(".who").first.inner_text().startswith("ferry master")
    page.get_by_role("link", name="Sailing and rest times").click()
    page.get_by_text("Employees", exact=True).wait_for()
    expect(page.locator(".ring")).to_have_count(0)


def test_a_water_is_found_by_its_name(page: Page) -> None:
    page.goto("/en/")
    page.get_by_label("Find your water by name").fill("Moselle")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url("**/en/r/wGjUy4")
    assert heading(page) == "What kind of vessel is it?"
    page.goto("/en/r/wGvB")
    page.get_by_label("Find your water by name").fill("Elbe")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/water?code=wGvB&q=Elbe")
    page.locator("a.opt", has_text="below the port of Hamburg").click()
    page.wait_for_url("**/en/r/wGvBy2")


def test_the_other_crew_stands_beside_the_crew(page: Page) -> None:
    page.goto("/en/r/wGvCfG2jUmAeS2")
    left, right = (page.locator(".sides .card").nth(each).bounding_box() for each in (0, 1))
    assert left
    assert right
    assert left["y"] == right["y"], "side by side, on a phone too"
    page.locator(".choice a.opt").click()
    page.wait_for_url("**/en/r/wGrRvCfP1mA2eS2")
    page.locator(".choice a.opt").wait_for()


def test_the_language_changes_and_the_case_stays(page: Page) -> None:
    page.goto("/de/r/wRvMl82_5mA1eS2")
    page.locator("#languages summary").click()
    page.get_by_role("link", name="Nederlands").click()
    page.wait_for_url("**/nl/r/wRvMl82_5mA1eS2")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.locator(".post small[lang=de]").first.inner_text() == "Schiffsführer"


def test_night_is_one_tap_and_remembered(page: Page) -> None:
    page.goto("/de/r/wRvT")
    page.locator("[data-act=palette]").click()
    expect(page.locator("html")).to_have_attribute("data-palette", "night")
    page.goto("/de/")
    expect(page.locator("html")).to_have_attribute("data-palette", "night")
    expect(page.locator("[data-act=palette]")).to_have_attribute("aria-pressed", "true")
    brightest = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('*')].filter(each => each.getClientRects().length).flatMap(element => {
            const style = getComputedStyle(element);
            return [style.color, style.backgroundColor, style.borderTopColor]
                .map(colour => colour.match(/[\\d.]+/g).map(Number))
                .filter(([, , , alpha = 1]) => alpha > 0)
                .map(([, , blue]) => blue);
        }))"""
    )
    assert brightest < 80, "nothing white or blue at night"
    page.get_by_role("combobox").focus()
    expect(page.locator("[list]")).to_have_count(0)  # no suggestions, which the browser would draw in white
    page.locator("[data-act=palette]").click()
    assert page.locator("html").get_attribute("data-palette") is None


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.goto("/de/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('a.opt')"):
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "the focus can be seen"
    page.keyboard.press("Enter")
    page.wait_for_url("**/de/r/wR")


def test_everything_works_without_a_script(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, java_script_enabled=False) as opened:
        page = opened.new_page()
        page.goto("/fr/")
        for choose in (0, 0):
            page.locator("a.opt").nth(choose).click()
        page.locator("form.field input[name=length_m]").fill("110")
        page.locator("form.field button").click()
        page.locator("a.opt").nth(2).click()
        page.locator("a.opt").nth(0).click()
        assert page.url.endswith("/fr/r/wRvMl110mBeS2")
        page.locator("summary", has_text="Pourquoi").click()
        expect(page.locator(".steps li").first).to_be_visible()
        expect(page.locator(".js-only").first).to_be_hidden()


def test_search_and_what_stands_beside_an_answer_work_without_a_script(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, java_script_enabled=False) as opened:
        page = opened.new_page()
        page.goto("/en/")
        page.get_by_label("Describe it in one line").fill("motor vessel 82,5 m Rhine A1 S1")
        page.keyboard.press("Enter")
        page.wait_for_url("**/en/r/wRvMl82_5mA1eS1")
        for name, heading_there in (
            ("Sailing and rest times", "Sailing and rest times"),
            ("Who counts", "Who counts, who drops out, sources"),
            ("Two languages", "Two languages"),
            ("Share", "Share this case"),
        ):
            page.locator("main").get_by_role("link", name=name).click()
            expect(page.locator("h1")).to_have_text(heading_there)
            page.locator("a[rel=prev]").click()
            page.wait_for_url("**/en/r/wRvMl82_5mA1eS1")


def test_plus_and_minus_change_the_verdict_in_place(page: Page) -> None:
    page.goto("/en/r/wRvMl82_5mA1eS2")
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    page.locator("summary", has_text="Why?").click()
    for one, several in (("boatmaster", "boatmasters"), ("boatman", "boatmen"), ("apprentice", "apprentices")):
        page.get_by_role("link", name=f"{several}: one more", exact=True).click()
        page.get_by_role("link", name=f"{one}: one more", exact=True).wait_for()
    page.wait_for_url("**/en/r/wRvMl82_5mA1eS2-B1M1L1")
    expect(page.locator("#verdict .verdict")).to_have_text("Sufficient")
    scrolled = page.evaluate("scrollY")
    page.locator("#fewer-L").click()
    page.locator("#verdict.insufficient").wait_for()
    expect(page.locator("#verdict .verdict")).to_have_text("Insufficient")
    assert page.evaluate("scrollY") == scrolled, "nothing jumps"
    assert page.evaluate("document.activeElement.id") == "fewer-L", "the focus stays at the button"
    page.locator("#more-L").click()
    page.locator("#verdict.sufficient").wait_for()
    page.locator("#fewer-L").click()
    page.locator("#verdict.insufficient").wait_for()
    expect(page.locator(".steps li").first).to_be_visible()  # what was opened stays open
    expect(page.locator("[data-act=save]")).to_have_attribute("href", "/en/vessels#code=wRvMl82_5mA1eS2-B1M1")
    assert page.evaluate("document.documentElement.dataset.mark") == "same document"
    page.locator("#suffice a", has_text="Count again").click()
    page.wait_for_url("**/en/r/wRvMl82_5mA1eS2")
    page.get_by_text("Count the people aboard").wait_for()


def test_people_are_counted_without_a_script(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, java_script_enabled=False) as opened:
        page = opened.new_page()
        page.goto("/en/r/wRvMl82_5mA1eS2")
        for letter in "BML":
            page.locator(f"#more-{letter}").click()
            assert page.locator("#suffice").bounding_box()["y"] < PHONE["height"] / 2  # type: ignore[index]
        assert page.url.endswith("/en/r/wRvMl82_5mA1eS2-B1M1L1#suffice")
        expect(page.locator("#verdict .verdict")).to_have_text("Sufficient")


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(page: Page, name: str) -> None:
    page.goto(PAGES[name])
    page.evaluate(OPEN_ALL)
    for palette in ("day", "night"):
        found = Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], palette
        page.locator("[data-act=palette]").click()


@pytest.mark.parametrize("name", PAGES)
def test_thumbs_find_big_targets_and_nothing_overflows_on_small_screens_and_with_big_text(
    page: Page, name: str
) -> None:
    page.goto(PAGES[name])
    small = page.evaluate(
        """() => [...document.querySelectorAll('a.opt, button, a.chip, summary')]
            .filter(element => element.offsetParent !== null)
            .map(element => [element.textContent.trim(), element.getBoundingClientRect().height])
            .filter(([, height]) => height < 47.5)"""
    )
    assert small == []
    page.evaluate(OPEN_ALL)
    for width, size in ((320, 100), (360, 200)):
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    "name",
    [
        "two alternatives",
        "passengers",
        "steam",
        "authority",
        "ferry",
        "cabin vessel off the Rhine",
        "two crews to choose from",
        "people, sufficient",
        "people, unclear",
        "people of a steam vessel",
        "people off the Rhine",
    ],
)
def test_the_answer_fits_one_sheet_of_paper(page: Page, name: str) -> None:
    page.goto(PAGES[name])
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1
