"""Guests who may add songs: their names, their turns, limits, own songs and votes, and the code of the address."""
from lib import Daemon, wait_for

from . import made_songs
from .browser import Browser

ALBUMS = {"Ana": "Ingrid%20Solberg/Harbour%20Lights/", "Ben": "Nova%20Parade/Night%20Bus/"}


def add(browser, guest, place):
    """Taps on a song of an album; the first time the page asks for the name."""
    browser.go(f"album/{ALBUMS[guest]}")
    browser.wait("document.querySelectorAll('#view .row').length > 2")
    browser.click(f"#view li:nth-child({place}) .row-main")
    if not browser.value("localStorage.guest"):
        browser.wait("document.activeElement?.matches('dialog input')")
        browser.type(guest)
        browser.key("Enter")


def guests_of(client):
    return [song.get("guest", "") for song in client.songs("playlistinfo")]


def turns(client, ana, ben, gateway, check):
    add(ana, "Ana", 1)
    wait_for("Ana's song", lambda: guests_of(client) == ["", "Ana", "", "", "", ""], 5)
    add(ana, "Ana", 2)
    wait_for("Ana's second song", lambda: guests_of(client) == ["", "Ana", "", "Ana", "", "", ""], 5)
    add(ben, "Ben", 1)
    wait_for("Ben's turn", lambda: guests_of(client) == ["", "Ana", "Ben", "", "Ana", "", "", ""], 5)
    check(True, "guests take turns")
    add(ana, "Ana", 1)
    ana.wait("document.querySelector('#bar.shown.danger')?.textContent.includes('60 minutes')", what="a song that waits already is refused")
    gateway.process.kill()
    gateway.process.wait()
    gateway.start()
    ana.wait("!document.querySelector('#connection.shown')", 6)
    add(ana, "Ana", 3)
    wait_for("Ana's third song", lambda: guests_of(client).count("Ana") == 3, 5)
    add(ana, "Ana", 4)
    ana.wait("document.querySelector('#bar.shown.danger')?.textContent.includes('At most 3')", what="a fourth song is refused")
    check(guests_of(client).count("Ana") == 3, "a guest has three songs that wait, also after a restart of the server", guests_of(client))


def own_songs(client, ana, check, pictures):
    ana.go("queue")
    ana.wait("document.querySelectorAll('#view .row-guest').length === 4")
    check(not (found := ana.axe()), "axe: the queue with guests", "; ".join(found))
    ana.picture(pictures / "party-queue.png")
    ana.click("#view li:nth-child(2) .row .icon-button:last-of-type, #view li:nth-child(2) .icon-button:not(.handle)")
    ana.click("dialog li:first-child button")
    wait_for("a song less of Ana", lambda: guests_of(client).count("Ana") == 2, 5)
    check(True, "a guest removes an own song")


def votes(client, ana, ben, check, pictures):
    before = client.status()["songid"]
    for browser in (ana, ben):
        browser.go("now")
        browser.wait("document.querySelector('.vote:not([hidden])')")
    ana.click(".vote")
    wait_for("a vote", lambda: client.status().get("skipvotes") == "1", 5)
    ben.wait("document.querySelector('.vote').textContent.includes('1 vote of 2')")
    check(not (found := ben.axe()), "axe: the vote", "; ".join(found))
    ben.picture(pictures / "party-vote.png")
    ben.click(".vote")
    wait_for("the next song", lambda: client.status()["songid"] != before, 5)
    check(client.status()["state"] == "play", "two votes skip a song")


def invite(browser, check, pictures):
    browser.go("box")
    browser.click(".box-rights .chip")
    browser.wait("document.querySelector('dialog .qr path')")
    check(browser.value("document.querySelector('.invite-address').textContent") == f"{browser.address}/", "the address is shown")
    check(not (found := browser.axe()), "axe: the code of the address", "; ".join(found))
    browser.picture(pictures / "party-invite.png")


def guests(browser_of, folder, check, pictures):
    """Two guests at two browsers."""
    folder = folder / "party"
    count = made_songs.make(folder, 40, 64, 4)
    config = folder.with_suffix(".ini")
    config.write_text("[party]\nskip-votes = 2\n")
    with Daemon("--config", str(config), "--music", str(folder), "--output", "null", "--autoplay", "off", "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", count), 30)
        client.command('findadd "(Album == \\"Kitchen Radio\\")"')
        client.command("play 0")
        gateway, ana = browser_of(daemon, "add")
        ben = Browser(gateway.address)
        try:
            for browser in (ana, ben):
                browser.size(390, 844)
                browser.open("now")
            turns(client, ana, ben, gateway, check)
            own_songs(client, ana, check, pictures)
            votes(client, ana, ben, check, pictures)
            invite(ana, check, pictures)
        except BaseException:
            ana.picture(pictures / "failed.png")
            raise
        finally:
            ana.close()
            ben.close()
            gateway.close()
