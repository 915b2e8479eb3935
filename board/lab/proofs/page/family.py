"""Alarms, and what a family sets: each by mouse and keys, with its way back, for each role and in each language; a box
without a clock takes the time from the page."""
import pathlib
import time

from lib import wait_for

from . import household
from .abilities import PASSWORD, ROLES, press, undo
from .cards import press_first
from .languages import CUT, LANGUAGES

ALARMS = "document.querySelectorAll('#view .alarm-row').length"


def things(client, command):
    """The answer to a command that lists things: each begins with the first key."""
    found: list[dict[str, str]] = []
    lines = [line.split(": ", 1) for line in client.command(command)]
    for key, value in lines:
        if key == lines[0][0]:
            found.append({})
        found[-1][key] = value
    return found


def enter(browser):
    browser.open("box")
    press(browser, "Enter the password")
    browser.wait("document.activeElement?.matches('dialog [type=password]')")
    browser.type(PASSWORD)
    browser.key("Enter")
    browser.wait("document.body.dataset.role === 'all'")


def set_field(browser, selector, value):
    browser.run("const field = document.querySelector(arguments[0]); field.value = arguments[1];"
                " field.dispatchEvent(new Event('change', { bubbles: true }))", selector, value)


def alarms(browser, client, check):
    browser.open("alarms")
    browser.wait("document.querySelector('#view .empty .filled')")
    wait_for("the time is that of the page", lambda: client.status().get("clock") != "unknown", 10)
    check(not (found := browser.axe()), "axe: no alarms yet", "; ".join(found))
    press(browser, "New alarm")
    browser.wait("document.querySelector('dialog .alarm-clock')")
    set_field(browser, "dialog .alarm-clock", "06:45")
    press(browser, "Wednesday")
    press(browser, "Choose music")
    browser.wait("document.activeElement.matches('.card-chooser .search-field')")
    browser.type("breakfast")
    press_first(browser, "Breakfast")
    set_field(browser, "dialog [name=volume]", "35")
    press(browser, "Save")
    wanted = {"time": "06:45", "days": "mon,tue,thu,fri", "content": "playlist Breakfast", "volume": "35", "enabled": "1"}
    wait_for("the alarm", lambda: any(wanted.items() <= alarm.items() for alarm in things(client, "alarms")), 5)
    browser.wait(f"{ALARMS} === 1")
    undo(browser)
    wait_for("no alarm", lambda: not things(client, "alarms"), 5)
    client.command("alarm add 07:30 days weekend volume 30")
    browser.wait(f"{ALARMS} === 1", what="an alarm of another client")
    browser.click(".alarm-row .switch")
    wait_for("the alarm is off", lambda: things(client, "alarms")[0]["enabled"] == "0", 5)
    browser.click(".alarm-row .row-main")
    browser.wait("document.querySelector('dialog .alarm-clock')")
    browser.click("dialog [value=once]")
    set_field(browser, "dialog [name=date]", "2030-12-24")
    press(browser, "Save")
    wait_for("a date", lambda: things(client, "alarms")[0].get("date") == "2030-12-24", 5)
    undo(browser)
    wait_for("the days as before", lambda: things(client, "alarms")[0].get("days") == "sat,sun", 5)
    browser.wait("document.querySelector('.alarm-row')")
    browser.click(".alarm-row .row-main")
    press(browser, "Delete the alarm at 07:30")
    wait_for("no alarm again", lambda: not things(client, "alarms"), 5)
    undo(browser)
    wait_for("the deleted alarm", lambda: [(alarm["time"], alarm["days"], alarm["enabled"], alarm["volume"])
                                           for alarm in things(client, "alarms")] == [("07:30", "sat,sun", "0", "30")], 5)
    check(True, "an alarm is added, changed, switched and deleted, with its ways back")


def family(browser, client, check):
    browser.open("family")
    browser.wait("document.querySelector('.box-quiet .filled')")
    press(browser, "Add quiet hours")
    browser.wait("document.querySelector('dialog .days')")
    press(browser, "Save")
    wanted = {"from": "19:30", "to": "07:00", "days": "mon,tue,wed,thu,sun", "grade": "silent"}
    wait_for("quiet hours", lambda: any(wanted.items() <= hours.items() for hours in things(client, "quiethours")), 5)
    browser.wait("document.querySelectorAll('.quiet-row').length === 1")
    undo(browser)
    wait_for("no quiet hours", lambda: not things(client, "quiethours"), 5)
    client.command("quiethours add 13:00 14:30 days all grade softer name Nap")
    browser.wait("document.querySelector('.quiet-row')?.textContent.includes('Nap')", what="quiet hours of another client")
    press(browser, "Edit 13:00–14:30")
    press(browser, "Delete 13:00–14:30")
    wait_for("none", lambda: not things(client, "quiethours"), 5)
    undo(browser)
    wait_for("the deleted ones", lambda: [(hours["from"], hours["name"], hours["grade"]) for hours in things(client, "quiethours")]
             == [("13:00", "Nap", "softer")], 5)

    set_field(browser, ".box-budget [aria-label='Every day']", "60")
    wait_for("60 minutes", lambda: client.command("budget").count("minutes: 60") == 7, 5)
    browser.wait("document.querySelector('.box-budget [aria-label=Sunday]').value === '60'")
    set_field(browser, ".box-budget [aria-label=Sunday]", "120")
    wait_for("more on Sunday", lambda: client.command("budget").count("minutes: 60") == 6, 5)
    undo(browser)
    wait_for("as before", lambda: client.command("budget").count("minutes: 60") == 7, 5)
    browser.wait("document.querySelector('.family-rest').textContent.includes('minutes left')")
    before = int(client.status()["budget"])
    press(browser, "15 more minutes today")
    wait_for("15 minutes more", lambda: int(client.status()["budget"]) > before + 800, 5)
    undo(browser)
    wait_for("as before", lambda: int(client.status()["budget"]) <= before, 5)
    browser.click(".family-lock .switch")
    wait_for("locked", lambda: client.status().get("locked") == "1", 5)
    undo(browser)
    wait_for("unlocked", lambda: client.status().get("locked") != "1", 5)
    browser.wait("!document.querySelector('.family-lock .switch').checked")
    check(True, "quiet hours, minutes a day and the lock, with their ways back")
    client.command("quiethours add 00:00 23:59 days all name Bedtime grade silent")
    press(browser, "Allow 30 minutes")
    wait_for("music is allowed", lambda: int(client.status().get("allowed", 0)) > 1700, 5)
    undo(browser)
    wait_for("and is not", lambda: "allowed" not in client.status(), 5)
    check(True, "half an hour of music all the same")


def rings(browser, client, check, layout, pictures):
    """Without music an alarm takes the place of the song in Now, until somebody is awake."""
    clock = dict(line.split(": ", 1) for line in client.command("clock"))
    now = int(time.time())
    due = now // 60 * 60 + 60
    local = time.strftime("%H:%M", time.gmtime(due + int(clock["offset"])))
    number = client.command(f"alarm add {local} fade 0")[0].split(": ")[1]
    if clock["clock"] == "person":
        client.command(f"clock set {due - 1}")
    wait_for("the alarm rings", lambda: client.status().get("ringing") == "1", 70)
    heading = "document.querySelector('.now-nothing h1')?.textContent"
    browser.open("now")
    for words, name in (("The alarm rings", "rings"), ("Rings again at", "waits")):
        browser.wait(f"{heading}?.startsWith('{words}')")
        for dark in (True, False):
            for width, height in ((320, 568), (390, 844), (1440, 900)):
                browser.size(width, height, dark)
                label = f"{name}-{width}x{height}-{'dark' if dark else 'light'}"
                check(not (found := browser.axe()), f"axe: an alarm {label}", "; ".join(found))
                check(not (faults := browser.run(layout)), f"layout: an alarm {label}", "; ".join(faults))
                browser.picture(pictures / f"alarm-{label}.png")
        press(browser, "9 more minutes" if name == "rings" else "I am awake")
    browser.wait(f"{heading} === 'Nothing plays yet'")
    check(not {"ringing", "snoozed"} & client.status().keys(), "an alarm without music is snoozed and ended in Now")
    browser.size(390, 844)
    client.command(f"alarm delete {number}")
    if clock["clock"] == "person":
        client.command(f"clock set {int(time.time())}")


def looks(browser, check, layout, pictures):
    for dark in (True, False):
        for width, height in ((320, 568), (390, 844), (1440, 900)):
            browser.size(width, height, dark)
            label = f"{width}x{height}-{'dark' if dark else 'light'}"
            for place, wanted in (("alarms", ".alarm-row"), ("family", ".family-day"), ("box", ".box-places a")):
                browser.open(place)
                browser.wait(f"document.querySelector('#view {wanted}')")
                check(not (found := browser.axe()), f"axe: {place} {label}", "; ".join(found))
                check(not (faults := browser.run(layout)), f"layout: {place} {label}", "; ".join(faults))
                browser.picture(pictures / f"{place}-{label}.png")
    browser.size(320, 568)
    for language in LANGUAGES:
        browser.run("localStorage.language = arguments[0]", language)
        for place, wanted, opener, sheet in (("alarms", ".alarm-row", ".alarm-row .row-main", ".alarm-clock"),
                                             ("family", ".family-day", ".box-quiet .filled", ".days")):
            browser.open(place)
            browser.wait(f"document.querySelector('#view {wanted}')")
            check(not (cut := browser.run(CUT)), f"texts in {language}: {place}", "; ".join(cut))
            browser.click(opener)
            browser.wait(f"document.querySelector('dialog {sheet}')")
            check(not (cut := browser.run(CUT)), f"texts in {language}: the sheet of {place}", "; ".join(cut))
            browser.picture(pictures / f"{place}-{language}.png")
    browser.run("delete localStorage.language")


def roles(browser_of, daemon, check):
    for role in ROLES:
        with household.role(browser_of, daemon, role) as browser:
            browser.open("alarms")
            browser.wait(f"{ALARMS} === 1")
            shown = browser.value("Boolean(document.querySelector('.alarm-row .switch').getClientRects().length)")
            check(shown == (role == "control"), f"{role}: the switch of an alarm")
            browser.open("family")
            browser.wait("document.querySelector('.quiet-row')")
            check(not browser.value("document.querySelector('.quiet-row button, .box-quiet .filled, .family select:not(:disabled)')"),
                  f"{role}: nothing of the family is changed without the password")
            check(not (found := browser.axe()), f"axe: the family for {role}", "; ".join(found))


def run(browser_of, folder, check, layout, pictures):
    with household.box(pathlib.Path(folder) / "family", "Kitchen Radio", 64, 2) as (daemon, client):
        with household.page(browser_of, daemon, pictures) as browser:
            enter(browser)
            alarms(browser, client, check)
            rings(browser, client, check, layout, pictures)
            family(browser, client, check)
            looks(browser, check, layout, pictures)
        roles(browser_of, daemon, check)
