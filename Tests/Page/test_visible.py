"""What axe does not look at: the focus, lines and shapes against the paper, motion, and paper itself."""
import pytest

STOP = """
const root = document.querySelector('next-to-go').shadowRoot;
const at = root.activeElement;
if (!at) return null;
const around = at.closest('li') ?? at.closest('label') ?? at;
const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(around);
const box = around.getBoundingClientRect();
return { name: around.innerText.trim().split('\\n')[0], style: outlineStyle, width: parseFloat(outlineWidth), colour: outlineColor,
  seen: box.top >= 0 && box.bottom <= innerHeight && root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== null };
"""
# Each colour is drawn on the paper as the browser would: what color-mix() makes has an alpha of its own.
CONTRASTS = """
const board = document.querySelector('next-to-go');
const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const paper = getComputedStyle(board).backgroundColor;
const light = (colour) => {
  for (const each of [paper, colour]) { pen.fillStyle = each; pen.fillRect(0, 0, 1, 1); }
  const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};
return arguments[0].map(([selector, property, pseudo]) => {
  const node = board.shadowRoot.querySelector(selector);
  const [one, two] = [light(getComputedStyle(node, pseudo)[property]), light(paper)];
  return [selector, Math.max(one, two) / Math.min(one, two)];
});
"""
SHAPES = [
    ["button", "borderTopColor", None], [".pill", "borderTopColor", None], [".pill:has(:checked)", "borderTopColor", None],
    [".icon", "color", None], [".rows", "borderTopColor", None], [".state", "color", "::before"],
    *[[f"[data-urgency={level}]", "borderInlineStartColor", "::before"] for level in ("started", "seconds", "minute", "soon")],
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.core
def test_lines_and_shapes_stand_out(chromium_page, stand_in, scheme):
    stand_in.fill((-20, 22, 50, 204, 4000, 9000))
    chromium_page.browser.media(prefers_color_scheme=scheme)
    chromium_page.open("?category=horse,harness,greyhound")
    chromium_page.settle()
    weak = [each for each in chromium_page.run(CONTRASTS, SHAPES) if each[1] < 3]
    assert weak == []


@pytest.mark.core
def test_the_focus_is_seen_wherever_it_goes(chromium_page):
    page = chromium_page
    page.open()
    stops = []
    for _ in range(12):
        page.browser.keys("Tab")
        stops.append(page.run(STOP))
    assert len({stop["name"] for stop in stops}) == 12
    assert [stop for stop in stops if stop["style"] != "solid" or stop["width"] < 2 or not stop["seen"]] == []


@pytest.mark.parametrize("motion,moves", [("no-preference", True), ("reduce", False)])
@pytest.mark.core
def test_nothing_moves_for_who_wants_no_motion(chromium_page, stand_in, motion, moves):
    chromium_page.browser.media(prefers_reduced_motion=motion)
    chromium_page.open()
    found = chromium_page.run("""return [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('*')]
        .some((each) => { const { animationName, transitionDuration } = getComputedStyle(each);
          return animationName !== 'none' || transitionDuration !== '0s'; })""")
    assert found is moves


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_paper_there_is_ink_on_white_and_nothing_to_press(chromium_page, scheme):
    chromium_page.open()
    chromium_page.browser.cdp("Emulation.setEmulatedMedia", media="print",
                              features=[{"name": "prefers-color-scheme", "value": scheme}])
    found = chromium_page.run("""const board = document.querySelector('next-to-go');
        return [getComputedStyle(board).color, getComputedStyle(document.documentElement).color,
          [...board.shadowRoot.querySelectorAll('button, input, summary')].some((each) => each.checkVisibility()),
          [...board.shadowRoot.querySelectorAll('.row')].every((each) => each.checkVisibility())]""")
    assert found == ["rgb(27, 29, 26)", "rgb(27, 29, 26)", False, True]
