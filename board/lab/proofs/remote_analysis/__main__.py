"""Analyses by a server: each error by its key while music plays, and one whose chords are shown.

The server is board/lab/analysis_server.py in this process, with faults: it is slow, drops connections, fails,
refuses, or answers nonsense. Three jukeboxes ask three of them at the same time. Shown are: the key of each error,
its sentence, how often each is tried; that music plays on without an underrun; that nothing is sent without
`[analysis] remote`; a success, whose chords are those of the server; the choice of the source, and that it
survives kill -9; a take; cancel; and that no descriptor stays open.

usage: board/lab/run proofs.remote-analysis [--quick]
"""
import os
import shutil
import socket
import subprocess
import sys
import threading
import time

import analysis_server
from lib import Ack, Daemon, Tally, program, wait_for, work_folder

QUICK = "--quick" in sys.argv[1:]
SONG = "song.flac"
TIMEOUT = 2
# How often each is tried, and a part of the sentence.
REFUSALS = {
    "413": ("remote-too-large", 1, "at most 1 MiB here"),
    "415": ("remote-unsupported", 1, "this format is not known here"),
    "400": ("remote-failed", 1, "the file is silent"),
    "garbage": ("remote-failed", 1, "the answer cannot be used"),
    "too-large": ("remote-failed", 1, "larger than 8 MiB"),
    "wrong-type": ("remote-failed", 1, "the answer cannot be used"),
    "html": ("remote-failed", 1, "the answer cannot be used"),
    "deep": ("remote-failed", 1, "the answer cannot be used"),
}
SLOW = {
    "500": ("remote-failed", 4, "the analysis crashed"),
    "drop": ("remote-unreachable", 4, "the connection broke"),
}


def make_music(folder):
    """Songs of eight seconds: C, F, G and C as plucked strings."""
    music = folder / "Music"
    music.mkdir()
    parts = []
    for number, root in enumerate((261.6, 349.2, 392.0, 261.6)):
        parts.append(folder / f"{number}.wav")
        notes = [word for tone in (0.5, 1, 1.26, 1.498) for word in ("pluck", f"{root * tone:.1f}")]
        subprocess.run(["sox", "-q", "-R", "-D", "-r", "44100", "-n", "-b", "16", "-c", "1", str(parts[-1]), "synth", "0.5",
                        *notes, "remix", "1v0.2,2v0.2,3v0.2,4v0.2", "repeat", "3"], check=True)
    subprocess.run(["sox", "-q", *map(str, parts), str(music / "song.flac")], check=True)
    for name in ("other.flac", "third.flac"):
        (music / name).write_bytes((music / "song.flac").read_bytes())
    return music


class Box:
    """A jukebox that plays, and its server."""

    def __init__(self, folder, music, url=None, fault=None):
        self.server = None
        if url is None:
            self.server = analysis_server.Server(analysis_server.parse(
                ["--port", "0", "--quiet", "--analyzer", program("jukebox-analyzer"), "--slowness", "30"]
                + (["--fault", fault] if fault else [])))
            threading.Thread(target=self.server.serve_forever, daemon=True).start()
            url = f"http://127.0.0.1:{self.server.server_address[1]}/analyze"
        folder.mkdir()
        music = shutil.copytree(music, folder / "Music")
        config = folder / "jukebox.ini"
        config.write_text(f"[audio]\ncapture-device = null\n[analysis]\nwhen = off\nremote = {url}\nremote-timeout = {TIMEOUT}\n")
        self.daemon = Daemon("--music", str(music), "--output", "null", "--autoplay", "off", "--config", str(config),
                             folder=folder).start()
        self.client = self.connect()
        wait_for("the songs", lambda: self.client.knows("", 3))
        self.client.command("repeat 1")
        self.client.command("add /")
        self.client.command("play")

    def connect(self):
        client = self.daemon.connect()
        client.command("protocol enable error_keys")
        return client

    def refusal(self, command=f"analyze {SONG} remote"):
        try:
            return self.client.command(command)
        except Ack as why:
            return str(why)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.process.pid}/fd"))

    def close(self):
        self.daemon.close()
        if self.server:
            self.server.shutdown()
            self.server.server_close()


def elapsed(client):
    status = client.status()
    return int(status["song"]) * 8 + float(status["elapsed"])


def check_fault(tally, box, fault, expected):
    key, tries, words = expected
    box.server.options.fault, box.server.posts = fault, 0
    answer = box.refusal()
    tally.check(f"[{key} " in answer and words in answer and box.server.posts == tries, f"{fault} is {key}",
                f"{box.server.posts} tries: {answer}")


def check_slow(tally, box):
    """The server has the whole song and does not answer; others see it."""
    box.server.options.fault, box.server.posts = "slow", 0
    seen, answer = [], []
    client = box.connect()
    asking = threading.Thread(target=lambda: answer.append(box.refusal()))
    asking.start()
    while asking.is_alive():
        seen.append(client.pairs("analyze status"))
        time.sleep(0.05)
    client.close()
    tally.check("[remote-timed-out " in answer[0] and box.server.posts == 1, "a slow server times out", answer)
    tally.check(any(status.get("remote") == SONG and status.get("remote_state") == "analyzing"
                    and status.get("remote_percent") == "100" for status in seen), "the progress is seen", seen[-3:])


def check_success(tally, box):
    client, server = box.client, box.server
    own = client.command(f"chords {SONG}")
    server.options.fault, server.posts, server.sizes = None, 0, []
    answer = client.pairs(f"analyze {SONG} remote")
    size = os.path.getsize(box.daemon.arguments[1] + "/song.flac")
    tally.check(server.sizes == [size], "the file is sent as it is, once", (server.sizes, size))
    tally.check(answer.get("source") == "remote" and answer.get("sources") == "own remote", "it is shown", answer)
    # Another server's word is final: it shows by a song that only it knows so.
    analysis_server.analyse, kept = lambda *_: {"key": "D", "mode": "minor", "tempo": 77, "chords": [
        {"chord": "Dm7", "start": 0, "end": 4, "confidence": 0.9}, {"chord": "C", "start": 4, "end": 4.1},
        {"chord": "Gm", "start": 4.1, "end": 8, "confidence": 7}]}, analysis_server.analyse
    answer = client.pairs(f"analyze {SONG} remote")
    client.command("record start Take")
    client.command("record stop")
    take = client.pairs("record analyze remote")
    tally.check((take.get("source"), take.get("bpm"), take.get("key")) == ("remote", "77", "Dm"), "a take", take)
    analysis_server.analyse = kept
    tally.check((answer["bpm"], answer["key"]) == ("77", "Dm"), "tempo and key are the server's", answer)
    remote = client.command(f"chords {SONG}")
    tally.check([line for line in remote if line.startswith(("chord:", "start:", "confidence:"))] == [
        "chord: Dm7", "start: 0.000", "confidence: 0.9", "chord: Gm", "start: 4.100", "confidence: 1"],
        "its chords are shown, smoothed", remote)
    client.command(f"analysis set {SONG} source own")
    tally.check(client.command(f"chords {SONG}") == own, "the own ones again")
    client.command(f"analysis set {SONG} source remote")
    box.daemon.kill()
    box.daemon.start()
    box.client = client = box.connect()
    wait_for("the songs", lambda: client.knows("", 3))
    tally.check(client.command(f"chords {SONG}") == remote, "the choice survives kill -9")
    tally.check(client.pairs(f"analysis {SONG}")["key"] == "Dm", "and so does the key")
    client.command(f"analysis set {SONG} source own")
    tally.check(client.command(f"chords {SONG}") == own and "Dm" not in client.pairs(f"analysis {SONG}")["key"],
                "both are there")


def check_cancel(tally, box):
    """Another client ends what is being sent."""
    box.server.options.fault, box.server.posts = "slow", 0
    answer = []
    asking = threading.Thread(target=lambda: answer.append(box.refusal()))
    asking.start()
    client = box.connect()
    wait_for("the upload", lambda: client.pairs("analyze status").get("remote") == SONG)
    began = time.monotonic()
    client.command("analyze cancel")
    asking.join()
    client.close()
    tally.check("[no-analysis" in answer[0] and time.monotonic() - began < TIMEOUT / 2, "cancel ends it at once", answer)


def check_play(tally, client, start, since, name):
    took = time.monotonic() - since
    engine = client.pairs("engine")
    tally.check(engine["underruns"] == "0" and engine.get("starvations", "0") == "0", f"no underrun: {name}", engine)
    played = (elapsed(client) - start) % 24
    tally.check(abs(played - took % 24) < 1, f"music plays on: {name}", f"{played:.2f} of {took:.2f} s")


def check_unconfigured(tally, folder, music):
    folder.mkdir()
    music = shutil.copytree(music, folder / "Music")
    with Daemon("--music", str(music), "--output", "null", "--autoplay", "off", folder=folder) as daemon:
        daemon.start()
        client = daemon.connect()
        client.command("protocol enable error_keys")
        wait_for("the songs", lambda: client.knows("", 3))
        refusal = client.refusal(f"analyze {SONG} remote")
        tally.check("[not-configured" in refusal, "nothing is sent without a server", refusal)


def main():
    tally = Tally()
    with work_folder() as folder:
        music = make_music(folder)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            closed = f"http://127.0.0.1:{free.getsockname()[1]}/analyze"
        main_box = Box(folder / "main", music)
        failing = Box(folder / "failing", music, fault="500")
        alone = Box(folder / "alone", music, url=closed)

        def beside():
            check_fault(tally, failing, "500", SLOW["500"])
            failing.server.options.fault, failing.server.posts = "500-once", 0
            answer = failing.refusal()
            tally.check("source: remote" in answer and failing.server.posts == 2, "another try succeeds", answer)
            if not QUICK:
                check_fault(tally, failing, "drop", SLOW["drop"])

        def unreachable():
            answer = alone.refusal()
            tally.check("[remote-unreachable " in answer and "4 tries" in answer, "nobody listens", answer)
            check_unconfigured(tally, folder / "none", music)

        threads = [threading.Thread(target=beside), threading.Thread(target=unreachable)]
        for thread in threads:
            thread.start()
        counts = []
        for number in (1, 2):
            start, since = elapsed(main_box.client), time.monotonic()
            for fault in list(REFUSALS)[:3 if QUICK and number == 2 else None]:
                check_fault(tally, main_box, fault, REFUSALS[fault])
            if number == 1 or not QUICK:
                check_slow(tally, main_box)
            check_cancel(tally, main_box)
            check_play(tally, main_box.client, start, since, f"round {number}")
            counts.append(main_box.descriptors())
        # The next song, or a file of a database, may be open for a moment.
        wait_for(f"the descriptors to be as before: {counts}", lambda: main_box.descriptors() <= counts[0] + 1, 20)
        tally.check(True, "no descriptor stays open")
        check_success(tally, main_box)
        for thread in threads:
            thread.join()
        for box in (failing, alone):
            tally.check(box.client.pairs("engine")["underruns"] == "0", "no underrun elsewhere")
        for box in (main_box, failing, alone):
            box.close()
    tally.close()


main()
