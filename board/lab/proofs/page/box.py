"""The views of the page that concern the box itself: pads and their controls, settings, recording, added files."""
import contextlib
import math
import os
import pathlib
import struct
import subprocess
import threading
import time

from lib import Daemon, wait_for

PASSWORD = "wide open"
RATE = 48000


def pad_of(client, name):
    """The pad of the name with all its settings."""
    return client.pairs(f'padget "{name}"')


def playing(client):
    """The names of the pads that play."""
    return {pad["pad"] for pad in pad_list(client) if "playing" in pad}


def order(client):
    return [line[5:] for line in client.command("pads") if line.startswith("pad: ")]


def place(browser, name):
    """The middle of a pad."""
    return browser.run("""
        const pad = [...document.querySelectorAll('.pad')].find((one) => one.querySelector('.pad-name').textContent === arguments[0]);
        pad.scrollIntoView({ block: 'center' });
        const box = pad.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];""", name)


def fingers(browser, *points, kind="touchStart"):
    """All fingers that are down now."""
    browser.cdp("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])


def click_text(browser, selector, text):
    """A click on the button of that text."""
    wait_for(f"the button {text}", lambda: browser.run("""
        const button = [...document.querySelectorAll(arguments[0])].find((one) => one.textContent === arguments[1] && one.getClientRects().length);
        button?.click();
        return Boolean(button);""", selector, text), 10)


def settle(browser):
    """A scrolled part has to be drawn: only then a finger meets it."""
    browser.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))")


def open_controls(browser, name):
    browser.open("pads")
    browser.wait("document.querySelectorAll('.pad').length >= 8")
    browser.click("[aria-label='Edit pads']")
    browser.wait("document.querySelector('.pad-handle')")
    browser.click(f"[aria-label='Edit {name}']")
    browser.wait("document.querySelector('.trim-wave path')?.getAttribute('d')")


def slide(browser, key, steps, name):
    """Moves a line by keys."""
    browser.run("document.querySelector(`input[data-key=${arguments[0]}]`).focus()", key)
    for _ in range(abs(steps)):
        browser.key(name or ("ArrowRight" if steps > 0 else "ArrowLeft"))


def fill_in(browser, key, text):
    browser.run("const field = document.querySelector(`input[data-key=${arguments[0]}]`); field.focus(); field.value = '';", key)
    browser.type(text)
    browser.key("Enter")
    browser.run("document.activeElement.blur()")


def pads(browser, client, check):
    browser.size(390, 844)
    client.command("padstop all")
    client.command('padset "Rain" mode hold')
    browser.open("pads")
    browser.wait("document.querySelectorAll('.pad').length === 8")

    fingers(browser, place(browser, "Rain"))
    wait_for("the held pad plays", lambda: playing(client) == {"Rain"}, 5)
    browser.wait("document.querySelector('.pad.playing .pad-ring')")
    fingers(browser, kind="touchEnd")
    wait_for("it ends with the finger", lambda: not playing(client), 2)
    rest = 1.5 + 7 * 0.5
    check(rest > 4, "a held pad ends with the finger, long before its sound does")
    browser.run("document.activeElement.blur()")
    number = order(client).index("Rain") + 1
    browser.cdp("Input.dispatchKeyEvent", type="keyDown", key=str(number), code=f"Digit{number}", text=str(number))
    wait_for("the held pad by its key", lambda: playing(client) == {"Rain"}, 5)
    browser.cdp("Input.dispatchKeyEvent", type="keyUp", key=str(number), code=f"Digit{number}")
    wait_for("it ends with the key", lambda: not playing(client), 2)

    client.command('padset "Rain" mode once')

    # Order: by finger at the handle, and by keys.
    former = order(client)
    browser.click("[aria-label='Edit pads']")
    browser.wait("document.querySelectorAll('.pad-handle').length === 8")
    check(not playing(client), "in edit mode no press plays")
    x, y, *_ = browser.place(".pad-handle", 0)
    to_x, to_y, *_ = browser.place(".pad-handle", 4)
    path = [(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20) for step in range(21)]
    moved = [*former[1:5], former[0], *former[5:]]
    browser.touch(path)
    wait_for("the first pad is the fifth", lambda: order(client) == moved, 5)
    browser.wait(f"document.querySelectorAll('.pad-name')[4].textContent === '{former[0]}'")
    # A busy device draws no frame meanwhile; somebody else changes a pad.
    browser.run("window.drawing = requestAnimationFrame; window.requestAnimationFrame = () => 0")
    browser.touch(list(reversed(path)))
    wait_for("the fifth pad is the first", lambda: order(client) == former, 5)
    browser.run("window.requestAnimationFrame = drawing")
    browser.wait(f"document.querySelectorAll('.pad-name')[0].textContent === '{former[0]}'")
    browser.run("performance.clearResourceTimings()")

    def changed():
        client.command(f'padset "{former[1]}" colour "46A758"')
        browser.wait("performance.getEntriesByType('resource').length > 0", what="the page to hear of it")
    browser.touch(path, before_end=changed)
    wait_for("the first pad is the fifth, though another one is changed", lambda: order(client) == moved, 5)
    browser.wait(f"document.querySelectorAll('.pad-name')[4].textContent === '{former[0]}'")
    browser.wait("document.querySelector('#view [data-id]').style.getPropertyValue('--pad') === '#46A758'", what="the other one's colour")
    client.command(f'padset "{former[1]}" colour ""')
    browser.run("document.querySelectorAll('.pad-handle')[4].focus()")
    for at in (3, 2, 1, 0):
        browser.key("ArrowUp", alt=True)
        wait_for("one place earlier", lambda: order(client)[at] == former[0], 5)
        browser.wait(f"document.activeElement.getAttribute('aria-label')?.startsWith('Move {former[0]}, place {at + 1}')")
    check(order(client) == former, "pads are moved by finger and by Alt and the arrows")

    # A folder: its name, its colour, its end with a way back; search from 21 pads on.
    click_text(browser, ".pad-folders .chip", "Animals")
    browser.wait("document.querySelectorAll('.pad').length === 2")
    browser.click(".pad-folders [aria-label='Edit Animals']")
    click_text(browser, "dialog .menu button", "Rename")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("Beasts")
    browser.key("Enter")
    wait_for("the folder's name", lambda: client.pairs("padfolders")["folder"] == "Beasts", 5)
    browser.click(".pad-folders [aria-label='Edit Beasts']")
    click_text(browser, "dialog .menu button", "Colour")
    browser.click("dialog input[value='46A758']")
    wait_for("the folder's colour", lambda: client.pairs("padfolders").get("colour") == "46A758", 5)
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog')")
    browser.click(".pad-folders [aria-label='Edit Beasts']")
    browser.wait("document.querySelector('dialog .menu')")
    browser.click("dialog .menu li:last-child button")
    wait_for("no folder", lambda: client.pairs("padfolders").get("pads", "0") == "0", 5)
    browser.click("#bar .bar-button")
    wait_for("the folder again", lambda: client.pairs("padfolders") == {"folder": "Beasts", "colour": "46A758", "pads": "2"}, 5)
    client.command("padfolder Beasts rename Animals")
    check(browser.value("document.querySelector('.pads-find').hidden"), "no search with 8 pads")
    songs = [song["file"] for song in client.songs('find "(base \'\')" window 0:13')]
    for song in songs:
        client.command(f'padadd "{song}"')
    browser.wait("!document.querySelector('.pads-find').hidden", what="the search with 21 pads")
    browser.run("document.querySelector('.pads-find').focus()")
    browser.type("roost")
    browser.wait("[...document.querySelectorAll('.pad-name')].map((one) => one.textContent).join() === 'Rooster'")
    for pad in pad_list(client):
        if pad["file"] in songs:
            client.command(f"padremove {pad['id']}")


def two_fingers(browser, client, check):
    """Two pads at once. Chromium's emulation has no touches any more after this and a new load: a window of its own."""
    browser.size(390, 844)
    browser.open("pads")
    browser.wait("document.querySelectorAll('.pad').length >= 2")
    one, two = place(browser, "Long"), place(browser, "Longer")
    fingers(browser, one)
    fingers(browser, one, two)
    wait_for("two fingers, two pads", lambda: playing(client) == {"Long", "Longer"}, 5)
    fingers(browser, kind="touchEnd")
    # The button is disabled until the page knows that pads play.
    browser.wait("!document.querySelector(\"[aria-label='Pause all pads']\").disabled")
    browser.click("[aria-label='Pause all pads']")
    wait_for("both are paused", lambda: client.command("pads").count("held: 1") == 2, 5)
    browser.wait("document.querySelectorAll('.pad.held').length === 2")
    browser.click("[aria-label='Pause all pads']")
    wait_for("both go on", lambda: "held: 1" not in client.command("pads"), 5)
    browser.click("[aria-label='Stop all pads']")
    wait_for("silence", lambda: not playing(client), 5)
    check(True, "two fingers press two pads; pause and stop all")


def padset(browser, client, check):
    """Each key of `padset` by its control; the part of the file by its handles."""
    browser.size(390, 844)
    name = "Big Bell"
    open_controls(browser, name)
    ident = pad_of(client, name)["id"]
    wanted = {}

    def becomes(key, value):
        wanted[key] = value
        wait_for(f"{key} {value}", lambda: client.pairs(f"padget {ident}")[key] == value, 5)

    # Handles: by finger, then exactly by keys.
    length = float(client.pairs(f"padget {ident}")["duration"])
    browser.run("document.querySelector('.trim-room').scrollIntoView({ block: 'center' })")
    settle(browser)
    _, y, left, width = browser.place(".trim-room")
    browser.touch([(left + width * 0.2 * step / 10, y) for step in range(11)])
    start = wait_for("the start by finger", lambda: float(client.pairs(f"padget {ident}")["start"]) or None, 5)
    check(abs(start - length * 0.2) < length * 0.02, "the handle follows the finger", f"{start} of {length}")
    browser.touch([(left + width * (1 - 0.3 * step / 10), y) for step in range(11)])
    wait_for("the end by finger", lambda: client.pairs(f"padget {ident}")["end"], 5)
    browser.run("document.querySelector('.trim-handle.end').focus()")
    before = float(client.pairs(f"padget {ident}")["end"])
    browser.key("ArrowLeft")
    wait_for("10 ms by an arrow", lambda: abs(float(client.pairs(f"padget {ident}")["end"]) - before + 0.01) < 1e-6, 5)
    values = client.pairs(f"padget {ident}")
    part = float(values["end"]) - float(values["start"])
    known = {pad["file"] for pad in pad_list(client)}
    browser.click(".trim .chip:last-child")
    trimmed = wait_for("the new pad", lambda: next((pad for pad in pad_list(client) if pad["file"] not in known and "duration" in pad), None), 10)
    check(abs(float(trimmed["duration"]) - part) <= 0.001, "the new file is as long as the part, to 1 ms", f"{trimmed['duration']} {part}")
    browser.run("document.querySelectorAll('.trim .chip')[0].click()")
    wait_for("the whole file", lambda: client.pairs(f"padget {ident}")["end"] == "", 5)

    slide(browser, "volume", -3, None)
    becomes("volume", "97")
    slide(browser, "boost", 4, None)
    becomes("boost", "1.2")
    slide(browser, "speed", 1, "End")
    becomes("speed", "2")
    for key, steps, value in (("bass", 4, "2"), ("mid", -4, "-2"), ("treble", 2, "1"), ("duck", 12, "12")):
        slide(browser, key, steps, None)
        becomes(key, value)
    browser.click(".pad-flat")
    for key in ("bass", "mid", "treble"):
        becomes(key, "0")
    for key, value in (("loops", "2"), ("loops", "-1"), ("mode", "layer"), ("mode", "toggle"), ("mode", "hold"), ("mode", "once"), ("loops", "0")):
        browser.click(f"input[data-key={key}][value='{value}']")
        becomes(key, value)
    fill_in(browser, "delay", "2")
    becomes("delay", "2.000")
    fill_in(browser, "delay", "0")
    becomes("delay", "0.000")
    fill_in(browser, "group", "Bells")
    becomes("group", "Bells")
    browser.run("const folder = document.querySelector('select[data-key=folder]'); folder.value = 'Animals'; folder.dispatchEvent(new Event('change'));")
    becomes("folder", "Animals")
    browser.click(".pad-tints input[value='46A758']")
    becomes("colour", "46A758")
    browser.click("[data-key=favourite]")
    becomes("favourite", "1")
    fill_in(browser, "name", "Tower <b>Bell</b>")
    wait_for("the name", lambda: client.pairs(f"padget {ident}")["pad"] == "Tower <b>Bell</b>", 5)
    browser.wait("document.querySelector('dialog h2').textContent === 'Tower <b>Bell</b>'")

    browser.run("document.querySelector('.chip.danger').scrollIntoView()")
    count = len(pad_list(client))
    browser.click(".chip.danger")
    wait_for("a pad less", lambda: len(pad_list(client)) == count - 1, 5)
    browser.click("#bar .bar-button")
    wait_for("the pad again", lambda: any(pad["id"] == ident and pad.get("colour") == "46A758" for pad in pad_list(client)), 5)
    check(True, "removed, and back with its settings")
    client.command(f'padset {ident} name "Big Bell" folder "" group "" favourite 0')
    client.command(f"padremove {trimmed['id']}")

    # A song of the library becomes a pad.
    browser.go("album/The%20Kettles/Kitchen%20Radio/")
    browser.click("#view .row > .icon-button:last-child")
    click_text(browser, "dialog .menu button", "As a pad")
    wait_for("a pad of the song", lambda: "Kettle On" in order(client), 5)
    browser.click("#bar .bar-button")
    wait_for("no pad of the song", lambda: "Kettle On" not in order(client), 5)


def pad_list(client):
    return client.groups("pads", "pad")


class Microphone:
    """A microphone that hears tones, usually a chord, louder and softer, as quickly as a real one: ALSA's plug-in `file` reads it from a FIFO."""

    def __init__(self, folder, tones=(261.63, 329.63, 392.0)):
        self.tones = tones
        fifo = folder / "microphone"
        os.mkfifo(fifo)
        # Opened for both directions, so that neither side waits for the other.
        self.descriptor = os.open(fifo, os.O_RDWR)
        self.configuration = folder / "asound.conf"
        self.configuration.write_text(
            "</usr/share/alsa/alsa.conf>\n"
            f'pcm.jukeboxmic {{ type file slave.pcm "null" file /dev/null infile "{fifo}" format raw }}\n')
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.feed, daemon=True)
        self.thread.start()

    def feed(self):
        frame = 0
        began = time.monotonic()
        while not self.ended.is_set():
            # Parts of 20 ms. Unread ones are left out.
            words = []
            for at in range(frame, frame + RATE // 50):
                loud = 9000 * (1 + 0.6 * math.sin(2 * math.pi * at / RATE))
                value = int(loud / len(self.tones) * sum(math.sin(2 * math.pi * hertz * at / RATE) for hertz in self.tones))
                words += (value << 16, value << 16)
            frame += RATE // 50
            os.set_blocking(self.descriptor, False)
            with contextlib.suppress(BlockingIOError):
                os.write(self.descriptor, struct.pack(f"<{len(words)}i", *words))
            self.ended.wait(max(0, began + frame / RATE - time.monotonic()))

    def close(self):
        self.ended.set()
        self.thread.join()
        os.close(self.descriptor)


def tone(path, seconds, note):
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["sox", "-D", "-R", "-r", "44100", "-n", "-b", "16", str(path), "synth", str(seconds), "pluck", note], check=True)


def box(browser, client, check):
    """The view of the box: outputs, sound, its health, inputs."""
    browser.size(1280, 800)
    browser.open("box")
    browser.wait("document.querySelectorAll('.box-card').length >= 7")
    check(not browser.value("document.querySelector('.box-doctor') || [...document.querySelectorAll('.stick .chip')].length"),
          "without the password: no doctor, no stick to take out")
    click_text(browser, ".box-rights .chip", "Enter the password")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type(PASSWORD)
    browser.key("Enter")
    browser.wait("document.querySelector('.box-doctor')", what="the page with the password")

    browser.click(".switch")
    wait_for("the output is off", lambda: client.pairs("outputs")["outputenabled"] == "0", 5)
    browser.wait("!document.querySelector('.switch').checked")
    browser.click(".switch")
    wait_for("the output is on", lambda: client.pairs("outputs")["outputenabled"] == "1", 5)
    browser.run("document.querySelector('[aria-label=Crossfade]').focus()")
    for _ in range(3):
        browser.key("ArrowRight")
    wait_for("crossfade", lambda: client.status().get("xfade") == "3", 5)
    browser.run("document.querySelector('[aria-label=Balance]').focus()")
    browser.key("ArrowLeft")
    wait_for("balance", lambda: client.status().get("balance") == "-5", 5)
    for name, value in (("Equal loudness", "album"), ("Channels", "mono")):
        browser.run("""const select = document.querySelector(`[aria-label="${arguments[0]}"]`);
            select.value = arguments[1]; select.dispatchEvent(new Event('change'));""", name, value)
    wait_for("equal loudness", lambda: client.pairs("replay_gain_status")["replay_gain_mode"] == "album", 5)
    wait_for("mono", lambda: client.status().get("channels") == "mono", 5)
    client.command("crossfade 5")
    browser.wait("document.querySelector('[aria-label=Crossfade]').value === '5'", what="a change by another client")
    browser.wait("document.querySelector('.setting[data-setting=\"player max-volume\"] .setting-place')?.textContent.endsWith('jukebox.ini:2')",
                 what="the maximum, with its line")
    check(browser.value("document.querySelector('[data-input=next] .row-detail').textContent.length > 3"), "a button that cannot work, with the reason")

    click_text(browser, ".box-doctor .chip", "Check the box")
    browser.wait("document.querySelector('.verdict')", 20)
    lines = client.command("doctor")
    faults = lines.count("state: fault")
    remedies = [line[8:].split("   ")[0] for line in lines if line.startswith("remedy: ")]
    shown = browser.value("[...document.querySelectorAll('.fault code')].map((one) => one.textContent)")
    check(faults > 0 and shown == remedies, "each fault with its remedy", f"{shown} {remedies}")
    well = browser.value("document.querySelectorAll('.findings .well').length")
    check(well == lines.count("state: well"), "what is well", well)
    browser.go("library")
    browser.run("document.activeElement.blur()")
    browser.key("?")
    browser.wait("document.querySelector('dialog kbd')")
    browser.key("Escape")


def household(browser, client, check, config):
    """A setting is written into the configuration, takes effect, and is undone."""
    before = config.read_text()
    browser.open("box")
    browser.wait("document.querySelectorAll('.setting').length > 10")

    def choose(setting, value):
        browser.run("""const select = document.querySelector(`.setting[data-setting="${arguments[0]}"] select`);
            select.value = arguments[1]; select.dispatchEvent(new Event('change'))""", setting, value)

    choose("player max-volume", "40")
    wait_for("the new maximum", lambda: client.status().get("ceiling") == "40", 5)
    check(config.read_text() == before.replace("max-volume = 70", "max-volume = 40"), "one line is changed", config.read_text())
    browser.click("#bar .bar-button")
    wait_for("the former maximum", lambda: client.status().get("ceiling") == "70", 5)
    check(config.read_text() == before, "the configuration as it was", config.read_text())
    choose("audio latency", "low")
    browser.wait("!document.querySelector('.setting-later').hidden")
    browser.click("#bar .bar-button")
    wait_for("no line of it", lambda: config.read_text() == before, 5)
    check(not (found := browser.axe()), "axe: settings", "; ".join(found))


def stick(browser, client, check):
    """A stick is taken out and used again."""
    browser.open("box")
    click_text(browser, ".stick .chip", "Take out safely")
    wait_for("the stick may be pulled", lambda: "name: STICK" in client.command("listneighbors"), 10)
    browser.wait("document.querySelector('.stick .ok')")
    click_text(browser, ".stick .chip", "Use again")
    wait_for("the stick is used again", lambda: "volume: STICK" in client.command("volumes"), 10)
    browser.wait("document.querySelector('[aria-label=\"Take out safely: STICK\"]')")
    check(True, "a stick is taken out and used again")


def record(browser, client, check):
    browser.size(390, 844)
    browser.open("record")
    browser.click(".record-button")
    wait_for("a recording", lambda: client.pairs("record status")["state"] == "recording", 10)
    browser.wait("document.querySelectorAll('.meter-cells .on').length > 6", what="the level")
    # Chords need 5 s.
    wait_for("some seconds", lambda: float(client.pairs("record status")["elapsed"]) > 6, 10)
    peak = float(client.pairs("record status")["peak"])
    cells = browser.value("document.querySelectorAll('.meter-cells .on').length")
    check(-20 < peak < -2 and cells > 12, "the meter shows the level", f"{peak} dB, {cells} of 24")
    browser.click(".record-button")
    wait_for("a take", lambda: client.pairs("record status")["state"] == "take", 10)
    browser.wait("document.querySelector('.take:not([hidden])')")
    click_text(browser, ".take .chip", "Chords")
    browser.wait("document.querySelector('.take-chords ol')?.textContent.includes('C')", 20, "the chord of the take")
    browser.run("const name = document.querySelector('.take .field'); name.focus(); name.value = ''")
    browser.type("Hello")
    click_text(browser, ".take .filled", "Keep as a pad")
    wait_for("the recording is a pad", lambda: any(pad["file"].endswith("Sounds/Hello.flac") for pad in pad_list(client)), 10)
    browser.wait("document.body.dataset.page === 'pads'")

    browser.go("record")
    browser.click(".record-button")
    wait_for("another recording", lambda: client.pairs("record status")["state"] == "recording", 10)
    wait_for("a moment of it", lambda: float(client.pairs("record status")["elapsed"]) > 0.3, 10)
    browser.wait("document.querySelector('.record-button.recording')")
    browser.click(".record-button")
    browser.wait("document.querySelector('.take:not([hidden])')")
    click_text(browser, ".take .chip", "Discard")
    click_text(browser, "dialog button", "Cancel")
    check(client.pairs("record status")["state"] == "take", "nothing is discarded without the confirmation")
    click_text(browser, ".take .chip", "Discard")
    click_text(browser, "dialog button", "Discard")
    wait_for("no take", lambda: client.pairs("record status")["state"] == "none", 5)


def upload(browser, client, check, folder, root, pictures):
    """Three songs and a text are added, a sound as a pad; the bytes on the stick are the same. `root` is the daemon's view of `/`."""
    sent = folder / "sent"
    for number in range(3):
        tone(sent / f"new {number} ä.flac", 5 + number, f"%{number}")
    (sent / "readme.txt").write_text("no song")
    long = sent / "long.wav"
    subprocess.run(["sox", "-D", "-R", "-r", "44100", "-n", "-b", "16", str(long), "synth", "90", "noise"], check=True)
    browser.size(390, 844)
    browser.open("add")
    browser.wait("document.querySelector('.zone')")

    def choose(*paths):
        browser.run("document.querySelector('input[type=file]:not([webkitdirectory])').dataset.here = '1'")
        browser.driver.find_element("css selector", "input[data-here]").send_keys("\n".join(map(str, paths)))

    browser.run("const folder = document.querySelector('.adding-where .field'); folder.value = 'New/Things';")
    choose(*sorted(sent.glob("new*")), sent / "readme.txt", long)
    browser.wait("document.querySelectorAll('.file.done').length === 4", 240, "four files are there")
    check(browser.value("document.querySelector('.file.refused .row-detail').textContent")
          == "Not a sound file that the jukebox plays", "the text is refused in plain words")
    check(not (found := browser.axe()), "axe: files that were added", "; ".join(found))
    browser.picture(pictures / "add-files.png")
    for path in (*sent.glob("new*"), long):
        there = pathlib.Path(f"{root}/{folder}/media/STICK/New/Things/{path.name}")
        check(there.read_bytes() == path.read_bytes(), "the bytes on the stick", path.name)
    wait_for("the songs are in the library", lambda: len(client.songs('search file "New/Things"')) == 4, 20)
    click_text(browser, ".adding-whole .filled", "Show the songs")
    browser.wait("document.querySelectorAll('#view .row').length === 4")
    browser.open("add/pads")
    browser.wait("document.querySelector('.zone')")
    if any(line.startswith("free: ") for line in client.command("volumes")):
        huge = sent / "huge.wav"
        with open(huge, "wb") as file:
            file.truncate(200 << 20)
        choose(huge)
        browser.wait("document.querySelector('.adding .danger')?.textContent.includes('210 MB')", what="more than the stick has room for")
        check(browser.value("document.querySelectorAll('.file').length") == 0, "nothing of it is sent")
    tone(sent / "Gong.wav", 1, "%7")
    choose(sent / "Gong.wav")
    wait_for("the pad", lambda: any(pad["pad"] == "Gong" for pad in pad_list(client)), 20)
    check(True, "files are added, as songs and as a pad")
    (sent / "Torn.wav").write_bytes(b"no sound")
    choose(sent / "Torn.wav")
    wait_for("the broken pad", lambda: any(pad.get("problem_key") == "broken-file" for pad in pad_list(client)), 20)
    browser.open("pads")
    browser.wait("document.querySelector('.pad[title]')")
    check(browser.value("document.querySelector('.pad[title]').title") == "The file is damaged or missing", "a broken pad in the words of the page")


def without_network(browser, client, check, folder, pictures):
    """A file is cancelled and tried again; the connection is lost in the middle of it, and it continues by itself."""
    large = folder / "large.wav"
    subprocess.run(["sox", "-D", "-R", "-r", "44100", "-n", "-b", "16", str(large), "synth", "100", "noise"], check=True)
    received = lambda: int(client.pairs(f"uploadcheck STICK New/Things/large.wav {large.stat().st_size}")["received"])
    browser.open("add")
    browser.wait("document.querySelector('.zone')")
    network = lambda offline, bytes: browser.cdp("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=bytes)
    browser.cdp("Network.enable")
    network(False, 4_000_000)
    browser.run("document.querySelector('input[type=file]:not([webkitdirectory])').dataset.here = '1'")
    browser.driver.find_element("css selector", "input[data-here]").send_keys(str(large))
    browser.wait("/^[5-9]|^1\\d/.test(document.querySelector('.file.sending .row-detail')?.textContent)", 120, "some megabytes are sent")
    check(received() > 0, "a part of the file is on the stick")
    browser.click("[aria-label='Cancel large.wav']")
    browser.wait("document.querySelector('.file.stopped')")
    wait_for("nothing of the cancelled file", lambda: received() == 0, 10)
    browser.click("[aria-label='Try again: large.wav']")
    browser.wait("/^[5-9]|^1\\d/.test(document.querySelector('.file.sending .row-detail')?.textContent)", 120, "some megabytes are sent again")
    network(True, -1)
    browser.wait("document.querySelector('.file.lost')", 20)
    browser.picture(pictures / "add-lost.png")
    network(False, -1)
    browser.wait("document.querySelector('.file.done')", 240)
    check(True, "an upload goes on after a lost connection")
    browser.complaints()


def alone(browser_of, folder, check, pictures):
    """A box of its own: with a password, a microphone, a stick that is mounted (as root), a button on a chip that is not there."""
    folder = folder / "box"
    songs = folder / "songs"
    tone(songs / "One/first.flac", 8, "%3")
    tone(songs / "One/second.flac", 8, "%5")
    for name, seconds in (("Long", 8), ("Longer", 9)):
        tone(songs / f"Sounds/{name}.wav", seconds, "%1")
    microphone = Microphone(folder)
    config = folder / "jukebox.ini"
    config.write_text(f"""[player]
max-volume = 70
[audio]
capture-device = jukeboxmic
capture-rate = {RATE}
[control]
password = {PASSWORD}@read,add,player,control,admin
[button next]
line = 5
press = next
""")
    may_mount = subprocess.run(["unshare", "--mount", "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0
    place = folder / "media/STICK"
    arguments = ["--mount-root", str(folder / "media")] if may_mount else ["--mount-root", "off", "--music", str(songs)]
    with Daemon("--config", str(config), *arguments, "--output", "null", "--autoplay", "off",
                environment={"ALSA_CONFIG_PATH": str(microphone.configuration)}) as daemon:
        if may_mount:
            place.mkdir(parents=True)
            daemon.prefix = ["unshare", "--mount", "sh", "-c",
                             f'mount -t tmpfs -o size=80m stick "{place}" && cp -r "{songs}/." "{place}" && exec "$@"', "sh"]
        else:
            print("not root: no stick is taken out")
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", 2) and len(pad_list(client)) == 2, 30)
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            browser.open("record")
            browser.wait("document.querySelector('.empty .fixed code')")
            check(True, "without the password: how to record")
            box(browser, client, check)
            household(browser, client, check, config)
            record(browser, client, check)
            if may_mount:
                stick(browser, client, check)
                if "command: uploadbegin" in client.command("commands"):
                    upload(browser, client, check, folder, f"/proc/{daemon.process.pid}/root", pictures)
                    without_network(browser, client, check, folder, pictures)
            looks(browser, check, pictures, {"box": ("box", ".box-about"), "record": ("record", ".record-button"), "add": ("add", ".zone")})
            two_fingers(browser, client, check)
        except BaseException:
            browser.picture(pictures / "failed.png")
            print("\n".join(browser.last_messages()))
            raise
        finally:
            browser.close()
            gateway.close()
            microphone.close()


def run(browser, client, check, pictures):
    pads(browser, client, check)
    padset(browser, client, check)
    looks(browser, check, pictures, {"pads": ("pads", ".pad")})


def looks(browser, check, pictures, views):
    """axe and a picture of each view, on a phone and a desk, in both themes."""
    for dark in (True, False):
        for width, height in ((390, 844), (1280, 800)):
            browser.size(width, height, dark)
            for name, (address, selector) in views.items():
                browser.open(address)
                browser.element(selector)
                label = f"{name}-{width}x{height}-{'dark' if dark else 'light'}"
                found = browser.axe()
                check(not found, f"axe: {label}", "; ".join(found))
                wide = browser.value("document.getElementById('view').scrollWidth - document.getElementById('view').clientWidth")
                check(wide <= 0, f"sideways scroll: {label}", wide)
                browser.picture(pictures / f"{label}.png")
            if "pads" in views:
                open_controls(browser, "Rain")
                found = browser.axe()
                check(not found, f"axe: controls of a pad, {width}", "; ".join(found))
                browser.picture(pictures / f"pad-{width}x{height}-{'dark' if dark else 'light'}.png")
    complaints = browser.complaints()
    check(not complaints, "nothing in the console", complaints[:3])
