"""The page with 100,000 songs, and with a jukebox, a server or a network that is away for a while."""
import re
import time

from lib import wait_for
from lib.recorder import Recorder
from lib.tiny_songs import library_of

from .browser import Tasks

SONGS = 100_000
MOST_NODES = 600
# An old phone's processor is so much slower than this machine's.
SLOWER = 4
# Milliseconds there.
LONGEST_TASK = 50
# Milliseconds from a key to the songs, beside music.
LONGEST_SEARCH = 150
# Questions whose answers would be too much for a small board, as patterns of their lines.
NEVER = [r'browse "albums" "(?!window")', r'browse "songs"( "window".*)?$', r"listall", r'list "?[Tt]itle', r"find \"\(base '?'?\)",
         r'playlistinfo$']
# A machine with other work is slower now and then: the best of this number of tries.
TRIES = 2

WATCH = """
    window.found = null;
    document.addEventListener('input', () => { window.typed = performance.now(); window.found = null; }, true);
    new MutationObserver((records) => {
      if (records.some(({ target }) => target.closest?.('.found-songs'))) window.found ??= performance.now() - window.typed;
    }).observe(document, { childList: true, subtree: true });
"""


def nodes(browser):
    return browser.value("document.querySelectorAll('#view *').length")


def scroll(browser, check, name, item, parts=(0, 0.001, 0.002, 0.3, 0.7, 0.7005, 1)):
    worst = 0
    for part in parts:
        browser.run("const view = document.getElementById('view'); view.scrollTop = arguments[0] * view.scrollHeight", part)
        browser.wait(f"""[...document.querySelectorAll('#view {item}')].some((one) => {{
            const box = one.getBoundingClientRect(); return box.top < innerHeight * .7 && box.bottom > innerHeight * .2; }})""",
                     what=f"{name} at {part}")
        worst = max(worst, nodes(browser))
    check(worst <= MOST_NODES, f"nodes of {name}", worst)


def lists(browser, check):
    """Each list from its first item to its last."""
    def albums():
        browser.go("library/albums")
        browser.wait("document.querySelectorAll('#view .card').length > 5", 20)
        scroll(browser, check, "albums", ".card")
        browser.wait("document.querySelector('#view .virtual').lastChild?.getAttribute('aria-posinset') === '10000'")

    def order(name):
        def run():
            browser.run("""const select = document.querySelector('#view select'); select.value = arguments[0];
                select.dispatchEvent(new Event('change'))""", name)
            browser.wait("document.querySelectorAll('#view .card').length > 5", 20)
        return run

    def rows(kind, item=".row-main"):
        def run():
            browser.go(f"library/{kind}")
            browser.wait(f"document.querySelectorAll('#view {item}').length > 5", 20)
            scroll(browser, check, kind, item)
        return run

    def queue():
        browser.go("queue")
        browser.wait("document.querySelectorAll('#view .row').length > 5")
        scroll(browser, check, "queue", "li")
        browser.wait("document.querySelector('#view .virtual').lastChild.querySelector('.row-title')", 10)

    return {"albums": albums, "by title": order("title"), "by year": order("year"), "by artist": order("artist"), "artists": rows("artists"),
            "genres": rows("genres"), "years": rows("years"), "folders": rows("folders"), "new": rows("new", ".row"), "queue": queue,
            "search": lambda: search(browser)}


def search(browser):
    """Types one letter after another; the milliseconds from each to its songs."""
    browser.go("library")
    browser.click(".search-field")
    browser.run("const field = document.querySelector('.search-field'); field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true }))")
    times = []
    for letter in "song 7777":
        if letter == " ":
            browser.key(letter)
            continue
        browser.run("window.found = null")
        browser.key(letter)
        times.append(browser.wait("window.found", what=f"songs after the key {letter}"))
    return times


def long_lists(browser_of, folder, check):
    with library_of(SONGS) as daemon:
        client = daemon.connect()
        client.socket.settimeout(60)
        # The queue of the last run.
        client.command("clear")
        client.command('add "long.flac"')
        for part in range(161):
            client.command(f'add "{part:03}"')
        check(int(client.status()["playlistlength"]) > 16_000, "a long queue")
        client.command("play 0")
        recorder = Recorder(folder / "noted", daemon.socket)
        daemon.socket, own = recorder.path, daemon.socket
        gateway, browser = browser_of(daemon)
        daemon.socket = own
        try:
            browser.size(390, 844)
            browser.cdp("Emulation.setCPUThrottlingRate", rate=SLOWER)
            began = time.monotonic()
            browser.open("now")
            browser.wait("document.querySelector('.now:not([hidden])')")
            first = time.monotonic()
            browser.go("library/albums")
            browser.wait("document.querySelectorAll('#view .card').length > 5", 20)
            print(f"{SONGS} songs at CPU / {SLOWER}: the song after {(first - began) * 1000:.0f} ms, albums after {(time.monotonic() - first) * 1000:.0f} ms")
            browser.cdp("Emulation.setCPUThrottlingRate", rate=1)
            longest = {}
            for _ in range(TRIES):
                browser.open("now")
                browser.wait("document.querySelector('.now:not([hidden])')")
                browser.run(WATCH)
                for name, step in lists(browser, check).items():
                    with Tasks(browser) as tasks:
                        step()
                    longest[name] = min(longest.get(name, 1e9), tasks.longest * SLOWER)
                if max(longest.values()) <= LONGEST_TASK:
                    break
            print(f"longest tasks at CPU / {SLOWER} (ms): " + ", ".join(f"{name} {task:.0f}" for name, task in longest.items()))
            check(max(longest.values()) <= LONGEST_TASK, "no task is too long", longest)
            browser.size(1280, 800)
            browser.open("now")
            browser.wait("document.querySelector('.now:not([hidden])')")
            browser.run(WATCH)
            times = min((search(browser) for _ in range(TRIES)), key=max)
            print("from a key to its songs (ms): " + ", ".join(f"{each:.0f}" for each in times))
            check(max(times) <= LONGEST_SEARCH, "songs while typing", times)
            browser.go("library/albums")
            browser.wait("document.querySelectorAll('#view .card').length > 5", 20)
            scroll(browser, check, "albums on a desk", ".card")
            browser.go("queue")
            browser.wait("document.querySelectorAll('#view .row').length > 5")
            scroll(browser, check, "the queue on a desk", "li")
            browser.click("[aria-label='To the current song']")
            browser.wait("document.querySelector('#view .row.current')")
            client.command("play 9000")
            client.command("pause 1")
            place = int(client.status()["song"]) + 1
            browser.open("queue")
            browser.wait(f"document.querySelector('#view .row.current')?.getAttribute('aria-posinset') === '{place}'",
                         what="the queue opens at the current song")
            for place in ("album/A%20Band%200000/Album%201/", "artist/A%20Band%200000", "genre/Genre%201", "year/1951", "folder/007", "playlists", "pads"):
                browser.open(place)
                browser.wait("document.querySelector('#view').childElementCount")
            asked = recorder.lines()
            check(len(asked) > 100 and any(line.startswith("lookup") for line in asked), "the questions are noted", len(asked))
            never = {line for line in asked if any(re.match(pattern, line) for pattern in NEVER)}
            check(not never, "no question that is too much for a small board", sorted(never)[:5])
            check(client.pairs("engine")["underruns"] == "0", "no underrun", client.pairs("engine"))
            check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])
        finally:
            browser.close()
            gateway.close()
            recorder.close()


def away_and_back(browser, gateway, client, check):
    """The server ends and starts again, then the network is away: the page says so, and continues without a new load."""
    browser.size(390, 844)
    browser.open("now")
    browser.wait("document.querySelector('.now:not([hidden])')")
    browser.run("window.stays = 1")

    def goes_on(what, volume):
        client.command(f"setvol {volume}")
        browser.wait(f"document.querySelector('.volume-line').getAttribute('aria-valuenow') === '{volume}'", 6, f"the page goes on after {what}")
        before = client.status()["state"]
        browser.click(".play-button")
        wait_for(f"a button after {what}", lambda: client.status()["state"] != before, 5)
        check(browser.value("window.stays") == 1, f"without a new load after {what}")

    for what, leave, come in (
            ("a kill of the server", lambda: (gateway.process.kill(), gateway.process.wait()), gateway.start),
            ("an orderly end of the server", lambda: (gateway.process.terminate(), gateway.process.wait(10)), gateway.start),
            ("a lost network", lambda: network(browser, offline=True), lambda: network(browser, offline=False))):
        began = time.monotonic()
        leave()
        browser.wait("document.querySelector('#connection.shown')", 4, f"the page names {what}")
        gone = time.monotonic() - began
        # A view that was not open before, and a button: no exception, and no second message.
        browser.go("queue")
        browser.go("now")
        browser.click(".play-button")
        browser.driver.execute_async_script("const done = arguments[0]; const end = () => setTimeout(done, 200); fetch('/api/status').then(end, end)")
        check(browser.value("!document.querySelector('#bar.shown')"), f"one message during {what}")
        began = time.monotonic()
        come()
        browser.wait("!document.querySelector('#connection.shown')", 6, f"the page is back after {what}")
        print(f"{what}: named after {gone:.1f} s, back after {time.monotonic() - began:.1f} s")
        goes_on(what, 20 + len(what))
    browser.driver.get_log("browser")      # Requests that failed, as they had to.


def kept_page(browser, gateway, check):
    """After its first visit the page opens while the server is away. At a loopback address browsers allow this also by HTTP."""
    address, browser.address = browser.address, f"http://localhost:{gateway.port}"
    try:
        browser.open("now")

        def kept():
            return browser.driver.execute_async_script("""const done = arguments[0]; caches.open('page').then((cache) => cache.keys())
                .then((keys) => done(keys.map(({ url }) => new URL(url).pathname)))""")
        wait_for("the page and its files are kept", lambda: "/" in (paths := kept())
                 and all(any(path.endswith(name) for path in paths) for name in ("js/main.js", "css/base.css", "js/library/library.js")), 20)
        check(all(path == "/" or path.startswith("/a/") for path in kept()), "nothing else is kept", kept())
        gateway.process.terminate()
        gateway.process.wait(10)
        browser.open("library")
        browser.wait("document.querySelector('#connection.shown')", what="the page opens, and says that the jukebox is away")
        check(True, "the page opens after one visit while the server is away")
        gateway.start()
        browser.wait("!document.querySelector('#connection.shown')", 10, "the page is back")
    finally:
        browser.address = address
    browser.driver.get_log("browser")      # Requests that failed, as they had to.


def own_microphone(browser, gateway, client, check):
    """The microphone of the phone becomes a file of the library. At a loopback address browsers allow this also by HTTP."""
    address, browser.address = browser.address, f"http://localhost:{gateway.port}"
    try:
        browser.open("record")
        browser.click("section[aria-labelledby=own-microphone] button")
        browser.wait("document.querySelector('section[aria-labelledby=own-microphone] .record-clock').textContent.startsWith('0:01')",
                     what="a second of the recording")
        browser.click("section[aria-labelledby=own-microphone] button")
        file = wait_for("the recording in the library", lambda: [line[6:] for line in client.command("listall")
                                                                  if line.startswith("file: ") and "Recordings/" in line], 20)
        length = wait_for("its length", lambda: client.songs(f'lsinfo "{file[0]}"')[0].get("duration"), 10)
        check(0.9 < float(length) < 5, "a recording of the phone's microphone", length)
    finally:
        browser.address = address
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])


def network(browser, offline):
    browser.cdp("Network.enable")
    browser.cdp("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)
