"""What is on the board, and that assistive technology and every colour scheme get the whole of it."""
import pathlib
import time

import axe_playwright_python
import pytest

from conftest import PUBLIC

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SCHEMES = {
    "light": {"prefers_color_scheme": "light"},
    "dark": {"prefers_color_scheme": "dark"},
    "contrast": {"prefers_contrast": "more"},
    "forced": {"forced_colors": "active"},
}


def axe(page):
    page.run(AXE + ";window.axe = window.axe ?? axe; return 0")
    page.settle()
    return page.run("""return axe.run(document, { resultTypes: ['violations', 'incomplete'] })
        .then((found) => [...found.violations, ...found.incomplete].map((each) =>
          [each.id, ...each.nodes.map((node) => node.target.flat().join(' ') + ' ' + (node.failureSummary ?? ''))]))""")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.core
def test_axe_finds_nothing(chromium_page, stand_in, scheme):
    stand_in.fill((-20, 22, 50, 204, 4000, 9000))
    stand_in.faults.feed.update(source="demo", state="stale", ageSeconds=75, reason="timeout", clock="shifted")
    chromium_page.browser.media(**SCHEMES[scheme])
    chromium_page.open("?category=horse,harness,greyhound")
    chromium_page.click("Time to next race")
    chromium_page.click("Last announcements")
    time.sleep(0.6)
    assert axe(chromium_page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_with_an_empty_board_and_words_unknown(chromium_page, stand_in, scheme):
    stand_in.fill(())
    stand_in.faults.feed.update(state="starting", ageSeconds=None, reason="connection refused")
    chromium_page.browser.media(**SCHEMES[scheme])
    chromium_page.open("?category=camel&count=99&announce=loud")
    assert axe(chromium_page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.core
def test_axe_finds_nothing_when_not_live(chromium_page, stand_in, scheme):
    chromium_page.browser.media(**SCHEMES[scheme])
    chromium_page.open()
    stand_in.faults.silent = True
    chromium_page.until(lambda board: board["state"] == "silent", 8)
    assert axe(chromium_page) == []


def test_axe_finds_nothing_in_either_browser(page, stand_in):
    page.open()
    assert axe(page) == []


@pytest.mark.core
def test_a_row_has_everything(page, stand_in):
    page.open()
    row, race = page.read()["rows"][1], stand_in.board([], 5, stand_in.now())[1]
    assert row["name"] == f"{race['meeting']} Race {race['number']} Harness racing"
    assert row["race"] == race["name"]
    assert "QLD, AUS" in row["venue"]
    zone = page.run("return new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts().at(-1).value")
    assert row["start"].endswith(zone)
    assert page.run("return document.querySelector('next-to-go').shadowRoot.querySelectorAll('.row .icon svg path').length") >= 5


@pytest.mark.core
def test_urgency_has_a_word_a_weight_and_a_shape(page, stand_in):
    stand_in.fill((-20, 25, 55, 250, 900))
    page.open()
    rows = page.read()["rows"]
    assert [row["word"] for row in rows] == ["Started", "Seconds away", "Last minute", "Soon", ""]
    looks = page.run("""return [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('.row')].map((row) =>
        [getComputedStyle(row, '::before').borderInlineStartWidth, getComputedStyle(row.querySelector('.count time')).fontWeight])""")
    assert len({tuple(each) for each in looks}) == 5


@pytest.mark.core
def test_the_accessible_tree_reads_each_row_once(chromium_page, stand_in):
    chromium_page.open()
    nodes = chromium_page.browser.cdp("Accessibility.getFullAXTree")["nodes"]
    links = [node for node in nodes if not node["ignored"] and node["role"]["value"] == "link"]
    assert [link["name"]["value"] for link in links] == [row["name"] for row in chromium_page.read()["rows"]]
    assert all(link["description"]["value"] for link in links)
    lists = [node for node in nodes if not node["ignored"] and node["role"]["value"] == "list"
             and node.get("name", {}).get("value") == "Next five races"]
    assert len(lists) == 1
    names = [node["name"]["value"] for node in nodes if not node["ignored"]
             and node["role"]["value"] in ("button", "checkbox", "radio")]
    assert sorted(names) == sorted(["Pause", "Horse", "Harness", "Greyhound", "Off", "Milestones", "Frequent",
                                    "Time to next race"])


def test_everything_can_be_reached_by_keyboard_in_the_order_it_is_read(page):
    page.open()
    stops = []
    for _ in range(12):
        page.browser.keys("Tab")
        stops.append(page.run("""const at = document.querySelector('next-to-go').shadowRoot.activeElement;
            return at && (at.closest('li')?.dataset.id ?? at.closest('label')?.innerText ?? at.innerText).trim()"""))
    rows = [row["id"] for row in page.read()["rows"]]
    assert stops == ["Pause", "Horse", "Harness", "Greyhound", *rows, "Frequent", "Time to next race", "Last announcements"]


@pytest.mark.core
def test_everything_can_be_used_by_keyboard(chromium_page):
    """Firefox's own remote control presses no buttons with keys, on any page; Chromium's does."""
    page = chromium_page
    page.open()
    page.browser.keys("Tab", "Enter")
    page.until(lambda board: board["status"].startswith("Paused"), 3)
    page.browser.keys("Space", "Tab", "Space")
    page.until(lambda board: board["heading"] == "Next five horse races")
    page.browser.keys(*["Tab"] * 3, "Enter")
    page.wait(lambda: page.run("return location.hash.startsWith('#race=')"), 3)
    page.browser.keys("Enter")
    page.wait(lambda: page.run("return location.hash === ''"), 3)


def test_no_single_key_does_anything(chromium_page):
    page = chromium_page.open("?announce=off")
    address = page.run("return location.href")
    page.browser.keys(*"abcdefghijklmnopqrstuvwxyz0123456789/?.,")
    board = page.read()
    assert board["state"] == "live" and board["log"] == [] and board["heading"] == "Next five races"
    assert page.run("return location.href") == address


@pytest.mark.parametrize("wish,moving", [("reduce", 0), ("no-preference", 5)])
def test_nothing_moves_for_those_who_want_less_motion(chromium_page, stand_in, wish, moving):
    chromium_page.browser.media(prefers_reduced_motion=wish)
    chromium_page.open()
    assert chromium_page.run("""const root = document.querySelector('next-to-go').shadowRoot;
        return [...root.querySelectorAll('*')].filter((each) => ['animationName', 'transitionDuration']
          .some((name) => !['none', '0s'].includes(getComputedStyle(each)[name]))).length""") == moving


def test_targets_are_large(page):
    page.open()
    small = page.run("""return [...document.querySelector('next-to-go').shadowRoot
        .querySelectorAll('.row, button, label, summary')].filter((each) => each.checkVisibility())
        .map((each) => [each.innerText, each.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44).map(([text]) => text)""")
    assert small == []


@pytest.mark.core
def test_the_browser_has_no_complaint_and_asks_nobody_else(page, stand_in):
    page.browser.complaints()
    page.open()
    time.sleep(1)
    asked = page.run("return performance.getEntriesByType('resource').map((each) => each.name)")
    assert asked and all(name.startswith(stand_in.url) for name in asked)
    assert page.browser.complaints() == []


def test_the_title_carries_the_next_race_by_the_minute(page, stand_in):
    stand_in.fill((58, 170, 300, 400, 500))
    page.open()
    assert page.read()["title"] == "Under 1 min: Flemington R2 – Next To Go"
    stand_in.races.pop(0)
    page.until(lambda board: board["title"] == "2 min: Albion Park R3 – Next To Go", 5)


@pytest.mark.core
def test_without_javascript_the_page_says_what_to_do(chromium_page):
    browser = chromium_page.browser
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(chromium_page.url)
        nodes = browser.cdp("Accessibility.getFullAXTree")["nodes"]
        words = " ".join(node["name"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] == "StaticText")
        assert "JavaScript is switched off" in words
        assert any(node["role"]["value"] == "link" and node["name"]["value"] == "board.txt"
                   for node in nodes if not node["ignored"])
    finally:
        browser.cdp("Emulation.setScriptExecutionDisabled", value=False)


def test_opened_as_a_file_the_page_says_what_to_run(chromium):
    chromium.open((PUBLIC / "index.html").as_uri())
    end = time.monotonic() + 10
    while "Start the server with" not in (text := chromium.run("return document.body.innerText")):
        assert time.monotonic() < end, text
        time.sleep(0.2)
    assert chromium.run("return [...document.links].some((each) => each.href === 'http://127.0.0.1:8080/board.txt')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_it_says_of_when_it_is_and_has_no_controls(chromium_page, stand_in, scheme):
    stand_in.fill((22, 50, 204, 4000, 9000))
    chromium_page.open()
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chromium_page.browser.cdp("Emulation.setEmulatedMedia", media="print", features=features)
    try:
        found = chromium_page.run("""
            const root = document.querySelector('next-to-go').shadowRoot;
            const digits = getComputedStyle(root.querySelector('[data-urgency=seconds] .count time'));
            return { pressed: [...root.querySelectorAll('button, input, summary')].filter((each) => each.checkVisibility()).length,
              state: root.querySelector('.state').checkVisibility(), clock: getComputedStyle(root.querySelector('.clock'), '::before').content,
              faint: [...root.querySelectorAll('.row')].filter((each) => getComputedStyle(each).opacity !== '1').length,
              digits: [digits.color, digits.backgroundColor] };""")
        dark = "rgb(27, 29, 26)"
        assert found == {"pressed": 0, "state": False, "clock": '"As at "', "faint": 0, "digits": [dark, "rgba(0, 0, 0, 0)"]}
    finally:
        chromium_page.browser.cdp("Emulation.setEmulatedMedia", media="", features=[])


@pytest.mark.parametrize("width", [320, 1280])
def test_a_number_stands_beside_its_unit(chromium_page, stand_in, width):
    stand_in.fill((9, 69, 3669, 4000, 9000))
    chromium_page.browser.size(width, 900)
    chromium_page.open()
    gaps = chromium_page.run("""return [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('.digits')].map((each) => {
        const text = document.createRange(); text.selectNodeContents(each);
        return each.getBoundingClientRect().right - text.getBoundingClientRect().right; })""")
    assert gaps and max(gaps) < 1
