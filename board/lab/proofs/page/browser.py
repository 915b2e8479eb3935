"""Chromium without a screen, driven by Selenium."""
import base64
import json
import os
import pathlib
import re
import sys
import time
import urllib.request
import zipfile

from lib import run, wait_for
from lib.checks import CACHED

TOOLS = CACHED / "browser"
PACKAGES = ["selenium>=4.25,<5"]
AXE = "axe-playwright-python==0.1.8"


def enter_environment():
    """Runs this proof again with Selenium, in a virtual environment that it makes at the first time."""
    python = TOOLS / "venv/bin/python"
    if pathlib.Path(sys.prefix) == TOOLS / "venv":
        return
    done = TOOLS / "done"
    if not done.exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        run("python3", "-m", "venv", TOOLS / "venv")
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        run(*pip, "install", *PACKAGES)
        # The file of axe-core alone is used of this package, not Playwright.
        run(*pip, "download", "--no-deps", "--dest", TOOLS, AXE)
        with zipfile.ZipFile(next(TOOLS.glob("axe_playwright*.whl"))) as wheel:
            name = next(name for name in wheel.namelist() if name.endswith("/axe.min.js"))
            (TOOLS / "axe.min.js").write_bytes(wheel.read(name))
        done.touch()
    os.execv(python, [str(python), *sys.orig_argv[1:]])

VIOLATIONS = """
    const done = arguments[0];
    axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then((result) => done(result.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)} `
        + `(${one.nodes.length}) ${one.nodes[0].failureSummary.slice(0, 200)}`)), (problem) => done([String(problem)]));"""


class Browser:
    """A window; each method says what a person does or sees."""

    name = "chromium"

    def __init__(self, address):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en",
                         "--disable-background-networking", "--disable-component-update", "--no-first-run",
                         "--host-resolver-rules=MAP jukebox.local 127.0.0.1",
                         # A microphone that beeps, without a question.
                         "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.address = address

    def close(self):
        self.driver.quit()

    def size(self, width, height, dark=True, reduced=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 900)
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=width < 900)

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def without_cache(self, without):
        self.cdp("Network.setCacheDisabled", cacheDisabled=without)

    def load(self, address):
        self.driver.get(address)

    def open(self, place="now"):
        """Loads the page again at a view, and waits for the state of the jukebox."""
        self.load("about:blank")
        self.load(f"{self.address}/#{place}")
        self.wait("document.body.dataset.page && document.querySelector('#view > *')")

    def go(self, place):
        """Changes the view without a new load."""
        self.run("location.hash = arguments[0]", f"#{place}")
        name = place.split("/")[0]
        self.wait(f"document.body.dataset.page === {json.dumps(name)}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def value(self, expression):
        return self.run(f"return {expression}")

    def wait(self, expression, seconds=10, what=None):
        return wait_for(what or expression, lambda: self.value(expression), seconds)

    def element(self, selector):
        """The first element that can be seen."""
        return wait_for(selector, lambda: self.run(
            "return [...document.querySelectorAll(arguments[0])].find((one) => one.getClientRects().length)", selector), 10)

    def click(self, selector):
        """Clicks where the element is; one that was drawn again meanwhile is looked for again."""
        from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException

        def clicked():
            try:
                self.element(selector).click()
                return True
            except (StaleElementReferenceException, ElementClickInterceptedException):
                return False
        wait_for(f"a click on {selector}", clicked, 10)

    def point(self, x, y):
        """A click at a place of the window."""
        for kind in ("mousePressed", "mouseReleased"):
            self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def mouse(self, points, button="left"):
        """A mouse is pressed at the first point, moves over the others, and is let go."""
        (x, y), *rest = points
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button=button, clickCount=1)
        for x, y in rest:
            self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button=button)
        self.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button=button, clickCount=1)

    def hover(self, selector):
        """The mouse is over the element."""
        x, y, *_ = self.place(selector)
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def place(self, selector, at=0):
        """The middle of the element, in pixels of the window."""
        return self.run("""
            const box = [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length)[arguments[1]]
              .getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2, box.left, box.width];""", selector, at)

    def key(self, key, code=None, alt=False, shift=False):
        """A key as a keyboard sends it: down and up."""
        text = key if len(key) == 1 else "\r" if key == "Enter" else ""
        for kind in ("keyDown", "keyUp"):
            self.cdp("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=(1 if alt else 0) + (8 if shift else 0),
                     windowsVirtualKeyCode=KEYS.get(key, ord(key[0].upper())),
                     **({"text": text} if kind == "keyDown" and text and not alt else {}))

    def type(self, text):
        for letter in text:
            self.key(letter)

    def touch(self, points, pause=0.016, before_end=lambda: None):
        """A finger comes down at the first point, moves over the others, and leaves."""
        (x, y), *rest = points
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for x, y in rest:
            time.sleep(pause)
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        before_end()
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path):
        answer = self.cdp("Page.captureScreenshot", format="png")
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    def last_messages(self):
        """The end of the console, for a failure."""
        return [entry["message"] for entry in self.driver.get_log("browser")[-5:]]

    def complaints(self):
        """The console's messages since the last call, but for pictures that do not exist, and questions about a
        playlist, a folder or a song of the queue that was deleted or renamed at that moment."""
        expected = ("/cover/", "/api/playlistget/", "/api/playlistduplicates/", "/api/playlistcover/", "/api/playlistentries/",
                    "/api/playlistinfo/", "/api/lsinfo/")
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"
                and not (re.search("status of 40[49]", entry["message"]) and any(part in entry["message"] for part in expected))]

    def axe(self):
        if not self.value("typeof axe === 'object'"):
            # Through the debugger: the page's policy lets in no script from elsewhere.
            self.cdp("Runtime.evaluate", expression=(TOOLS / "axe.min.js").read_text())
        return self.driver.execute_async_script(VIOLATIONS)


class Tasks:
    """The tasks of the page's thread while the block runs: `longest` is the most milliseconds that one had the processor.
    Unlike a `longtask` entry of the page it does not grow with what else the machine does."""

    def __init__(self, browser):
        import websocket
        self.browser = browser
        address = browser.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            self.socket = websocket.create_connection(json.load(answer)["webSocketDebuggerUrl"], suppress_origin=True)

    def __enter__(self):
        self.send("Tracing.start", transferMode="ReportEvents",
                  traceConfig={"includedCategories": ["disabled-by-default-devtools.timeline", "blink.user_timing"]})
        self.socket.recv()
        # The browser's own windows are pages as well: this mark is in the thread that is meant.
        self.browser.run("performance.mark('jukebox-tasks')")
        return self

    def __exit__(self, *_):
        self.send("Tracing.end")
        events = []
        while (message := json.loads(self.socket.recv())).get("method") != "Tracing.tracingComplete":
            events += message.get("params", {}).get("value", [])
        self.socket.close()
        pages = {(event["pid"], event["tid"]) for event in events if event["name"] == "jukebox-tasks"}
        tasks = [event.get("tdur", 0) / 1000 for event in events
                 if event["name"] == "RunTask" and (event["pid"], event["tid"]) in pages]
        self.longest = max(tasks, default=0)

    def send(self, method, **parameters):
        self.socket.send(json.dumps({"id": 1, "method": method, "params": parameters}))


KEYS = {"Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37,
        "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46, "Tab": 9, "/": 191, ".": 190, "'": 222}
