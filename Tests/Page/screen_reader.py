"""A flood of races read by a real screen reader (Orca, in Firefox), as a transcript.

    python3 screen_reader.py > transcript.txt

Needs Xvfb, xdotool, openbox, orca, at-spi2-core, speech-dispatcher, dbus-x11 and firefox-esr. What Orca sends to the speech
dispatcher is written down with its time by a voice that takes as long as speaking would. The script fails when an
announcement of the stream is not spoken, when it is spoken more than two seconds late, or when anything ticks aloud.
"""
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

SECONDS = 40
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
        flood = 55 - server.now() % 5
        server.fill((*[flood] * 5, 700, 900))
        browser = Firefox(headless=False, preferences=('user_pref("accessibility.force_disabled", -1);',))
        page = Page(browser, server.url).open()
        page.listen()
        time.sleep(8)
        page.run("window.heard = []; window.began = performance.timeOrigin")
        began = time.time()
        time.sleep(SECONDS)
        heard = [(page.run("return performance.timeOrigin") / 1000 + at / 1000, text.rstrip("\u00a0"))
                 for at, text in page.heard()]
        tabbed = time.time()
        subprocess.run(["xdotool", "key", "F6"], check=True)
        time.sleep(1)
        page.run("document.querySelector('next-to-go').shadowRoot.querySelector('button').focus()")
        for _ in range(8):
            time.sleep(4)
            subprocess.run(["xdotool", "key", "Tab"], check=True)
        time.sleep(8)
        browser.quit()
    time.sleep(2)
    end(orca)
    for process in reversed(running):
        end(process)
    said = [entry for entry in spoken(home) if entry[0] > began - 0.5]
    return began, heard, [entry for entry in said if entry[0] < tabbed], [entry for entry in said if entry[0] >= tabbed]


def plain(text):
    return "".join(letter for letter in text.lower() if letter.isalnum())


def report(began, heard, said, walk):
    versions = [subprocess.run([name, "--version"], capture_output=True, text=True).stdout.strip().splitlines()[0]
                for name in ("orca", "firefox-esr")]
    print(f"Orca {versions[0]}, {versions[1]}, {time.strftime('%Y-%m-%d')}. Seconds since the start, and what was spoken.\n")
    for at, text in said:
        print(f"{at - began:6.1f}  {text}")
    print("\nWhat the page wrote into its region, and how late it was spoken:")
    failed = []
    for at, text in heard:
        late = next((other - at for other, words in said if plain(text) in plain(words) and other > at - 0.5), None)
        print(f"{at - began:6.1f}  {text}  {'not spoken' if late is None else f'{late:.2f} s'}")
        if late is None or late > 2:
            failed.append(text)
    announced = {plain(text) for _, text in heard}
    extra = [text for _, text in said if not any(plain(text) in each or each in plain(text) for each in announced)]
    print(f"\nSpoken besides: {extra or 'nothing'}")
    print("\nFrom the first button the Tab key, eight times, four seconds apart; then eight seconds on the last stop, a row:")
    for at, text in walk:
        print(f"{at - began:6.1f}  {text}")
    if failed or not heard or len(extra) > 2:
        sys.exit(f"failed: {failed or extra or 'nothing was announced'}")


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
