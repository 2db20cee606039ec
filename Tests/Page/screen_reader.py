"""A flood of races read by a real screen reader (Orca, in Firefox), as a transcript.

    python3 screen_reader.py > transcript.txt

Scripts/test --screen-reader installs what it needs. What Orca sends to the speech dispatcher is written down with its time
by a voice that takes as long as speaking would. The script fails when an announcement of the stream is not spoken, when it
is spoken more than two seconds late, or when anything ticks aloud.
"""
import hashlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from browsers import Firefox
from conftest import PUBLIC, Page
from stand_in import StandIn

SECONDS = 47
# Seconds after which an announcement comes too late (contract: time comes first, so that speech is not late).
WITHIN = 2
# The Tab key is pressed so often, so many seconds apart, and what is reached last is listened to for longer.
STOPS, APART, STAY = 8, 4, 12
VOICE = """#!/bin/sh
text=$(cat)
printf '%s\\t%s\\n' "$(date +%s.%N)" "$text" >> "$HOME/spoken.log"
sleep "$(printf '%s' "$text" | wc -c | awk '{print $1 / 22}')"
"""
DISPATCHER = """LogLevel 1
LogDir "{home}"
DefaultVolume 100
AudioOutputMethod "libao"
AddModule "written" "sd_generic" "written.conf"
DefaultModule written
"""
MODULE = """GenericExecuteSynth "printf %s \\'$DATA\\' | {home}/voice"
GenericCmdDependency "sh"
AddVoice "en" "MALE1" "written"
GenericLanguage "en" "en" "utf-8"
DefaultVoice "written"
"""


def start(*command, **more):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)


def end(process, how=signal.SIGTERM):
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def configure(home):
    settings = home / ".config" / "speech-dispatcher"
    (settings / "modules").mkdir(parents=True)
    (settings / "speechd.conf").write_text(DISPATCHER.format(home=home))
    (settings / "modules" / "written.conf").write_text(MODULE.format(home=home))
    (home / "voice").write_text(VOICE)
    (home / "voice").chmod(0o755)
    (home / ".libao").write_text("default_driver=null\n")


def spoken(home):
    log = home / "spoken.log"
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [(float(at), text.strip()) for at, text in (line.split("\t", 1) for line in lines if "\t" in line)]


def make_heard(home, seconds=40):
    """Gives the browser's window the focus until the screen reader speaks of it, and waits until it has said all."""
    end = time.monotonic() + seconds
    while not spoken(home):
        if time.monotonic() > end:
            sys.exit("the screen reader does not speak of the browser's window")
        subprocess.run("xdotool search --onlyvisible --class firefox | tail -n 1 | xargs -r xdotool windowactivate --sync",
                       shell=True, stderr=subprocess.DEVNULL, timeout=20)
        time.sleep(1)
    while time.time() - spoken(home)[-1][0] < 5:
        time.sleep(0.5)


def listen(home):
    """Everything that runs inside the session bus."""
    running = [start("openbox"), start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately")]
    time.sleep(1)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        subprocess.run(["gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus",
                        "--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", name, "<true>"],
                       stdout=subprocess.DEVNULL, check=True)
    orca = start("orca", "--replace", f"--debug-file={home}/orca.log")
    time.sleep(5)
    with StandIn(PUBLIC) as server:
        browser = Firefox(os.environ["DISPLAY"], preferences=('user_pref("accessibility.force_disabled", -1);',))
        page = Page(browser, server.url).open()
        make_heard(home)
        flood = 45 - server.now() % 5
        server.fill((*[flood] * 5, 700, 900))
        page.until(lambda board: board["rows"][4]["urgency"] == "minute")
        page.listen()
        began = time.time()
        time.sleep(SECONDS)
        heard = [(page.run("return performance.timeOrigin") / 1000 + at / 1000, text.rstrip("\u00a0"))
                 for at, text in page.heard()]
        tabbed = time.time()
        subprocess.run(["xdotool", "key", "F6"], check=True)
        time.sleep(1)
        page.run("document.querySelector('next-to-go').shadowRoot.querySelector('button').focus()")
        for _ in range(STOPS):
            time.sleep(APART)
            last = time.time()
            subprocess.run(["xdotool", "key", "Tab"], check=True)
        time.sleep(STAY)
        browser.quit()
    time.sleep(2)
    end(orca)
    for process in reversed(running):
        end(process)
    said = [entry for entry in spoken(home) if entry[0] > began - 0.5]
    before = [entry for entry in said if entry[0] < tabbed]
    return began, heard, before, [entry for entry in said if entry[0] >= tabbed], last


def plain(text):
    return "".join(letter for letter in text.lower() if letter.isalnum())


def version(program):
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return told.strip().splitlines()[0]


def fingerprint(public):
    """Names the files that decide what is spoken: the page and its scripts."""
    names = ["index.html", *sorted(each.name for each in pathlib.Path(public).glob("*.js"))]
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\0".encode() + (pathlib.Path(public) / name).read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def report(began, heard, said, walk, last):
    print("What a screen reader says of the page: five races that start together, then a walk with the Tab key.\n")
    print(f"Orca {version('orca')}, {version('firefox-esr')}, {time.strftime('%Y-%m-%d', time.gmtime())}")
    print(f"Page: {fingerprint(PUBLIC)}\n\nEverything that was spoken in {SECONDS} seconds, by seconds since the start:\n")
    for at, text in said:
        print(f"{at - began:6.1f}  {text}")
    print(f"\nWhat the page wrote for it, and how late that was spoken ({WITHIN} seconds at most):\n")
    failed = []
    for at, text in heard:
        late = next((other - at for other, words in said if plain(text) in plain(words) and other > at - 0.5), None)
        print(f"{at - began:6.1f}  {text}  {'not spoken' if late is None else f'{late:.2f} s'}")
        if late is None or late > WITHIN:
            failed.append(f"late or not spoken: {text}")
    announced = {plain(text) for _, text in heard}
    extra = [text for _, text in said if not any(plain(text) in each or each in plain(text) for each in announced)]
    print(f"\nSpoken besides: {', '.join(extra) or 'nothing'}")
    print(f"\nFrom the first button the Tab key, {STOPS} times, {APART} seconds apart; then {STAY} seconds on a row, "
          "whose countdown goes on:\n")
    for at, text in walk:
        print(f"{at - began:6.1f}  {text}")
    ticks = [text for at, text in walk if at > last + APART]
    failed += [f"not an announcement: {text}" for text in extra] + [f"ticks aloud: {text}" for text in ticks]
    if failed or len(heard) < 6:
        sys.exit(f"failed: {failed or heard}")


def main():
    if len(sys.argv) == 1:
        with tempfile.TemporaryDirectory(prefix="screen-reader-", ignore_cleanup_errors=True) as folder:
            home = pathlib.Path(folder)
            (home / "run").mkdir(mode=0o700)
            configure(home)
            reading, writing = os.pipe()
            screen = start("Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1000x24", pass_fds=(writing,))
            display = ":" + os.read(reading, 16).decode().strip()
            inside = {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": f"{folder}/run", "DISPLAY": display,
                      "NO_AT_BRIDGE": "0", "GTK_MODULES": "gail:atk-bridge", "LANG": "C.UTF-8"}
            inside.pop("WAYLAND_DISPLAY", None)
            code = subprocess.run(["dbus-run-session", "--", sys.executable, __file__, folder], env=inside).returncode
            end(screen)
            sys.exit(code)
    report(*listen(pathlib.Path(sys.argv[1])))


if __name__ == "__main__":
    main()
