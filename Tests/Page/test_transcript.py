"""The transcript of the screen reader under docs/ is one of this page."""
import pathlib
import re

import pytest

from conftest import PUBLIC
from screen_reader import WITHIN, fingerprint

TRANSCRIPT = pathlib.Path(__file__).parents[2] / "docs" / "screen-reader.txt"


@pytest.mark.core
def test_is_of_the_page_as_it_is():
    found = re.search(r"^Page: (\w+)$", TRANSCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found and found[1] == fingerprint(PUBLIC), "the page has changed since: renew it with Scripts/test --screen-reader"


def test_every_announcement_was_spoken_in_time():
    text = TRANSCRIPT.read_text(encoding="utf-8")
    late = [float(each) for each in re.findall(r"  (\d+\.\d+) s$", text, re.MULTILINE)]
    assert len(late) >= 6 and max(late) <= WITHIN
    assert "not spoken" not in text
