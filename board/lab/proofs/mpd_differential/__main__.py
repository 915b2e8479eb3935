"""Asks MPD and the jukebox the same of the same tree of more than 5,000 tracks, and lists why answers differ.

  board/lab/run proofs.mpd-differential [--quick] [--queries N] [--tracks N] [--seed N] [--show] [--debian RELEASE] [--mpd COMMAND…]

It asks two conditions for every pair of tags, and 400 other queries; --quick 60 pairs and 80 others of 1,500 tracks.
--show prints every query with its reasons; --mpd takes the rest of the line as the MPD to ask. A difference that no reason
explains is printed, and the command fails.
"""
import collections
import re

from lib import Ack, work_folder
from lib.containers import SOUNDS
from lib.differential import Refused, options, pair
from lib.material import CACHE

from . import tree
from .queries import Generator, Query
from .reasons import LOSSY, PADDING, READING, REASONS, TELLING, Comparison, Item, blocks, song

# MPD reads comments only if its configuration names them; and it has time.
SETTINGS = """
connection_timeout "3600"
metadata_to_use "+comment"
"""


def asking(client):
    """Answers queries, each once."""
    known = {}

    def answer(query):
        line = query.line()
        if line not in known:
            try:
                if query.kind == "added":
                    client.command("clear")
                    client.command(line)
                    known[line] = [entry for entry in client.command("playlistinfo") if not re.match("(Pos|Id): ", entry)]
                else:
                    known[line] = client.command(line)
            except Ack as refusal:
                known[line] = Refused(str(refusal).rstrip())
            except ConnectionError as error:
                raise SystemExit(f"{client.greeting.strip()}: {error} at {line}") from None
        return known[line]
    return answer


def compare_reading(theirs, ours):
    """Every song of both trees; what is wrong."""
    theirs, ours = ({item.place: item for item in Item.all(lines)} for lines in (theirs, ours))
    wrong, used = [], collections.Counter()
    lengths = {ending: {f"{sound[3]:.3f}" for sound in sounds} for ending, sounds in SOUNDS.items()}
    for place in {**theirs, **ours}:
        if place[0] != "file":
            continue
        one, other = theirs.get(place), ours.get(place)
        if one and other and one == other:
            length, their_length = other.length, one.length
            if f"{length:.3f}" not in lengths[place[1].rsplit(".", 1)[1]]:
                wrong.append(f"{place[1]}: the jukebox tells {length} s")
            difference = round(their_length - length, 3)
            if not 0 <= difference <= (PADDING if place[1].endswith(LOSSY) else 0):
                wrong.append(f"{place[1]}: MPD's length is {difference} s off")
            continue
        folders = place[1].split("/")
        if folders[0] == tree.ODD and folders[1] in READING:
            used[folders[1]] += 1
        else:
            wrong.append(f"{place[1]!r}: MPD {one and one.same}, the jukebox {other and other.same}")
    return wrong, used


def is_filled(answer):
    """Whether it is about any song: counts of nothing are not."""
    return not isinstance(answer, Refused) and any(
        line.split(": ", 1)[1:] != ["0"] for line in answer if not line.startswith(("playtime: 0", "partition")))


def shortened(answer):
    if isinstance(answer, Refused):
        return answer
    return f"{len(answer)} lines"


def show_difference(query, theirs, ours):
    print(f"NO REASON {query.line()}")
    one, other = theirs(query), ours(query)
    print(f"   MPD: {shortened(one)}; the jukebox: {shortened(other)}")
    if not isinstance(one, Refused) and not isinstance(other, Refused):
        for name, some, rest in (("MPD", one, set(other)), ("the jukebox", other, set(one))):
            print(f"   only {name}: {[line for line in some if line not in rest][:6]}")


def compare(theirs, ours, found, options):
    """Asks everything of both; whether all differences have reasons."""
    everything = Query("listallinfo", ("",))
    wrong, read = compare_reading(theirs(everything), ours(everything))
    for line in wrong[:20]:
        print(f"READ DIFFERENTLY {line}")
    songs = [song(item) for item in blocks(ours(everything)) if item[0][0] == "file"]
    comments = {item.place[1]: item.aside.get("comments", []) for item in Item.all(theirs(everything))}
    for fields in songs:
        fields["Comment"] = comments.get(fields["file"][0], [])
    print(f"{len(songs)} songs; {sum(read.values())} of them are read differently:", flush=True)
    for folder, count in read.items():
        print(f"  {count:4} {folder}: {READING[folder]}")

    comparison = Comparison(theirs, ours, found, {fields["file"][0]: fields for fields in songs})
    table, counts = collections.Counter(), collections.Counter()
    asked = Generator(options.random, songs).queries(options.queries, 60 if options.quick else None)
    for query in asked:
        if query.kind != "raw":
            counts["filled" if is_filled(ours(query)) else "empty"] += 1
        reasons = comparison.reasons(query)
        if reasons is None:
            counts["none"] += 1
            show_difference(query, theirs, ours)
        else:
            counts["differ" if reasons - set(TELLING) else "told" if reasons else "same"] += 1
            table.update(reasons)
        if options.show:
            told = "no reason" if reasons is None else ", ".join(sorted(reasons)) or "same"
            print(f"{told}: {query.line()}")
    print(f"{len(asked)} queries of seed {options.seed}: {counts['same']} answers are the same to the letter, "
          f"{counts['told']} tell the same otherwise, {counts['differ']} differ, each for some of these reasons; "
          f"{counts['none']} for none")
    for name, count in table.most_common():
        print(f"  {count:4} {name}: {REASONS[name]}")
    print(f"{counts['filled']} answers hold something, {counts['empty']} are empty or refused")
    if counts["filled"] < counts["empty"]:
        print("TOO FEW of them hold something")
    return not wrong and not counts["none"] and counts["filled"] >= counts["empty"]


def main():
    wanted = options(__doc__, quick=80, full=400, number="queries", tracks=(1500, 5200))
    CACHE.mkdir(parents=True, exist_ok=True)
    with work_folder(dir=CACHE) as folder:
        trees = tree.copy(wanted.tracks, folder / "jukebox"), tree.copy(wanted.tracks, folder / "mpd")
        with pair(wanted.mpd, trees, SETTINGS, seconds=300) as both:
            good = compare(asking(both.mpd.client), asking(both.ours), wanted.found, wanted)
    raise SystemExit(0 if good else 1)


main()
