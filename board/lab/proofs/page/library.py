"""Proof of the page: covers and genres of the index, new songs, favourites and stars, tempos and keys, marks in rows, folders
in the search."""
from lib import wait_for


def first_song(client, album):
    return client.songs(f'browse songs "(Album == \'{album}\')"')[0]["file"]


def marks(browser, title):
    """The row of a song beside its texts."""
    return browser.run("""
        const row = [...document.querySelectorAll('#view .row')].find((row) => row.querySelector('.row-title').textContent === arguments[0]);
        return row ? row.querySelector('.row-marks').innerText.replace(/\\s+/g, ' ').trim() : null;""", title)


def indexes(browser, client, check):
    """The grid of albums asks for no song; a genre's albums come from the index."""
    browser.size(390, 844)
    browser.cdp("Network.setCacheDisabled", cacheDisabled=True)
    browser.open("library/albums")
    browser.wait("document.querySelector('#view .card .cover.loaded')")
    asked = browser.value("performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.includes('/api/find'))")
    check(asked == [], "covers of albums without a question for a song", asked)
    browser.go("genre/Jazz")
    browser.wait("document.querySelectorAll('#view .card').length === 3")
    found = browser.value("[...document.querySelectorAll('#view .card-title')].map((one) => one.textContent)")
    check(sorted(found) == ["Brass Kitchen", "Harbour Lights", "Zebra Crossing"], "albums of a genre", found)
    browser.go("library/artists")
    browser.wait("document.querySelector('#view .row-main .cover.loaded')", what="the picture of an artist")
    browser.cdp("Network.setCacheDisabled", cacheDisabled=False)


def taste(browser, client, check):
    """Favourites and stars as lists, and in rows, from another client's change on."""
    one, two = first_song(client, "Low Tide"), first_song(client, "Copper Wire")
    browser.open("library/favourites")
    browser.wait("document.querySelector('#view .empty h2')", what="no favourites yet")
    client.command(f'favourite "{one}" 1')
    browser.wait("document.querySelectorAll('#view .row').length === 1")
    client.command(f'rate "{two}" 7')
    client.command(f'rate "{one}" 10')
    wait_for("heart and stars", lambda: marks(browser, "Ebb") == "5", 10)
    browser.wait("document.querySelector('#view .row-main').getAttribute('aria-label').endsWith('Favourite, 5 of 5 stars')",
                 what="marks for a screen reader")
    browser.run("""
        const select = document.querySelector('#view select');
        select.value = 'rated';
        select.dispatchEvent(new Event('change'));""")
    browser.wait("document.querySelectorAll('#view .row').length === 2")
    titles = browser.value("[...document.querySelectorAll('#view .row-title')].map((one) => one.textContent)")
    check(titles == ["Ebb", "Copper Wire"], "rated songs, the best first", titles)
    client.command("clear")
    browser.click("#view li:nth-child(2) .row-main")
    wait_for("the list from its second song", lambda: client.status().get("song") == "1", 5)
    browser.run("delete localStorage.favouriteOrder")
    browser.go("library/new")
    browser.wait("document.querySelectorAll('#view .row').length > 5")
    shown = browser.value("document.querySelector('#view .row-title').textContent")
    newest = client.songs("browse recent window 0:1")[0]["Title"]
    check(shown == newest, "new songs, the latest first", f"{shown}, {newest}")


def sounds(browser, client, check):
    """Tempos and keys, and their songs with what rows say of them."""
    values = [("Low Tide", "121.6", "Am"), ("Copper Wire", "128", "C"), ("Night Bus", "64", "Am")]
    for album, tempo, key in values:
        client.command(f'analysis set "{first_song(client, album)}" bpm {tempo}')
        client.command(f'analysis set "{first_song(client, album)}" key {key}')
    groups = client.command("browse tempos")
    browser.open("library/tempo")
    browser.wait("document.querySelectorAll('#view li a').length >= 2")
    shown = browser.value("document.querySelectorAll('#view li a').length")
    check(f"total: {shown}" in groups, "a row for each ten of beats per minute", f"{shown}, {groups}")
    browser.click("a[href='#tempo/120']")
    browser.wait("document.querySelector('#view h1')?.textContent.startsWith('120–129')")
    wait_for("tempo and key in the row", lambda: marks(browser, "Ebb") == "5 122 Am", 5)
    wait_for("those of another song", lambda: marks(browser, "Copper Wire") == "3.5 128 C", 5)
    client.command("clear")
    browser.click("#view .head .filled")
    count = len(client.songs('find "((bpm >= 120) AND (bpm < 130))"'))
    wait_for("all songs of the tempo play", lambda: client.status()["playlistlength"] == str(count), 5)
    browser.go("library/key")
    browser.click("a[href='#key/Am']")
    browser.wait("document.querySelector('#view h1')?.textContent === 'Am'")
    count = len(client.songs("find \"(key == 'Am')\""))
    browser.wait(f"document.querySelectorAll('#view .row').length === {count}", what="the songs of a key")


# Typed words, and a name that is found by them.
LETTERS = [
    ("STRASSE", "Straße"), ("lodz", "Łódź"), ("isik", "Işık"), ("duong", "Đường"), ("ΖΟΡΜΠΑΣ", "Ζορμπάς"), ("елка", "Ёлка"),
    ("احمد", "أحمد"), ("שלום", "שָׁלוֹם"), ("गजल", "ग़ज़ल"), ("น้ำ", "น้ำ"), ("がっつ", "ｶﾞｯﾂ"), ("한", "한국"), ("ᲡᲐᲥ", "საქართველო"),
]


def search(browser, client, check):
    """Folders and pads among the results."""
    browser.open("library")
    browser.wait("document.querySelector('.search-field')")
    browser.click(".search-field")
    browser.type("winter")
    browser.wait("document.querySelector('.found .card-detail')?.textContent === 'Quartet Lindenhof'", what="the artist of an album that is found")
    browser.click(".found a[href^='#folder/']")
    browser.wait("document.body.dataset.page === 'folder' && document.querySelectorAll('#view .row').length === 4")
    browser.go("library")
    browser.click(".search-field")
    browser.type("rooster")
    browser.click(".found button.chip")
    wait_for("the pad of the search", lambda: any(line == "playing: 1" for line in client.command("pads")), 5)
    client.command("padstop all")
    check(True, "a folder and a pad by the search")
    # The view of the search stays with a pad, and so do its letters.
    browser.open("library")
    browser.click(".search-field")
    browser.type("ＲＯＯＳＴＥＲ")
    browser.wait("document.querySelector('.found button.chip')")
    for typed, name in LETTERS:
        found = browser.run("return import('/a/-/js/letters.js').then(({ words }) => arguments[0].map(words))", [typed, name])
        check(found[1].startswith(found[0]), f"{typed} finds {name}", found)


def tasks(browser, client, check, pictures):
    indexes(browser, client, check)
    taste(browser, client, check)
    sounds(browser, client, check)
    search(browser, client, check)
    for place in ("library/favourites", "library/tempo", "library/key", "tempo/120"):
        for width, dark in ((320, True), (390, False), (1280, True)):
            browser.size(width, 844, dark)
            browser.go(place)
            browser.wait("document.querySelector('#view li')")
            found = browser.axe()
            check(not found, f"axe: {place} {width}", "; ".join(found))
            browser.picture(pictures / f"{place.replace('/', '-')}-{width}x844-{'dark' if dark else 'light'}.png")
    for album in ("Low Tide", "Copper Wire", "Night Bus"):
        client.command(f'analysis set "{first_song(client, album)}" bpm off')
        client.command(f'analysis set "{first_song(client, album)}" key off')
        client.command(f'rate "{first_song(client, album)}"')
        client.command(f'favourite "{first_song(client, album)}" 0')
