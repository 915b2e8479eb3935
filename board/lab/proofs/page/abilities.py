"""Radio, podcasts, files, buttons, announcements, rooms, the tuner, and what was listened to: each by mouse and keys, with its way
back, as each role."""
import email.utils
import http.server
import pathlib
import socketserver
import subprocess
import threading

from lib import Daemon, wait_for

from . import made_songs
from .box import RATE, Microphone

PASSWORD = "wide open"
EPISODES = 3
ROLES = ("look", "add", "control")


class Handler(http.server.BaseHTTPRequestHandler):
    server: "Web"
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, body, kind, status=200, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        server = self.server
        if self.path == "/feed.xml":
            return self.answer(server.feed.encode(), "application/rss+xml")
        if self.path == "/picture.png":
            return self.answer(server.picture, "image/png")
        first = int((self.headers.get("Range") or "bytes=0-").split("=")[1].split("-")[0])
        size = len(server.sound)
        if first:
            return self.answer(server.sound[first:], "audio/mpeg", 206, [("Content-Range", f"bytes {first}-{size - 1}/{size}")])
        return self.answer(server.sound, "audio/mpeg", 200, [("Accept-Ranges", "bytes")])


class Web(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Stations, a feed with its picture, and a sound to announce."""
    daemon_threads = True

    def __init__(self, sound, picture):
        super().__init__(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server_address[1]}"
        self.sound, self.picture = sound, picture.read_bytes()
        items = "".join(
            f"<item><title>Episode {number}</title><guid>g{number}</guid><pubDate>{email.utils.formatdate(1790000000 + 86400 * number)}</pubDate>"
            f"<enclosure url='{self.base}/e/{number}.mp3' type='audio/mpeg' length='{len(sound)}'/></item>" for number in range(EPISODES, 0, -1))
        self.feed = f"<?xml version='1.0'?><rss><channel><title>Walks</title><itunes:image href='{self.base}/picture.png'/>{items}</channel></rss>"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def handle_error(self, request, client_address):
        pass


def press(browser, text, within="button, a"):
    """A click on what has this text; in the open dialog if there is one."""
    from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException

    def pressed():
        element = browser.run("""
            const box = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('#view');
            const found = [...box.querySelectorAll(arguments[0])].find((one) => one.getClientRects().length
              && (one.textContent.trim() === arguments[1] || one.getAttribute('aria-label') === arguments[1]));
            found?.scrollIntoView({ block: 'center' });
            return found;""", within, text)
        try:
            return bool(element) and (element.click() or True)
        except (StaleElementReferenceException, ElementClickInterceptedException):
            return False
    wait_for(f"a click on {text}", pressed, 10)


def write(browser, selector, text):
    """Replaces what stands in a field, by keys."""
    field = browser.element(selector)
    # Not below the bar of messages.
    browser.run("arguments[0].scrollIntoView({ block: 'center' })", field)
    field.click()
    browser.run("document.activeElement.select()")
    browser.key("Delete")
    browser.type(text)


def undo(browser):
    browser.click("#bar .bar-button")


def choose(browser, name, file):
    """A file of this computer, as the file chooser gives it."""
    browser.wait(f"document.querySelector('#{name}')")
    browser.run("document.getElementById(arguments[0]).hidden = false", name)
    browser.driver.find_element("id", name).send_keys(str(file))


def menu_texts(browser):
    browser.wait("document.querySelector('dialog[open] .menu button')")
    return browser.run("return [...document.querySelectorAll('dialog[open] .menu button')].map((one) => one.textContent.trim())")


def close(browser):
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog[open]')")


def names(client, command, key):
    return [line.split(": ", 1)[1] for line in client.command(command) if line.startswith(f"{key}: ")]


def radio(browser, client, web, check, picture):
    browser.open("library/stations")
    browser.wait("document.querySelector('#view .empty')", what="no stations yet")
    press(browser, "Add a station")
    write(browser, "dialog [type=url]", f"{web.base}/live.mp3")
    write(browser, "dialog [type=text]", "Harbour Radio")
    press(browser, "Save")
    wait_for("the station", lambda: names(client, "stations", "station") == ["Harbour Radio"], 5)
    browser.wait("document.querySelectorAll('#view .station').length === 1")
    browser.click(".station-play")
    wait_for("it plays", lambda: client.status()["state"] == "play" and client.pairs("currentsong")["file"] == f"{web.base}/live.mp3", 10)
    browser.wait("document.querySelector('.station.current .station-live')", what="the station that is on air")
    check(client.pairs("currentsong").get("Name") == "Harbour Radio", "a station is added and plays", client.pairs("currentsong"))

    press(browser, "More: Harbour Radio")
    press(browser, "On a button")
    press(browser, "4free", ".menu button")
    wait_for("the button", lambda: "preset: 4" in client.command("presets"), 5)
    undo(browser)
    wait_for("no button", lambda: not client.command("presets"), 5)
    press(browser, "More: Harbour Radio")
    press(browser, "Edit the station")
    write(browser, "dialog [type=text]", "Quay Radio")
    press(browser, "Save")
    wait_for("another name", lambda: names(client, "stations", "station") == ["Quay Radio"], 5)
    press(browser, "More: Quay Radio")
    press(browser, "Choose a picture")
    choose(browser, "picture-file", picture)
    browser.wait("document.querySelector('.station .cover.loaded')", what="the picture of the station")
    check(True, "a station has another name, a picture, and a button with its way back")
    press(browser, "More: Quay Radio")
    press(browser, "Remove the station")
    wait_for("no station", lambda: not client.command("stations"), 5)
    undo(browser)
    wait_for("the station again", lambda: names(client, "stations", "station") == ["Quay Radio"], 5)
    check(True, "a removed station comes back")

    press(browser, "Germany")
    browser.wait("document.querySelectorAll('#view .row').length === 2")
    write(browser, "#view .search-field", "nord")
    browser.wait("document.querySelectorAll('#view .row').length === 1")
    press(browser, "Add to your stations: Welle Nord")
    wait_for("a station of the list", lambda: "station: Welle Nord" in client.command("stations"), 5)
    browser.wait("document.querySelector('[aria-label=\"Among your stations: Welle Nord\"]')")
    check(True, "a station of a list by country")

    browser.open("library")
    write(browser, "#view .search-field", f"{web.base}/other.mp3")
    press(browser, "Add a station")
    write(browser, "dialog [type=text]", "Other Radio")
    press(browser, "Save")
    wait_for("a station by its address", lambda: "station: Other Radio" in client.command("stations"), 5)
    write(browser, "#view .search-field", "other")
    press(browser, "Other Radio")
    wait_for("a station that was found", lambda: client.pairs("currentsong").get("Name") == "Other Radio", 10)
    client.command('stationremove "Other Radio"')
    client.command("clear")
    check(True, "an address in the search is played or kept, and a station is found by its name")


def podcasts(browser, client, web, check):
    browser.open("library/podcasts")
    press(browser, "Subscribe")
    write(browser, "dialog [type=url]", f"{web.base}/feed.xml")
    press(browser, "Subscribe")
    browser.wait(f"document.querySelectorAll('#view .episode').length === {EPISODES}", what="the episodes")
    check(names(client, "podcasts", "playlist") == ["Walks"], "a podcast is subscribed")
    wait_for("the picture of the feed", lambda: client.pairs("playlistget Walks").get("cover") == "own", 10)
    browser.wait("document.querySelector('#view .head .collage img')?.naturalWidth > 0", what="the picture in the page")
    check(browser.value(f"document.querySelectorAll('.episode-mark.new').length === {EPISODES}"), "new episodes have a mark")
    press(browser, "More: Episode 3")
    press(browser, "Download to the stick")
    browser.wait("document.querySelector('#view .row-detail').textContent.includes('on the stick')", 20, "the download")
    press(browser, "On the stick (1)")
    browser.wait("document.querySelectorAll('#view .episode').length === 1")
    press(browser, f"All ({EPISODES})")
    browser.click(".episode .row-main")
    wait_for("the episode plays", lambda: client.pairs("currentsong").get("Title") == "Episode 3", 5)
    browser.wait("document.querySelector('#view .episode.heard')", 20, "an episode that was heard")
    press(browser, "More: Episode 2")
    press(browser, "Mark as heard")
    wait_for("a mark", lambda: client.pairs("podcasts")["unheard"] == "1", 5)
    undo(browser)
    wait_for("no mark", lambda: client.pairs("podcasts")["unheard"] == "2", 5)
    press(browser, f"Not heard ({EPISODES - 1})")
    browser.wait(f"document.querySelectorAll('#view .episode').length === {EPISODES - 1}")
    press(browser, "Play what is new")
    wait_for("what is new plays", lambda: [song.get("Title") for song in client.songs("playlistinfo")] == ["Episode 2", "Episode 1"], 5)
    undo(browser)
    press(browser, "More: Walks")
    press(browser, "Unsubscribe")
    wait_for("no podcast", lambda: not client.command("podcasts"), 5)
    undo(browser)
    wait_for("the podcast again", lambda: names(client, "podcasts", "playlist") == ["Walks"], 5)
    check(True, "episodes are heard, downloaded, played; the end of the subscription has a way back")


def tags_and_files(browser, client, check, music, stick, picture):
    def album():
        browser.open("library/albums")
        browser.click(".card[href*=First]")
        browser.wait("document.querySelectorAll('#view .row').length === 2")
        press(browser, "More: First")

    album()
    press(browser, "Edit the tags")
    write(browser, "dialog [name=Genre]", "Folk")
    press(browser, "Titles and numbers", "summary")
    write(browser, "dialog .tag-row:first-child [data-tag=Title]", "Daybreak")
    browser.wait("document.querySelectorAll('dialog .tag-changes li').length === 2", what="the preview")
    check(not (found := browser.axe()), "axe: the sheet of the tags", "; ".join(found))
    press(browser, "Save")
    wait_for("the tags", lambda: len(client.songs('find "(Genre == \\"Folk\\")"')) == 2
             and len(client.songs('find "(Title == \\"Daybreak\\")"')) == 1, 20)
    undo(browser)
    wait_for("the tags as before", lambda: not client.songs('find "(Genre == \\"Folk\\")"'), 20)
    check(True, "tags of an album, with a preview and a way back")

    album()
    press(browser, "Choose a cover")
    choose(browser, "picture-file", picture)
    wait_for("the cover", lambda: (music / "Ada/First/cover.jpg").exists(), 10)
    undo(browser)
    wait_for("no cover", lambda: not (music / "Ada/First/cover.jpg").exists(), 10)
    check(True, "an album gets a cover, with a way back")

    press(browser, "More: First")
    press(browser, "Copy to a stick")
    browser.wait("document.querySelectorAll('dialog .menu button').length === 1")
    browser.click("dialog .menu button")
    wait_for("the copy", lambda: len(list((stick / "Ada/First").glob("*.flac"))) == 2, 20)
    browser.wait("document.querySelector('#bar').textContent.includes('2 files copied')", 10)
    check(True, "an album is copied to another stick")

    browser.open("folder/Ada%2FFirst")
    press(browser, "More: Dawn")
    press(browser, "Select")
    browser.element("#view li:nth-child(2) .row-main").click()
    browser.click("[aria-label='More: selected songs']")
    press(browser, "Edit the tags")
    write(browser, "dialog [name=Composer]", "Bo")
    press(browser, "Save")
    wait_for("the tags of selected songs", lambda: len(client.songs('find "(Composer == \\"Bo\\")"')) == 2, 20)
    browser.wait("document.querySelector('#bar').textContent.includes('2 files')", 20, "the way back of the tags")
    press(browser, "More: Noon")
    press(browser, "Move to the trash")
    wait_for("the song is in the trash", lambda: not (music / "Ada/First/02 Noon.flac").exists(), 10)
    browser.wait("document.querySelector('#bar').textContent.includes('In the trash')", what="the way back of the trash")
    undo(browser)
    wait_for("the song again", lambda: (music / "Ada/First/02 Noon.flac").exists(), 10)
    press(browser, "More: First")
    press(browser, "Move to the trash")
    wait_for("the folder is in the trash", lambda: not (music / "Ada/First").exists(), 10)
    browser.wait("document.querySelector('#view .empty')", what="the folder without songs")
    browser.wait("document.querySelector('#bar:not(.danger) .bar-button')", what="the way back of the folder")
    browser.open("box")
    press(browser, "Restore First")
    wait_for("the folder again", lambda: (music / "Ada/First/02 Noon.flac").exists(), 10)
    check(True, "songs and folders go to the trash and come back")


def box(browser, client, web, check):
    client.command('presetset 3 "Quay Radio"')
    browser.open("box")
    press(browser, "Play Quay Radio")
    wait_for("the button plays", lambda: client.pairs("currentsong").get("Name") == "Quay Radio", 10)
    press(browser, "Make button 3 free")
    wait_for("the button is free", lambda: not client.command("presets"), 5)
    undo(browser)
    wait_for("the button again", lambda: "preset: 3" in client.command("presets"), 5)
    check(True, "what the buttons play")

    write(browser, ".say .field", f"{web.base}/bell.mp3")
    press(browser, "Say it")
    browser.wait("document.querySelector('#bar.shown:not(.danger)')?.textContent.includes('bell.mp3')", what="an announcement")
    check(True, "an announcement")

    write(browser, ".box-folders .field", "second")
    press(browser, "Leave Second out of the library")
    wait_for("the folder is left out", lambda: "rule: exclude" in client.command("library sources"), 5)
    press(browser, "Take Second into the library")
    wait_for("the folder is back", lambda: "rule: exclude" not in client.command("library sources"), 5)
    check(True, "a folder is left out and taken in")

    press(browser, "Back up Music")
    browser.wait("document.querySelector('#bar').textContent.includes('Backup written')")
    press(browser, "Restore the backup of Music")
    press(browser, "Restore")
    browser.wait("document.querySelector('#bar').textContent.includes('restored')")
    check(not (found := browser.axe()), "axe: the box of an administrator", "; ".join(found))
    check(True, "a backup is written and restored")


def listened(browser, client, check):
    client.command("clear")
    client.command('add "Ada/Second/01 Dusk.flac"')
    client.command("play")
    wait_for("a play", lambda: client.pairs('personal "Ada/Second/01 Dusk.flac"').get("plays") == "1", 30)
    browser.open("library/listened")
    browser.wait("document.querySelector('#view .row')?.innerText.includes('played 1 time')", what="the most played")
    browser.run("const select = document.querySelector('#view select'); select.value = 'neverplayed'; select.dispatchEvent(new Event('change'))")
    browser.wait("document.querySelectorAll('#view .row').length > 1 && !document.querySelector('#view').innerText.includes('Dusk')",
                 what="the never played")
    browser.open("artist/Ada")
    browser.wait("document.querySelector('#view .card')")
    check(not browser.value("[...document.querySelectorAll('#view h2')].some((one) => one.textContent === 'Most played')"),
          "of an artist's few songs no list of the most played")
    check(True, "most played and never played")


def practice(browser, client, check):
    browser.open("practice")
    press(browser, "Start")
    wait_for("the metronome", lambda: client.pairs("metronome")["metronome"] == "100", 5)
    press(browser, "Faster")
    wait_for("a faster one", lambda: client.pairs("metronome")["metronome"] == "101", 5)
    press(browser, "Stop")
    wait_for("silence", lambda: client.pairs("metronome")["metronome"] == "off", 5)
    client.command("metronome 92 3/4")
    browser.open("practice")
    browser.wait("document.querySelector('.metronome-line').parentElement.querySelector('select')?.value === '3/4'", what="the metre")
    press(browser, "Faster")
    wait_for("the metre stays", lambda: (client.pairs("metronome").get("metronome"), client.pairs("metronome").get("beats")) == ("93", "3"), 5)
    press(browser, "Stop")
    wait_for("silence again", lambda: client.pairs("metronome")["metronome"] == "off", 5)
    check(True, "the metronome")

    press(browser, "Listen")
    wait_for("the microphone", lambda: client.pairs("listen")["state"] == "on", 10)
    browser.wait("/Hz/.test(document.querySelector('.tuner-cents').textContent)", 20, "a tone is heard")
    check(browser.value("document.querySelector('.tuner-note').textContent").startswith("A"), "the tuner hears an A",
          browser.value("document.querySelector('.tuner-face').textContent"))
    browser.go("now")
    wait_for("the microphone is off", lambda: client.pairs("listen")["state"] == "off", 10)
    browser.open("practice")
    press(browser, "Listen")
    wait_for("the microphone again", lambda: client.pairs("listen")["state"] == "on", 10)
    browser.driver.get("about:blank")
    wait_for("the microphone is off with the page", lambda: client.pairs("listen")["state"] == "off", 10)
    check(True, "who leaves the tuner or the page closes the microphone")

    browser.open("practice")
    press(browser, "Look up a chord")
    write(browser, "dialog .field", "Am7")
    browser.wait("document.querySelectorAll('dialog .fingering').length >= 4 && document.querySelector('dialog .scales li')",
                 what="fingerings and scales")
    press(browser, "Hear the chord")
    write(browser, "dialog .field", "Hx")
    browser.wait("document.querySelector('dialog .chord-sheet').textContent.includes('no chord of this name')")
    check(not (found := browser.axe()), "axe: the sheet of a chord", "; ".join(found))
    browser.complaints()      # The refusal of that name.
    close(browser)
    check(True, "a chord is looked up")


def rooms(browser, client, check):
    browser.open("box")
    browser.element(".box-sound .box-list input[type=range]")
    browser.run("document.querySelector('.box-sound .box-list input[type=range]').focus()")
    browser.key("Home")
    wait_for("the volume of the room", lambda: "attribute: volume=0" in client.command("outputs"), 5)
    press(browser, "kitchen", ".switch-row")
    wait_for("the room is off", lambda: client.command("outputs").count("outputenabled: 0") == 1, 5)
    press(browser, "kitchen", ".switch-row")
    wait_for("the room is on", lambda: client.command("outputs").count("outputenabled: 0") == 0, 5)
    check(True, "a room has a switch and a volume")


def roles(browser_of, daemon, check):
    """Nothing is offered that the role may not do."""
    for role in ROLES:
        gateway, browser = browser_of(daemon, role)
        try:
            browser.size(390, 844)
            for place, buttons in (("library/stations", "Add a station"), ("library/podcasts", "Subscribe")):
                browser.open(place)
                browser.wait("document.querySelector('#view .card')")
                shown = browser.run("return [...document.querySelectorAll('#view button')].filter((one) => one.getClientRects().length)"
                                    ".map((one) => one.textContent.trim())")
                check((buttons in shown) == (role == "control"), f"{role}: {buttons}", shown)
            browser.open("box")
            browser.wait("document.querySelectorAll('.box-card').length > 4")
            cards = browser.value("['trash', 'folders', 'backup', 'say'].filter((name) => document.querySelector(`.box-${name}`))")
            check(cards == {"look": [], "add": [], "control": ["backup", "say"]}[role], f"{role}: the cards of the box", cards)
            browser.open("folder/Ada%2FFirst")
            press(browser, "More: Dawn")
            texts = menu_texts(browser)
            check(("On a button" in texts) == (role == "control") and not {"Edit the tags", "Move to the trash", "Copy to a stick"} & set(texts),
                  f"{role}: the menu of a song", texts)
            check(not (complaints := browser.complaints()), f"{role}: nothing in the console", complaints[:3])
        finally:
            browser.close()
            gateway.close()


def make(folder):
    music, stick = folder / "Music", folder / "Stick"
    for path in ("Ada/First/01 Dawn", "Ada/First/02 Noon", "Ada/Second/01 Dusk"):
        file = music / f"{path}.flac"
        file.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["sox", "-n", "-r", "22050", str(file), "synth", "4", "pluck", str(220 + 10 * len(path)), "vol", "0.3"], check=True)
    (stick / "Stations").mkdir(parents=True)
    (stick / "Stations/DE.m3u").write_text("#EXTM3U\n#EXTINF:-1,Radio Eins\nhttp://127.0.0.1:9/eins\n#EXTINF:-1,Welle Nord\nhttp://127.0.0.1:9/nord\n")
    sound = folder / "sound.mp3"
    subprocess.run(["sox", "-n", "-r", "22050", "-C", "64", str(sound), "synth", "6", "pluck", "220", "vol", "0.3"], check=True)
    return music, stick, sound.read_bytes()


def run(browser_of, folder, check, pictures):
    folder = pathlib.Path(folder) / "abilities"
    music, stick, sound = make(folder)
    picture = folder / "picture.png"
    made_songs.cover(picture, 0, 120)
    web = Web(sound, picture)
    config = folder / "jukebox.ini"
    microphone = Microphone(folder, [440])
    config.write_text(f"[audio]\ncapture-device = jukeboxmic\ncapture-rate = {RATE}\n[library]\nwritable = on\n"
                      f"[output kitchen]\ntype = pipe\npath = {folder}/pipe\n[control]\npassword = {PASSWORD}@read,add,player,control,admin\n")
    with Daemon("--config", str(config), "--music", str(music), "--music", str(stick), "--output", "null", "--autoplay", "off",
                "--mount-root", "off", environment={"ALSA_CONFIG_PATH": str(microphone.configuration)}) as daemon:
        daemon.start()
        client = daemon.connect()
        wait_for("the library", lambda: client.pairs("stats").get("songs") == "3", 60)
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            browser.open("box")
            press(browser, "Enter the password")
            write(browser, "dialog [type=password]", PASSWORD)
            browser.key("Enter")
            browser.wait("document.querySelector('.box-trash')", what="the page with the password")
            radio(browser, client, web, check, picture)
            podcasts(browser, client, web, check)
            box(browser, client, web, check)
            listened(browser, client, check)
            rooms(browser, client, check)
            practice(browser, client, check)
            tags_and_files(browser, client, check, music, stick, picture)
            for place in ("library/stations", "library/podcasts", "podcast/Walks", "library/listened", "practice", "box"):
                browser.open(place)
                browser.wait("document.querySelector('#view .card, #view .row, #view .box-card')")
                check(not (found := browser.axe()), f"axe: {place}", "; ".join(found))
                browser.picture(pictures / f"able-{place.replace('/', '-')}.png")
            check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])
        except BaseException:
            browser.picture(pictures / "failed.png")
            print("\n".join(browser.last_messages()))
            raise
        finally:
            browser.close()
            gateway.close()
        roles(browser_of, daemon, check)
    microphone.close()
    web.shutdown()
