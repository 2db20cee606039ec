"""Bodies in the feed's schema, for the server's `--feed file:PATH`."""
import json
import time

CATEGORY = "4a2788f8-e825-4d36-9894-efd4baf1cfae"


def summary(identifier, start, number=1, meeting="Randwick", name="Maiden Plate", venue=("Randwick", "NSW", "AUS")):
    return {"race_id": identifier, "race_name": name, "race_number": number, "meeting_name": meeting,
            "category_id": CATEGORY, "advertised_start": {"seconds": start},
            **dict(zip(("venue_name", "venue_state", "venue_country"), venue))}


def body(summaries):
    """The whole answer, in ASCII: whatever stands in a name is escaped."""
    races = {each["race_id"]: each for each in summaries}
    return json.dumps({"status": 200, "data": {"next_to_go_ids": list(races), "race_summaries": races}}).encode()


def next_minutes(count, first=10):
    """Starts on whole minutes, `first` minutes from now."""
    minute = int(time.time()) // 60 * 60
    return [minute + 60 * (first + index) for index in range(count)]


# What others could write into a name. Each must come out as it went in, and none may end a line, start a field or
# break a reader.
HOSTILE = {
    "line ends": "A\r\nevent: x\rdata: y\n\nid: 7\n\n: z",
    "NUL": "a\0b\0",
    "separators of JavaScript": "a\u2028event: x\u2029data: y",
    "next line": "a\u0085event: x\u0085\u0085data: y",
    "other line ends of Unicode": "a\u000bb\u000cc\u001cd\u001ee\u001ff",
    "byte order mark": "\ufeffRandwick\ufeff",
    "leading spaces": "  two, and one behind ",
    "colon": ": no comment",
    "field": "data: retry: 0",
    "markup": "\"\\\"'</script><!--<b>&amp;",
    "beyond the basic plane": "\U0001f3c7\U0001f3fd e\u0301 \U0010ffff \ufffe\uffff",
    "right to left": "\u202eemag\u202c \u05d0",
    "controls": "\u0001\u001b[31m\u007f\u0080\u009f\t\b",
    "very long": "Ä" * 60_000,
}


def hostile_body():
    """One race for each text, which stands in every field that is text."""
    starts = next_minutes(len(HOSTILE))
    return body([summary(f"{index}{text}", start, index + 1, text, text, (text, text, text))
                 for index, (text, start) in enumerate(zip(HOSTILE.values(), starts))])
