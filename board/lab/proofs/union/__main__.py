"""Three volumes as one library: a folder and two sticks are browsed, listed, searched, counted and sorted as their union,
in the right order, also while one of them leaves and when it is back.

usage: board/lab/run proofs.union      (as root, since it mounts sticks; else the sticks are folders that stay)
"""
import collections
import json
import random
import subprocess

from lib import Ack, Daemon, Tally, apart, program, run, wait_for, work_folder
from lib.material import flac_with_tags, words
from lib.order import ordered, shelved

TRACKS = 2400


def fill(folder, template, chance, genres):
    """Albums of artists, some of whom are on other volumes, too."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(TRACKS):
        artist = f"Artist {chance.randrange(30)}"
        album, track = f"{words(chance, 2)} {number // 10}", number % 10 + 1
        title = chance.choice([words(chance, 2), f"The {words(chance, 1)}", f"Song {chance.randrange(40)}"])
        tags = [("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("TRACKNUMBER", str(track)),
                ("GENRE", chance.choice(genres)), ("DATE", str(1960 + chance.randrange(60)))]
        place = folder / artist / album
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{track} {title}.flac").write_bytes(flac_with_tags(template, dict(tags)))


def songs(client, command):
    """The answer's songs as dicts of lists."""
    found = []
    for line in client.command(command):
        key, value = line.split(": ", 1)
        if key == "file":
            found.append({})
        if found:
            found[-1].setdefault(key, []).append(value)
    return found


def files(found):
    return [song["file"][0] for song in found]


def settled(client, count):
    def check():
        reports = client.command("volumes")
        return (reports.count("indexed: 1") == sum(line.startswith("volume: ") for line in reports)
                and not client.is_scanning() and client.knows("", count))
    wait_for(f"{count} songs", check, seconds=300, pause=0.1)


def compare(tally, client, names, when):
    """All kinds of answers with what a walk through the tree says."""
    everything = songs(client, 'listallinfo ""')
    # The root's own songs come first, and the sticks in the order of their names.
    parts = [[song for song in everything if song["file"][0].split("/")[0] == name] for name in names]
    own = [song for song in everything if song["file"][0].split("/")[0] not in names]
    tree = ordered(own) + [song for part in parts for song in ordered(part)]
    tally.check(files(everything) == files(tree), f"{when}: the tree is listed, one volume after the other")
    folders = [line for line in client.command('lsinfo ""') if line.startswith("directory: ")]
    tally.check([f"directory: {name}" for name in names] == [line for line in folders if line[11:] in names],
                f"{when}: the volumes stand in the root", folders[:5])

    def same(command, expected, what):
        found = files(songs(client, command))
        tally.check(found == files(expected), f"{when}: {what}", f"{command}: {len(found)} of {len(expected)} songs, "
                    f"{[pair for pair in zip(found, files(expected)) if pair[0] != pair[1]][:2]}")

    rock = [song for song in tree if song["Genre"] == ["Rock"]]
    same('find "(base \'\')"', tree, "everything is found in the order of the tree")
    same("find genre Rock", rock, "a filter takes its songs from all of them")
    same("find genre Rock window 3:40", rock[3:40], "and a window its part")
    same("find \"(Title =~ '^Song [0-9]$')\"",
         [song for song in tree if len(song["Title"][0]) == 6 and song["Title"][0].startswith("Song ")],
         "so does a regular expression")
    for sort in ("Title", "-Title", "Date", "-Track"):
        expected = sorted(tree, key=lambda song: int(song["Track"][0]) if sort == "-Track" else song[sort.strip("-")][0].encode(),
                          reverse=sort.startswith("-"))
        same(f"find \"(base '')\" sort {sort}", expected, f"sorted by {sort} they stand among each other")
        same(f"find \"(base '')\" sort {sort} window 650:700", expected[650:700], f"and in a window, sorted by {sort}")
    same("browse songs", shelved_union(tree), "on the shelf they stand among each other")
    same("browse songs genre Rock window 10:60", shelved_union(rock)[10:60], "and in a window")

    counts = collections.Counter(song["Artist"][0] for song in tree)
    lines = client.command("count group artist")
    told = {lines[place][8:]: int(lines[place + 1][7:]) for place in range(0, len(lines), 3)}
    tally.check(told == counts, f"{when}: artists of several volumes are counted once, with all their songs")
    tally.check(client.pairs("count genre Rock")["songs"] == str(len(rock)), f"{when}: a filter counts in all of them")
    tally.check([line[8:] for line in client.command("list artist")] == sorted(counts), f"{when}: each artist is listed once")
    tally.check(int(client.pairs("browse artists window 0:0")["total"]) == len(counts), f"{when}: and browsed once")
    told = client.pairs("stats")
    expected = {"artists": len(counts), "albums": len({song["Album"][0] for song in tree}), "songs": len(tree)}
    tally.check({key: int(told[key]) for key in expected} == expected,
                f"{when}: stats counts artists and albums of several volumes once", (told, expected))
    wanted = [song for song in tree if song["Title"][0] == "Song 7" or song["Title"][0].startswith("Song 7 ")]
    found = files(songs(client, 'lookup "song 7" window 0:1000'))
    tally.check(set(files(wanted)) <= set(found), f"{when}: lookup finds in all of them", set(files(wanted)) - set(found))
    return tree


def shelved_union(tree):
    """Among equal places on the shelf, that in the tree counts."""
    places = {id(song): place for place, song in enumerate(tree)}
    return shelved(sorted(tree, key=lambda song: places[id(song)]))


def leave_amid(tally, client, daemon, name, tree):
    """A stick that is let go of while an answer with its songs is under way, of which more is to follow than sockets
    hold, and nobody reads it."""
    rest = [uri for uri in files(tree) if not uri.startswith(f"{name}/")]
    for command, ends in (("find \"(base '')\"", "whole"), ('listallinfo ""', "whole"), ("browse songs", "refused"),
                          ("find \"(base '')\" sort -Title", "refused")):
        slow = daemon.connect()
        slow.send(command)
        begun = slow.file.readline().decode()
        client.command(f'unmount "{name}"')
        try:
            told = [line[6:] for line in [begun.strip(), *slow.lines()] if line.startswith("file: ")]
            ended = "whole" if told == rest else f"{len(told)} songs"
        except Ack as refusal:
            ended = "refused" if "The volume is not plugged in" in str(refusal) else str(refusal)
        if ends == "whole":
            what = "a volume that leaves before its turn in the tree is left out"
        else:
            what = "an answer that lacks songs that it has counted ends in a refusal"
        tally.check(ended == ends, f"{command}: {what}", ended)
        tally.check(slow.command("ping") == [], "and its client is answered on")
        slow.close()
        storage = client.pairs("listneighbors")["neighbor"]
        client.command(f'mount "{name}" "{storage}"')
        settled(client, len(tree))


def presets(tally, client, daemon):
    """Numbers that are bound to nothing play the folders at the top of one volume after the other: `jukebox preset` names
    what plays."""
    def asked(*words):
        return subprocess.run([program("jukebox"), "preset", *words, "--json", "--socket", daemon.socket], check=False,
                              capture_output=True, text=True)
    tops = []
    for number in (1, 29, 45, 75):
        told = asked(str(number))
        folder = json.loads(told.stdout).get("folder", "") if told.returncode == 0 else told.stderr
        played = asked(str(number), "--play")
        song = client.pairs("currentsong").get("file", "")
        tally.check(played.returncode == 0 and song.startswith(f"{folder}/"), f"preset {number} is named and played",
                    (folder, song, played.stderr))
        tops.append(folder)
    tally.check(len(set(tops)) == 4 and tops[-1].startswith("stick 10/"), "folders of all volumes have numbers", tops)
    tally.check(asked("900", "--play").returncode == 1, "one that nothing has plays nothing")
    client.command("clear")


def main():
    tally = Tally()
    chance = random.Random(4)
    with work_folder() as work:
        short = work / "short.flac"
        run("sox", "-R", "-r", "44100", "-n", "-b", "16", "-c", "2", short, "synth", "0.1", "sine", "440", "gain", "-20")
        template = short.read_bytes()
        root, sticks = work / "root", [work / "media" / name for name in ("stick 10", "Stick 9")]
        for place in sticks:
            place.mkdir(parents=True)
            if MAY_MOUNT:
                run("mount", "-t", "tmpfs", "tmpfs", place)
        try:
            for place in [root, *sticks]:
                fill(place, template, chance, ["Rock", "Jazz", "Folk"])
            mounted = ("--mount-root", str(work / "media")) if MAY_MOUNT else (
                "--mount-root", "off", *(word for place in sticks for word in ("--music", str(place))))
            with Daemon("--music", str(root), *mounted, "--output", "null", "--autoplay", "off") as daemon:
                client = daemon.start().connect()
                settled(client, 3 * TRACKS)
                names = ["Stick 9", "stick 10"]
                tree = compare(tally, client, names, "three")
                presets(tally, client, daemon)
                if MAY_MOUNT:
                    leave_amid(tally, client, daemon, "stick 10", tree)
                    client.command('unmount "Stick 9"')
                    settled(client, 2 * TRACKS)
                    compare(tally, client, names[1:], "without one")
                tally.check(daemon.stop() == 0, "ends in order")
        finally:
            for place in sticks:
                subprocess.run(["umount", "--lazy", str(place)], check=False, stderr=subprocess.DEVNULL)
    tally.close()


MAY_MOUNT = apart("--mount", as_user=False)
main()
