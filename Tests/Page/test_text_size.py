"""The board fits: from a watch to a wall, at every size of type; and nothing moves when digits change."""
import time

import pytest

SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }" \
          " p { margin-block-end: 2em !important; }"
OVERFLOW = """
const root = document.querySelector('next-to-go').shadowRoot;
const wide = [...document.querySelectorAll('body *'), ...root.querySelectorAll('*')].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest('b, [aria-live]') && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
});
return { by: document.documentElement.scrollWidth - document.documentElement.clientWidth, wide: wide.map((each) => each.outerHTML.slice(0, 90)) };
"""
LONG = "The Longest Name That Was Ever Seen In A Feed Of Sixty-Three Ch"


def prepare(stand_in):
    stand_in.fill((-20, 22, 50, 204, 90061, 91000))
    stand_in.races[3].update(name=LONG, meeting="Le Croisé-Laroche Sud")
    stand_in.faults.feed.update(source="demo", state="stale", ageSeconds=75, reason="timeout", clock="shifted")


def fits(page):
    found = page.run(OVERFLOW)
    assert found == {"by": 0, "wide": []}, found


@pytest.mark.parametrize("width,height,percent", [
    (240, 400, 100), (320, 640, 100), (390, 844, 100), (768, 1024, 100), (1280, 900, 100), (3840, 2160, 100),
    (240, 400, 200), (320, 640, 200), (320, 640, 310), (390, 844, 310), (768, 1024, 310), (1280, 900, 310),
    (1280, 900, 400),
])
@pytest.mark.core
def test_no_sideways_scrolling(page, stand_in, width, height, percent):
    prepare(stand_in)
    page.browser.size(width, height)
    page.open()
    page.run("document.documentElement.style.fontSize = arguments[0]", f"{percent}%")
    page.click("Last announcements")
    page.click("Time to next race")
    time.sleep(0.3)
    fits(page)


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.core
def test_fits_with_the_text_spacing_of_wcag(page, stand_in, width):
    prepare(stand_in)
    page.browser.size(width, 800)
    page.open()
    page.run("""const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]);
        for (const root of [document, document.querySelector('next-to-go').shadowRoot])
          root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];""", SPACING)
    time.sleep(0.3)
    fits(page)


@pytest.mark.parametrize("scale", [2, 3])
def test_follows_the_text_scale_of_the_system(chromium_page, stand_in, scale):
    prepare(stand_in)
    chromium_page.browser.size(390, 844)
    chromium_page.open()
    before = chromium_page.run("return getComputedStyle(document.documentElement).fontSize")
    chromium_page.browser.cdp("Emulation.setEmulatedOSTextScale", scale=scale)
    try:
        time.sleep(0.4)
        after = chromium_page.run("return getComputedStyle(document.documentElement).fontSize")
        assert float(after[:-2]) > 1.5 * float(before[:-2])
        fits(chromium_page)
    finally:
        chromium_page.browser.cdp("Emulation.setEmulatedOSTextScale")


def test_at_large_type_the_countdown_moves_below_the_race(page, stand_in):
    page.open()
    where = """const row = document.querySelector('next-to-go').shadowRoot.querySelector('.row');
        const [what, count, icon] = ['.what', '.count', '.icon'].map((each) => row.querySelector(each).getBoundingClientRect());
        return [count.left >= what.right, count.top >= icon.top + icon.height / 2 || count.top >= what.bottom];"""
    assert page.run(where)[0]
    page.run("document.documentElement.style.fontSize = '310%'")
    time.sleep(0.2)
    assert page.run(where) == [False, True]


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_moves_when_digits_and_words_change(chromium_page, stand_in, width):
    stand_in.fill((-2, 31, 62, 302, 3603, 9000))
    chromium_page.browser.size(width, 1600)
    chromium_page.open()
    chromium_page.run("""window.shifts = 0; window.tops = new Set();
        new PerformanceObserver((list) => { for (const each of list.getEntries()) window.shifts += each.value; })
          .observe({ type: 'layout-shift' });
        const root = document.querySelector('next-to-go').shadowRoot;
        setInterval(() => window.tops.add([...root.querySelectorAll('.row')]
          .map((each) => Math.round(each.getBoundingClientRect().top)).join()), 100);""")
    time.sleep(8)
    assert chromium_page.run("return window.tops.size") == 1
    assert chromium_page.run("return window.shifts") < 0.001


BOTTOMS = """
const root = document.querySelector('next-to-go').shadowRoot;
return [...[...root.querySelectorAll('.row, .left, .short')].filter((each) => each.checkVisibility()),
  ...[...document.querySelectorAll('#awake')].filter((each) => each.checkVisibility())]
  .map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]);
"""


@pytest.mark.parametrize("width,height", [(1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160), (1080, 1920)])
@pytest.mark.parametrize("count", [1, 3, 5, 10])
def test_a_kiosk_is_fitted_to_its_screen(chromium_page, stand_in, width, height, count):
    chromium_page.browser.size(width, height)
    chromium_page.open(f"?kiosk&count={count}")
    time.sleep(0.3)
    fits(chromium_page)
    bottom = chromium_page.run(BOTTOMS)[-1][1]
    assert bottom <= height
    assert count < 5 or bottom > 0.8 * height
    assert not chromium_page.run("""return [...document.querySelector('next-to-go').shadowRoot
        .querySelectorAll('button, input, summary')].some((each) => each.checkVisibility())""")


CUT = """
return [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('.row')].flatMap((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const cut = [...row.querySelectorAll('.title, .category, .name, .venue, .word, .count time, .start')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height && (box.top < top - 1 || box.bottom > bottom + 1);
  });
  const word = row.querySelector('.word');
  const broken = word.textContent && word.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(word).fontSize);
  return [...cut, ...(broken ? [word] : [])].map((each) => each.textContent);
});
"""


@pytest.mark.parametrize("width,height", [(240, 240), (1024, 768), (1280, 720), (1920, 1080), (1080, 1920)])
@pytest.mark.parametrize("count", [5, 10, 20])
def test_a_kiosk_cuts_no_word_of_its_rows(chromium_page, stand_in, width, height, count):
    prepare(stand_in)
    stand_in.races += [dict(race, id=f"{race['id'][:-3]}{900 + index}", start=race["start"] + 120 + 60 * index)
                       for index, race in enumerate(stand_in.races * 3)]
    chromium_page.browser.size(width, height)
    chromium_page.open(f"?kiosk&count={count}")
    time.sleep(0.3)
    assert len(chromium_page.read()["rows"]) == count
    assert chromium_page.run(CUT) == []


@pytest.mark.parametrize("width,height", [(1024, 768), (1280, 720), (1920, 1080), (1080, 1920)])
@pytest.mark.core
def test_a_kiosk_has_room_for_all_that_it_may_have_to_say(chromium_page, stand_in, width, height):
    stand_in.faults.feed.update(source="demo", state="stale", ageSeconds=75, reason="timeout", clock="shifted")
    chromium_page.browser.size(width, height)
    chromium_page.open("?kiosk")
    chromium_page.run("document.querySelector('#awake').hidden = false")
    stand_in.races.pop(1)
    chromium_page.until(lambda board: board["left"], 4)
    fits(chromium_page)
    boxes = chromium_page.run(BOTTOMS)
    assert boxes[-1][1] <= height
    assert all(above[1] <= below[0] + 0.5 for above, below in zip(boxes, boxes[1:])), "nothing lies on anything else"
