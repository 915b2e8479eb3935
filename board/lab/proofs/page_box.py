"""The views of the page that concern the box itself: pads and their controls, settings, recording, added files."""
import subprocess
import time

from daemon import wait_for


def pad_of(client, name):
    """The pad of the name with all its settings."""
    return client.pairs(f'padget "{name}"')


def playing(client):
    """The names of the pads that play."""
    name, found = "", set()
    for line in client.command("pads"):
        key, value = line.split(": ", 1)
        if key == "pad":
            name = value
        if key == "playing":
            found.add(name)
    return found


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
    """What was scrolled is drawn: only then a finger meets it."""
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
    browser.touch([(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20) for step in range(21)])
    wait_for("the first pad is the fifth", lambda: order(client) == [*former[1:5], former[0], *former[5:]], 5)
    browser.wait(f"document.querySelectorAll('.pad-name')[4].textContent === '{former[0]}'")
    browser.run("document.querySelectorAll('.pad-handle')[4].focus()")
    for at in (3, 2, 1, 0):
        browser.key("ArrowUp", alt=True)
        wait_for("one place earlier", lambda: order(client)[at] == former[0], 5)
        browser.wait(f"document.activeElement.getAttribute('aria-label')?.startsWith('Move {former[0]}, place {at + 1}')")
    check(order(client) == former, "pads are moved by finger and by Alt and the arrows")


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
    browser.click("[data-colour='13A89E']")
    becomes("colour", "13A89E")
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
    wait_for("the pad again", lambda: any(pad["id"] == ident and pad.get("colour") == "13A89E" for pad in pad_list(client)), 5)
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
    found = []
    for line in client.command("pads"):
        key, value = line.split(": ", 1)
        if key == "pad":
            found.append({})
        found[-1][key] = value
    return found


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
