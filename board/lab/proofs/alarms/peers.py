"""Other programs that wake people: cron with MPD, and a loop that compares the minute as moOde's does."""
import os
import pathlib
import subprocess
import time

from lib.mpd import MPD

# 08:45 of a day, UTC.
DUE, TIME = 1_800_002_700, "08:45"
HOUR, LATE = 3600, 180
# Steps of each case: when it starts, then seconds of waiting and times that the clock is set to, counted from the alarm.
STEPS: dict[str, tuple[int, list[tuple[int, int | None]]]] = {
    "on time": (-10, [(75, None)]),
    "2 minutes forward over it": (-30, [(8, 120), (130, None)]),
    "4 hours forward over it": (-30, [(8, 4 * HOUR), (130, None)]),
    "back by 1 hour after it, and over it again": (-8, [(40, 40 - HOUR), (5, -8), (75, None)]),
    "switched on 3 minutes after it": (LATE, [(130, None)])}
LOOP = f"""last=
while :; do
  now=$(date +%H:%M)
  if [ "$now" = {TIME} ] && [ "$last" != "$now" ]; then echo rung >> "$1"; fi
  last=$now; sleep 3
done"""


def others(folder, name):
    """Effects of cron and of the loop, with a clock of their own."""
    place = folder / name.replace(" ", "-")
    place.mkdir()
    start, steps = STEPS[name]
    for part in ("cron.d", "run"):
        (place / part).mkdir()
    (place / "cron.d/alarm").write_text(f"45 8 * * * root echo rung >> {place}/cron\n")
    (place / "loop.sh").write_text(LOOP)
    offset = place / "offset"

    def set_clock(time_of_day):
        (place / "new").write_text(f"{DUE + time_of_day - time.time():+.0f}")
        (place / "new").replace(offset)

    set_clock(start)
    faketime = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    clock = {**os.environ, "LD_PRELOAD": str(faketime), "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1", "TZ": "UTC",
             "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    mounts = f"mount --bind {place}/cron.d /etc/cron.d && mount --bind {place}/run /run && exec cron -f"
    programs = [subprocess.Popen(words, env=clock, stderr=subprocess.DEVNULL) for words in
                (["unshare", "--mount", "sh", "-c", mounts], ["bash", str(place / "loop.sh"), str(place / "loop")])]
    for wait, at in steps:
        time.sleep(wait)
        if at is not None:
            set_clock(at)
    for program in programs:
        program.terminate()
        program.wait(20)

    def said(file):
        rung = len((place / file).read_text().split()) if (place / file).exists() else 0
        return ["no", "rings", "twice"][min(rung, 2)]
    return said("cron"), said("loop")


def beside_mpd(folder):
    """The exit status of cron's line of mpc if its music is not there, and the state of MPD 20 s later."""
    with MPD(folder / "stick", paced=True) as mpd:
        mpd.update()
        for name, uri in (("there", "Wake/0.flac"), ("on a stick that is not there", "Away/0.flac"),
                          ("a dead stream", "http://127.0.0.1:9/dead")):
            line = f"mpc -q clear && mpc -q add '{uri}' && mpc -q repeat on && mpc -q play"
            done = subprocess.run(["sh", "-c", line], env={**os.environ, "MPD_HOST": mpd.socket}, capture_output=True, text=True, check=False)
            time.sleep(20)
            print(f"MPD with cron, music {name}: exit status {done.returncode}, then {mpd.client.status()['state']}", flush=True)
