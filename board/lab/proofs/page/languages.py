"""The page in each language on the narrowest phone: no view is wider than the screen, no button's own text is cut."""
from urllib.parse import quote

from . import made_songs

LANGUAGES = ("de", "fr", "es")
VIEWS = ("now", "library/albums", "library/tempo", "queue", "playlists", "pads", "box", "record", "add", "album/The%20Kettles/Kitchen%20Radio/",
         "song/" + quote(made_songs.STAND, ""), "chords/" + quote(made_songs.STAND, ""))

# Texts of the page itself: names of songs may be cut.
CUT = """
    const cut = [];
    for (const one of document.querySelectorAll('#tabs span, .tool span, .chip > span, .menu span, button, a.filled, h2, label, summary')) {
      if (!one.getClientRects().length || one.querySelector('bdi') || one.closest('.row, .card, .pad, .mini')) continue;
      const edge = one.getBoundingClientRect().right;
      if (one.clientWidth && one.scrollWidth > one.clientWidth + 1
        || edge > document.documentElement.clientWidth + 1 && !one.closest('.chips')) {
        cut.push(`${one.textContent.trim().slice(0, 60)} ${one.scrollWidth} of ${one.clientWidth}`);
      }
    }
    const view = document.getElementById('view');
    if (view.scrollWidth > view.clientWidth) cut.push(`the view is ${view.scrollWidth} of ${view.clientWidth} wide`);
    return cut.slice(0, 8);
"""


def each(browser, client, check, pictures):
    """Every view in each language at 320 pixels, and the menu of a song."""
    client.command("clear")
    client.command('findadd "(Album == \\"Kitchen Radio\\")"')
    client.command("play 1")
    browser.size(320, 568)
    for language in LANGUAGES:
        browser.run("localStorage.language = arguments[0]", language)
        browser.open("now")
        browser.wait("document.querySelector('.now:not([hidden])')")
        check(browser.value("document.documentElement.lang") == language, "the language", language)
        for place in VIEWS:
            browser.go(place)
            browser.wait("document.querySelector('.now:not([hidden]), #view .row, #view .card, #view .pad, #view .row-main, "
                         "#view .box-about dd, #view .zone, #view .empty, .stand-list li')", what=f"the view {place}")
            cut = browser.run(CUT)
            check(not cut, f"texts in {language}: {place}", "; ".join(cut))
            browser.picture(pictures / f"{language}-{place.split('/')[0]}.png")
        browser.go("queue")
        browser.click("#view .row .icon-button:not(.handle)")
        browser.wait("document.querySelector('dialog .menu, dialog.menu')")
        cut = browser.run(CUT)
        check(not cut, f"the menu of a song in {language}", "; ".join(cut))
        browser.picture(pictures / f"{language}-menu.png")
        browser.key("Escape")
        browser.wait("!document.querySelector('dialog')")
    browser.run("delete localStorage.language")
