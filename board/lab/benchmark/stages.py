"""The cost of each part of the path of sound: equaliser, limiter, speed, crossfade and the others, beside all of it off."""
from lib import Daemon, material, wait_for
from lib.process import cpu_milliseconds, memory

from .report import median

# Each with the commands that switch it on, and how much faster the sound passes by.
STAGES = {
    "all off": ([], 1),
    "volume 50": (["setvol 50"], 1),
    "mono": (["channels mono"], 1),
    "equaliser": (["eq 3 -2 2"], 1),
    "equaliser, limiter at work": (["eq 12 12 12"], 1),
    "speed 0.5": (["speed 0.5"], 0.5),
    "speed 0.75": (["speed 0.75"], 0.75),
    "speed 1.25": (["speed 1.25"], 1.25),
    "speed 1.5": (["speed 1.5"], 1.5),
    "speed 2": (["speed 2"], 2),
}
OVERLAP = 20
SONGS = 4


def playing(folder, commands, songs=1):
    """The processor time of this number of songs from the first `play` to the end, in milliseconds."""
    with Daemon("--music", str(folder), "--mount-root", "off", "--output", "file:/dev/null", "--autoplay", "off",
                "--volume", "100") as daemon:
        client = daemon.start().connect()
        wait_for("the track", lambda: client.songs("listall"))
        wait_for("the end of the scan", lambda: not client.is_scanning())
        client.command("clear")
        for _ in range(songs):
            client.command("add /")
        client.command("play 0")
        client.command("pause 1")
        for command in commands:
            client.command(command)
        before = cpu_milliseconds(daemon.process.pid)
        client.command("pause 0")
        while client.status()["state"] != "stop":
            client.command("idle player")
        return cpu_milliseconds(daemon.process.pid) - before


def resident(commands):
    with Daemon("--music", str(material.alone(material.sounds()["flac"])), "--mount-root", "off", "--output", "null",
                "--autoplay", "off") as daemon:
        client = daemon.start().connect()
        wait_for("the track", lambda: client.songs("listall"))
        client.command("add /")
        client.command("play 0")
        for command in commands:
            client.command(command)
        wait_for("sound", lambda: float(client.status().get("elapsed", 0)) > 3, seconds=20, pause=0.2)
        return memory(daemon.process.pid)


def stages(report, quick):
    rounds = 3 if quick else 7
    flac = material.sounds()["flac"]
    report.section(f"the path of sound: processor time per second that is heard, in ms, {material.SECONDS} s of FLAC, "
                   f"median of {rounds} rounds in turn")
    folder = material.alone(flac)
    times = {name: [] for name in STAGES}
    crossing = {0: [], OVERLAP: []}
    for _ in range(rounds):
        for name, (commands, speed) in STAGES.items():
            times[name].append(playing(folder, commands) * speed / material.SECONDS)
        for seconds in crossing:
            crossing[seconds].append(playing(folder, [f"crossfade {seconds}"], SONGS))
    off = median(times["all off"])
    for name in STAGES:
        own = median(times[name])
        report.line(name, f"{own:6.3f}   {own - off:+6.3f}   of all off {own / off:5.2f}")
    # The decoded sound is the same: the overlaps are heard once, and made of two.
    extra = (median(crossing[OVERLAP]) - median(crossing[0])) / (OVERLAP * (SONGS - 1))
    report.line("crossfade, in an overlap", f"{2 * off + extra:6.3f}   {off + extra:+6.3f}")
    report.section("memory that playing takes, in MiB")
    for name, commands in {"all off": [], "all on": ["eq 3 -2 2", "channels mono", "balance 10", "speed 1.5",
                                                     "crossfade 5", "replay_gain_mode track"]}.items():
        taken = resident(commands)
        report.line(name, f"{taken['VmRSS']:5.1f} resident, {taken['RssAnon']:4.1f} of its own")
