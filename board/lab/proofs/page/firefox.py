"""Debian's Firefox without a screen, driven by its own protocol Marionette: messages of JSON after their length."""
import base64
import json
import pathlib
import shutil
import socket
import subprocess
import tempfile

from lib import wait_for

from .browser import TOOLS, VIOLATIONS, Browser

PROGRAM = "/usr/bin/firefox-esr"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PREFERENCES = {
    "marionette.port": 0, "network.dns.localDomains": "jukebox.local", "intl.locale.requested": "en-US", "intl.accept_languages": "en",
    "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1", "browser.sessionstore.resume_from_crash": False,
}
# The names of keys that have no letter (https://www.w3.org/TR/webdriver2/#keyboard-actions).
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012",
        "ArrowRight": "\ue014", "Delete": "\ue017", "Home": "\ue011", "End": "\ue010"}
# Clicks on an element that is drawn again at this moment.
AGAIN = ("stale element reference", "element click intercepted", "no such element")


class Refused(Exception):
    """An answer that is an error; `kind` is its name in WebDriver."""

    def __init__(self, answer):
        super().__init__(answer["message"])
        self.kind = answer["error"]


class Firefox(Browser):
    """A window of Firefox, with what the short proof does in it."""

    name = "firefox"

    def __init__(self, address):
        self.address = address
        self.number = 0
        self.profile = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-firefox."))
        (self.profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                                                      for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", str(self.profile), "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = self.profile / "MarionetteActivePort"
        wait_for("Firefox", lambda: port.exists() and port.read_text().strip(), 60)
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), 60)
        self.answers = self.socket.makefile("rb")
        self.answer()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "accept"}})

    def answer(self):
        length = b""
        while (byte := self.answers.read(1)) != b":":
            if not byte:
                raise SystemExit("Firefox ended")
            length += byte
        return json.loads(self.answers.read(int(length)))

    def send(self, command, **arguments):
        self.number += 1
        words = json.dumps([0, self.number, command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(words), words))
        _, number, problem, result = self.answer()
        assert number == self.number, (number, self.number)
        if problem:
            raise Refused(problem)
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def chrome(self, script, *arguments):
        """Runs a script beside the page, with the rights of the browser."""
        self.send("Marionette:SetContext", value="chrome")
        try:
            return self.run(script, *arguments)
        finally:
            self.send("Marionette:SetContext", value="content")

    def close(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def size(self, width, height, dark=True, reduced=False):
        self.chrome("""
            const [width, height, dark, reduced] = arguments;
            Services.prefs.setIntPref('ui.prefersReducedMotion', reduced ? 1 : 0);
            Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', dark ? 0 : 1);
            for (const [side, value] of Object.entries({ width, height })) {
              gBrowser.selectedBrowser.style.setProperty(side, `${value}px`, 'important');
              gBrowser.selectedBrowser.style.setProperty(`min-${side}`, `${value}px`, 'important');
            }""", width, height, dark, reduced)
        self.wait(f"innerWidth === {width} && innerHeight === {height}")

    def without_cache(self, without):
        self.chrome("""
            for (const kind of ['disk', 'memory']) Services.prefs.setBoolPref(`browser.cache.${kind}.enable`, !arguments[0]);""", without)

    def load(self, address):
        self.send("WebDriver:Navigate", url=address)

    def run(self, script, *arguments):
        return self.send("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox="proof")

    def value(self, expression):
        # An element that is drawn again at this moment could not be named.
        return self.run(f"const value = {expression}; return value instanceof Node ? true : value")

    def click(self, selector):
        def clicked():
            try:
                self.send("WebDriver:ElementClick", id=self.element(selector)[ELEMENT])
                return True
            except Refused as refused:
                if refused.kind not in AGAIN:
                    raise
                return False
        wait_for(f"a click on {selector}", clicked, 10)

    def key(self, key, code=None, alt=False, shift=False):
        held = [name for name, is_held in (("\ue00a", alt), ("\ue008", shift)) if is_held]
        keys = [*held, KEYS.get(key, key)]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": [
            *({"type": "keyDown", "value": value} for value in keys), *({"type": "keyUp", "value": value} for value in reversed(keys))]}])

    def picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.send("WebDriver:TakeScreenshot", full=False)))

    def last_messages(self):
        return self.messages()[-5:]

    def messages(self):
        """The errors of the page since the last call."""
        return self.chrome("""
            const found = Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError
              && !(one.flags & Ci.nsIScriptError.warningFlag) && one.sourceName.startsWith(arguments[0]))
              .map((one) => `${one.sourceName}:${one.lineNumber} ${one.errorMessage}`);
            Services.console.reset();
            return found;""", self.address)

    complaints = messages

    def axe(self):
        return self.send("WebDriver:ExecuteAsyncScript", script=(TOOLS / "axe.min.js").read_text() + VIOLATIONS, args=[], sandbox="proof")
