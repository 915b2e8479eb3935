"""The first view over a slow mobile network, and the bytes of a first screen of albums with large covers."""
import statistics
import subprocess

from lib import Daemon, tiny_songs, wait_for, work_folder

# Chromium's "Slow 3G": bytes a second, milliseconds.
BYTES_A_SECOND = 50_000
LATENCY = 400
TRIES = 3
# Milliseconds from the address to the current song with its controls.
LONGEST_FIRST_VIEW = 4_500
ALBUMS = 8
MOST_COVER_BYTES = 200 * 1024
# Each format's encoder and side, which gives noise of at least LARGE_COVER bytes.
COVERS = {"jpg": (["-c:v", "mjpeg", "-q:v", "2"], 2000), "png": (["-c:v", "png"], 1200), "webp": (["-c:v", "libwebp", "-quality", "97"], 2400)}
LARGE_COVER = 2_700_000


def fill(folder, check):
    """Albums whose covers are JPEG, PNG and WebP files in turn."""
    with work_folder() as scratch:
        base = tiny_songs.base_flac(scratch)
        for kind, (encoder, side) in COVERS.items():
            subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", f"testsrc2=s={side}x{side},noise=alls=60:allf=t",
                            "-frames:v", "1", *encoder, str(scratch / f"cover.{kind}")], check=True)
            size = (scratch / f"cover.{kind}").stat().st_size
            check(size >= LARGE_COVER, f"a large cover as {kind}", size)
        for number in range(ALBUMS):
            place = folder / f"Album {number}"
            place.mkdir(parents=True)
            tags = {"TITLE": f"Song {number}", "ARTIST": f"Band {number}", "ALBUM": f"Album {number}", "ALBUMARTIST": f"Band {number}"}
            (place / "song.flac").write_bytes(tiny_songs.tiny_flac(base, tags))
            kind = list(COVERS)[number % len(COVERS)]
            (place / f"cover.{kind}").write_bytes((scratch / f"cover.{kind}").read_bytes())


def first_view(browser_of, daemon, check):
    """From the address to the current song with its controls, each time in a browser that has nothing of the page."""
    times = []
    for _ in range(TRIES):
        gateway, browser = browser_of(daemon)
        try:
            browser.size(390, 844)
            browser.cdp("Network.enable")
            browser.cdp("Network.emulateNetworkConditions", offline=False, latency=LATENCY, downloadThroughput=BYTES_A_SECOND,
                        uploadThroughput=BYTES_A_SECOND)
            browser.load(browser.address)
            times.append(browser.wait("document.querySelector('.now:not([hidden]) h1')?.textContent && performance.now()", 30, "the current song"))
        finally:
            browser.close()
            gateway.close()
    print("slow 3G: the song after " + ", ".join(f"{time:.0f}" for time in times) + " ms")
    check(statistics.median(times) <= LONGEST_FIRST_VIEW, "the first view over slow 3G", times)


def first_screen(browser, check):
    """The albums of a desk's first screen, as a browser that has none of them loads them."""
    browser.size(1440, 900, dark=False)
    browser.without_cache(True)
    browser.open("library/albums")
    browser.wait(f"document.querySelectorAll('#view .card .cover.loaded').length === {ALBUMS}", 30, "the covers of all albums")
    covers = browser.value("""performance.getEntriesByType('resource').filter(({ name }) => name.includes('/cover/'))
        .map((entry) => entry.encodedBodySize)""")
    browser.without_cache(False)
    print(f"covers of the first screen at 1440x900: {sum(covers)} bytes in {len(covers)} pictures")
    check(len(covers) >= ALBUMS and 0 < sum(covers) <= MOST_COVER_BYTES, "bytes of the covers of a first screen", covers)


def tasks(browser_of, folder, check):
    folder = folder / "slow"
    fill(folder, check)
    with Daemon("--music", str(folder), "--output", "null", "--autoplay", "off", "--mount-root", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the songs", lambda: client.knows("", ALBUMS), 30)
        client.command('add ""')
        client.command("play 0")
        client.command("pause 1")
        gateway, browser = browser_of(daemon)
        try:
            first_screen(browser, check)
        finally:
            browser.close()
            gateway.close()
        first_view(browser_of, daemon, check)
