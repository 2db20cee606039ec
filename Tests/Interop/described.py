"""The descriptions that a server gives of itself, and requests to compare them with."""
import copy
import http.client
import json
import time
import urllib.parse

from jsonschema import Draft7Validator, Draft202012Validator

from event_stream import EventStreamReader


class Answer:
    """What came back; of an answer that goes on, only the head."""

    def __init__(self, response, body):
        self.status = response.status
        self.headers = response.headers
        self.type = response.headers.get_content_type() if "Content-Type" in response.headers else None
        self.body = body

    def json(self):
        return json.loads(self.body)


def connect(url):
    return http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=20)


def ask(url, path, method="GET", **headers):
    """One request on a connection of its own."""
    connection = connect(url)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        goes_on = response.status == 200 and response.length is None and method != "HEAD"
        return Answer(response, b"" if goes_on else response.read())
    finally:
        connection.close()


class Stream:
    """A stream that is read as it comes: tuples of kind, data and id."""

    def __init__(self, url, path):
        self._connection = connect(url)
        self._connection.request("GET", path)
        self._response = self._connection.getresponse()
        assert self._response.status == 200, self._response.read()
        self._lines = self._response.headers.get_content_type() == "application/x-ndjson"

    def events(self, seconds=20):
        """Until the server ends it, or the time is over. What NDJSON says of kind and id stays in the data."""
        end, reader, rest = time.monotonic() + seconds, EventStreamReader(), b""
        while time.monotonic() < end:
            data = self._response.read1(65_536)
            if not data:
                return
            if self._lines:
                *lines, rest = (rest + data).split(b"\n")
                for line in filter(None, lines):
                    event = json.loads(line)
                    yield event["event"], event, event.get("id")
            else:
                had = reader.last_event_id
                for event in reader.feed(data):
                    # The reader keeps the last id, as a browser does.
                    named = event.last_event_id if event.type == "races" else None
                    assert event.type == "races" or event.last_event_id in (had, reader.last_event_id)
                    yield event.type, json.loads(event.data), named

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()


class Document:
    """A description, with its references followed."""

    def __init__(self, url, path):
        self.value = ask(url, path).json()

    def follow(self, node):
        while isinstance(node, dict) and "$ref" in node:
            node = self.at(node["$ref"])
        return node

    def at(self, reference):
        assert reference.startswith("#/"), reference
        node = self.value
        for key in reference[2:].split("/"):
            node = node[key.replace("~1", "/").replace("~0", "~")]
        return node

    def walk(self, node=None, path=()):
        """Every object with its path, parents first."""
        node = self.value if node is None else node
        if isinstance(node, dict):
            yield path, node
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            if isinstance(value, (dict, list)):
                yield from self.walk(value, (*path, key))

    def faults(self, value, schema, closed=False):
        """What is wrong with a value by a schema, in words.

        `closed` allows nothing that is not described: no further members, no further words.
        """
        components = closing(self.value["components"]) if closed else self.value["components"]
        kind = Draft7Validator if "asyncapi" in self.value else Draft202012Validator
        # Draft 7 heeds no neighbour of a reference, and finds the components all the same.
        validator = kind({"allOf": [schema], "components": components}, format_checker=kind.FORMAT_CHECKER)
        return [f"{each.json_path}: {each.message}" for each in validator.iter_errors(value)]


def closing(node):
    if isinstance(node, list):
        return [closing(each) for each in node]
    if not isinstance(node, dict):
        return copy.copy(node)
    closed = {key: closing(value) for key, value in node.items()}
    if closed.get("additionalProperties") is True:
        closed["additionalProperties"] = False
    if "x-extensible-enum" in closed:
        closed["enum"] = closed["x-extensible-enum"]
    return closed


def schema(name):
    return {"$ref": f"#/components/schemas/{name}"}
