"""Filters as words in the address, and a change of them without a gap."""
import time

import pytest

WATCH = """
window.least = 99; window.headings = [];
const root = document.querySelector('next-to-go').shadowRoot;
const list = root.querySelector('ol');
new MutationObserver(() => { window.least = Math.min(window.least, list.children.length); })
  .observe(list, { childList: true });
"""


def address(page):
    return page.run("return location.search")


def test_none_chosen_means_all(page):
    page.open()
    assert page.read()["heading"] == "Next five races"
    assert len({row["category"] for row in page.read()["rows"]}) == 3


@pytest.mark.core
def test_a_filter_stands_in_the_address_and_goes_back_and_forward(page):
    page.open()
    page.click("Horse")
    page.until(lambda board: board["heading"] == "Next five horse races")
    assert address(page) == "?category=horse"
    page.click("Greyhound")
    page.until(lambda board: board["heading"] == "Next five horse and greyhound races")
    assert address(page) == "?category=horse,greyhound"
    page.run("history.back()")
    board = page.until(lambda board: board["heading"] == "Next five horse races")
    assert {row["category"] for row in board["rows"]} == {"horse"}
    page.run("history.back()")
    page.until(lambda board: board["heading"] == "Next five races")
    assert address(page) == ""
    page.run("history.forward()")
    page.until(lambda board: board["heading"] == "Next five horse races")


def test_an_address_with_categories_opens_just_their_stream(page, stand_in):
    page.open("?category=harness,greyhound")
    assert [path.partition("?")[2] for path in stand_in.opened] == ["category=harness,greyhound"]
    checked = page.run("""return [...document.querySelector('next-to-go').shadowRoot
        .querySelectorAll('input[type=checkbox]:checked')].map((each) => each.value)""")
    assert checked == ["harness", "greyhound"]


@pytest.mark.core
def test_a_change_never_shows_an_empty_list_and_says_its_result_once(page, stand_in):
    page.open()
    page.run(WATCH)
    page.listen()
    page.click("Harness")
    page.until(lambda board: board["heading"] == "Next five harness races")
    page.wait(lambda: any("harness" in text for text in page.spoken()), 3)
    time.sleep(1)
    said = [text for text in page.spoken() if "harness" in text]
    assert said == [text for text in said[:1]]
    assert said[0].startswith("4 of 5: no further harness races listed. Next: Albion Park race 3, Harness racing: ")
    assert page.run("return window.least") >= 4
    page.wait(lambda: stand_in.streams == 1, 5)


def test_the_old_races_stay_until_the_new_ones_are_there(page, stand_in):
    page.open()
    stand_in.faults.no_races = True
    page.click("Harness")
    board = page.until(lambda board: board["status"] == "Live, changing to harness races", 3)
    assert len(board["rows"]) == 5 and board["heading"] == "Next five races"
    stand_in.faults.no_races = False
    page.until(lambda board: board["heading"] == "Next five harness races", 8)


def test_a_filter_chosen_while_the_server_is_away_names_no_races_that_it_does_not_show(page, stand_in):
    page.open()
    stand_in.faults.status = 503
    stand_in.faults.drop += 1
    page.until(lambda board: board["state"] == "silent", 9)
    page.click("Harness")
    page.run("""dispatchEvent(new PageTransitionEvent('pagehide'));
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));""")
    board = page.read()
    assert board["heading"] == "Next five races" and len({row["category"] for row in board["rows"]}) == 3
    stand_in.faults.status = 200
    board = page.until(lambda board: board["heading"] == "Next five harness races" and board["state"] == "live", 20)
    assert {row["category"] for row in board["rows"]} == {"harness"}


def test_a_word_that_is_no_category_is_named(page):
    page.open("?category=horse,camel")
    assert page.read()["heading"] == "Next five horse races"
    assert page.run("return document.querySelector('#unknown').innerText") == \
        "Not a category: camel. There are horse, harness, greyhound."
    page.click("Greyhound")
    page.wait(lambda: not page.run("return document.querySelector('#unknown').checkVisibility()"), 3)


@pytest.mark.parametrize("query,words,opened", [
    ("count=99", "Not a number of races: “99”. It can be 1 to 20.", ""),
    ("count=0", "Not a number of races: “0”. It can be 1 to 20.", ""),
    ("count=20", "", "count=20"),
    ("count=", "Not a number of races: “”. It can be 1 to 20.", ""),
    ("announce=loud", "Not a way to announce: “loud”. There are off, milestones, frequent.", ""),
    ("announce=off", "", "announce=off"),
])
@pytest.mark.core
def test_what_the_address_asks_and_cannot_be_is_named_and_left_out(page, stand_in, query, words, opened):
    page.open(f"?{query}")
    assert page.run("""const node = document.querySelector('#unknown');
        return node.checkVisibility() ? node.innerText : ''""") == words
    assert stand_in.opened[-1].partition("?")[2] == opened
