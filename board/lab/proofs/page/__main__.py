"""The page in real browsers without a screen, against jukebox-web and a jukeboxd that plays synthesised songs.
The effect of a click, a finger or a key is checked at the daemon, by its protocol.

usage: board/lab/run proofs.page [--quick [--browser NAME] | --only PART,…] [--pictures FOLDER]

Tasks of every view at six sizes in both themes, accessibility by axe-core, 100,000 songs, restarts of the daemon and of the
server, a lost network. It keeps a picture of each view in FOLDER. That is in Chromium; Firefox does the short form.
--quick: open, search, play, pause, the bytes of the first load, a few views on a phone and a desk, cards of albums, in Chromium and
Firefox, or in NAME alone (`chromium`, `firefox`; 20 s each). --only: each PART of the list PARTS or of those in `whole`, or `away` (restarts of
the server, a lost network). The first run downloads Selenium and axe-core from PyPI into
${XDG_CACHE_HOME:-~/.cache}/jukebox/browser.
"""
import functools
import pathlib
import shutil
import sys
import tempfile
import time
from urllib.parse import quote

from lib import Daemon, Tally, wait_for
from lib.gateway import Gateway

from . import abilities, albums, box, cards, desk, edges, family, image, languages, library, made_songs, mix, party, server, slow, song_view
from .browser import Browser, enter_environment
from .firefox import Firefox

MOST_FIRST_BYTES = 60 * 1024
CEILING = 60
SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 800), (1440, 900)]
VIEWS = {
    "now": "now", "albums": "library/albums", "artists": "library/artists", "genres": "library/genres", "years": "library/years",
    "folders": "library/folders", "new": "library/new", "listened": "library/listened", "stations": "library/stations",
    "podcasts": "library/podcasts", "practice": "practice", "album": "album/The%20Kettles/Kitchen%20Radio/", "queue": "queue",
    "long": "album/" + quote(made_songs.ALBUMS[13][1], "") + "/" + quote(made_songs.ALBUMS[13][0], "") + "/",
    "playlists": "playlists", "playlist": "playlist/Breakfast", "pads": "pads", "box": "box", "record": "record", "add": "add",
    "song": "song/" + quote(made_songs.STAND, ""),
    "chords": "chords/" + quote(made_songs.STAND, ""),
}

tally = Tally()
check = tally.check


def plays(client):
    return client.status()["state"] == "play"


def search_and_play(browser, client):
    """From an empty queue by keys and clicks to the first song, and pause."""
    browser.open("now")
    browser.wait("document.querySelector('.now-nothing:not([hidden]) h1')")
    browser.key("/")
    browser.wait("document.activeElement?.matches('.search-field')")
    browser.type("ket")
    browser.click(".found .card")
    browser.wait("document.querySelectorAll('.row').length >= 5")
    browser.click(".head .filled")
    wait_for("the album plays", lambda: plays(client), 5)
    check([song["Album"] for song in client.songs("playlistinfo")] == ["Kitchen Radio"] * 5, "the album is the queue", client.queue())
    browser.go("now")
    browser.click(".play-button")
    wait_for("pause", lambda: client.status()["state"] == "pause", 5)
    check(True, "search, play, pause")


def first_load(browser):
    """The bytes of the first view. The other views come when the browser has nothing else to do: they do not count."""
    browser.size(390, 844)
    browser.without_cache(True)
    browser.open("now")
    browser.wait("document.querySelector('.now:not([hidden]) h1, .now-nothing:not([hidden]) h1')")
    time_of_paint = browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    # Requests after the mark are of other views.
    first = browser.wait("performance.getEntriesByName('first-view')[0]?.startTime")
    entries = browser.value("""[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => [entry.name, entry.encodedBodySize, entry.startTime])""")
    files = {name: size for name, size, start in entries if start < first and ("/a/" in name or name.rstrip("/").startswith(browser.address + "/#")
             or name == browser.address + "/")}
    page = sum(files.values())
    check(0 < page <= MOST_FIRST_BYTES, "bytes of the first load", f"{page}: {files}")
    check(all(name.startswith(browser.address) for name, _, _ in entries), "no request to elsewhere", entries)
    print(f"first load: {page} bytes of the page, first paint after {time_of_paint:.0f} ms")
    browser.without_cache(False)


def now_tasks(browser, client):
    browser.size(1280, 800)
    client.command("play 0")
    browser.open("now")
    browser.wait("document.querySelector('.wave input').max > 1")
    _, y, left, width = browser.place(".wave input")
    length = float(client.status()["duration"])
    browser.point(left + width / 2, y)
    place = wait_for("a seek", lambda: (lambda at: at if at > length / 3 else None)(float(client.status()["elapsed"])), 5)
    check(abs(place - length / 2) < 1.5, "a tap in the middle of the wave seeks there", f"{place} of {length}")

    browser.run("document.querySelector('.desk .volume-line').focus()")
    browser.key("End")
    wait_for("the maximum volume", lambda: client.status()["volume"] == str(CEILING), 5)
    browser.wait(f"document.querySelector('.desk .volume-line').getAttribute('aria-valuemax') === '{CEILING}'")
    browser.wait("document.querySelector('.desk .volume-done').offsetWidth > 0.98 * document.querySelector('.desk .volume-line').offsetWidth",
                 what="the line of the volume at the maximum")
    check(True, "the line of the volume ends at the maximum")
    _, y, left, _ = browser.place(".volume-line")
    browser.point(left + 4, y)
    wait_for("the volume is one step lower", lambda: client.status()["volume"] == str(CEILING - 2), 5)
    check(True, "a tap at the quiet end of the line is a step of 2 %")
    browser.click(".volume [aria-label=Mute]")
    wait_for("mute", lambda: client.status().get("muted") == "1", 5)
    browser.key("m")
    wait_for("sound again", lambda: client.status().get("muted") != "1", 5)

    file = client.pairs("currentsong")["file"]
    browser.click(".now [aria-label=Favourite]")
    wait_for("a favourite", lambda: client.pairs(f'personal "{file}"')["favourite"] == "1", 5)
    browser.wait("document.querySelector('.now-names [aria-pressed]').getAttribute('aria-pressed') === 'true'")
    browser.click(".now-names [aria-pressed]")
    wait_for("no favourite", lambda: client.pairs(f'personal "{file}"')["favourite"] == "0", 5)

    browser.click(".transport [aria-label=Shuffle]")
    wait_for("random", lambda: client.status()["random"] == "1", 5)
    browser.wait("document.querySelector('.transport [aria-pressed]').getAttribute('aria-pressed') === 'true'")
    browser.click(".transport [aria-label=Shuffle]")
    wait_for("in order", lambda: client.status()["random"] == "0", 5)
    for wanted in (("1", "0"), ("1", "1"), ("0", "0")):
        browser.click(".transport .icon-button:last-child")
        wait_for(f"repeat, single {wanted}", lambda: (lambda status: (status["repeat"], status["single"]) == wanted)(client.status()), 5)
        browser.wait(f"document.querySelector('.transport .icon-button:last-child').classList.contains('on') === {str(wanted[0] == '1').lower()}")
    browser.run("document.activeElement.blur()")
    browser.key("n")
    wait_for("the next song by N", lambda: client.status()["song"] == "1", 5)
    browser.wait("document.querySelector('.now h1').textContent === 'Two Cups'")
    browser.key(" ")
    wait_for("pause by the space bar", lambda: client.status()["state"] == "pause", 5)
    before = float(client.status()["elapsed"])
    browser.key("ArrowRight")
    wait_for("5 s forward", lambda: abs(float(client.status()["elapsed"]) - before - 5) < 1, 5)
    check(True, "keys of the player")


def queue_tasks(browser, client):
    # A tap on a song of another album plays that album from there; the former queue can come back.
    browser.size(390, 844)
    client.command("clear")
    for album in ("Kitchen Radio", "Harbour Lights", "Night Bus"):
        client.command(f'findadd "(Album == \\"{album}\\")"')
    client.command("play 2")
    client.command("pause 1")
    client.command("seekcur 12")
    former = client.queue()
    browser.open("album/Milo%20%26%20the%20Orbit/Paper%20Planets/")
    browser.wait("document.querySelectorAll('.row').length === 4")
    browser.click("li:nth-child(3) .row-main")
    wait_for("the album from its third song", lambda: client.status().get("song") == "2" and len(client.queue()) == 4, 5)
    browser.element("#bar .bar-button")
    browser.run("document.activeElement.blur()")
    browser.key("u")
    wait_for("the former queue", lambda: client.queue() == former, 5)
    wait_for("its place", lambda: client.status().get("song") == "2" and client.status()["state"] == "pause"
             and float(client.status()["elapsed"]) >= 11.9, 5)
    wait_for("the helping playlist is gone", lambda: not client.command("playlists"), 5)
    check(True, "a tap that replaces the queue can be undone, with the place")

    browser.go("queue")
    browser.wait("document.querySelectorAll('#view .row').length >= 8")
    version = client.status()["playlist"]
    x, y, *_ = browser.place("#view .row .row-main", 5)
    browser.touch([(x, y - step * 12) for step in range(26)])
    browser.wait("document.querySelector('#view').scrollTop > 150")
    check(client.status()["playlist"] == version, "a swipe over the queue scrolls and moves nothing")
    browser.run("document.querySelector('#view').scrollTop = 0")

    x, y, *_ = browser.place("#view .handle", 2)
    browser.touch([(x, y - step * 8) for step in range(17)])
    wanted = [former[2], former[0], former[1], *former[3:]]
    wait_for("the third song is the first", lambda: client.queue() == wanted, 5)
    browser.wait("document.querySelector('#view .row .row-title').textContent === 'Steam and Steel'")
    browser.run("document.querySelectorAll('#view .handle')[0].focus()")
    browser.key("ArrowDown", alt=True)
    wait_for("one down by Alt and the arrow", lambda: client.queue() == [former[0], former[2], former[1], *former[3:]], 5)
    browser.wait("document.activeElement.getAttribute('aria-label')?.startsWith('Move Steam and Steel, place 2')")
    browser.key("ArrowDown", alt=True)
    wait_for("once more, with the focus still at it", lambda: client.queue() == former, 5)
    browser.wait("document.activeElement.getAttribute('aria-label')?.startsWith('Move Steam and Steel, place 3')")
    # Two presses at once move the same song.
    for way, order, at in (("ArrowUp", wanted, 1), ("ArrowDown", former, 3)):
        for _ in range(2):
            browser.key(way, alt=True)
        wait_for(f"two places by two presses of {way}", lambda: client.queue() == order, 5)
        browser.wait(f"document.activeElement.getAttribute('aria-label')?.startsWith('Move Steam and Steel, place {at}')")

    browser.key("Delete")
    wait_for("a song less", lambda: client.queue() == [*former[:2], *former[3:]], 5)
    browser.click("#bar .bar-button")
    wait_for("the song at its place again", lambda: client.queue() == former, 5)

    browser.click("#view .queue-top .icon-button:last-child")
    browser.click("dialog li:last-child button")
    wait_for("an empty queue", lambda: not client.queue(), 5)
    browser.click("#bar .bar-button")
    wait_for("the whole queue again", lambda: client.queue() == former, 5)
    check(True, "reorder by finger and keys, remove and clear with their ways back")

    browser.wait("document.querySelectorAll('#view .row').length >= 8")
    browser.run("document.querySelectorAll('#view .row-main')[4].focus()")
    browser.key("ArrowDown")
    browser.key("Enter")
    wait_for("Enter plays the song under the focus", lambda: client.status().get("song") == "5" and plays(client), 5)


def other_tasks(browser, client):
    browser.size(390, 844)
    client.command("clear")
    client.command('findadd "(Album == \\"Kitchen Radio\\")"')
    browser.open("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.click("#view .queue-top .icon-button:last-child")
    browser.click("dialog li:first-child button")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("Breakfast")
    browser.key("Enter")
    wait_for("a playlist", lambda: "playlist: Breakfast" in client.command("playlists"), 5)
    client.command("clear")
    browser.go("playlists")
    browser.click(".card")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.click("li:nth-child(2) .row-main")
    wait_for("the playlist from its second song", lambda: client.status().get("song") == "1" and plays(client), 5)

    # One song of a search: at once, the queue stays.
    former = client.queue()
    browser.go("library")
    browser.click(".search-field")
    browser.type("lantern")
    browser.click(".found-songs .row-main")
    wait_for("the song after the current one", lambda: client.pairs("currentsong")["Title"] == "Lanterns", 5)
    check(len(client.queue()) == 6 and [file for file in client.queue() if file in former] == former, "a song of a search keeps the queue", client.queue())
    browser.click(".found-songs .row > .icon-button:last-child")
    browser.click("dialog li:nth-child(4) button")
    browser.click("dialog li:nth-child(2) button")
    wait_for("in the playlist", lambda: len(client.songs('listplaylistinfo "Breakfast"')) == 6, 5)
    browser.run("document.querySelector('.search-field').value = ''; document.querySelector('.search-field').focus()")
    browser.type("lantren")
    # It is drawn again with each letter's answer: a pointer may come between.
    browser.wait("document.querySelector('.empty .filled')")
    browser.run("document.querySelector('.empty .filled').click()")
    browser.wait("document.querySelector('.found-songs .row-title')?.textContent === 'Lanterns'")
    check(True, "playlists, search, and what was meant")

    browser.go("library/folders")
    browser.click("li a[href*=Salt]")
    browser.wait("document.querySelector('.head h1')?.textContent === 'Salt & Static'")
    browser.click(".head-buttons [aria-label='Add to the queue']")
    wait_for("the folder in the queue", lambda: len(client.queue()) == 9, 5)

    browser.go("pads")
    browser.wait("document.querySelectorAll('.pad').length === 8")
    began = time.monotonic()
    browser.touch([browser.place(".pad", 1)[:2]])
    wait_for("a pad by finger", lambda: any(line == "playing: 1" for line in client.command("pads")), 5)
    print(f"pad by finger: {(time.monotonic() - began) * 1000:.0f} ms")
    browser.wait("document.querySelector('.pad.playing')")
    browser.click("[aria-label='Stop all pads']")
    wait_for("silence", lambda: not any(line == "playing: 1" for line in client.command("pads")), 5)
    browser.run("document.activeElement.blur()")
    browser.key("4", "Digit4")
    wait_for("a pad by its key", lambda: any(line == "playing: 1" for line in client.command("pads")), 5)
    client.command("padstop all")
    check(True, "pads by finger and key")


LAYOUT = """
    const faults = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const view = document.getElementById('view');
    if (view.scrollWidth > view.clientWidth) faults.push(`the view is ${view.scrollWidth} of ${view.clientWidth} wide`);
    for (const one of document.querySelectorAll('button, a, select, input, [role=slider]')) {
      const box = one.getBoundingClientRect();
      if (!box.width || one.closest('[hidden]') || one.matches('.quiet-link, .text-link, .letters, .volume-line')) continue;
      const label = one.getAttribute('aria-label') ?? one.textContent;
      if (box.width < 44 || box.height < 44) faults.push(`small: ${label} ${Math.round(box.width)}x${Math.round(box.height)}`);
      if (!(label || one.labels?.length)) faults.push(`no name: ${one.outerHTML.slice(0, 100)}`);
    }
    for (const one of document.querySelectorAll('use')) {
      if (one.closest('svg').getClientRects().length && !one.getBBox().width) faults.push(`no icon: ${one.getAttribute('href')}`);
    }
    return faults.slice(0, 5);
"""

SEEN = """
    const outside = [];
    for (const selector of ['.now-cover .cover', 'h1', '.wave-room', '.play-button', '[aria-label="Next song"]', '.volume', '.stars', '.tools']) {
      const box = [...document.querySelectorAll(`.now ${selector}, .desk ${selector}`)].find((one) => one.getClientRects().length)
        ?.getBoundingClientRect();
      if (!box || box.width < 40 && selector === '.cover' || box.top < 0 || box.left < 0 || box.bottom > innerHeight + .5
        || box.right > document.documentElement.clientWidth + .5) outside.push(`${selector} ${JSON.stringify(box)}`);
    }
    const tabs = document.getElementById('tabs').getBoundingClientRect();
    const tools = document.querySelector('.tools').getBoundingClientRect();
    if (tabs.top > 0 && tools.bottom > tabs.top + 1) outside.push('the tools are under the tabs');
    return outside;
"""


def looks(browser, client, pictures):
    """Every view at every size in both themes: axe, targets, sideways scroll, what must be seen, a picture."""
    client.command("clear")
    for album in ("Kitchen Radio", "Harbour Lights"):
        client.command(f'findadd "(Album == \\"{album}\\")"')
    if "playlist: Breakfast" not in client.command("playlists"):
        client.command("save Breakfast")
    for station in ("Harbour FM", "Night Train", "Radio Kettle"):
        client.command(f'stationadd "{station}" "http://127.0.0.1:9/{quote(station)}"')
    client.command("searchadd \"(Genre contains \\\"o\\\")\"")
    client.command("play 1")
    for dark in (True, False):
        for width, height in SIZES:
            browser.size(width, height, dark)
            browser.open("now")
            browser.wait("document.querySelector('.now-cover .cover.loaded')")
            for name, place in VIEWS.items():
                browser.go(place)
                browser.wait("document.querySelector('#view').childElementCount")
                # Nobody goes through the views so quickly that the limit of requests is met.
                time.sleep(0.25)
                browser.wait("document.querySelector('.now:not([hidden]), #view .row, #view .card, #view .pad, #view .row-main, "
                             "#view .box-about dd, #view .metronome-value, #view .zone, #view .empty, .stand-list li')", what=f"the view {name}")
                label = f"{name} {width}x{height} {'dark' if dark else 'light'}"
                found = browser.axe()
                check(not found, f"axe: {label}", "; ".join(found))
                faults = browser.run(LAYOUT)
                check(not faults, f"layout: {label}", "; ".join(faults))
                if name == "now":
                    outside = browser.run(SEEN)
                    check(not outside, f"in view: {label}", "; ".join(outside))
                if (width, height) in SIZES[2:]:
                    browser.picture(pictures / f"{name}-{width}x{height}-{'dark' if dark else 'light'}.png")
    complaints = browser.complaints()
    check(not complaints, "nothing in the console", complaints[:3])


def restart(browser, daemon):
    browser.size(390, 844)
    browser.open("now")
    browser.wait("document.querySelector('.now:not([hidden])')")
    browser.run("window.stays = 1")
    browser.complaints()
    daemon.kill()
    began = time.monotonic()
    browser.wait("document.querySelector('#connection.shown')", 3, "the page says that the jukebox is gone (3 s)")
    print(f"gone: {time.monotonic() - began:.1f} s")
    daemon.start()
    client = daemon.connect()
    began = time.monotonic()
    browser.wait("!document.querySelector('#connection.shown')", 4, "the page is back (3 s)")
    print(f"back: {time.monotonic() - began:.1f} s")
    check(browser.value("window.stays") == 1, "without a new load")
    client.command("play")
    browser.wait("document.querySelector('.play-button').getAttribute('aria-label') === 'Pause'")
    browser.click(".play-button")
    wait_for("pause after the restart", lambda: client.status()["state"] == "pause", 5)
    check(True, "killed and started again")

    # A page that is not seen has no connection; seen again, it knows what has changed.
    def streams():
        return browser.run("""return performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/events')).length""")
    hide = """
        Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));"""
    before = streams()
    browser.run(hide, True)
    wait_for("the stream ends", lambda: streams() > before, 2)
    client.command("setvol 23")
    check(browser.value("document.querySelector('.volume-line').getAttribute('aria-valuenow')") != "23", "hidden: nothing arrives")
    browser.run(hide, False)
    browser.wait("document.querySelector('.volume-line').getAttribute('aria-valuenow') === '23'", 2)
    return client


def guests(browser_of, daemon):
    """A guest's page has no tool without the right for it; without any right the page asks for the password."""
    client = daemon.connect()
    client.command("clear")
    client.command('findadd "(Album == \\"Night Bus\\")"')
    client.command("play 0")
    gateway, browser = browser_of(daemon, "add")
    try:
        browser.size(390, 844)
        browser.open("album/The%20Kettles/Kitchen%20Radio/")
        browser.wait("document.body.dataset.role === 'add' && document.querySelectorAll('.row').length === 5")
        browser.click("li:nth-child(2) .row-main")
        browser.wait("document.activeElement?.matches('dialog input')")
        browser.type("Guest")
        browser.key("Enter")
        wait_for("the guest's song in the queue", lambda: len(client.queue()) == 5, 5)
        check(client.status()["song"] == "0", "a guest who may add does not change what plays")
        # A desk has the right button.
        browser.size(1280, 800)
        browser.open("library/albums")
        browser.wait("document.querySelector('#view .card')")
        browser.run("document.querySelector('#view .card').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))")
        offered = browser.wait("[...document.querySelectorAll('dialog .menu button')].map((one) => one.textContent)")
        check("Add to the queue" in offered and "Play next" not in offered, "a guest who may only add cannot go before others", offered)
        browser.key("Escape")
        browser.size(390, 844)
        browser.open("now")
        browser.wait("document.querySelector('.now:not([hidden]) .vote')")
        there = browser.value("[...document.querySelectorAll('.now button, .now [role=slider]')]"
                              ".filter((one) => one.getClientRects().length).map((one) => one.getAttribute('aria-label'))")
        check(there == ["More", None], "the menu and the vote: no button that a guest may not use", there)
    finally:
        browser.close()
        gateway.close()
    gateway, browser = browser_of(daemon, "off")
    try:
        browser.size(390, 844)
        browser.open("now")
        browser.click("#connection .bar-button")
        browser.wait("document.querySelector('dialog input[type=password]')")
        check(True, "the page asks for the password")
    finally:
        browser.close()
        gateway.close()


def by_keys(browser, client):
    """Search, an album and play with a keyboard alone; the slow first load of an old phone."""
    client.command("clear")
    browser.size(1280, 800)
    browser.open("now")
    browser.key("/")
    browser.wait("document.activeElement?.matches('.search-field')")
    browser.type("harbour")
    browser.wait("document.querySelector('.found .card')")
    browser.key("ArrowDown")
    for _ in range(8):
        if browser.value("document.activeElement.matches('.card')"):
            break
        browser.key("Tab")
    browser.key("Enter")
    browser.wait("document.body.dataset.page === 'album' && document.activeElement.matches('h1, main')")
    browser.wait("Boolean(document.querySelector('.head .filled'))")
    for _ in range(8):
        if browser.value("document.activeElement.matches('.head .filled')"):
            break
        browser.key("Tab")
    browser.key("Enter")
    wait_for("the album by keys", lambda: plays(client) and len(client.queue()) == 4, 5)
    browser.key("?")
    browser.wait("document.querySelector('dialog[open]')")
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog')")
    check(True, "by keyboard alone")

    browser.size(390, 844)
    browser.without_cache(True)
    browser.cdp("Network.emulateNetworkConditions", offline=False, latency=40, downloadThroughput=200_000, uploadThroughput=90_000)
    browser.cdp("Emulation.setCPUThrottlingRate", rate=4)
    browser.open("now")
    browser.wait("document.querySelector('.now:not([hidden]) h1')", 20)
    paint = browser.value("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    song = browser.value("performance.now()")
    print(f"1.6 Mbit/s, 40 ms, CPU / 4: first paint {paint:.0f} ms, the song {song:.0f} ms")
    check(paint <= 1000, "first paint of a slow phone", paint)
    browser.cdp("Emulation.setCPUThrottlingRate", rate=1)
    browser.cdp("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    browser.without_cache(False)


def absent_songs(browser_of, folder, pictures):
    """A folder that is away when the daemon starts, as a stick that is not plugged in."""
    made_songs.make(folder / "here", 8, 64, 1)
    made_songs.make(folder / "stick", 8, 64, 2)
    with Daemon("--music", str(folder / "here"), "--music", str(folder / "stick"), "--output", "null", "--autoplay", "off",
                "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("two folders", lambda: client.knows("", 14), 60)
        client.command('add ""')
        count = len(client.queue())
        daemon.stop()
        (folder / "stick").rename(folder / "away")
        client = daemon.start().connect()
        wait_for("songs that are away", lambda: any("absent" in song for song in client.songs("playlistinfo")), 20)
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            browser.open("queue")
            browser.wait("document.querySelector('.row.absent')")
            browser.wait("document.querySelector('.row.absent .row-detail').textContent.includes('not plugged in')")
            check(not (found := browser.axe()), "axe: songs that are away", "; ".join(found))
            browser.picture(pictures / "away.png")
            browser.click("#view .queue-top .icon-button:last-child")
            browser.click("dialog li:last-child button")
            wait_for("an empty queue", lambda: not client.queue(), 5)
            browser.click("#bar .bar-button")
            wait_for("the queue with the songs that are away", lambda: len(client.queue()) == count, 5)
            check(True, "songs that are away come back with the queue")
        finally:
            browser.close()
            gateway.close()


def empty_library(browser_of, folder, pictures):
    (folder / "nothing").mkdir()
    with Daemon("--music", str(folder / "nothing"), "--output", "null", "--autoplay", "off", "--mount-root", "off") as daemon:
        daemon.start()
        daemon.connect()
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            for place in ("now", "library", "queue", "playlists", "pads", "chords"):
                browser.open(place)
                browser.wait("document.querySelector('#view .empty h2, #view .empty h1')", what=f"a hint in the empty view {place}")
                check(not (found := browser.axe()), f"axe: empty {place}", "; ".join(found))
                check(browser.value("[...document.querySelectorAll('h1')].some((one) => one.getClientRects().length)"), f"empty {place} has a heading")
                browser.picture(pictures / f"empty-{place}.png")
            check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])
        finally:
            browser.close()
            gateway.close()


def first_tasks(browser, client):
    first_load(browser)
    now_tasks(browser, client)
    queue_tasks(browser, client)
    other_tasks(browser, client)
    by_keys(browser, client)


# The tasks of the views, in their order: a name for --only, and a function of the browser,
# a connection to the daemon, and the folder of pictures.
PARTS = {
    "first": lambda browser, client, _: first_tasks(browser, client),
    # Before songs are favourites.
    "library": lambda browser, client, pictures: library.tasks(browser, client, check, pictures),
    "song": lambda browser, client, _: song_view.tasks(browser, client, check),
    "mix": lambda browser, client, _: mix.mix_tasks(browser, client, check),
    "box": lambda browser, client, pictures: box.run(browser, client, check, pictures),
    "desk": lambda browser, client, pictures: desk.tasks(browser, client, check, LAYOUT, pictures),
    "edges": lambda browser, client, pictures: edges.tasks(browser, client, check, pictures),
    "languages": lambda browser, client, pictures: languages.each(browser, client, check, pictures),
    "looks": looks,
}


def opened(kind, folder, daemon, guests="control"):
    """A server for the daemon, and a browser of the kind."""
    gateway = Gateway(daemon.socket, folder / "web.log", guests)
    return gateway, kind(gateway.address)


def jukebox(folder, music):
    config = folder / "jukebox.ini"
    config.write_text(f"[player]\nmax-volume = {CEILING}\n")
    return Daemon("--config", str(config), "--music", str(music), "--output", "null", "--autoplay", "off", "--mount-root", "off")


def with_pictures(browser, pictures, tasks):
    """The tasks in the browser, with a picture and the end of the console where they fail."""
    try:
        tasks()
    except BaseException:
        browser.picture(pictures / "failed.png")
        print("\n".join(browser.last_messages()))
        raise


def short_looks(browser, pictures):
    """A few views of a phone and a desk, which another browser may draw differently."""
    for width, height, dark in ((390, 844, True), (1280, 800, False)):
        browser.size(width, height, dark)
        for name in ("now", "albums", "album", "queue", "pads"):
            browser.go(VIEWS[name])
            browser.wait("document.querySelector('.now:not([hidden]), #view .row, #view .card, #view .pad')", what=f"the view {name}")
            label = f"{browser.name}: {name} {width}x{height}"
            check(not (found := browser.axe()), f"axe: {label}", "; ".join(found))
            check(not (faults := browser.run(LAYOUT)), f"layout: {label}", "; ".join(faults))
            browser.picture(pictures / f"{browser.name}-{name}-{width}x{height}.png")


def short_form(kinds, folder, pictures):
    """The short form, in each browser."""
    music = folder / "short"
    count = made_songs.make(music, seconds=16, size=64, albums=2)
    with jukebox(folder, music) as daemon:
        client = daemon.start().connect()
        wait_for("the library", lambda: client.pairs("stats").get("songs") == str(count), 60)
        for kind in kinds:
            began = time.monotonic()
            client.command("clear")
            gateway, browser = opened(kind, folder, daemon)

            def tasks(browser=browser):
                browser.size(390, 844)
                search_and_play(browser, client)
                first_load(browser)
                short_looks(browser, pictures)
                check(not (complaints := browser.complaints()), f"{browser.name}: nothing in the console", complaints[:3])
            try:
                with_pictures(browser, pictures, tasks)
            finally:
                browser.close()
                gateway.close()
            own = folder / browser.name
            own.mkdir()
            albums.cards(functools.partial(opened, kind, folder), own, check)
            print(f"{browser.name}: {time.monotonic() - began:.0f} s")


def main_tasks(browser, gateway, daemon, client, only, pictures):
    browser.size(390, 844)
    search_and_play(browser, client)
    for name, part in PARTS.items():
        if only is None or name in only:
            part(browser, client, pictures)
    if only is None:
        client = restart(browser, daemon)
    if only is None or only & {"away", "edges"}:
        client = edges.stands_still(browser, daemon, check)
    if only is None or "away" in only:
        server.away_and_back(browser, gateway, client, check)
        server.kept_page(browser, gateway, check)
        server.own_microphone(browser, gateway, client, check)


def whole(folder, only, pictures):
    music = folder / "music"
    count = made_songs.make(music, seconds=40, size=200)
    browser_of = functools.partial(opened, Browser, folder)
    with jukebox(folder, music) as daemon:
        client = daemon.start().connect()
        wait_for("the library", lambda: client.pairs("stats").get("songs") == str(count), 60)
        gateway, browser = browser_of(daemon)
        try:
            with_pictures(browser, pictures, lambda: main_tasks(browser, gateway, daemon, client, only, pictures))
        finally:
            browser.close()
            gateway.close()
        if only is None or "edges" in only:
            edges.asks_once(browser_of, daemon, check)
        if only is None or "party" in only:
            guests(browser_of, daemon)
    # Parts with songs and a jukebox of their own.
    own = {
        "firefox": lambda: short_form([Firefox], folder, pictures),
        "party": lambda: party.guests(browser_of, folder, check, pictures),
        "box": lambda: box.alone(browser_of, folder, check, pictures),
        "abilities": lambda: abilities.run(browser_of, folder, check, pictures),
        "cards": lambda: cards.run(browser_of, folder, check, LAYOUT, pictures),
        "family": lambda: family.run(browser_of, folder, check, LAYOUT, pictures),
        "image": lambda: image.run(browser_of, folder, check, pictures),
        "albums": lambda: albums.cards(browser_of, folder, check),
        "edges": lambda: edges.names(browser_of, folder, check),
        "slow": lambda: slow.tasks(browser_of, folder, check),
        "absent": lambda: absent_songs(browser_of, folder, pictures),
        "empty": lambda: empty_library(browser_of, folder, pictures),
        "long": lambda: server.long_lists(browser_of, folder, check),
    }
    for name, part in own.items():
        if only is None or name in only:
            part()
    print(f"pictures: {pictures}")


def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def main():
    quick = "--quick" in sys.argv
    pictures = pathlib.Path(option("--pictures") or tempfile.mkdtemp(prefix="jukebox-page."))
    pictures.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="jukebox-page-proof."))
    kinds = {kind.name: kind for kind in (Browser, Firefox)}
    try:
        if quick:
            short_form([kinds[option("--browser")]] if option("--browser") else kinds.values(), folder, pictures)
        else:
            whole(folder, option("--only") and set(option("--only").split(",")), pictures)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if quick and "--pictures" not in sys.argv:
            shutil.rmtree(pictures, ignore_errors=True)
    tally.close()


enter_environment()
main()
