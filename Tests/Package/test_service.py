"""The service under systemd itself, which is the first process of a Debian in a folder. Tests run in this order."""
import json
import re
import resource
import time

import pytest

from processes import ROOT

DROP_IN = "/run/systemd/system/nexttogo.service.d/test.conf"


def settle(machine, *lines):
    """More lines for the service."""
    text = "[Service]\n" + "\n".join(lines) + "\n"
    machine.shell(f"mkdir -p $(dirname {DROP_IN}) && cat > {DROP_IN} <<'END'\n{text}END\nsystemctl daemon-reload")


@pytest.fixture
def service(machine):
    """Running as it was installed; whatever a test has done to it is undone afterwards."""
    machine.run("systemctl", "reset-failed", "nexttogo.service", check=False)
    machine.run("systemctl", "restart", "nexttogo.service")
    yield machine
    machine.shell(f"systemctl disable --now nexttogo.socket; systemctl stop nexttogo.service; rm -rf $(dirname {DROP_IN}) "
                  "/run/systemd/system/nexttogo.socket.d; cp /usr/share/test-options /etc/default/nexttogo; systemctl daemon-reload")


@pytest.fixture(scope="module", autouse=True)
def options(machine):
    machine.run("cp", "/etc/default/nexttogo", "/usr/share/test-options")


def get(machine, path, *words):
    return machine.run("curl", "-sS", "-m", "5", *words, f"http://127.0.0.1:8080{path}").stdout


def test_it_is_started_by_its_installation_and_for_the_next_boot(machine):
    assert machine.show("ActiveState") == "active"
    assert machine.show("UnitFileState") == "enabled"
    assert machine.show("ActiveState", "nexttogo.socket") == "inactive"
    assert machine.show("UnitFileState", "nexttogo.socket") == "disabled"
    assert machine.show("Type") == "notify"
    assert "listening on http://127.0.0.1:8080" in machine.journal()


def test_it_listens_as_soon_as_systemd_calls_it_started(service):
    for _ in range(5):
        # No wait in between: READY=1 comes when clients are let in.
        assert service.shell("systemctl restart nexttogo && curl -sS -m 5 -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/healthz") == "200"


def test_it_serves_the_page_and_answers_its_check(service):
    assert get(service, "/") == (ROOT / "public/index.html").read_text()
    assert service.run("nexttogo", "--check", "http://127.0.0.1:8080").returncode == 0


def test_it_tells_its_status(service):
    service.wait_for(lambda: re.fullmatch(r"\d+ of \d{5} streams, feed demo is fresh", service.show("StatusText")),
                     "no status", 15)
    stream = "curl -sN -m 13 http://127.0.0.1:8080/events >/dev/null"
    service.shell(f"({stream} &) ; sleep 12")
    assert service.show("StatusText").startswith("1 of ")


def test_it_is_confined(service):
    process = service.show("MainPID")
    status = dict(re.findall(r"^(\w+):\s+(.+)$", service.run("cat", f"/proc/{process}/status").stdout, re.M))
    assert "0" not in status["Uid"].split()
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == int(status["CapAmb"], 16) == 0
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
    limits = service.run("cat", f"/proc/{process}/limits").stdout
    files = int(re.search(r"Max open files\s+(\d+)\s+\1\s", limits)[1])
    # Where the tests themselves may have less, and may not raise that, no more can be had.
    assert files == 65_536 or files == resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 65_536
    # What it sees of the file system, through its own eyes.
    seen = lambda path: service.shell(f"ls /proc/{process}/root{path}", check=False).split()  # noqa: E731
    assert seen("/root") == [] and seen("/home") == []
    assert service.shell(f"findmnt -n -o OPTIONS --target / -N {process}").startswith("ro,")
    assert not [line for line in service.journal().splitlines() if " error: " in line or " warning: " in line]


def test_it_keeps_its_state_across_a_restart_in_a_folder_of_its_own(service):
    service.wait_for(lambda: service.shell("ls /var/lib/private/nexttogo").split() == ["card-history.json"], "no state")
    assert service.shell("stat -c '%a %U' /var/lib/private/nexttogo").split()[0] == "700"
    before = json.loads(get(service, "/races"))["revision"]
    service.run("systemctl", "restart", "nexttogo")
    assert "the state was read" in service.journal()
    events = service.shell(f"curl -sN -m 2 -H 'Last-Event-ID: {before}' http://127.0.0.1:8080/events", check=False)
    assert '"reset":false' in events


def test_it_reloads(service):
    service.run("systemctl", "reload", "nexttogo")
    # systemd 252 waits for the signal to be sent only; it has Type=notify-reload from 253 on.
    service.wait_for(lambda: "the public folder was read again" in service.journal(), "it did not read it again", 5)
    service.wait_for(lambda: service.show("ActiveState") == "active", "it is reloading for ever", 5)


def test_options_are_read_from_the_environment_file(service):
    service.shell("echo NEXTTOGO_COUNT=2 >> /etc/default/nexttogo && systemctl restart nexttogo")
    service.wait_for(lambda: len(json.loads(get(service, "/races"))["races"]) == 2, "not two races")


def test_a_mistake_in_the_options_is_said_once_and_not_tried_again(service):
    service.shell("echo NEXTTOGO_PORT=x >> /etc/default/nexttogo")
    assert service.run("systemctl", "restart", "nexttogo", check=False).returncode != 0
    time.sleep(2)
    assert service.show("ActiveState") == "failed" and service.show("NRestarts") == "0"
    assert service.show("ExecMainStatus") == "64"
    assert service.journal().count("--port must be 0 to 65535, not 'x'") == 1


def test_what_keeps_it_from_starting_is_its_status(service):
    settle(service, "Environment=NEXTTOGO_PUBLIC=/nonexistent", "Restart=no")
    assert service.run("systemctl", "restart", "nexttogo", check=False).returncode != 0
    assert service.show("StatusText") == "the public folder cannot be read: /nonexistent"


def test_it_comes_back_after_a_crash(service):
    process = service.show("MainPID")
    service.shell(f"kill -KILL {process}")
    service.wait_for(lambda: service.show("MainPID") not in ("0", process) and service.show("ActiveState") == "active", "no other process", 15)
    assert service.show("NRestarts") == "1"


def test_the_watchdog_ends_one_that_stands_still(service):
    settle(service, "WatchdogSec=5", "LimitCORE=0")
    service.run("systemctl", "restart", "nexttogo")
    # It is told often enough.
    time.sleep(7)
    process = service.show("MainPID")
    assert service.show("NRestarts") == "0" and service.show("ActiveState") == "active"
    service.shell(f"kill -STOP {process}")
    service.wait_for(lambda: service.show("MainPID") not in ("0", process) and service.show("ActiveState") == "active",
                     "the watchdog did nothing", 20)
    assert service.show("NRestarts") == "1"
    assert "Watchdog timeout" in service.journal()


def test_it_ends_in_good_order_with_a_goodbye(service):
    stream = service.shell("(curl -sN -m 20 http://127.0.0.1:8080/events > /run/stream; echo $? >> /run/stream) & sleep 2; "
                           "systemctl stop nexttogo; wait; cat /run/stream")
    assert '"reason":"shutdown"' in stream and stream.endswith("\n0\n")
    assert service.show("Result") == "success" and service.show("ExecMainStatus") == "0"


# Once each 20 ms; what each answer was.
CLIENT = """for ((i = 0; i < 150; i++)); do
    curl -s -m 5 -o /dev/null -w '%{{http_code}}\\n' http://127.0.0.1:{port}/healthz; sleep 0.02
done | sort | uniq -c"""


def restarted(machine, port=8080):
    """How often which answer came, from before a restart that takes half a second to after it."""
    settle(machine, "ExecStartPre=/bin/sleep 0.5")
    counts = machine.shell(f"{CLIENT.format(port=port)} > /run/counts & sleep 0.5; systemctl restart nexttogo; wait; cat /run/counts")
    return {code: int(count) for count, code in re.findall(r"(\d+) (\d+)", counts)}


def test_without_the_socket_unit_a_restart_refuses_some(service):
    answers = restarted(service)
    assert answers.get("200", 0) > 0 and answers.get("000", 0) > 0, "the comparison says nothing then"


def test_behind_the_socket_unit_a_restart_refuses_nobody(service):
    service.shell("systemctl stop nexttogo && systemctl enable --now nexttogo.socket && systemctl start nexttogo")
    assert restarted(service) == {"200": 150}
    assert service.show("ActiveState", "nexttogo.socket") == "active"


def test_the_socket_unit_starts_the_service_when_somebody_comes(service):
    service.shell("systemctl stop nexttogo && systemctl enable --now nexttogo.socket")
    assert service.show("ActiveState") == "inactive"
    assert get(service, "/healthz").startswith('{"status":"ok"')
    assert service.show("ActiveState") == "active"


def test_the_socket_unit_may_have_several_addresses_and_a_port_of_root(service):
    service.shell("mkdir -p /run/systemd/system/nexttogo.socket.d && printf '[Socket]\\nListenStream=\\nListenStream=127.0.0.1:80\\n"
                  "ListenStream=127.0.0.2:8081\\n' > /run/systemd/system/nexttogo.socket.d/test.conf && systemctl daemon-reload && "
                  "systemctl stop nexttogo && systemctl enable --now nexttogo.socket && systemctl start nexttogo")
    assert "listening on http://127.0.0.1:80 and http://127.0.0.2:8081" in service.journal()
    for address in ("127.0.0.1:80", "127.0.0.2:8081"):
        assert service.shell(f"curl -sS -m 5 http://{address}/healthz").startswith('{"status":"ok"')


def test_removing_the_package_ends_the_service_and_purging_takes_its_state(service):
    assert service.shell("ls /var/lib/private/nexttogo")
    service.run("apt-get", "remove", "-y", "nexttogo")
    assert service.show("ActiveState") in ("inactive", "failed") and service.show("MainPID") == "0"
    assert service.shell("ls /var/lib/private/nexttogo")
    service.run("apt-get", "purge", "-y", "nexttogo")
    assert service.shell("ls /var/lib/private/nexttogo /etc/default/nexttogo 2>/dev/null", check=False) == ""
