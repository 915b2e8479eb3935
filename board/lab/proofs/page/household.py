"""A box with a password and a playlist Breakfast, and a browser that shows its page."""
import contextlib
import pathlib

from lib import Daemon, wait_for

from . import made_songs
from .abilities import PASSWORD


@contextlib.contextmanager
def box(folder, album, songs, covers):
    """The daemon, and a client of it."""
    folder = pathlib.Path(folder)
    count = made_songs.make(folder / "music", 16, songs, covers)
    config = folder / "jukebox.ini"
    config.write_text(f"[control]\npassword = {PASSWORD}@read,add,player,control,admin\n")
    with Daemon("--config", str(config), "--music", str(folder / "music"), "--output", "null", "--autoplay", "off",
                "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", count), 30)
        client.command(f'searchaddpl Breakfast "(Album == \\"{album}\\")"')
        yield daemon, client


@contextlib.contextmanager
def page(browser_of, daemon, pictures):
    """A browser of a phone's size; a failure leaves its picture and its last messages."""
    gateway, browser = browser_of(daemon)
    try:
        browser.size(390, 844)
        yield browser
    except BaseException:
        browser.picture(pictures / "failed.png")
        print("\n".join(browser.last_messages()))
        raise
    finally:
        browser.close()
        gateway.close()


@contextlib.contextmanager
def role(browser_of, daemon, name):
    """A browser whose visitor has a role and no password."""
    gateway, browser = browser_of(daemon, name)
    try:
        browser.size(390, 844)
        yield browser
    finally:
        browser.close()
        gateway.close()
