"""The cards of a box with the card image, updates and the box's own Wi-Fi, with programs and files in the place of the image's."""
import os
import pathlib
import shlex

from lib import Daemon, wait_for
from lib.daemon import program

from . import household
from .box import PASSWORD, click_text, looks

NEW, OLD = "jukebox-0.2.0.raucb", "0.0.9"
# As /usr/lib/jukebox/update answers; an installation ends when a person says so.
STAND_IN = """#!/bin/sh
cd {folder}
echo "$@" >>words
case $1 in
  install) echo 'step 40 Copying image'; until [ -e end ]; do sleep 0.05; done; cat end; rm end ;;
  find) cat found ;;
  back) echo 'done {old}' ;;
esac
"""
NETWORK, SECRET = "Home of Ökonom", "a password of a proof"


class Image:
    """The files and programs of the image that the daemon sees."""

    def __init__(self, folder):
        self.folder = folder
        self.wifi = folder / "wifi"
        for name in ["wifi", "bin", "lib/jukebox"]:
            (folder / name).mkdir(parents=True)
        script = folder / "lib/jukebox/update"
        script.write_text(STAND_IN.format(folder=shlex.quote(str(folder)), old=OLD))
        script.chmod(0o755)
        self.finds(f"file /media/STICK/{NEW}", f"other {OLD}")
        self.state("state: joined")
        (self.wifi / "networks").write_text(f"{NETWORK}\nNeighbour\n")

    def finds(self, *lines):
        (self.folder / "found").write_text("".join(f"{line}\n" for line in lines))

    def ends(self, line):
        (self.folder / "end.new").write_text(line + "\n")
        os.replace(self.folder / "end.new", self.folder / "end")

    def state(self, *lines):
        (self.wifi / "new").write_text("".join(f"{line}\n" for line in lines))
        os.replace(self.wifi / "new", self.wifi / "state")

    def words(self):
        """Words of each call of the program of updates, but for searches."""
        return [line for line in (self.folder / "words").read_text().splitlines() if line != "find"]

    def prefix(self):
        """The daemon's folder is beside the program of updates, /run is its own."""
        folder, programs = shlex.quote(str(self.folder)), shlex.quote(str(pathlib.Path(program()).parent))
        return ["unshare", "--mount", "sh", "-c",
                f'mount -t tmpfs run /run && mkdir /run/jukebox-network && mount --bind {folder}/wifi /run/jukebox-network && '
                f'mount --bind {programs} {folder}/bin && shift && exec {folder}/bin/jukeboxd "$@"', "sh"]


def run(browser_of, folder, check, pictures):
    folder = folder / "image"
    folder.mkdir()
    image = Image(folder)
    config = folder / "jukebox.ini"
    config.write_text(f"[control]\npassword = {PASSWORD}@read,add,player,control,admin\n")
    with Daemon("--config", str(config), "--output", "null", "--autoplay", "off", "--mount-root", "off", folder=folder) as daemon:
        daemon.prefix = image.prefix()
        daemon.start().connect()
        with household.page(browser_of, daemon, pictures) as browser:
            enter(browser, check)
            update(browser, image, check)
            looks(browser, check, pictures, {"image": ("box", ".box-update .box-row")})
            show(browser, pictures, "update")
            browser.size(390, 844)
            wifi(browser, image, check, pictures)
            back(browser, image, check)


def show(browser, pictures, card):
    """A picture of a card of the view, on a phone and a desk."""
    for width, height in ((1280, 800), (390, 844)):
        browser.size(width, height)
        browser.run("document.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", f".box-{card}")
        browser.picture(pictures / f"{card}-{width}x{height}.png")


def says(browser, card, text):
    browser.wait(f"document.querySelector('.box-{card} [role=status]')?.textContent.includes({text!r})", what=text)


def enter(browser, check):
    """Updates need the permission admin."""
    browser.open("box")
    click_text(browser, ".box-rights .chip", "Enter the password")
    browser.wait("document.activeElement?.matches('dialog input')")
    check(not browser.value("document.querySelector('.box-update')"), "without the password: no update")
    browser.type(PASSWORD)
    browser.key("Enter")
    browser.wait("document.querySelector('.box-update')", what="the card of updates")


def update(browser, image, check):
    """From a stick, refused; from an address, installed."""
    says(browser, "update", "Version ")
    click_text(browser, ".box-update .box-row button", "Install")
    click_text(browser, "dialog .confirm button", "Install")
    says(browser, "update", f"{NEW}: 40 %")
    check(browser.value("document.querySelector('.box-update progress').value") == 40, "the progress is shown")
    check(not browser.value("document.querySelector('.box-update form').getClientRects().length"), "a second one can't be begun")
    image.ends("failed signature nobody knows")
    says(browser, "update", f"{NEW} is refused: the maker of this system has not signed it")
    browser.click(".box-update input")
    browser.type("http://10.0.0.1/two.raucb")
    click_text(browser, ".box-update form button", "Install")
    click_text(browser, "dialog .confirm button", "Install")
    says(browser, "update", "two.raucb: 40 %")
    image.finds(f"file /media/STICK/{NEW}")
    image.ends("done")
    says(browser, "update", "two.raucb is installed and runs at the next start")
    check(image.words() == [f"install /media/STICK/{NEW}", "install http://10.0.0.1/two.raucb"], "an update by stick and address", image.words())
    click_text(browser, ".box-update button", "Restart the box")
    click_text(browser, "dialog .confirm button", "Restart the box")
    wait_for("the restart", lambda: image.words()[-1] == "restart", 10)
    image.finds(f"file /media/STICK/{NEW}", f"other {OLD}")


def wifi(browser, image, check, pictures):
    """The form of the box's own Wi-Fi."""
    image.state("state: open", "hotspot: Jukebox-1234")
    browser.open("box")
    browser.wait("document.querySelector('.box-network:not([hidden])')?.textContent.includes('Jukebox-1234')")
    check(browser.value("document.querySelector('.box-index button').textContent") == browser.value(
        "document.querySelector('.box-network h2').textContent"), "the first of the view's names leads to the network")
    offered = browser.value("[...document.querySelectorAll('#networks option')].map((one) => one.value)")
    check(offered == [NETWORK, "Neighbour"], "the networks in reach are offered", offered)
    fields = ["[aria-label='Name of your Wi-Fi']", "[aria-label='Its password']"]
    for field, text in zip(fields, (NETWORK, SECRET), strict=True):
        browser.click(f".box-network {field}")
        browser.type(text)
    click_text(browser, ".box-network button", "Join")
    asked = wait_for("the request", lambda: (image.folder / "network").exists() and (image.folder / "network").read_text(), 10)
    check(asked == f'name = "{NETWORK}"\npassword = "{SECRET}"\n', "the form's network is tried", asked)
    image.state("state: joining", "hotspot: Jukebox-1234", f"name: {NETWORK}")
    says(browser, "network", f"The box tries “{NETWORK}”")
    image.state("state: open", "hotspot: Jukebox-1234", f"name: {NETWORK}", "error: password")
    says(browser, "network", f"“{NETWORK}” did not accept the password.")
    looks(browser, check, pictures, {"network": ("box", ".box-network")})
    image.state("state: joined")
    browser.open("box")
    browser.wait("document.querySelector('.box-update') && document.querySelector('.box-network').hidden")
    check(True, "the card goes with the box's own Wi-Fi")


def back(browser, image, check):
    """To the version of before."""
    browser.size(390, 844)
    click_text(browser, ".box-update button", f"Back to version {OLD}")
    click_text(browser, "dialog .confirm button", "Restart the box")
    wait_for("the restart", lambda: image.words()[-2:] == ["back", "restart"], 10)
    check(True, "the version of before is chosen and started")
    # The daemon knows of no update any more; the card does.
    image.finds("waiting")
    browser.open("now")
    browser.open("box")
    click_text(browser, ".box-update button", "Restart the box")
    click_text(browser, "dialog .confirm button", "Restart the box")
    wait_for("the restart", lambda: image.words()[-2:] == ["restart", "restart"], 10)
    check(True, "a system that waits for the next start can be started")
