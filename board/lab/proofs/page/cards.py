"""The view of the cards: a card is placed, bound, edited and set free; the sheet for the printer; each role, language and size. A
client of the protocol is the reader."""
import base64
import pathlib
import re

from lib import wait_for

from . import household
from .abilities import PASSWORD, ROLES, close, press, undo, write
from .languages import CUT, LANGUAGES

NUMBER = "0012345678"
CARD_WIDTH, CARD_HEIGHT = 85.6, 54.0
ROWS = "document.querySelectorAll('#view .card-row').length"


def cards(client):
    """The bound cards by their numbers."""
    found: dict[str, dict[str, str]] = {}
    for line in client.command("cards"):
        key, value = line.split(": ", 1)
        if key in ("card", "unknown"):
            found[value] = last = {"is": key}
        else:
            last[key] = value
    return {number: card for number, card in found.items() if card["is"] == "card"}


def lay(browser, client, number, until):
    """Lays a card on the reader until the page has seen it: one that comes before the page waits is unknown."""
    browser.wait("document.querySelector('.card-waiting.waits')")

    def seen():
        if browser.value(until):
            return True
        client.command(f"card placed {number} door")
        client.command("card away door")
        return False
    wait_for("the page has the card", seen, 15)


def place_one(browser, client, check):
    browser.open("cards")
    browser.wait("document.querySelector('#view .empty .filled')")
    check(not (found := browser.axe()), "axe: no cards yet", "; ".join(found))
    press(browser, "Place a card now")
    lay(browser, client, NUMBER, "Boolean(document.querySelector('.card-chooser'))")
    browser.wait("document.activeElement.matches('.card-chooser .search-field')")
    browser.type("kitchen")
    browser.wait("document.querySelector('.card-chooser li .row-title')?.textContent === 'Kitchen Radio'")
    browser.key("ArrowDown")
    browser.click(".card-chooser li .row-main")
    wait_for("the card is bound", lambda: "Kitchen Radio" in cards(client).get(NUMBER, {}).get("folder", ""), 5)
    browser.wait(f"{ROWS} === 1")
    undo(browser)
    wait_for("the card is free", lambda: not cards(client), 5)
    browser.wait("document.querySelector('#view .empty')")
    check(True, "a card that is placed plays an album, and the way back frees it")


def by_menus(browser, client, check):
    """From the menus of an album, a playlist and a song."""
    browser.open("album/The%20Kettles/Kitchen%20Radio/")
    browser.wait("document.querySelectorAll('.row').length === 5")
    press(browser, "More: Kitchen Radio")
    press(browser, "Put on a card…")
    lay(browser, client, NUMBER, f"{ROWS} === 1")
    check(cards(client)[NUMBER].get("folder", "").endswith("Kitchen Radio"), "an album on a card by its menu", cards(client))
    browser.open("playlist/Breakfast")
    browser.wait("document.querySelector('#view .row')")
    press(browser, "More: Breakfast")
    press(browser, "Put on a card…")
    lay(browser, client, "7001", f"{ROWS} === 2")
    check(cards(client)["7001"].get("playlist") == "Breakfast", "a playlist on a card by its menu", cards(client))
    # The same card with other content: what it had comes back.
    browser.open("playlist/Breakfast")
    browser.wait("document.querySelector('#view .row')")
    press(browser, "More: Breakfast")
    press(browser, "Put on a card…")
    lay(browser, client, NUMBER, "Boolean(document.querySelector('#bar.shown .bar-button'))")
    wait_for("the card plays the playlist", lambda: cards(client)[NUMBER].get("playlist") == "Breakfast", 5)
    undo(browser)
    wait_for("the card plays the album again", lambda: "Kitchen Radio" in cards(client)[NUMBER].get("folder", ""), 5)
    check(True, "a known card gets other content, and its former one back")


def unknown(browser, client, check):
    browser.go("cards")
    browser.wait(f"{ROWS} === 2")
    client.command("card placed 424242 door")
    browser.wait("document.querySelector('.cards-unknown li')", what="the unknown card, by an event")
    check(not (found := browser.axe()), "axe: an unknown card", "; ".join(found))
    press(browser, "Choose music for card 424242")
    browser.wait("document.activeElement.matches('.card-chooser .search-field')")
    browser.type("lanterns")
    browser.wait("document.querySelector('.card-chooser li .row-title')?.textContent === 'Lanterns'")
    browser.click(".card-chooser li .row-main")
    wait_for("the song is on the card", lambda: "song" in cards(client).get("424242", {}), 5)
    browser.wait("document.querySelector('.cards-unknown').hidden")
    client.command("card placed 99 door")
    press(browser, "Place a card now")
    press(browser, "Type its number instead", "summary")
    write(browser, "dialog .card-typed .field", "7002")
    browser.key("Enter")
    browser.wait("document.querySelector('.card-chooser li .row-main')")
    check("7002" in browser.value("document.querySelector('.card-chooser .sheet-hint').textContent"), "a number that is typed")
    close(browser)
    check("7002" not in cards(client), "who chooses nothing binds nothing")


def edit(browser, client, check):
    browser.open("cards")
    browser.wait(f"{ROWS} === 3")
    press(browser, "More: Kitchen Radio")
    press(browser, "Edit the card")
    write(browser, "dialog [name=name]", "Red fish")
    check(not (found := browser.axe()), "axe: the sheet of a card", "; ".join(found))
    browser.run("for (const [name, value] of [['order', 'shuffle'], ['again', 'next'], ['volume', '40']])"
                " document.querySelector(`dialog [name=${name}]`).value = value")
    press(browser, "Save")
    wanted = {"name": "Red fish", "order": "shuffle", "again": "next", "volume": "40"}
    wait_for("the options", lambda: wanted.items() <= cards(client)[NUMBER].items(), 5)
    browser.wait("document.querySelector('#view').textContent.includes('shuffled')")
    undo(browser)
    wait_for("the options as before", lambda: not wanted.keys() & cards(client)[NUMBER].keys(), 5)
    press(browser, "More: Kitchen Radio")
    press(browser, "Edit the card")
    browser.wait("document.querySelector('dialog [name=order]').value === ''")
    browser.run("document.querySelector('dialog [name=order]').value = 'one-random'")
    press(browser, "Save")
    wait_for("one random song", lambda: cards(client)[NUMBER].get("order") == "one-random", 5)
    check(True, "name and options of a card, with the way back")

    press(browser, "Play Kitchen Radio")
    wait_for("the card plays", lambda: client.status()["state"] == "play" and len(client.queue()) == 1, 5)
    browser.wait("document.querySelector('.card-row.current .row-title').textContent === 'Kitchen Radio'")
    press(browser, "More: Kitchen Radio")
    press(browser, "Free the card")
    wait_for("the card is free", lambda: NUMBER not in cards(client), 5)
    undo(browser)
    wait_for("bound as before", lambda: cards(client).get(NUMBER, {}).get("order") == "one-random", 5)
    check(True, "a card plays by a tap, and comes back with its options")


def sheet(browser, client, check, pictures):
    """The paper has eight cards a page, each of its true size."""
    for number in range(7):
        client.command(f'card bind {8000 + number} playlist Breakfast name "Figure {number + 1}"')
    browser.open("cards")
    browser.wait(f"{ROWS} >= 4")
    browser.click("#view a[href='#card-sheet']")
    browser.wait("document.querySelectorAll('.paper-card').length === 10")
    size = browser.value("""(() => { const box = [...document.querySelectorAll('.paper-card')][0].getBoundingClientRect();
        return [box.width / 96 * 25.4, box.height / 96 * 25.4]; })()""")
    check(abs(size[1] - CARD_HEIGHT) < 0.1, "the height of a card", size)
    browser.picture(pictures / "card-sheet.png")
    press(browser, "Figure 1")
    browser.wait("document.querySelectorAll('.paper-card[aria-pressed=false]').length === 1")
    paper = base64.b64decode(browser.cdp("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=False,
                                         printBackground=True)["data"])
    (pictures / "card-sheet.pdf").write_bytes(paper)
    check(len(re.findall(rb"/Type\s*/Page\b", paper)) == 2, "nine cards are two pages")
    browser.size(1440, 900)
    wide = browser.value("document.querySelector('.paper-card').getBoundingClientRect().width / 96 * 25.4")
    check(abs(wide - CARD_WIDTH) < 0.1, "the width of a card", wide)
    check(not (found := browser.axe()), "axe: the sheet for the printer", "; ".join(found))
    browser.size(390, 844)
    for number in range(7):
        client.command(f"card unbind {8000 + number}")


def actions(browser, client, check):
    """Only who may do all binds an action."""
    client.command('card bind 5150 action "sleep 30"')
    browser.open("cards")
    browser.wait(f"{ROWS} === 4")
    menus = browser.run("return [...document.querySelectorAll('#view .card-row > .icon-button')].map((one) => one.ariaLabel)")
    check(len(menus) == 3 and "More: Stop in 30 minutes" not in menus, "an action has no menu without the right for it", menus)
    press(browser, "Place a card now")
    press(browser, "Type its number instead", "summary")
    write(browser, "dialog .card-typed .field", "7003")
    browser.key("Enter")
    browser.wait("document.querySelector('.card-chooser li')")
    check(not browser.value("document.querySelector('.card-chooser [name=card-content]')"), "no actions without the right for it")
    close(browser)

    browser.open("box")
    press(browser, "Enter the password")
    write(browser, "dialog [type=password]", PASSWORD)
    browser.key("Enter")
    browser.wait("document.body.dataset.role === 'all'")
    browser.open("cards")
    browser.wait(f"{ROWS} === 4 && document.body.dataset.role === 'all'")
    press(browser, "Place a card now")
    press(browser, "Type its number instead", "summary")
    write(browser, "dialog .card-typed .field", "7003")
    browser.key("Enter")
    browser.wait("document.querySelector('.card-chooser [name=card-content]')")
    browser.click(".card-chooser [value=action]")
    browser.wait("document.querySelector('.card-chooser li .row-title')?.textContent === 'Play or pause'")
    write(browser, ".card-chooser .search-field", "sleep 45")
    press_first(browser, "Action: sleep 45")
    wait_for("the action on the card", lambda: cards(client).get("7003", {}).get("action") == "sleep 45", 5)
    check(True, "an action on a card, with the password")
    client.command("card unbind 7003")


def press_first(browser, title):
    browser.wait(f"document.querySelector('.card-chooser li .row-title')?.textContent === '{title}'")
    browser.click(".card-chooser li .row-main")


def roles(browser_of, daemon, check):
    for role in ROLES:
        with household.role(browser_of, daemon, role) as browser:
            browser.open("cards")
            browser.wait(f"{ROWS} === 4")
            shown = browser.run("return [...document.querySelectorAll('#view button')].filter((one) => one.getClientRects().length)"
                                ".map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())")
            check(("Place a card now" in shown) == (role == "control") and ("More: Kitchen Radio" in shown) == (role == "control"),
                  f"{role}: the cards", shown)
            check(not (found := browser.axe()), f"axe: cards for {role}", "; ".join(found))


def looks(browser, client, check, layout, pictures):
    client.command("card placed 31337 door")
    for dark in (True, False):
        for width, height in ((320, 568), (390, 844), (1440, 900)):
            browser.size(width, height, dark)
            label = f"{width}x{height}-{'dark' if dark else 'light'}"
            for place, wanted in (("cards", ".card-row"), ("card-sheet", ".paper-card")):
                browser.open(place)
                browser.wait(f"document.querySelector('#view {wanted} .cover.loaded')")
                check(not (found := browser.axe()), f"axe: {place} {label}", "; ".join(found))
                check(not (faults := browser.run(layout)), f"layout: {place} {label}", "; ".join(faults))
                browser.picture(pictures / f"{place}-{label}.png")
            browser.go("cards")
            press(browser, "Place a card now")
            browser.wait("document.querySelector('.card-waiting.waits') && document.querySelector('dialog .menu')")
            check(not (found := browser.axe()), f"axe: waiting {label}", "; ".join(found))
            browser.picture(pictures / f"cards-waiting-{label}.png")
            browser.click("dialog .menu button")
            browser.wait("document.querySelector('.card-chooser .cover.loaded')")
            check(not (found := browser.axe()), f"axe: content {label}", "; ".join(found))
            check(not (faults := browser.run(layout)), f"layout: content {label}", "; ".join(faults))
            browser.picture(pictures / f"cards-content-{label}.png")
            close(browser)
            press(browser, "More: Kitchen Radio")
            press(browser, "Edit the card")
            browser.wait("document.querySelector('dialog [name=order]')")
            check(not (faults := browser.run(layout)), f"layout: edit {label}", "; ".join(faults))
            browser.picture(pictures / f"cards-edit-{label}.png")
            close(browser)


def languages(browser, check, pictures):
    browser.size(320, 568)
    for language in LANGUAGES:
        browser.run("localStorage.language = arguments[0]", language)
        for place in ("cards", "card-sheet"):
            browser.open(place)
            browser.wait("document.querySelector('#view :is(.card-row, .paper-card)')")
            check(not (cut := browser.run(CUT)), f"texts in {language}: {place}", "; ".join(cut))
        browser.go("cards")
        browser.click("#view .list-top .filled")
        browser.wait("document.querySelector('.card-waiting.waits') && document.querySelector('dialog .menu')")
        check(not (cut := browser.run(CUT)), f"texts in {language}: waiting", "; ".join(cut))
        browser.picture(pictures / f"cards-waiting-{language}.png")
        close(browser)
        browser.click("#view .card-row > .icon-button")
        browser.click("dialog .menu li:nth-child(2) button")
        browser.wait("document.querySelector('dialog [name=name]')")
        check(not (cut := browser.run(CUT)), f"texts in {language}: the sheet of a card", "; ".join(cut))
        browser.picture(pictures / f"cards-edit-{language}.png")
        close(browser)
    browser.run("delete localStorage.language")


def run(browser_of, folder, check, layout, pictures):
    with household.box(pathlib.Path(folder) / "cards", "Harbour Lights", 200, 6) as (daemon, client):
        with household.page(browser_of, daemon, pictures) as browser:
            place_one(browser, client, check)
            by_menus(browser, client, check)
            unknown(browser, client, check)
            edit(browser, client, check)
            sheet(browser, client, check, pictures)
            actions(browser, client, check)
            looks(browser, client, check, layout, pictures)
            languages(browser, check, pictures)
        roles(browser_of, daemon, check)
