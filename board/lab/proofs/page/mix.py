"""Tasks of mixes on the page: mix buttons, selections, queue, playlists, their entries. Each is checked at the daemon."""
import json
import time

from lib import Ack, wait_for, work_folder

from . import made_songs

FIVE = "Kitchen Radio"
SONG = "The Kettles/Kitchen Radio/0{} {}.flac"
KETTLE, CUPS = SONG.format(1, "Kettle On"), SONG.format(2, "Two Cups")
ALBUM = "album/The%20Kettles/Kitchen%20Radio/"


def entries(client, name):
    return client.values(f'listplaylistinfo "{name}"', "file")


def names(client):
    return client.values("playlists", "playlist")


def choose(browser, text):
    """An entry of the menu that is open, or opens, by the beginning of its text."""
    found = f"[...document.querySelectorAll('dialog button')].find((one) => one.textContent.startsWith({json.dumps(text)}))"
    browser.wait(f"Boolean({found})")
    browser.run(f"{found}.click()")


def album(browser):
    browser.open(ALBUM)
    browser.wait("document.querySelectorAll('#view .row').length === 5 && !!document.querySelector('link[href*=\"css/select\"]')?.sheet")


def hold(browser, x, y):
    """A finger that stays for longer than a tap."""
    browser.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser.wait("document.querySelector('.chosen')")
    browser.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def mix_buttons(browser, client, check):
    """A press adds, the next one removes, with undo; a button without a playlist asks for one."""
    browser.size(1280, 800)
    album(browser)
    browser.hover("#view li:nth-child(1) .row-main")
    browser.click("#view li:nth-child(1) .mix-button:nth-child(2)")
    browser.click("dialog li:first-child button")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.run("document.activeElement.value = ''")
    browser.type("Dance")
    browser.key("Enter")
    wait_for("the playlist of slot 2 with the song", lambda: "Dance" in names(client) and entries(client, "Dance") == [KETTLE], 5)
    check(client.command("mixes") == ["slot: 2", "playlist: Dance"], "the new playlist has the slot", client.command("mixes"))
    second = "#view li:nth-child(2) .mix-button:nth-child(2)"
    browser.hover("#view li:nth-child(2) .row-main")
    browser.click(second)
    wait_for("added", lambda: entries(client, "Dance") == [KETTLE, CUPS], 5)
    browser.wait(f"document.querySelector('{second}').getAttribute('aria-pressed') === 'true'")
    client.command('playlistset Dance colour 46A758')
    client.command('playlistentryset Dance 1 fields crossfade 4 start 1.5')
    browser.click(second)
    wait_for("removed", lambda: entries(client, "Dance") == [KETTLE], 5)
    browser.click("#bar .bar-button")
    wait_for("in the playlist again", lambda: entries(client, "Dance") == [KETTLE, CUPS], 5)
    back = client.songs("playlistentries Dance 1:2")[0]
    wait_for("its part and its crossfade", lambda: (lambda song: song.get("Crossfade") == "4.000" and song.get("Range") == "1.500-")(
        client.songs("playlistentries Dance 1:2")[0]), 5)
    check(True, "a mix button adds and removes, with a way back", back)

    # In the view of the song, and in the menu of a row on a phone.
    client.command("clear")
    client.command(f'add "{CUPS}"')
    client.command("play 0")
    browser.size(390, 844)
    browser.open("now")
    browser.wait("document.querySelector('.now .mix-button[aria-pressed=true]')")
    browser.click(".now .mix-button:nth-child(2)")
    wait_for("removed by the view of the song", lambda: entries(client, "Dance") == [KETTLE], 5)
    browser.click(".now .mix-button:nth-child(2)")
    wait_for("added by the view of the song", lambda: entries(client, "Dance") == [KETTLE, CUPS], 5)
    album(browser)
    browser.click("#view li:nth-child(3) [aria-label^=More]")
    browser.click("dialog li:nth-child(6) button")
    wait_for("added by the menu", lambda: len(entries(client, "Dance")) == 3, 5)

    # Songs that are there already are added only where that is wanted.
    browser.click("#view li:nth-child(1) [aria-label^=More]")
    browser.click("dialog li:nth-child(4) button")
    choose(browser, "Dance")
    browser.wait("document.querySelector('#bar.shown')?.textContent.includes('Already in Dance')")
    check(len(entries(client, "Dance")) == 3, "a double is not added by itself")
    browser.click("#bar .bar-button")
    wait_for("the double", lambda: entries(client, "Dance")[3:] == [KETTLE], 5)


def selections(browser, client, check):
    """Five rows to the queue; by finger, by mouse and by keys."""
    client.command("clear")
    browser.size(390, 844)
    album(browser)
    hold(browser, *browser.place("#view .row-main", 0)[:2])
    check(client.status()["state"] != "play", "a long press selects and does not play")
    for at in range(1, 5):
        browser.run("document.querySelectorAll('#view .row-main')[arguments[0]].scrollIntoView({ block: 'center' })", at)
        browser.touch([browser.place("#view .row-main", at)[:2]])
        browser.wait(f"document.querySelector('.selection-count')?.textContent === '{at + 1} songs'")
    check(not (found := browser.axe()), "axe: selection", "; ".join(found))
    browser.click("#selection [aria-label='Add to the queue']")
    wait_for("five songs in the queue", lambda: len(client.queue()) == 5, 5)
    browser.wait("!document.querySelector('.chosen, .selecting')")

    browser.size(1280, 800)
    album(browser)
    browser.run("document.querySelectorAll('#view .row-main')[1].focus()")
    browser.key(" ")
    browser.wait("document.querySelectorAll('#view .chosen').length === 1")
    for _ in range(3):
        browser.key("ArrowDown", shift=True)
    browser.wait("document.querySelectorAll('#view .chosen').length === 4")
    browser.click("#selection .mix-button:nth-child(2)")
    wait_for("the mix, without what it has", lambda: sorted(set(entries(client, "Dance"))) == sorted(client.queue()), 5)
    check(len(entries(client, "Dance")) == 6, "a selection adds no doubles to a mix", entries(client, "Dance"))

    browser.run("""const rows = document.querySelectorAll('#view .row-main');
        const click = (at, shiftKey) => rows[at].dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey, ctrlKey: !shiftKey }));
        click(0, false); click(2, true);""")
    browser.wait("document.querySelectorAll('#view .chosen').length === 3")
    browser.click("#selection [aria-label^=Favourite]")
    browser.click("dialog [aria-label='4 stars']")
    wait_for("a rating", lambda: client.pairs(f'personal "{CUPS}"').get("rating") == "8", 5)
    browser.click("#bar .bar-button")
    wait_for("no rating", lambda: "rating" not in client.pairs(f'personal "{CUPS}"'), 5)
    check(True, "by mouse and keys; marks with a way back")

    # In the queue: remove with undo; Escape ends it.
    former = client.queue()
    browser.go("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.run("document.querySelectorAll('#view .row-main')[1].focus()")
    browser.key(" ")
    browser.key("ArrowDown", shift=True)
    browser.wait("document.querySelectorAll('#view .chosen').length === 2")
    browser.click("#selection [aria-label=Remove]")
    wait_for("two less", lambda: client.queue() == [former[0], *former[3:]], 5)
    browser.click("#bar .bar-button")
    wait_for("both again at their places", lambda: client.queue() == former, 5)
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.run("document.querySelectorAll('#view .row-main')[0].focus()")
    browser.key(" ")
    browser.wait("document.querySelector('#view .chosen')")
    browser.key("Escape")
    browser.wait("!document.querySelector('.chosen')")


def queue(browser, client, check):
    """Wipe, priorities, crossfades between rows."""
    client.command("clear")
    client.command(f'findadd "(Album == \\"{FIVE}\\")"')
    client.command('playlistentryset Dance 1 fields crossfade 4 start 1.5')
    client.command('load Dance 1:2 2')
    client.command("crossfade 0")
    former = client.songs("playlistinfo")
    playlists = names(client)
    browser.size(390, 844)
    browser.open("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 6")
    browser.wait("document.querySelector('#view li:nth-child(3) .fade')?.textContent === 'Crossfade4 s'")
    check(browser.value("document.querySelectorAll('#view .fade').length") == 1, "a crossfade is shown between its rows")
    x, y, *_ = browser.place("#view .row-main", 2)
    version = client.status()["playlist"]
    browser.touch([(x - step * 2, y - step * 12) for step in range(20)])
    time.sleep(0.3)
    check(client.status()["playlist"] == version, "a slanted finger removes nothing")
    browser.run("document.querySelector('#view').scrollTop = 0")
    x, y, *_ = browser.place("#view .row-main", 2)
    browser.touch([(x + 60 - step * 10, y + step % 2) for step in range(6)])
    check(client.status()["playlist"] == version, "a short wipe removes nothing")
    browser.touch([(x + 60 - step * 12, y + step % 2) for step in range(16)])
    wait_for("wiped away", lambda: len(client.queue()) == 5, 5)
    browser.click("#bar .bar-button")
    wait_for("it is back", lambda: len(client.queue()) == 6, 5)
    same = [(song["file"], song.get("Range"), song.get("Crossfade")) for song in client.songs("playlistinfo")]
    check(same == [(song["file"], song.get("Range"), song.get("Crossfade")) for song in former], "with its part and its crossfade", same)
    check(names(client) == playlists, "the copy of the queue is no playlist", names(client))
    browser.wait("document.querySelectorAll('#view .row').length === 6")
    browser.click("#view li:nth-child(2) [aria-label^=More]")
    browser.click("dialog li:nth-child(4) button")
    browser.click("dialog li:nth-child(4) button")
    wait_for("a priority", lambda: client.songs("playlistinfo 1:2")[0].get("Prio") == "100", 5)
    browser.wait("document.querySelector('.row-priority')")

    # A name that is taken: replaced only where that is wanted.
    client.command("save Evening")
    client.command("delete 0")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.click("#view .queue-top .icon-button:last-child")
    browser.click("dialog li:first-child button")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("Evening")
    browser.key("Enter")
    browser.click("#bar .bar-button")
    wait_for("the replaced playlist", lambda: entries(client, "Evening") == client.queue(), 5)
    client.command("rm Evening")
    client.command("clear")
    # The console has the refusal of the name, but nothing else.
    complaints = browser.complaints()
    check(all("status of 409" in line for line in complaints), "nothing in the console", complaints[:3])


def facts(client, name, command="playlistget"):
    """Nothing as long as there is no such playlist."""
    try:
        return client.pairs(f'{command} "{name}"')
    except Ack:
        return {}


def fields(client, name, at=0):
    return client.songs(f'playlistentries "{name}" {at}:{at + 1}')[0]


def drag(browser, selector, dx, dy=0, steps=12):
    """A mouse that holds an element and moves it."""
    x, y, *_ = browser.place(selector)
    browser.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for step in range(1, steps + 1):
        browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x + dx * step / steps, y=y + dy * step / steps, button="left", buttons=1)
        time.sleep(0.02)
    browser.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=x + dx, y=y + dy, button="left", clickCount=1)


def choose_file(browser, selector, path):
    """A file for an input, as a person chooses it in the window of the system."""
    document = browser.cdp("DOM.getDocument")["root"]["nodeId"]
    node = browser.cdp("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
    browser.cdp("DOM.setFileInputFiles", nodeId=node, files=[str(path)])


def fill(browser, selector, text):
    browser.run("const input = document.querySelector(arguments[0]); input.focus(); input.select()", selector)
    browser.type(text)


def playlists(browser, client, check, folder):
    """New, folder, properties, picture, headings, rename, delete; each with its way back."""
    browser.size(390, 844)
    browser.open("playlists")
    browser.click("[aria-label='New folder']")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("Evenings")
    browser.key("Enter")
    wait_for("a folder", lambda: "folder: Evenings" in client.command("playlistfolders"), 5)
    browser.wait("document.querySelector('h1').textContent === 'Evenings'")
    browser.click("[aria-label='New playlist']")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.type("Supper")
    browser.key("Enter")
    wait_for("a playlist in the folder", lambda: facts(client, "Supper").get("folder") == "Evenings", 5)
    browser.wait("document.querySelector('.playlist-top h1')?.textContent === 'Supper'")
    check(facts(client, "Supper")["songs"] == "0", "a new playlist is empty")
    client.command('playlistput Supper find "(Genre == \\"Jazz\\")"')
    browser.wait("document.querySelectorAll('#view .strip').length > 3")

    browser.click(".playlist-chips .chip:nth-child(2)")
    browser.wait("document.querySelector('dialog .edit')")
    browser.click("dialog .colours label:has([aria-label=Blue])")
    browser.click("dialog .choice label:has([name=slot][value='3'])")
    fill(browser, "dialog [type=number]", "122")
    browser.click("dialog .tags .chip:nth-child(2)")
    browser.click("dialog .tags .chip:nth-child(4)")
    browser.wait("document.querySelector('dialog [dir=ltr]').value === '{Album} {Date}'")
    browser.wait("[...document.querySelectorAll('.preview bdi')].map((one) => one.textContent).join() === "
                 "'Brass Kitchen 1965,Harbour Lights 2007,Zebra Crossing 1967'", what="the preview of the headings")
    fill(browser, "dialog textarea", "slow")
    check(not (found := browser.axe()), "axe: properties", "; ".join(found))
    browser.click("dialog [type=submit]")
    wanted = {"colour": "3E8BFF", "slot": "3", "tempo": "122", "template": "{Album} {Date}", "notes": "slow", "folder": "Evenings"}
    wait_for("the properties", lambda: wanted.items() <= facts(client, "Supper").items(), 5)
    browser.wait("document.querySelector('#view .group bdi')?.textContent === 'Brass Kitchen 1965'", what="songs under their headings")
    browser.click("#bar .bar-button")
    wait_for("the former properties", lambda: not {"colour", "slot", "tempo", "template", "notes"} & facts(client, "Supper").keys(), 5)

    picture = folder / "picture.png"
    made_songs.cover(picture, 3, 900)
    browser.wait("document.querySelector('.playlist-chips .chip')")
    browser.click(".cover-button")
    browser.wait("document.querySelector('dialog .edit')")
    choose_file(browser, "dialog [type=file]", picture)
    wait_for("a picture", lambda: facts(client, "Supper", "playlistcover").get("source") == "own", 10)
    browser.wait("document.querySelector('.edit-picture img')?.naturalWidth > 200")
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog')")
    browser.click(".playlist-chips .chip:nth-child(2)")
    browser.wait("document.querySelector('dialog .edit')")
    fill(browser, "dialog [required]", "Dinner")
    browser.key("Enter")
    wait_for("another name", lambda: "Dinner" in names(client) and "Supper" not in names(client), 5)
    browser.wait("document.querySelector('.playlist-top h1')?.textContent === 'Dinner'")
    browser.click(".head-buttons .icon-button:last-child")
    browser.click("dialog li:last-child button")
    wait_for("it is gone", lambda: "Dinner" not in names(client), 5)
    browser.wait("document.body.dataset.page === 'playlists' "
                 "&& ![...document.querySelectorAll('.card-title')].some((one) => one.textContent.startsWith('Dinner'))")
    browser.click("#bar .bar-button")
    wait_for("it is back, with its picture", lambda: "Dinner" in names(client) and facts(client, "Dinner", "playlistcover").get("source") == "own", 5)


def entries_of(browser, client, check):
    """Handles by mouse, finger and keys; gain and notes; order and removal with their ways back; doubles."""
    jazz = entries(client, "Dinner")
    client.command(f'playlistput Dinner uri "{jazz[1]}"')
    browser.size(1280, 800)
    browser.open("playlist/Dinner")
    browser.wait("document.querySelectorAll('#view .strip').length > 3")
    browser.wait("document.querySelector('.playlist-chips').textContent.includes('1 double')")
    browser.click("#view li:nth-child(1) .strip")
    browser.wait("document.querySelector('dialog .cut-handle.crossfade')")
    length = float(fields(client, "Dinner")["duration"])
    pixels = browser.value("document.querySelector('.cut').clientWidth") / length
    drag(browser, ".cut-handle.crossfade", -4 * pixels)
    near = wait_for("a crossfade", lambda: fields(client, "Dinner").get("Crossfade"), 5)
    check(abs(float(near) - 4) <= 0.3, "the handle of the crossfade, dragged to 4 s", near)
    browser.run("document.querySelector('.cut-handle.crossfade').focus()")
    for _ in range(40):
        value = browser.value("document.activeElement.getAttribute('aria-valuenow')")
        if value == "4.0":
            break
        browser.key("ArrowRight" if float(value) < 4 else "ArrowLeft")
    wait_for("4 s by keys", lambda: fields(client, "Dinner").get("Crossfade") == "4.000", 5)
    drag(browser, ".cut-handle.start", 2 * pixels)
    near = wait_for("a start", lambda: fields(client, "Dinner").get("Range"), 5)
    check(abs(float(near.split("-")[0]) - 2) <= 0.3, "the handle of the start, dragged to 2 s", near)
    browser.run("document.querySelector('.cut-handle.end').focus()")
    browser.key("PageDown")
    browser.key("ArrowLeft")
    wait_for("the end 5.1 s earlier", lambda: abs(float(fields(client, "Dinner")["Range"].split("-")[1] or 0) - (length - 5.1)) < 0.06, 5)
    check(not (found := browser.axe()), "axe: entry", "; ".join(found))
    browser.run("const gain = document.querySelector('.entry-sheet [type=range]'); gain.focus()")
    for _ in range(4):
        browser.key("ArrowLeft")
    wait_for("the gain", lambda: float(fields(client, "Dinner").get("Gain", 0)) == -2, 5)
    fill(browser, ".entry-sheet textarea", "from the chorus")
    browser.key("Tab")
    wait_for("the notes", lambda: fields(client, "Dinner").get("Notes") == "from the chorus", 5)
    browser.key("Escape")
    browser.wait("document.querySelector('#view .strip-values').textContent.includes('Crossfade 4 s')")
    browser.click("#bar .bar-button")
    wait_for("the entry as before", lambda: not {"Range", "Gain", "Crossfade", "Notes"} & fields(client, "Dinner").keys(), 5)

    # By a finger.
    browser.size(390, 844)
    browser.open("playlist/Dinner")
    browser.wait("document.querySelectorAll('#view .strip').length > 1")
    browser.click("#view li:nth-child(2) .strip")
    browser.wait("document.querySelector('dialog .cut-handle.end')")
    time.sleep(0.3)
    x, y, *_ = browser.place(".cut-handle.end")
    browser.touch([(x, y - 40), *((x - step * 6, y - 40) for step in range(1, 11))])
    wait_for("the end by a finger", lambda: fields(client, "Dinner", 1).get("Range", "").startswith("0.000-"), 5)
    browser.key("Escape")
    browser.click("#bar .bar-button")
    wait_for("the whole song", lambda: "Range" not in fields(client, "Dinner", 1), 5)

    # Order.
    client.command("playlistentryset Dinner 0 fields crossfade 6 gain -1")
    former = entries(client, "Dinner")
    browser.size(1280, 800)
    browser.open("playlist/Dinner")
    browser.wait("document.querySelectorAll('#view .strip').length > 3")
    drag(browser, "#view li:nth-child(1) .handle", 0, 220)
    moved = [*former[1:3], former[0], *former[3:]]
    wait_for("the first song is the third", lambda: entries(client, "Dinner") == moved, 5)
    browser.wait("document.querySelector('#view li:nth-child(3) .strip-values')?.textContent.includes('Crossfade 6 s')")
    browser.run("document.querySelector('#view li:nth-child(3) .handle').focus()")
    browser.key("ArrowUp", alt=True)
    wait_for("one up by Alt and the arrow", lambda: entries(client, "Dinner")[1] == former[0], 5)
    browser.wait("document.activeElement.getAttribute('aria-label')?.includes('place 2')")
    browser.key("ArrowUp", alt=True)
    wait_for("the former order", lambda: entries(client, "Dinner") == former, 5)
    browser.wait("document.activeElement.getAttribute('aria-label')?.includes('place 1')")
    # Two presses at once move the same entry. The list itself stays, by a clock that is set too.
    browser.run("document.querySelector('#view .virtual').dataset.kept = '1'")
    name = browser.value("document.activeElement.getAttribute('aria-label').replace(/^Move (.*), place .*/, '$1')")
    for way, wanted, at in (("ArrowDown", moved, 3), ("ArrowUp", former, 1)):
        for _ in range(2):
            browser.key(way, alt=True)
        wait_for(f"two places by two presses of {way}", lambda: entries(client, "Dinner") == wanted, 5)
        browser.wait(f"document.activeElement.getAttribute('aria-label')?.startsWith('Move {name}, place {at}')")
    browser.key("Delete")
    wait_for("one less", lambda: entries(client, "Dinner") == former[1:], 5)
    browser.click("#bar .bar-button")
    wait_for("it is back with its crossfade and gain", lambda: entries(client, "Dinner") == former
             and fields(client, "Dinner").get("Crossfade") == "6.000" and float(fields(client, "Dinner").get("Gain", 0)) == -1, 5)
    browser.wait("document.querySelector('#view li:nth-child(1) .strip-values')?.textContent.includes('Crossfade 6 s')")
    check(browser.value("document.querySelector('#view .virtual').dataset.kept === '1'"),
          "order by handle and keys, removal with its way back, in one list")


def exchange(browser, client, check, folder):
    """Smooth order and back; a file to download and from the phone; a mix as a sound file."""
    wait_for("the analysis", lambda: all("bpm" in client.pairs(f'analysis "{file}"') for file in set(entries(client, "Dinner"))), 120)
    former = entries(client, "Dinner")
    browser.open("playlist/Dinner")
    browser.wait("document.querySelectorAll('#view .strip').length > 3")
    browser.click(".playlist-chips .chip:nth-child(1)")
    wait_for("another order", lambda: entries(client, "Dinner") != former and sorted(entries(client, "Dinner")) == sorted(former), 5)
    browser.click("#bar .bar-button")
    wait_for("the former order", lambda: entries(client, "Dinner") == former, 5)

    client.command("playlistentryset Dinner 0 fields start 1.5 end 9")
    browser.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.click(".head-buttons .icon-button:last-child")
    choose(browser, "Save as a file")
    file = folder / "Dinner.m3u8"
    wait_for("the file", lambda: file.exists() and file.read_text().endswith("\n"), 10)
    lines = file.read_text().splitlines()
    check([line for line in lines if not line.startswith("#")] == former and "#EXTVLCOPT:start-time=1.5" in lines, "the playlist as a file", lines[:6])
    copy = folder / "Copy.m3u8"
    copy.write_text("\n".join(line for line in lines if not line.startswith("#PLAYLIST")) + "\n")
    browser.go("playlists")
    browser.wait("document.querySelector('#import')")
    choose_file(browser, "#import", copy)
    wait_for("the imported playlist", lambda: "Copy" in names(client) and entries(client, "Copy") == former, 10)
    check(fields(client, "Copy").get("Range") == "1.500-9.000", "with its part", fields(client, "Copy"))
    browser.wait("document.querySelector('.playlist-top h1')?.textContent === 'Copy'")
    client.command("rm Copy")

    browser.go("playlist/Dinner")
    browser.wait("document.querySelectorAll('#view .strip').length > 3")
    browser.click(".head-buttons .icon-button:last-child")
    choose(browser, "Mix as")
    browser.wait("Boolean(document.querySelector('dialog .render a'))", 60, "the mix is rendered")
    check(not (found := browser.axe()), "axe: sound file", "; ".join(found))
    browser.click("dialog .render a")
    sound = folder / "Dinner.flac"
    wait_for("the sound file", lambda: sound.exists() and sound.read_bytes()[:4] == b"fLaC", 30)
    browser.key("Escape")
    browser.wait("!document.querySelector('dialog')")


def mix_tasks(browser, client, check):
    mix_buttons(browser, client, check)
    selections(browser, client, check)
    queue(browser, client, check)
    with work_folder() as folder:
        playlists(browser, client, check, folder)
        entries_of(browser, client, check)
        exchange(browser, client, check, folder)
    client.command("playlistfolder remove Evenings")
    for name in ("Dance", "Dinner"):
        client.command(f"rm {name}")
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])
