"""Proof of the page on a desk: the player under every view, columns, what a mouse drags, the right button, sizes of covers."""
from lib import wait_for

SIZES = [(900, 600), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
VIEWS = {"now": "now", "albums": "library/albums", "new": "library/new", "album": "album/The%20Kettles/Kitchen%20Radio/", "queue": "queue",
         "playlists": "playlists", "folders": "library/folders"}
ALBUM = "album/The%20Kettles/Kitchen%20Radio/"
SIDE = "#side .row"
# Nothing of these lies outside of the window, and none is over the other.
PARTS = """
    const boxes = ['.desk-song', '.desk .transport', '.desk .wave-room', '.desk .volume', '.desk-end > .icon-button'].map((selector) =>
      [selector, document.querySelector(selector).getBoundingClientRect()]);
    const faults = boxes.filter(([, box]) => box.width < 40 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).map(String);
    for (const [one, a] of boxes) for (const [other, b] of boxes) {
      if (one < other && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults.push(`${one} is over ${other}`);
    }
    return faults;"""
# Whether cover and words of Now are beside each other, and use the window.
TWO_COLUMNS = """
    const cover = document.querySelector('.now-cover .cover').getBoundingClientRect();
    const words = document.querySelector('.now-side').getBoundingClientRect();
    const view = document.getElementById('view').getBoundingClientRect();
    return cover.right < words.left && words.right > view.left + view.width * .8 && cover.left < view.left + view.width * .2;"""


def middle(browser, selector, at=0):
    return browser.place(selector, at)[:2]


def drag(browser, begin, end):
    """A mouse presses at one place and lets go at the other, by way of places between them."""
    (x, y), (to_x, to_y) = begin, end
    browser.mouse([(x, y), *((x + (to_x - x) * step / 8, y + (to_y - y) * step / 8) for step in range(1, 9)), (to_x, to_y)])


def drag_to_place(browser, begin, name):
    """A drag that ends at a place of the tray, which is there once the mouse has moved."""
    x, y = begin
    events = {"x": x, "y": y, "button": "left", "clickCount": 1}
    browser.cdp("Input.dispatchMouseEvent", type="mousePressed", **events)
    browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x + 20, y=y + 10, button="left")
    browser.wait(f"[...document.querySelectorAll('.drop bdi')].some((one) => one.textContent === '{name}')", what=f"the place {name}")
    to_x, to_y = browser.run("""
        const box = [...document.querySelectorAll('.drop')].find((one) => one.querySelector('bdi').textContent === arguments[0]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];""", name)
    browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=to_x, y=to_y, button="left")
    browser.wait("document.querySelector('.drop.over')")
    browser.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, button="left", clickCount=1)


def player(browser, client, check):
    """Seek, volume and the queue from any view."""
    browser.size(1440, 900)
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "play 0", "pause 1", "setvol 30"):
        client.command(command)
    browser.open("library/albums")
    browser.wait("document.querySelector('.desk .wave input')?.max > 1")
    _, y, left, width = browser.place(".desk .wave input")
    length = float(client.status()["duration"])
    browser.point(left + width * .75, y)
    wait_for("a seek in the player", lambda: abs(float(client.status()["elapsed"]) - length * .75) < 1.5, 5)
    x, y = middle(browser, ".desk .volume-thumb")
    browser.mouse([(x, y), (x - 10, y), (x - 20, y)])
    shown = "document.querySelector('.desk .volume-line').getAttribute('aria-valuenow')"
    before = wait_for("quieter by a drag", lambda: (lambda volume: volume if volume < 28 and str(volume) == browser.value(shown) else None)(
        int(client.status()["volume"])), 5)
    browser.cdp("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-100)
    wait_for("a step louder by the wheel", lambda: int(client.status()["volume"]) == before + 2, 5)
    browser.click(".desk [aria-label='Next song']")
    wait_for("the next song", lambda: client.status()["song"] == "1", 5)
    browser.wait("document.querySelector('.desk .now-text').textContent.includes('Two Cups')")
    browser.go("now")
    browser.wait("document.querySelector('.now-cover .cover.loaded')", what="the cover of Now after another view")
    browser.click(".desk-end > .icon-button")
    browser.wait("!document.querySelector('#side').getClientRects().length", what="the queue at the side goes")
    browser.click(".desk-end > .icon-button")
    browser.wait("document.querySelector('#side').getClientRects().length", what="and comes")
    check(True, "seek, volume, songs and queue by the player of a desk")


def titles(browser):
    return browser.value("[...document.querySelectorAll('#view .row-title')].map((one) => one.textContent)")


def columns(browser, client, check):
    """Heads sort up, down and not at all; a column goes and stays away; the order of new songs stays."""
    browser.open(ALBUM)
    browser.wait("document.querySelectorAll('#view .row').length === 5 && document.querySelector('[data-column=length]')")
    own = titles(browser)
    browser.click("[data-column=title]")
    wait_for("sorted by title", lambda: titles(browser) == sorted(own), 5)
    client.command("clear")
    browser.click("#view li:nth-child(1) .row-main")
    wait_for("the list plays as it is seen", lambda: [song["Title"] for song in client.songs("playlistinfo")] == sorted(own), 5)
    browser.click("[data-column=title]")
    wait_for("downwards", lambda: titles(browser) == sorted(own, reverse=True), 5)
    browser.click("[data-column=title]")
    wait_for("as the album has it", lambda: titles(browser) == own, 5)
    rated = client.songs('find "(Title == \'Blue Enamel\')"')[0]["file"]
    client.command(f'rate "{rated}" 8')
    browser.click("[data-column=rating]")
    wait_for("sorted by rating", lambda: titles(browser)[0] == "Blue Enamel", 5)
    client.command(f'rate "{rated}"')
    browser.go("library/new")
    browser.wait("document.querySelectorAll('#view .row').length > 5")
    x, y = middle(browser, "[data-column=artist]")
    browser.mouse([(x, y)], button="right")
    browser.wait("document.querySelector('dialog.at')", what="the menu of the columns, where the mouse is")
    browser.run("[...document.querySelectorAll('dialog button')].find((one) => one.textContent.includes('Artist')).click()")
    browser.wait("!document.querySelector('[data-column=artist]') && document.querySelector('[data-column=album]')", what="the column is gone")
    browser.click("[data-column=album]")
    browser.open("library/new")
    browser.wait("document.querySelector('[data-column=album][aria-pressed=true]') && !document.querySelector('[data-column=artist]')",
                 what="columns and order after a new load")
    browser.wait("""(() => {
        const names = [...document.querySelectorAll('#view .row')].map((row) => row.song.Album);
        const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
        return names.length > 5 && names.every((name, at) => at === 0 || compare(names[at - 1], name) <= 0);
    })()""", what="its rows in that order")
    browser.run("delete localStorage.columns; delete localStorage.songOrders")
    check(True, "columns are sorted and chosen, and stay so")


def drags(browser, client, check):
    """Rows and cards go to a place of the queue, to a playlist and to a mix button; songs of the queue change their place."""
    for command in ("clear", 'findadd "(Album == \\"Low Tide\\")"', 'save "Dragged"', 'playlistclear "Dragged"'):
        client.command(command)
    browser.open(ALBUM)
    browser.wait(f"document.querySelectorAll('#view .row').length === 5 && document.querySelectorAll('{SIDE}').length === 3")
    x, y = middle(browser, SIDE, 1)
    drag(browser, middle(browser, "#view .row-main", 2), (x, y - 30))
    wait_for("the third song is second in the queue", lambda: [song["Title"] for song in client.songs("playlistinfo")][1] == "Steam and Steel", 5)
    check(client.status()["state"] != "play", "a drag presses nothing", client.status()["state"])
    browser.click("#bar .bar-button")
    wait_for("it is gone again", lambda: len(client.queue()) == 3, 5)
    browser.wait(f"document.querySelectorAll('{SIDE}').length === 3")
    former = client.queue()
    x, y = middle(browser, SIDE, 2)
    drag(browser, middle(browser, "#side .row-main", 0), (x, y + 28))
    wait_for("the first song of the queue is the last", lambda: client.queue() == [*former[1:], former[0]], 5)
    drag_to_place(browser, middle(browser, "#view .row-main", 0), "Dragged")
    wait_for("a song in the playlist", lambda: [song["Title"] for song in client.songs('listplaylistinfo "Dragged"')] == ["Kettle On"], 5)
    client.command('playlistset "Dragged" slot 3')
    browser.open("library/albums")
    browser.wait("document.querySelectorAll('#view .card').length > 4")
    browser.wait("document.querySelector('#view .card .cover.loaded')", what="cards that stay where they are")
    name = browser.value("document.querySelector('#view .card .card-title').textContent")
    drag_to_place(browser, middle(browser, "#view .card", 0), "Add to the queue")
    wait_for("an album in the queue", lambda: any(song.get("Album") == name for song in client.songs("playlistinfo")), 5)
    check(browser.value("document.body.dataset.page") == "library", "a drag opens nothing")
    browser.open(ALBUM)
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.wait("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/css/select.css'))", what="the selection of rows")
    browser.run("document.querySelectorAll('#view .row-main')[1].focus()")
    browser.key(" ")
    browser.wait("document.querySelector('.row.chosen')")
    browser.key("ArrowDown", shift=True)
    browser.wait("document.querySelectorAll('#view .row.chosen').length === 2")
    drag_to_place(browser, middle(browser, "#view .row.chosen .row-main", 0), "Dragged")
    wait_for("both selected songs", lambda: len(client.songs('listplaylistinfo "Dragged"')) == 3, 5)
    browser.key("Escape")
    # A drag that is given up.
    before = client.queue()
    x, y = middle(browser, "#view .row-main", 0)
    browser.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x + 30, y=y, button="left")
    browser.wait("document.querySelector('.drag-ghost')")
    browser.key("Escape")
    browser.wait("!document.querySelector('.drag-ghost, .drag-tray')")
    browser.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=x + 30, y=y, button="left", clickCount=1)
    check(client.queue() == before, "Escape ends a drag")
    client.command('rm "Dragged"')


def right_button(browser, client, check):
    """The right button opens the menu of a song and of an album at the mouse; the menu key has the same."""
    client.command("clear")
    browser.open(ALBUM)
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    x, y = middle(browser, "#view .row-main", 1)
    browser.mouse([(x, y)], button="right")
    browser.wait("document.querySelector('dialog.at h2')?.textContent === 'Two Cups'")
    left, top = browser.value("(({ left, top }) => [left, top])(document.querySelector('dialog').getBoundingClientRect())")
    check(abs(left - x) < 3 and top <= y + 3, "the menu is where the mouse is", (left, top, x, y))
    check(not (found := browser.axe()), "axe: a menu at the mouse", "; ".join(found))
    browser.run("[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Add to the queue').click()")
    wait_for("the song in the queue", lambda: len(client.queue()) == 1, 5)
    browser.open("library/albums")
    browser.wait("document.querySelectorAll('#view .card').length > 4")
    browser.run("document.querySelector('#view .card').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))")
    browser.wait("document.querySelector('dialog h2')", what="the menu of an album by the menu key")
    browser.key("Escape")
    browser.mouse([middle(browser, "#view .card", 1)], button="right")
    browser.wait("document.querySelector('dialog.at')")
    browser.run("[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Play now').click()")
    wait_for("the album plays", lambda: client.status()["state"] == "play", 5)
    check(True, "menus by the right button")


def sizes(browser, check):
    """Covers have three sizes, and grow with the window."""
    widths = {}
    for size in ("small", "medium", "large"):
        browser.size(1440, 900)
        browser.open("library/albums")
        browser.wait("document.querySelector('#view .card')")
        browser.run("""const select = document.querySelector('#view select.desk-only');
            select.value = arguments[0]; select.dispatchEvent(new Event('change'))""", size)
        browser.open("library/albums")
        browser.wait("document.querySelector('#view .card')")
        widths[size] = browser.value("document.querySelector('#view .card').offsetWidth")
    browser.size(2560, 1440)
    browser.run("localStorage.coverSize = 'medium'")
    browser.open("library/albums")
    browser.wait("document.querySelector('#view .card')")
    widths["wide"] = browser.value("document.querySelector('#view .card').offsetWidth")
    check(widths["small"] < widths["medium"] < widths["large"] and widths["wide"] > widths["medium"] * 1.3, "sizes of covers", widths)
    browser.run("delete localStorage.coverSize")


def looks(browser, client, check, layout, pictures):
    """Each size of a desk: the parts of the player, Now in two columns, nothing over the edge, axe."""
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "save Desk", "play 0", "pause 1"):
        client.command(command)
    for width, height in SIZES:
        dark = width % 20 == 0
        browser.size(width, height, dark)
        browser.open("now")
        browser.wait("document.querySelector('.now-cover .cover.loaded') && document.querySelector('.desk')")
        check(browser.run(TWO_COLUMNS), f"Now has two columns that fill {width}x{height}")
        for name, place in VIEWS.items():
            browser.go(place)
            browser.wait("document.querySelector('.now:not([hidden]), #view .row, #view .card, #view .row-main')", what=f"the view {name}")
            faults = browser.run(PARTS) + browser.run(layout)
            check(not faults, f"the player of a desk: {name} {width}x{height}", "; ".join(faults))
            check(not (found := browser.axe()), f"axe: {name} {width}x{height}", "; ".join(found))
            browser.picture(pictures / f"desk-{name}-{width}x{height}.png")
    client.command("rm Desk")


def tasks(browser, client, check, layout, pictures):
    player(browser, client, check)
    columns(browser, client, check)
    drags(browser, client, check)
    right_button(browser, client, check)
    sizes(browser, check)
    looks(browser, client, check, layout, pictures)
