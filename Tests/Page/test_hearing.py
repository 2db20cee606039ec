"""What is said, how often, and what is left in peace."""
import time

import pytest

NAMES = """
window.names = [];
const root = document.querySelector('next-to-go').shadowRoot;
const row = root.querySelector(`[data-id='${arguments[0]}']`);
for (const part of [row.querySelector('a'), row.querySelector('.count b')]) {
  new MutationObserver((all) => window.names.push(...all.map((each) => each.type)))
    .observe(part, { subtree: true, childList: true, characterData: true, attributes: true });
}
"""


def message(text, *races, kind="soon"):
    return {"text": text, "politeness": "polite", "validForMs": 5000,
            "parts": [{"kind": kind, "races": list(races), "text": text}]}


@pytest.mark.core
def test_one_prepared_polite_region(page):
    page.open()
    region = page.run("""const all = document.querySelectorAll('[aria-live]'); return [all.length,
        all[0].getAttribute('aria-live'), all[0].getAttribute('aria-atomic'), all[0].getAttribute('role'), all[0].textContent]""")
    assert region == [1, "polite", "true", None, ""]
    inside = page.run("return document.querySelector('next-to-go').shadowRoot.querySelectorAll('[aria-live], [role=timer], [role=status]').length")
    assert inside == 0


@pytest.mark.core
def test_a_flood_of_five_races_is_said_in_its_slots_only(page, stand_in):
    stand_in.fill((33, 33, 33, 33, 33, 700))
    page.open()
    page.listen()
    time.sleep(22)
    heard = page.heard()
    assert 2 <= len(heard) <= 6
    assert all(later[0] - earlier[0] > 4500 for earlier, later in zip(heard, heard[1:]))
    assert all("and 4 more" in text for _, text in heard)


def test_the_region_is_emptied_after_a_while(page, stand_in):
    page.open("?announce=off")
    page.click("Time to next race")
    page.until(lambda board: board["said"])
    page.until(lambda board: board["said"] == "", 9)


def test_the_same_words_can_be_said_again(page, stand_in):
    page.open("?announce=off")
    page.click("Pause")
    page.listen()
    stand_in.faults.offset = 0
    page.run("document.querySelector('next-to-go').sayNext = () => {}")
    for _ in range(2):
        page.run("""return import(new URL("speech.js", document.baseURI)).then((m) => { m.theSpeaker().say("Again"); })""")
        time.sleep(0.4)
    assert [text for _, text in page.heard()] == ["Again", "Again\u00a0"]


def test_the_time_to_the_next_race_is_told(page):
    page.open("?announce=off")
    page.listen()
    page.click("Time to next race")
    page.wait(page.spoken, 2)
    assert page.spoken()[0].startswith("Next: Flemington race 2, Horse racing: ")


def test_the_time_to_the_next_race_says_when_it_cannot_be_trusted(page, stand_in):
    page.open("?announce=off")
    stand_in.faults.silent = True
    page.until(lambda board: board["state"] == "silent", 9)
    page.listen()
    page.click("Time to next race")
    page.wait(page.spoken, 2)
    assert page.spoken()[0].startswith("Not live. Next: Flemington race 2, Horse racing: ")


def test_a_pause_before_the_first_races_holds_no_time(page, stand_in):
    stand_in.faults.no_races = True
    page.open(live=False)
    page.click("Pause")
    assert page.read()["status"] == "Paused"


def test_how_much_is_announced_is_remembered_but_the_address_beats_it(page, stand_in):
    page.open()
    assert "announce" not in stand_in.opened[-1]
    page.click("Milestones")
    page.wait(lambda: "announce=milestones" in stand_in.opened[-1], 3)
    assert page.run("return location.search") == ""
    page.open()
    assert "announce=milestones" in stand_in.opened[-1]
    page.open("?announce=off")
    assert "announce=off" in stand_in.opened[-1]
    page.click("Frequent")
    page.wait(lambda: "announce=" not in stand_in.opened[-1], 3)
    assert page.run("return location.search") == "?announce=frequent"
    page.run("localStorage.clear()")


def test_an_old_announcement_is_not_said(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    page.listen()
    stand_in.faults.announce = {**message("Too late"), "validForMs": -1}
    time.sleep(2.2)
    assert page.heard() == []
    stand_in.faults.announce = message("In time")
    page.wait(lambda: page.spoken() == ["In time"], 3)


@pytest.mark.core
def test_pause_holds_everything_and_resume_goes_to_the_present(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    page.listen()
    page.click("Pause")
    board = page.read()
    assert board["status"].startswith("Paused at ")
    stand_in.faults.announce = message("While paused")
    time.sleep(3.2)
    later = page.read()
    assert [row["text"] for row in later["rows"]] == [row["text"] for row in board["rows"]]
    assert page.heard() == []
    page.click("Resume")
    now = stand_in.now()
    page.until(lambda board: board["state"] == "live", 2)
    assert page.read()["rows"][2]["text"] != board["rows"][2]["text"]
    assert now


def test_with_the_focus_on_a_row_only_that_race_is_announced(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    first, second, third = (race["id"] for race in stand_in.board([], 3, stand_in.now()))
    page.listen()
    page.focus(second)
    stand_in.faults.announce = message("20 seconds: Flemington race 2", first)
    time.sleep(2)
    stand_in.faults.announce = message("1 minute: Flemington race 2 and 2 more", first, second, third, kind="minute")
    page.wait(page.heard, 3)
    assert page.spoken() == ["1 minute: Albion Park race 3"]


def test_a_followed_race_narrows_without_the_focus_and_stands_in_the_address(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    first, second = (race["id"] for race in stand_in.board([], 2, stand_in.now()))
    page.focus(second)
    page.browser.keys("Enter")
    assert page.wait(lambda: page.run("return location.hash"), 2) == f"#race={second}"
    page.until(lambda board: board["said"].rstrip("\u00a0") == "Following Albion Park race 3", 3)
    page.browser.keys("Enter")
    page.until(lambda board: board["said"].rstrip("\u00a0") == "No longer following Albion Park race 3", 3)
    assert page.run("return location.hash") == ""
    page.browser.keys("Enter")
    page.until(lambda board: board["said"].rstrip("\u00a0") == "Following Albion Park race 3", 3)
    page.run("document.querySelector('next-to-go').shadowRoot.activeElement.blur()")
    page.listen()
    stand_in.faults.announce = message("20 seconds: Flemington race 2", first)
    time.sleep(2)
    assert page.heard() == []
    stand_in.races = [race for race in stand_in.races if race["id"] != second]
    page.wait(lambda: page.run("return location.hash") == "", 3)


@pytest.mark.core
def test_the_focused_rows_name_and_description_rest(page, stand_in):
    page.open()
    race = stand_in.board([], 2, stand_in.now())[1]["id"]
    page.focus(race)
    time.sleep(0.3)
    page.run(NAMES, race)
    time.sleep(11)
    assert page.run("return window.names") == []


def test_the_focus_survives_an_expiry_above_it(page, stand_in):
    stand_in.fill((-55, 100, 200, 300, 400, 500))
    page.open()
    race = page.read()["rows"][2]["id"]
    page.focus(race)
    page.until(lambda board: board["rows"][1]["id"] == race, 8)
    assert page.read()["focus"] == race


def test_the_focus_survives_a_new_order(page, stand_in):
    page.open()
    race = page.read()["rows"][3]["id"]
    page.focus(race)
    moved = next(each for each in stand_in.races if each["id"] == race)
    stand_in.races[stand_in.races.index(moved)] = {**moved, "start": stand_in.now() + 10}
    page.until(lambda board: board["rows"][0]["id"] == race, 4)
    assert page.read()["focus"] == race


@pytest.mark.core
def test_when_the_focused_row_leaves_the_next_takes_the_focus_and_it_is_said_once(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    rows = page.read()["rows"]
    page.focus(rows[1]["id"])
    page.listen()
    stand_in.races = [race for race in stand_in.races if race["id"] != rows[1]["id"]]
    page.until(lambda board: board["focus"] == rows[2]["id"], 4)
    stand_in.faults.announce = message("Albion Park race 3 no longer listed", rows[1]["id"], kind="delisted")
    time.sleep(2.2)
    assert page.spoken() == ["Albion Park race 3 is no longer listed"]
    stand_in.races = []
    page.until(lambda board: board["focus"] == board["heading"], 4)


def test_the_log_keeps_the_last_twenty(page, stand_in):
    page.open("?announce=off")
    assert not page.run("return document.querySelector('next-to-go').shadowRoot.querySelector('details').open")
    for _ in range(23):
        page.click("Time to next race")
    assert len(page.read()["log"]) == 20


def test_the_board_says_that_it_is_lost_and_that_it_is_back(page, stand_in):
    page.open()
    page.listen()
    stand_in.faults.silent = True
    page.wait(lambda: "The board is not live" in page.spoken(), 9)
    stand_in.faults.silent = False
    page.wait(lambda: "The board is live again" in page.spoken(), 15)
    assert page.spoken().count("The board is not live") == 1
