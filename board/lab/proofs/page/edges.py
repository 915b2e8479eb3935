"""The page at its edges: messages over sheets, any address, colours of the system, a jukebox that does not answer, the order of
letters, singers without an album, and texts about rights."""
import http.client
import json
import subprocess
import time
from urllib.parse import quote

from lib import Daemon, tiny_songs, wait_for, work_folder

from .box import click_text

# The part after the # of an address that somebody typed, or that an old bookmark has.
ADDRESSES = [
    "", "nope", "__proto__", "constructor", "toString", "hasOwnProperty", "library/nope", "library/__proto__", "library/constructor", "album",
    "album/x", "album/%", "album/x/y/z", "artist", "artist/nobody", "artist/%E0%A4%A", "genre/nope", "year/x", "folder/nope", "folder/..%2F..",
    "tempo/abc", "tempo/-1", "key/H", "key/__proto__", "playlists/nope", "playlists/__proto__", "playlist", "playlist/%", "playlist/nope",
    "playlist/constructor", "pads/x", "record/x", "box/x", "add/x", "song", "song/nope", "song/%00", "chords/nope", "chords/__proto__", "#", "/",
    "//", "%%%", "now/x/y", "a" * 3000, "<script>alert(1)</script>", "song/http://x/y",
]
# Artists as an album names them, in the order of their names without articles; the letters beside them.
ARTISTS = ["!!!", "12 Volt", "Ambra", "The Apples", "Åse", "Bo", "The Copper Kites", "Cora", "Dub", "The Echo", "Élan", "Fern", "The Gulls", "Ida", "Jon",
           "Kim", "The Lamps", "Max", "Nora", "Otto", "The Pines", "Quill", "Rosa", "Theo", "Ulla"]
LETTERS = "#ABCDEFGIJKLMNOPQRTU"
SINGER = "Tuba & Tulip"
# More event streams than one address may have.
MOST_STREAMS = 64
# Differences of a colour that an eye sees without doubt, of 255.
SEEN = 60


def is_over(browser):
    """Whether a finger in the middle of the message meets it."""
    return browser.run("""
        const box = document.getElementById('bar').getBoundingClientRect();
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('#bar') !== null;""")


def messages(browser, client, check):
    """A refusal and a way back are seen and pressed over a sheet; a question goes with its view, a way back stays."""
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "save Sheet", "play 0"):
        client.command(command)
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        browser.size(width, height)
        browser.open("playlist/Sheet")
        browser.wait("document.querySelector('#view .row')")
        browser.run("[...document.querySelectorAll('.playlist-chips .chip')].at(-1).click()")
        browser.wait("document.querySelector('dialog[open] input.field')")
        browser.run("const field = document.querySelector('dialog input.field'); field.value = 'a/b'; field.form.requestSubmit()")
        browser.wait("document.querySelector('#bar.shown')")
        check(is_over(browser), f"a refusal is over the sheet, {width}x{height}")
        browser.key("Escape")
        browser.wait("!document.querySelector('dialog') && document.querySelector('body > #messages')")
    # A way back while a sheet opens over it.
    browser.size(390, 844)
    browser.open("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.run("document.querySelectorAll('#view .row-main')[4].focus()")
    browser.key("Delete")
    browser.wait("document.querySelector('#bar .bar-button')")
    browser.go("now")
    check(browser.value("Boolean(document.querySelector('#bar.shown .bar-button'))"), "a way back goes to the next view")
    browser.click(".tools .tool:nth-child(3)")
    browser.wait("document.querySelector('dialog[open] > #messages')")
    browser.click("#bar .bar-button")
    wait_for("the song again", lambda: client.status()["playlistlength"] == "5", 5)
    check(True, "a way back is pressed over a sheet")
    browser.key("Escape")
    browser.go("album/The%20Kettles/Kitchen%20Radio/")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.click("#view li:nth-child(1) [aria-label^=More]")
    browser.wait("document.querySelector('dialog .mix-mark')")
    marks = browser.value("[...document.querySelectorAll('dialog .mix-mark')].map((one) => [one.offsetWidth, one.offsetHeight])")
    check(marks == [[24, 24]] * 3, "marks of the menu are round", marks)
    browser.click("dialog li:nth-child(4) button")
    click_text(browser, "dialog button", "Sheet")
    browser.wait("document.querySelector('#bar.shown .bar-button')")
    browser.go("box")
    browser.wait("!document.querySelector('#bar.shown')", what="the question ends with its view")
    browser.complaints()
    client.command("rm Sheet")


def addresses(browser, check):
    """Whatever stands in the address, a view is shown and nothing fails; refusals of the jukebox are no failure."""
    browser.size(390, 844)
    browser.open("now")
    browser.driver.get_log("browser")
    for address in ADDRESSES:
        browser.run("document.body.dataset.page = ''; location.hash = arguments[0]; dispatchEvent(new Event('hashchange'))", address)
        browser.wait("document.body.dataset.page && document.getElementById('view').innerText.trim().length > 3", what=f"a view of #{address[:40]}")
        # Quicker than the server allows nobody goes through the views.
        time.sleep(0.2)
    for address in ("__proto__", "library/nope", "playlist/%", "%"):
        browser.open(address)
        browser.wait("document.getElementById('view').innerText.trim().length > 3", what=f"a load of #{address}")
    failed = [entry["message"] for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"
              and "Failed to load resource" not in entry["message"]]
    check(not failed, "no address makes the page fail", failed[:3])


def pixels(path):
    """A picture as width, height and RGB bytes."""
    width, height = (int(word) for word in subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path], check=True, capture_output=True,
        text=True).stdout.split(","))
    return width, height, subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True,
                                         capture_output=True).stdout


def system_colours(browser, client, check, pictures):
    """With the colours of the system each control differs from what is around it."""
    client.command("setvol 30")
    for dark in (False, True):
        browser.size(390, 844, dark)
        browser.cdp("Emulation.setEmulatedMedia", features=[
            {"name": "forced-colors", "value": "active"}, {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        for view, selectors in (("now", [".volume-line", ".volume-done", ".volume-thumb", ".play-button", ".now-cover .cover"]),
                                ("queue", [".row.current"]), ("pads", [".pad"])):
            browser.open(view)
            browser.wait(f"document.querySelector('#view {selectors[0]}')?.getClientRects().length")
            path = str(pictures / f"system-{view}-{'dark' if dark else 'light'}.png")
            browser.picture(path)
            width, height, colours = pixels(path)
            for selector in selectors:
                left, top, right, bottom = browser.run("""
                    const box = document.querySelector(`#view ${arguments[0]}`).getBoundingClientRect();
                    return [box.left, box.top, box.right, box.bottom].map(Math.round);""", selector)

                def at(x, y):
                    place = 3 * (min(height - 1, max(0, y)) * width + min(width - 1, max(0, x)))
                    return colours[place:place + 3]
                # From outside of the left edge to the inside, at two heights: its border or ground is met.
                around = at(left - 6, (top + bottom) // 2 - 30 if selector.startswith(".volume") else top - 3)
                met = max(max(abs(one - other) for one, other in zip(around, at(left + step, (top + bottom) // 2)))
                          for step in range(max(2, (right - left) // 2)))
                check(met >= SEEN, f"{selector} is seen in the colours of the system, {'dark' if dark else 'light'}", met)
    browser.size(390, 844)


def gone_times(browser, seconds):
    """The times that the clock of the song shows within some seconds."""
    return browser.driver.execute_async_script("""
        const [seconds, done] = arguments;
        const seen = new Set();
        const began = performance.now();
        const look = () => {
          seen.add(document.querySelector('.wave-times .time').textContent + document.querySelector('.wave-done').style.clipPath);
          if (performance.now() - began > seconds * 1000) done([...seen]);
          else requestAnimationFrame(look);
        };
        look();""", seconds)


def stands_still(browser, daemon, check):
    """The jukebox is killed while it plays: clock and waveform stand, Play is offered, one message says why; back, it continues."""
    client = daemon.connect()
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "play 0"):
        client.command(command)
    browser.size(390, 844)
    browser.open("now")
    browser.wait("document.querySelector('.now .play-button').getAttribute('aria-label') === 'Pause'")
    check(len(gone_times(browser, 1.5)) > 2, "the clock runs")
    daemon.kill()
    browser.wait("document.querySelector('#connection.shown')", 4)
    seen = gone_times(browser, 2)
    check(len(seen) == 1, "the clock and the waveform stand while the jukebox is away", seen)
    check(browser.value("document.querySelector('.now .play-button').getAttribute('aria-label')") == "Play", "the button does not say that music plays")
    browser.click(".now .play-button")
    browser.go("library")
    browser.go("playlists")
    browser.driver.execute_async_script("const done = arguments[0]; fetch('/api/status').then(() => setTimeout(done, 300))")
    check(browser.value("document.querySelector('#bar').textContent") == "", "one message says that the jukebox is away")
    daemon.start()
    client = daemon.connect()
    browser.wait("!document.querySelector('#connection.shown') && !document.querySelector('#bar.shown')", 4, "no message is left")
    browser.driver.get_log("browser")
    return client


def asks_once(browser_of, daemon, check):
    """A page that needs a password asks nothing while nobody enters it."""
    gateway, browser = browser_of(daemon, "off")
    try:
        browser.size(390, 844)
        browser.open("now")
        browser.wait("document.querySelector('#connection .bar-button')")
        count = "performance.getEntriesByType('resource').filter((entry) => /\\/(events|api)/.test(entry.name)).length"
        before = browser.value(count)
        browser.driver.execute_async_script("setTimeout(arguments[0], 3000)")
        check(browser.value(count) == before, "no request while the password is asked", browser.value(count) - before)
    finally:
        browser.close()
        gateway.close()


def full_house(browser, check):
    """One address has as many pages as it may: a further one says so, and continues when another one is closed."""
    browser.size(390, 844)
    browser.driver.get("about:blank")
    host, port = "127.0.0.1", int(browser.address.rsplit(":", 1)[1])
    # An answer that nobody keeps ends its connection.
    answers = []
    for _ in range(MOST_STREAMS):
        stream = http.client.HTTPConnection(host, port, timeout=10)
        stream.request("GET", "/events", headers={"Host": f"{host}:{port}"})
        answers.append(stream.getresponse())
        if answers[-1].status != 200:
            break
    else:
        check(False, "an address has a limit of pages")
    browser.open("now")
    browser.wait("document.querySelector('#connection.shown')?.textContent.startsWith('Too many pages')", what="a page too many says so")
    for answer in answers:
        answer.close()
    browser.wait("!document.querySelector('#connection.shown') && document.querySelector('.now:not([hidden])')", what="it goes on")
    check(True, "a page too many says so, and goes on when another one is closed")
    browser.driver.get_log("browser")


def said_rights(browser, check):
    """A guest who controls is not told that everything is allowed, and how a password is set is there."""
    browser.open("box")
    said = browser.wait("document.querySelector('.box-rights > p')?.textContent")
    check("but not" in said and browser.value("Boolean(document.querySelector('.box-rights .fixed code'))"), "what a guest may do", said)


def names(browser_of, folder, check):
    """The letters beside albums and artists are in the order of the lists; a singer of a compilation has a page."""
    folder = folder / "names"
    with work_folder() as scratch:
        base = tiny_songs.base_flac(scratch)
    for number, artist in enumerate(ARTISTS):
        place = folder / f"{number:02}"
        place.mkdir(parents=True)
        # The titles are in the reverse order, some with an article.
        title = f"{'The ' if number % 3 == 0 else ''}{chr(ord('Z') - number)} Album"
        (place / "1.flac").write_bytes(tiny_songs.tiny_flac(base, {"TITLE": "One", "ARTIST": artist, "ALBUMARTIST": artist, "ALBUM": title}))
    (folder / "party").mkdir()
    for number, artist in enumerate((SINGER, "Bo", SINGER)):
        (folder / f"party/{number}.flac").write_bytes(tiny_songs.tiny_flac(base, {
            "TITLE": f"Dance {number}", "ARTIST": artist, "ALBUMARTIST": "Various Artists", "ALBUM": "Party", "TRACKNUMBER": str(number + 1)}))
    with Daemon("--music", str(folder), "--output", "null", "--autoplay", "off", "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", len(ARTISTS) + 3), 30)
        gateway, browser = browser_of(daemon)
        letters = "[...document.querySelectorAll('#view .letters span')].map((one) => one.textContent).join('')"
        try:
            for width, height in ((390, 844), (844, 390), (1280, 800)):
                browser.size(width, height)
                for view in ("library/albums", "library/artists"):
                    browser.open(view)
                    browser.wait(f"{letters}.length > 3")
                    check(browser.value(letters) == LETTERS + "V", f"the letters of {view}", browser.value(letters))
                    low = browser.run("""
                        const [box, mini] = [document.querySelector('#view .letters'), document.getElementById('mini')]
                          .map((one) => one.getBoundingClientRect());
                        const seen = [...document.querySelectorAll('#view .letters span:not([hidden])')].map((one) => one.getBoundingClientRect());
                        return seen.at(-1).bottom <= Math.min(box.bottom, mini.top || innerHeight) + 1
                          && seen.every((one, at) => at === 0 || one.top >= seen[at - 1].top + 8);""")
                    check(low, f"all shown letters are seen, {width}x{height}")
            browser.size(390, 844)
            browser.open("library/albums")
            browser.wait(f"{letters}.length > 3")
            browser.run("const select = document.querySelector('#view select'); select.value = 'title'; select.dispatchEvent(new Event('change'))")
            browser.wait(f"{letters}.startsWith('BC')")
            shown = browser.value(letters)
            check(list(shown) == sorted(shown), "the letters by title", shown)
            browser.run("delete localStorage.albumOrder")

            browser.go(f"artist/{quote(SINGER, '')}")
            browser.wait("document.querySelectorAll('#view .row').length === 2", what="the songs of a singer without an album")
            browser.go("artist/Bo")
            browser.wait("document.querySelectorAll('#view .card').length === 1 && document.querySelectorAll('#view .row').length === 1",
                         what="an artist's album, and a song on another one")
            browser.go("album/Various%20Artists/Party/")
            browser.wait("document.querySelectorAll('#view .row').length === 3")
            browser.click("#view li:nth-child(1) [aria-label^=More]")
            click_text(browser, "dialog button", f"Artist: {SINGER}")
            browser.wait(f"document.body.dataset.page === 'artist' && document.querySelector('#view h1')?.textContent === {json.dumps(SINGER)}")
            browser.go("library")
            browser.click(".search-field")
            browser.type("tuba")
            browser.wait(f"[...document.querySelectorAll('.found a.chip')].some((one) => one.textContent === {json.dumps(SINGER)})")
            check(True, "a singer of a compilation has a page, and is found")
        finally:
            browser.close()
            gateway.close()


def leaves_nothing(browser, client, check):
    """A tab that closes while something can be undone leaves nothing; what comes back has all its values."""
    def playlists():
        return sorted(line[10:] for line in client.command("playlists") if line.startswith("playlist: "))
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "save Away", "playlistset Away colour 46A758", "save Kept", "play 2"):
        client.command(command)
    before = playlists()
    browser.size(390, 844)
    browser.open("playlist/Away")
    browser.wait("document.querySelectorAll('#view .row').length === 5")

    def delete():
        browser.click("#view .head-buttons [aria-label^=More]")
        browser.run("[...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Delete the playlist').click()")
        wait_for("no such playlist", lambda: "Away" not in playlists(), 5)
    delete()
    browser.wait("location.hash === '#playlists'")
    browser.click("#bar .bar-button")
    wait_for("the playlist again", lambda: playlists() == before, 5)
    check(client.pairs("playlistget Away")["colour"] == "46A758", "a deleted playlist comes back as it was")
    browser.open("playlist/Away")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    delete()
    browser.go("album/Ingrid%20Solberg/Harbour%20Lights/")
    browser.click(".head .filled")
    wait_for("another queue", lambda: client.status()["playlistlength"] == "4", 5)
    browser.driver.get("about:blank")
    check(playlists() == [name for name in before if name != "Away"], "a closed tab leaves no playlist", playlists())
    client.command("rm Kept")


def plays_everywhere(browser, client, check):
    """The song that plays is marked in each list; the view Now is right after a time in other views, and a message moves nothing in it."""
    for command in ("clear", 'findadd "(Album == \\"Kitchen Radio\\")"', "save Seen", "playlistset Seen slot 1", "play 1", "pause 1"):
        client.command(command)
    browser.size(390, 844)
    browser.open("album/The%20Kettles/Kitchen%20Radio/")
    marked = "[...document.querySelectorAll('#view .row.current .row-title')].map((one) => one.textContent).join()"
    browser.wait(f"{marked} === 'Two Cups'", what="the row of the song that plays")
    client.command("play 2")
    client.command("pause 1")
    browser.wait(f"{marked} === 'Steam and Steel'", what="the mark follows the song")
    browser.go("now")
    browser.wait("document.querySelector('.now-foot .mix-button').getAttribute('aria-label').includes('Seen')", what="the name of a mix button")
    browser.wait("document.querySelector('.now-foot .mix-button').getAttribute('aria-pressed') === 'true'", what="the song is in the mix")
    browser.wait("document.querySelector('.now-next .cover.loaded')", what="the cover of the next song")
    places = "JSON.stringify(['.now-cover .cover', '.now-names', '.volume'].map((one) => document.querySelector(`.now ${one}`).getBoundingClientRect()))"
    before = browser.value(places)
    browser.click(".now-foot .mix-button")
    browser.wait("document.querySelector('#bar.shown .bar-button')")
    check(browser.value(places) == before, "a message moves nothing in Now")
    check(browser.value("""document.getElementById('bar').getBoundingClientRect().top
        > document.querySelector('.now-cover .cover').getBoundingClientRect().bottom"""), "a message is not over the cover")
    browser.click("#bar .bar-button")
    client.command("rm Seen")


def tasks(browser, client, check, pictures):
    plays_everywhere(browser, client, check)
    messages(browser, client, check)
    addresses(browser, check)
    system_colours(browser, client, check, pictures)
    full_house(browser, check)
    leaves_nothing(browser, client, check)
    said_rights(browser, check)
