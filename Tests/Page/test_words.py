"""The page's own words, for a second whose frame is late, are the stream's (contract 3 and 6)."""
import pytest

from stand_in import digits, spoken


@pytest.fixture
def words(browser, stand_in):
    """Runs an expression over the module of words."""
    browser.open(stand_in.url)
    code = """const given = arguments[0];
        return import(new URL('words.js', document.baseURI)).then((words) => (EXPRESSION)(given))"""
    return lambda expression, given: browser.run(code.replace("EXPRESSION", expression), given)


TABLE = [
    (90061, "25h 1m 1s", "25 hours 1 minute 1 second", False), (3725, "1h 2m 5s", "1 hour 2 minutes 5 seconds", False),
    (3600, "1h 0m 0s", "1 hour", False), (300, "5m 0s", "5 minutes", False), (61, "1m 1s", "1 minute 1 second", False),
    (60, "1m 0s", "1 minute", False), (59, "59s", "59 seconds", False), (30, "30s", "30 seconds", False),
    (29, "29s", "29 seconds", True), (1, "1s", "1 second", True), (0, "0s", "starting now", True),
    (-1, "-1s", "started 1 second ago", False), (-59, "-59s", "started 59 seconds ago", False),
    (-61, "-1m 1s", "started 1 minute 1 second ago", False), (-3600, "-1h 0m 0s", "started 1 hour ago", False),
]


@pytest.mark.core
def test_countdowns_read_as_the_contracts_table(words):
    found = words("(all) => all.map((each) => [words.countdownText(each), words.countdownSpoken(each), words.isFrequent(each)])",
                  [row[0] for row in TABLE])
    assert found == [list(row[1:]) for row in TABLE]


def test_every_second_of_a_day_reads_as_the_stand_ins(words):
    seconds = list(range(-4000, 90000, 7))
    found = words("(all) => all.map((each) => words.countdownText(each) + '|' + words.countdownSpoken(each))", seconds)
    assert found == [f"{digits(each)}|{spoken(each)}" for each in seconds]


def test_times_are_said_as_announcements_say_them(words):
    found = words("(all) => all.map(words.roughly)", [119, 120, 179, 3599, 3600, 7500, 7201])
    assert found == ["1 minute 59 seconds", "2 minutes", "2 minutes", "59 minutes", "1 hour", "2 hours 5 minutes", "2 hours"]


def test_urgency_turns_at_its_edges(words):
    found = words("(all) => all.map((each) => words.urgency(each).level)", [300, 299, 60, 59, 30, 29, 1, 0, -1])
    assert found == ["calm", "soon", "soon", "minute", "minute", "seconds", "seconds", "now", "started"]


def test_durations_for_machines(words):
    assert words("(all) => all.map(words.duration)", [65, 3600, 0, -5, 5, 60]) == ["PT1M5S", "PT1H", "PT0S", "PT0S", "PT5S", "PT1M"]


def test_headings_and_short_boards(words):
    assert words("(all) => all.map((each) => words.headingWords(...each))",
                 [[5, []], [1, ["horse"]], [12, ["harness", "horse"]], [0, []]]) == [
        "Next five races", "Next horse race", "Next 12 horse and harness races", "Next races"]
    assert words("(all) => all.map((each) => words.shortBoardWords(...each))",
                 [[5, 5, []], [2, 5, ["harness"]], [0, 5, []]]) == [
        "", "2 of 5: no further harness races listed", "No races listed at the moment"]


def test_a_place_leaves_out_what_is_missing_or_said_already(words):
    found = words("(all) => all.map(([meeting, name, state, country]) => "
                  "words.venueWords({ meeting, venue: { name, state, country } }))",
                  [["Randwick", "Randwick", "NSW", "AUS"], ["Night Racing", "Albion Park", "QLD", "AUS"],
                   ["Cork", "Cork", "IRE", "IRE"], ["Oamaru", None, None, "NZL"], ["Nowhere", "Nowhere", None, None]])
    assert found == ["NSW, AUS", "Albion Park, QLD, AUS", "IRE", "NZL", "Nowhere"]
