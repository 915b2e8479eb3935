"""Albums whose songs name no album artist: one card for each folder, with its songs."""

from lib import Daemon, tiny_songs, wait_for, work_folder

# The folder, the album, the artists of its songs, and the album artist if they name one.
ALBUMS = [
    ("mixtape", "Mixtape", [f"Singer {number}" for number in (1, 2, 3, 4, 5, 6, 7, 1, 2, 3)], None),
    ("kettles", "Greatest Hits", ["The Kettles"] * 2, None), ("ships", "Greatest Hits", ["The Tall Ships"] * 3, None),
    ("box/CD1", "Box", ["Nova"] * 2, "Nova"), ("box/CD2", "Box", ["Nova", "Milo"], "Nova"),
    ("two/CD1", "Two Discs", ["June"] * 2, None), ("two/CD2", "Two Discs", ["June", "June & Lola"], None),
]
# Each card: the album, what stands below it, its songs.
CARDS = [("Box", "Nova", 4), ("Greatest Hits", "The Kettles", 2), ("Greatest Hits", "The Tall Ships", 3), ("Mixtape", "Several artists", 10),
         ("Two Discs", "June", 4)]


def fill(folder):
    with work_folder() as scratch:
        base = tiny_songs.base_flac(scratch)
    for place, album, artists, owner in ALBUMS:
        (folder / place).mkdir(parents=True)
        for number, artist in enumerate(artists):
            tags = {"TITLE": f"{place} {number}", "ARTIST": artist, "ALBUM": album, "TRACKNUMBER": str(number + 1)}
            if owner:
                tags["ALBUMARTIST"] = owner
            (folder / place / f"{number}.flac").write_bytes(tiny_songs.tiny_flac(base, tags))


def cards(browser_of, folder, check):
    """One card for each album; it opens, plays and adds just its songs."""
    folder = folder / "albums"
    fill(folder)
    with Daemon("--music", str(folder), "--output", "null", "--autoplay", "off", "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", sum(count for _, _, count in CARDS)), 30)
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            browser.open("library/albums")
            browser.wait("document.querySelector('#view .card')")
            found = browser.value("""[...document.querySelectorAll('#view .card')].map((card) =>
                [card.querySelector('.card-title').textContent, card.querySelector('.card-detail').textContent])""")
            check(sorted(found) == sorted([name, below] for name, below, _ in CARDS), "one card for each album", found)
            for name, below, count in CARDS:
                browser.open("library/albums")
                browser.wait("document.querySelector('#view .card')")
                browser.run("""[...document.querySelectorAll('#view .card')].find((card) => card.querySelector('.card-title').textContent === arguments[0]
                    && card.querySelector('.card-detail').textContent === arguments[1]).click()""", name, below)
                # A long list draws the rows of the screen alone.
                browser.wait(f"document.body.dataset.page === 'album' && document.querySelector('#view').innerText.includes(' {count} songs')"
                             f" && document.querySelectorAll('#view .row').length >= {min(count, 5)}",
                             what=f"the songs of {name} by {below}")
                client.command("clear")
                browser.click("#view .head .filled")
                wait_for("the album plays", lambda: client.status()["playlistlength"] == str(count), 5)
                if name == "Mixtape":
                    order = [song["Title"] for song in client.songs("playlistinfo")]
                    check(order == [f"mixtape {number}" for number in range(count)], "its songs have the order of their tracks", order)
            check(True, "a card opens and plays its own songs")
            browser.go("artist/Singer%201")
            browser.wait("document.querySelectorAll('#view .card').length === 0 && document.querySelectorAll('#view .row').length === 2",
                         what="a singer of a mixtape has songs and no album")
            browser.click("#view li:nth-child(1) [aria-label^=More]")
            browser.wait("[...document.querySelectorAll('dialog button')].some((one) => one.textContent.includes('Mixtape'))", what="the album in the menu")
            browser.run("[...document.querySelectorAll('dialog button')].find((one) => one.textContent.includes('Mixtape')).click()")
            browser.wait("document.body.dataset.page === 'album' && document.querySelector('#view').innerText.includes(' 10 songs')",
                         what="from a song to its album")
            browser.go("artist/June")
            browser.wait("document.querySelectorAll('#view .card').length === 1 && document.querySelectorAll('#view .row').length === 0",
                         what="both discs are one album of the artist")
        finally:
            browser.close()
            gateway.close()
