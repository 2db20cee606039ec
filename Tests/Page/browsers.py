"""Two browsers with one small interface: Chromium by its driver, Firefox by WebDriver BiDi, so that nothing but the
distribution's packages and the packages in requirements.txt are needed."""
import base64
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time


def _program(*names):
    return next((path for path in map(shutil.which, names) if path), None)


CHROMIUM = _program("chromium", "chromium-browser", "google-chrome")
DRIVER = _program("chromedriver")
FIREFOX = _program("firefox-esr", "firefox")


class Chromium:
    """Headless Chromium. `cdp` reaches what only this browser can emulate."""

    name = "chromium"
    available = bool(CHROMIUM and DRIVER)

    def __init__(self, *flags):
        from selenium import webdriver
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     # A name that no browser trusts as it trusts 127.0.0.1: plain http as in a local network.
                     "--host-resolver-rules=MAP board.test 127.0.0.1", *flags):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_script_timeout(40)

    def open(self, url):
        self.driver.get(url)

    def run(self, body, *arguments):
        """Runs the body of a JavaScript function and gives its value; a promise is waited for."""
        return self.driver.execute_script(body, *arguments)

    def keys(self, *names):
        from selenium.webdriver import ActionChains, Keys
        chain = ActionChains(self.driver)
        for name in names:
            shift, name = name.startswith("Shift+"), name.removeprefix("Shift+")
            chain = chain.key_down(Keys.SHIFT) if shift else chain
            chain = chain.send_keys(getattr(Keys, name.upper()) if len(name) > 1 else name)
            chain = chain.key_up(Keys.SHIFT) if shift else chain
        chain.perform()

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(self, **features):
        named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", features=named)

    def cdp(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def complaints(self):
        """What the browser wrote to its console since the last call."""
        return [line["message"] for line in self.driver.get_log("browser")]

    def picture(self):
        return base64.b64decode(self.cdp("Page.captureScreenshot", format="png")["data"])

    def calm(self):
        """Back to one blank window, a new one: not behind another, and without emulation or scripts of a test."""
        before = self.driver.window_handles
        self.driver.switch_to.window(before[0])
        self.driver.switch_to.new_window("window")
        fresh = self.driver.current_window_handle
        for handle in before:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(fresh)
        self.cdp("Emulation.setEmulatedMedia", media="")
        self.media()
        self.size(1280, 900)
        self.driver.get("about:blank")

    def quit(self):
        self.driver.quit()


class Firefox:
    """Firefox, spoken to over its own WebDriver BiDi socket; headless unless an X display is named."""

    name = "firefox"
    available = bool(FIREFOX)

    def __init__(self, display=None, preferences=()):
        import websocket
        self.folder = tempfile.mkdtemp(prefix="page-test-")
        with open(os.path.join(self.folder, "user.js"), "w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in preferences)
            for key in ("browser.shell.checkDefaultBrowser", "datareporting.policy.dataSubmissionEnabled",
                        "app.update.enabled", "browser.aboutwelcome.enabled"):
                file.write(f'user_pref("{key}", false);\n')
        self.process = subprocess.Popen(
            [FIREFOX, *([] if display else ["--headless"]), "--no-remote", "--profile", self.folder,
             "--remote-debugging-port", "0", "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True,
            env={**os.environ, "HOME": self.folder, **({"DISPLAY": display} if display else {})})
        address = next(found[1] for found in (re.search(r"(ws://\S+)", line) for line in self.process.stderr) if found)
        self.socket = websocket.create_connection(f"{address}/session", suppress_origin=True, timeout=60)
        self.ids = itertools.count(1)
        self.told = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self.context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self.size(1280, 900)

    def _ask(self, method, **parameters):
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") == "log.entryAdded":
                self.told.append(answer["params"]["text"] or "")
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(answer["message"])
                return answer["result"]

    def open(self, url):
        self._ask("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, body, *arguments):
        code = f"async () => JSON.stringify(await (function () {{ {body} }}).apply(null, {json.dumps(arguments)}) ?? null)"
        answer = self._ask("script.callFunction", functionDeclaration=code, awaitPromise=True,
                           target={"context": self.context})
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Space": "\ue00d", "Escape": "\ue00c"}

    def keys(self, *names):
        steps = []
        for name in names:
            shift, name = name.startswith("Shift+"), name.removeprefix("Shift+")
            key = self.KEYS.get(name, name)
            steps += [{"type": "keyDown", "value": "\ue008"}] if shift else []
            steps += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
            steps += [{"type": "keyUp", "value": "\ue008"}] if shift else []
        self._ask("input.performActions", context=self.context,
                  actions=[{"type": "key", "id": "keyboard", "actions": steps}])

    def size(self, width, height):
        self._ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def complaints(self):
        self.run("return 0")
        told, self.told = self.told, []
        return told

    def picture(self):
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", context=self.context)["data"])

    def calm(self):
        self.size(1280, 900)
        self.open("about:blank")

    def quit(self):
        self.socket.close()
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(20)
        for _ in range(5):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                return
            time.sleep(0.2)


BROWSERS = {kind.name: kind for kind in (Chromium, Firefox)}
