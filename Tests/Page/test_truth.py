"""The page says the truth about its stream and its data."""
import re
import time

import pytest

from stand_in import digits, spoken

ORDER = """
window.shown = [];
const root = document.querySelector('next-to-go').shadowRoot;
new MutationObserver(() => {
  const text = root.querySelector(`[data-id='${arguments[0]}'] .count time`)?.textContent;
  if (text && window.shown.at(-1) !== text) window.shown.push(text);
}).observe(root.querySelector('ol'), { subtree: true, childList: true, characterData: true });
"""


def seconds(text):
    sign = -1 if text.startswith("-") else 1
    return sign * sum(int(n) * {"h": 3600, "m": 60, "s": 1}[u] for n, u in re.findall(r"(\d+)([hms])", text))


@pytest.mark.core
def test_is_live_only_once_the_first_races_came(page, stand_in):
    stand_in.faults.no_races = True
    page.open(live=False)
    time.sleep(2)
    assert page.read()["state"] == "connecting"
    page.until(lambda board: board["state"] == "silent" and board["status"].startswith("Not live"), 9)
    stand_in.faults.no_races = False
    page.live()


@pytest.mark.core
def test_shows_the_seconds_and_words_of_the_stream(page, stand_in):
    page.open()
    for _ in range(4):
        time.sleep(0.77)
        while not 0.15 < time.time() % 1 < 0.6:
            time.sleep(0.02)
        now, board = stand_in.now(), page.read()
        races = stand_in.board([], 5, now)
        assert [row["id"] for row in board["rows"]] == [race["id"] for race in races]
        assert [row["text"] for row in board["rows"]] == [digits(race["start"] - now) for race in races]
        for row, race in zip(board["rows"], races):
            assert row["spoken"] in [spoken(race["start"] - now + late) for late in range(6)]


@pytest.mark.core
def test_a_refused_stream_is_made_anew_without_help(page, stand_in):
    page.open()
    stand_in.faults.status = 503
    stand_in.faults.drop += 1
    page.until(lambda board: board["state"] == "silent", 9)
    assert len(page.read()["rows"]) == 5
    stand_in.faults.status = 200
    page.live(20)


def test_a_stream_lost_and_found_never_empties_the_board(page, stand_in):
    page.open()
    page.run("""window.least = 99; const list = document.querySelector('next-to-go').shadowRoot.querySelector('ol');
        new MutationObserver(() => { window.least = Math.min(window.least, list.children.length); })
          .observe(list, { childList: true });""")
    opened = len(stand_in.opened)
    stand_in.faults.drop += 1
    page.wait(lambda: len(stand_in.opened) > opened, 12)
    page.live()
    assert page.run("return window.least") >= 5


def test_a_silent_stream_is_told_and_reopened(page, stand_in):
    page.open()
    opened = len(stand_in.opened)
    stand_in.faults.silent = True
    board = page.until(lambda board: board["state"] == "silent", 8)
    assert re.match(r"Not live, updated \d+ s ago", board["status"])
    page.wait(lambda: len(stand_in.opened) > opened, 5)
    time.sleep(8)
    assert len(stand_in.opened) - opened <= 5, "the reopening backs off"
    stand_in.faults.silent = False
    page.live(20)


def test_counts_on_while_frames_are_late(page, stand_in):
    page.open()
    stand_in.faults.silent = True
    before = seconds(page.read()["rows"][2]["text"])
    time.sleep(3)
    board = page.read()
    assert board["state"] == "live"
    assert 2 <= before - seconds(board["rows"][2]["text"]) <= 4
    stand_in.faults.silent = False
    page.live()


@pytest.mark.core
def test_a_late_frame_never_turns_time_back(page, stand_in):
    page.open()
    race = page.read()["rows"][2]["id"]
    page.run(ORDER, race)
    for _ in range(4):
        stand_in.faults.hold = True
        time.sleep(2.3)
        stand_in.faults.hold = False
        time.sleep(1.6)
    shown = [seconds(text) for text in page.run("return window.shown")]
    assert len(shown) > 8
    assert shown == sorted(shown, reverse=True)


def test_old_frames_released_at_once_are_passed_over(page, stand_in):
    page.open()
    race = page.read()["rows"][3]["id"]
    page.run(ORDER, race)
    stand_in.faults.hold = True
    time.sleep(4.5)
    stand_in.faults.hold = False
    time.sleep(2.5)
    start = next(each["start"] for each in stand_in.races if each["id"] == race)
    shown = [seconds(text) for text in page.run("return window.shown")]
    assert shown == sorted(shown, reverse=True)
    assert abs(shown[-1] - (start - stand_in.now())) <= 1


@pytest.mark.parametrize("wrong", [120000, -120000])
@pytest.mark.core
def test_the_browsers_own_clock_is_never_believed(chromium_page, stand_in, wrong):
    script = f"const real = Date.now; Date.now = () => real() + {wrong};"
    added = chromium_page.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=script)
    try:
        chromium_page.open()
        time.sleep(1.2)
        board, now = chromium_page.read(), stand_in.now()
        race = stand_in.board([], 5, now)[0]
        assert abs(seconds(board["rows"][0]["text"]) - (race["start"] - now)) <= 1
    finally:
        chromium_page.browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])


def test_a_page_gone_back_to_is_live_at_once(page, stand_in):
    page.open()
    page.browser.open("about:blank")
    time.sleep(3)
    page.run("history.back()")
    page.live(5)
    board, now = page.read(), stand_in.now()
    assert abs(seconds(board["rows"][0]["text"]) - (stand_in.board([], 1, now)[0]["start"] - now)) <= 1


def test_time_falls_only_with_a_reset(page, stand_in):
    page.open()
    before = seconds(page.read()["rows"][0]["text"])
    stand_in.faults.offset = -60
    stand_in.faults.reset += 1
    page.until(lambda board: seconds(board["rows"][0]["text"]) > before + 50, 4)
    time.sleep(2.5)
    board = page.read()
    race = stand_in.board([], 5, stand_in.now())[0]
    assert board["state"] == "live"
    assert abs(seconds(board["rows"][0]["text"]) - (race["start"] - stand_in.now())) <= 1


def test_a_small_step_back_leaves_the_page_live(page, stand_in):
    page.open()
    stand_in.faults.offset = -2
    for _ in range(12):
        time.sleep(0.5)
        assert page.read()["state"] == "live"


def test_a_list_from_a_server_whose_clock_is_behind_tells_that_the_stream_lives(page):
    page.open()
    found = page.run("""return import(new URL('state.js', document.baseURI)).then((s) => {
        const races = (now) => ({ now, revision: now, wanted: 5, races: [], changes: [], reset: false });
        const lost = s.withConnection(s.withRaces(s.emptyState(), { ...races(1000), reset: true }, 5000));
        const back = s.withRaces(lost, { ...races(999), wanted: 7 }, 6000);
        return [lost.live, back.live, back.wanted, s.shownAt(back, 6000).shown];
      })""")
    assert found == [False, True, 5, 1000]


def test_a_goodbye_is_kept_to(page, stand_in):
    page.open()
    stand_in.faults.bye = {"reason": "busy", "retry": 4000}
    opened = len(stand_in.opened)
    time.sleep(1.5)
    stand_in.faults.bye = None
    time.sleep(1.5)
    assert len(stand_in.opened) == opened, "not before the time that was asked for"
    page.wait(lambda: len(stand_in.opened) == opened + 1, 4)
    page.live()


def test_a_full_server_is_named(page, stand_in):
    stand_in.faults.bye = {"reason": "busy", "retry": 3000}
    page.open(live=False)
    page.until(lambda board: board["status"] == "Not live: the server is full", 4)
    stand_in.faults.bye = None
    page.live()


def test_stale_down_demo_and_shifted_are_told_plainly(page, stand_in):
    page.open()
    feed = stand_in.faults.feed
    assert page.read()["notices"] == []
    stand_in.faults.feed = {**feed, "state": "stale", "ageSeconds": 75, "reason": "timeout"}
    board = page.until(lambda board: board["notices"])
    assert re.match(r"Times may be out of date: updated 7\d s ago \(timeout\)", board["notices"][0])
    time.sleep(2.2)
    assert page.read()["notices"][0] != board["notices"][0], "the age grows"
    stand_in.faults.feed = {**feed, "state": "down", "ageSeconds": 300, "reason": "timeout"}
    page.until(lambda board: board["notices"] and "The feed does not answer" in board["notices"][0]
               and "updated 5 min ago" in board["notices"][0])
    stand_in.faults.feed = {**feed, "source": "demo", "clock": "shifted"}
    board = page.until(lambda board: len(board["notices"]) == 2)
    assert "made up" in board["notices"][0]
    assert "Not the present" in board["notices"][1]
    stand_in.faults.feed = feed
    page.until(lambda board: board["notices"] == [])


@pytest.mark.core
def test_a_feed_that_has_never_answered_is_not_called_live(page, stand_in):
    stand_in.fill(())
    stand_in.faults.feed.update(state="starting", ageSeconds=None, reason="connection refused")
    board = page.open(live=False).until(lambda board: board["notices"])
    assert board["status"] == "Connected, no races yet"
    assert board["notices"] == ["The feed has not answered yet (connection refused)"]
    assert board["note"] == "Races appear here as soon as the feed answers"
    stand_in.faults.feed = {**stand_in.faults.feed, "state": "fresh", "ageSeconds": 0, "reason": None}
    page.until(lambda board: board["status"] == "Live" and board["note"] == "No races listed at the moment", 4)
    stand_in.faults.feed = {**stand_in.faults.feed, "state": "down", "ageSeconds": 90, "reason": "HTTP 503"}
    page.until(lambda board: board["status"] == "Connected, feed down"
               and board["notices"][0].startswith("The feed does not answer (HTTP 503)"), 4)


def test_a_race_that_is_no_longer_listed_is_named_for_a_while_and_not_aloud(page, stand_in):
    stand_in.faults.announce = {}
    page.open()
    page.listen()
    gone = stand_in.races.pop(1)
    board = page.until(lambda board: board["left"], 4)
    assert board["left"] == "No longer listed: Albion Park race 3"
    assert len(board["rows"]) == 5
    time.sleep(1)
    assert page.heard() == [], "the stream says it, once"
    stand_in.races.insert(1, gone)
    page.until(lambda board: not board["left"], 4)
    stand_in.races.pop(1)
    page.until(lambda board: board["left"], 4)
    stand_in.faults.offset = 31
    page.until(lambda board: not board["left"], 4)


def test_a_race_that_is_over_leaves_without_a_word(page, stand_in):
    stand_in.fill((-57, 100, 200, 300, 400, 500))
    page.open()
    page.until(lambda board: len(board["rows"]) == 5 and board["rows"][0]["name"].startswith("Albion"), 6)
    assert page.read()["left"] == ""


def test_a_short_board_says_so(page, stand_in):
    page.open("?category=harness")
    assert page.read()["note"] == "4 of 5: no further harness races listed"
    stand_in.races = []
    page.until(lambda board: board["note"] == "No harness races listed at the moment" and not board["rows"])


def test_a_moved_race_keeps_its_row_and_shows_both_times(page, stand_in):
    page.open()
    race = stand_in.races[3]
    page.run("window.row = document.querySelector('next-to-go').shadowRoot.querySelector(`[data-id='${arguments[0]}']`)",
             race["id"])
    stand_in.races[3] = {**race, "start": race["start"] + 120}
    page.until(lambda board: any(row["note"].startswith("Moved, was ") for row in board["rows"]), 4)
    assert page.run("return window.row.isConnected")


def test_a_race_moved_while_the_stream_was_lost_is_told_all_the_same(page, stand_in):
    page.open()
    stand_in.faults.status = 503
    stand_in.faults.drop += 1
    page.until(lambda board: board["state"] == "silent", 9)
    race = stand_in.races[3]
    stand_in.races[3] = {**race, "start": race["start"] + 120}
    stand_in.faults.status = 200
    page.live(20)
    moved = [row for row in page.read()["rows"] if row["note"].startswith("Moved, was ")]
    assert [row["id"] for row in moved] == [race["id"]]


def test_right_at_once_after_a_minute_unseen(chromium_page, stand_in):
    chromium_page.open()
    browser = chromium_page.browser
    browser.cdp("Emulation.setCPUThrottlingRate", rate=1)
    browser.cdp("Page.setWebLifecycleState", state="frozen")
    time.sleep(8)
    browser.cdp("Page.setWebLifecycleState", state="active")
    time.sleep(1)
    board, now = chromium_page.read(), stand_in.now()
    race = stand_in.board([], 5, now)[0]
    assert abs(seconds(board["rows"][0]["text"]) - (race["start"] - now)) <= 1
    chromium_page.live()
