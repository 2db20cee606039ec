"""/openapi.json and /asyncapi.json are valid, and the server is as they say; the commands of /help work.

NEXTTOGO_URL names a running server; without it one is started.
"""
import os
import re
import subprocess
import threading
import time
import warnings

import pytest
from jsonschema import Draft7Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

import feeds
from described import Document, Stream, ask, schema
from processes import Server, environment

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from asyncapi3.models import AsyncAPI3

PATHS = ["/", "/events", "/events.ndjson", "/board", "/board.txt", "/races", "/healthz", "/readyz", "/metrics",
         "/openapi.json", "/asyncapi.json", "/help"]
WITH_PARAMETERS = ["/events", "/events.ndjson", "/board", "/board.txt", "/races"]
KINDS = {"races": "Races", "countdown": "Countdown", "announce": "Announce", "feed": "Feed", "bye": "Bye"}


@pytest.fixture(scope="module")
def url(request):
    return os.environ.get("NEXTTOGO_URL", "").rstrip("/") or request.getfixturevalue("server").url


@pytest.fixture(scope="module")
def openapi(url):
    return Document(url, "/openapi.json")


@pytest.fixture(scope="module")
def asyncapi(url):
    return Document(url, "/asyncapi.json")


@pytest.fixture
def starting_soon(tmp_path):
    """A server whose one race starts in half a minute: that is said in the next second that divides by five."""
    body = tmp_path / "races.json"
    body.write_bytes(feeds.body([feeds.summary("race-1", int(time.time()) + 30)]))
    with Server("--feed", f"file:{body}") as running:
        running.wait_for_races(1)
        yield running


@pytest.fixture(scope="module")
def operations(openapi):
    """What is said of GET, by path."""
    return {path: item["get"] for path, item in openapi.value["paths"].items()}


def check(openapi, operation, answer, status=None):
    """The answer is one that is described for its status, with its type, its fields, and its body if that is JSON."""
    described = openapi.follow(operation["responses"][str(status or answer.status)])
    if status:
        assert answer.status == status, answer.body
    for name, header in described.get("headers", {}).items():
        header = openapi.follow(header)
        value = answer.headers.get(name)
        if value is None:
            assert not header.get("required"), f"{name} is missing"
            continue
        if header["schema"]["type"] == "integer":
            value = int(value)
        assert openapi.faults(value, header["schema"]) == [], name
    content = described.get("content", {})
    if not content:
        assert not answer.body
        return
    assert answer.type in content or "*/*" in content, f"{answer.type} is none of {list(content)}"
    if answer.type.endswith("json") and answer.body:
        assert openapi.faults(answer.json(), content[answer.type]["schema"]) == []


def test_openapi_is_valid(openapi):
    assert [each.message for each in OpenAPIV31SpecValidator(openapi.value).iter_errors()] == []
    assert openapi.value["openapi"].startswith("3.1.")


def test_asyncapi_is_valid(asyncapi):
    AsyncAPI3.model_validate(asyncapi.value)
    for each in asyncapi.value["components"]["schemas"].values():
        Draft7Validator.check_schema(each)


def test_both_name_the_same_events(openapi, asyncapi, operations):
    events = operations["/events"]["responses"]["200"]["content"]["text/event-stream"]["x-events"]
    messages = asyncapi.value["components"]["messages"]
    assert events == {kind: schema(name) for kind, name in KINDS.items()}
    assert {kind: message["payload"] for kind, message in messages.items()} == events


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_every_reference_leads_somewhere(name, request):
    document = request.getfixturevalue(name)
    found = [node["$ref"] for _, node in document.walk() if isinstance(node.get("$ref"), str)]
    assert found and all(document.at(each) is not None for each in found)


@pytest.mark.parametrize("name", ["openapi", "asyncapi"])
def test_every_example_fits_its_schema(name, request):
    document = request.getfixturevalue(name)
    count = 0
    for path, node in document.walk():
        in_schemas = path[:2] == ("components", "schemas")
        examples = [(each, node) for each in node.get("examples", []) if in_schemas]
        if "schema" in node and not in_schemas:
            examples += [(node["example"], node["schema"])] if "example" in node else []
            examples += [(each["value"], node["schema"]) for each in node.get("examples", {}).values()]
        for value, by in examples:
            count += 1
            # A line joins the members of its data with its own.
            assert document.faults(value, by, closed="allOf" not in by) == [], path
    assert count >= 10


def test_every_path_of_the_contract_is_described(operations):
    assert set(operations) == {*PATHS, "/{file}"}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_answers_as_described(url, openapi, operations, path):
    answer = ask(url, path)
    check(openapi, operations[path], answer, 200)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    head = ask(url, path, "HEAD")
    check(openapi, operations[path], head, 200)
    assert (head.type, head.body) == (answer.type, b"")
    for method in ["POST", "DELETE"]:
        check(openapi, operations[path], ask(url, path, method), 405)


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_parameter_is_named_or_ignored_as_described(url, openapi, operations, path):
    answer = ask(url, f"{path}?nonsense=1")
    check(openapi, operations[path], answer, 400 if "400" in operations[path]["responses"] else 200)
    assert answer.status == 200 or "nonsense" in answer.json()["detail"]
    check(openapi, operations[path], ask(url, f"{path}?_=1&utm_source=x"), 200)


def test_a_file_of_the_page_answers_as_described(url, openapi, operations):
    names = re.findall(r'(?:src|href)="/?([\w.-]+\.\w+)"', ask(url, "/index.html").body.decode())
    files = {f"/{name}" for name in names} - set(PATHS)
    assert files
    for path in files:
        check(openapi, operations["/{file}"], ask(url, path), 200)
    check(openapi, operations["/{file}"], ask(url, "/no-such-file"), 404)


@pytest.mark.parametrize("path", ["/", "/races"])
def test_what_a_client_has_is_not_sent_again(url, openapi, operations, path):
    tag = ask(url, path).headers["ETag"]
    check(openapi, operations[path], ask(url, path, If_None_Match=tag), 304)


def test_a_preflight_answers_as_described(url, openapi):
    answer = ask(url, "/events", "OPTIONS", Origin="https://example.com",
                 Access_Control_Request_Method="GET", Access_Control_Request_Headers="last-event-id")
    check(openapi, openapi.value["paths"]["/events"]["options"], answer, 204)
    assert answer.headers["Access-Control-Allow-Headers"].lower() == "last-event-id"


def values(described):
    """What is said to be allowed, and what is said not to be."""
    if described["type"] == "array":
        words = described["items"]["enum"]
        return [*words, ",".join(words)], ["nonsense", f"{words[0]},nonsense", f"{words[0]},", ""]
    if "enum" in described:
        return described["enum"], ["nonsense", ""]
    if described["type"] == "integer":
        low, high = described["minimum"], described["maximum"]
        return [low, high, described.get("default", low)], [low - 1, high + 1, "nonsense", f"+{low}", ""]
    return ["1764480030", "nonsense"], [""]


def words(described):
    """What a mistake must be told is allowed; of categories the ids need not be listed."""
    listed = described.get("items", described).get("enum", [])
    numbers = [described["minimum"], described["maximum"]] if "minimum" in described else []
    return [str(each) for each in [*listed, *numbers] if len(str(each)) < 36]


@pytest.mark.parametrize("path", WITH_PARAMETERS)
def test_parameters_take_what_is_described_and_nothing_else(url, openapi, operations, path):
    parameters = [openapi.follow(each) for each in operations[path]["parameters"]]
    for parameter in (each for each in parameters if each["in"] == "query"):
        name = parameter["name"]
        right, wrong = values(parameter["schema"])
        for value in right:
            check(openapi, operations[path], ask(url, f"{path}?{name}={value}"), 200)
        for value in wrong:
            answer = ask(url, f"{path}?{name}={str(value).replace('+', '%2B')}")
            check(openapi, operations[path], answer, 400)
            assert all(each in answer.json()["detail"] for each in [name, *words(parameter["schema"])])


def test_every_mistake_shown_is_one(url, openapi, operations):
    shown = openapi.at("#/components/responses/BadRequest")["content"]["application/problem+json"]["examples"]
    assert len(shown) >= 8
    for name, example in shown.items():
        request = example["x-request"]
        answer = ask(url, request)
        check(openapi, operations[request.partition("?")[0]], answer, 400)
        assert answer.json() == example["value"], name
        assert re.search(r"\?(\w+)=", request)[1] in answer.json()["detail"]


@pytest.mark.parametrize("query", ["", "?count=20", "?category=greyhound&count=2"])
def test_the_board_is_described_to_the_last_member(url, openapi, query):
    board = ask(url, f"/races{query}").json()
    assert board["races"]
    assert openapi.faults(board, schema("Races"), closed=True) == []


def check_events(openapi, asyncapi, url, path, wanted, seconds=10):
    """Until each of the wanted kinds has come: every event is described to its last member."""
    with Stream(url, path) as stream:
        for kind, data, named in stream.events(seconds):
            if "ndjson" in path:
                assert openapi.faults(data, schema("Line")) == []
                data = {key: value for key, value in data.items() if key not in ("event", "id")}
            assert openapi.faults(data, schema(KINDS[kind]), closed=True) == []
            message = asyncapi.at(f"#/components/messages/{kind}")
            fields = {"event": kind} | ({"id": named} if named else {})
            assert asyncapi.faults(fields, message["headers"] | {"additionalProperties": False}) == []
            assert asyncapi.faults(data, message["payload"], closed=True) == []
            wanted = wanted - {kind}
            if not wanted:
                return
    raise AssertionError(f"no {wanted} within {seconds} s")


@pytest.mark.parametrize("path", ["/events", "/events.ndjson"])
def test_events_are_described_to_the_last_member(url, openapi, asyncapi, path):
    check_events(openapi, asyncapi, url, f"{path}?count=20", {"races", "countdown", "feed"})


@pytest.mark.parametrize("path", ["/events", "/events.ndjson"])
def test_announcements_are_described_to_the_last_member(starting_soon, openapi, asyncapi, path):
    check_events(openapi, asyncapi, starting_soon.url, path, {"announce"}, seconds=20)


def test_a_full_server_and_its_end_are_as_described(openapi, operations):
    with Server("--max-subscribers", 1) as server, Stream(server.url, "/events?events=feed") as held:
        for path in ["/events.ndjson", "/board"]:
            check(openapi, operations[path], ask(server.url, path), 503)
        check(openapi, operations["/readyz"], ask(server.url, "/readyz"), 503)
        with Stream(server.url, "/events") as refused:
            [(kind, data, _)] = refused.events()
        assert (kind, data["reason"]) == ("bye", "busy")
        assert openapi.faults(data, schema("Bye"), closed=True) == []
        assert server.end() == 0
        kind, data, _ = list(held.events())[-1]
        assert (kind, data["reason"]) == ("bye", "shutdown")
        assert openapi.faults(data, schema("Bye"), closed=True) == []


def test_the_commands_of_help_print_something(starting_soon):
    text = ask(starting_soon.url, "/help").body.decode()
    commands = re.findall(r"^  (curl .*\|\n .*|curl .*)$", text, re.MULTILINE)
    assert len(commands) >= 7 and all(starting_soon.url in each for each in commands)
    running = {each: subprocess.Popen(["bash", "-c", each], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      env=environment(), start_new_session=True) for each in commands}
    printed = {}
    readers = [threading.Thread(target=lambda each=each, process=process: printed.update(
        {each: process.stdout.read1(4096)})) for each, process in running.items()]
    try:
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(20)
    finally:
        for process in running.values():
            os.killpg(process.pid, 9)
            process.wait()
    assert [each for each in commands if not printed.get(each)] == []
