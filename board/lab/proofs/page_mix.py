"""Tasks of mixes on the page: mix buttons, selections, queue, playlists, their entries. Each is checked at the daemon."""
import time

from daemon import wait_for

FIVE = "Kitchen Radio"
SONG = "The Kettles/Kitchen Radio/0{} {}.flac"
KETTLE, CUPS = SONG.format(1, "Kettle On"), SONG.format(2, "Two Cups")
ALBUM = "album/The%20Kettles/Kitchen%20Radio/"


def files(client):
    return [song["file"] for song in client.songs("playlistinfo")]


def entries(client, name):
    return [song["file"] for song in client.songs(f'listplaylistinfo "{name}"')]


def names(client):
    return [line.split(": ", 1)[1] for line in client.command("playlists") if line.startswith("playlist: ")]


def album(browser):
    browser.open(ALBUM)
    browser.wait("document.querySelectorAll('#view .row').length === 5")


def hold(browser, x, y):
    """A finger that stays for longer than a tap."""
    browser.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser.wait("document.querySelector('.chosen')")
    browser.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def mix_buttons(browser, client, check):
    """A press adds, the next one removes, with undo; a button without a playlist asks for one."""
    browser.size(1280, 800)
    album(browser)
    browser.click("#view li:nth-child(1) .mix-button:nth-child(2)")
    browser.click("dialog li:first-child button")
    browser.wait("document.activeElement?.matches('dialog input')")
    browser.run("document.activeElement.value = ''")
    browser.type("Dance")
    browser.key("Enter")
    wait_for("the playlist of slot 2 with the song", lambda: names(client) == ["Dance"] and entries(client, "Dance") == [KETTLE], 5)
    check(client.command("mixes") == ["slot: 2", "playlist: Dance"], "the new playlist has the slot", client.command("mixes"))
    second = "#view li:nth-child(2) .mix-button:nth-child(2)"
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

    # What is there already is added only where that is wanted.
    browser.click("#view li:nth-child(1) [aria-label^=More]")
    browser.click("dialog li:nth-child(4) button")
    browser.click("dialog li:nth-child(2) button")
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
    check(client.pairs("status")["state"] != "play", "a long press selects and does not play")
    for at in range(1, 5):
        browser.run("document.querySelectorAll('#view .row-main')[arguments[0]].scrollIntoView({ block: 'center' })", at)
        browser.touch([browser.place("#view .row-main", at)[:2]])
        browser.wait(f"document.querySelector('.selection-count')?.textContent === '{at + 1} songs'")
    check(not (found := browser.axe()), "axe: selection", "; ".join(found))
    browser.click("#selection [aria-label='Add to the queue']")
    wait_for("five songs in the queue", lambda: len(files(client)) == 5, 5)
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
    wait_for("the mix, without what it has", lambda: sorted(set(entries(client, "Dance"))) == sorted(files(client)), 5)
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
    former = files(client)
    browser.go("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 5")
    browser.run("document.querySelectorAll('#view .row-main')[1].focus()")
    browser.key(" ")
    browser.key("ArrowDown", shift=True)
    browser.wait("document.querySelectorAll('#view .chosen').length === 2")
    browser.click("#selection [aria-label=Remove]")
    wait_for("two less", lambda: files(client) == [former[0], *former[3:]], 5)
    browser.click("#bar .bar-button")
    wait_for("both again at their places", lambda: files(client) == former, 5)
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
    browser.size(390, 844)
    browser.open("queue")
    browser.wait("document.querySelectorAll('#view .row').length === 6")
    browser.wait("document.querySelector('#view li:nth-child(3) .fade')?.textContent === 'Crossfade4 s'")
    check(browser.value("document.querySelectorAll('#view .fade').length") == 1, "a crossfade is shown between its rows")
    x, y, *_ = browser.place("#view .row-main", 2)
    version = client.pairs("status")["playlist"]
    browser.touch([(x - step * 2, y - step * 12) for step in range(20)])
    time.sleep(0.3)
    check(client.pairs("status")["playlist"] == version, "a slanted finger removes nothing")
    browser.run("document.querySelector('#view').scrollTop = 0")
    x, y, *_ = browser.place("#view .row-main", 2)
    browser.touch([(x + 60 - step * 10, y + step % 2) for step in range(6)])
    check(client.pairs("status")["playlist"] == version, "a short wipe removes nothing")
    browser.touch([(x + 60 - step * 12, y + step % 2) for step in range(16)])
    wait_for("wiped away", lambda: len(files(client)) == 5, 5)
    browser.click("#bar .bar-button")
    wait_for("it is back", lambda: len(files(client)) == 6, 5)
    same = [(song["file"], song.get("Range"), song.get("Crossfade")) for song in client.songs("playlistinfo")]
    check(same == [(song["file"], song.get("Range"), song.get("Crossfade")) for song in former], "with its part and its crossfade", same)
    wait_for("the copy of the queue is gone", lambda: names(client) == ["Dance"], 5)
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
    wait_for("the replaced playlist", lambda: entries(client, "Evening") == files(client), 5)
    client.command("rm Evening")
    client.command("clear")
    # The console has the refusal of the name, but nothing else.
    complaints = browser.complaints()
    check(all("status of 409" in line for line in complaints), "nothing in the console", complaints[:3])


def mix_tasks(browser, client, check):
    for line in names(client):
        client.command(f'rm "{line}"')
    mix_buttons(browser, client, check)
    selections(browser, client, check)
    queue(browser, client, check)
    for line in names(client):
        client.command(f'rm "{line}"')
    check(not (complaints := browser.complaints()), "nothing in the console", complaints[:3])
