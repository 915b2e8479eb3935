"""Alarms by the board's clocks: set over one and back while music plays, without stick, stream, queue or card, beside a recording and
another room, with power cuts around the minute, and by a clock chip."""
import random
from time import gmtime, strftime

from harness import microphone
from harness.outage import boot, state_disk
from harness.recording import FRAME, Recording

DAY = 86_400
# 08:45 of a day, UTC.
DUE, TIME = 1_800_002_700, "08:45"
CUTS = 6
CONFIGURATION = "autoplay = off\n"
ROOM = "[output kitchen]\ntype = pipe\npath = /run/kitchen\n"
# Bytes of a WAV file before its samples.
HEAD = 44
# Longest times until something is heard, in seconds of the board: of its music, and after a step that was given up.
MOST, MOST_LATER = 5, 21


def set_clock(board, time):
    board.run(f"board-tool clock {time}")


def uri(board, name):
    """The path of what is on the stick."""
    return board.wait(name, lambda: next((line.split(": ", 1)[1] for line in board.ask("listall") if line.endswith(name)), None))


def rings(board):
    return board.status().get("ringing") == "1"


def rung(board):
    """How often alarms began to ring."""
    return sum(line.endswith(" rings") for line in board.log().splitlines())


def steps(stage, music, stick):
    """The clock is set about while a song plays, then over the alarm, back, and over it again."""
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    set_clock(board, DUE - 1800)
    board.start(CONFIGURATION)
    folder = uri(board, "Wake")
    board.ask(f'alarm add {TIME} content folder "{folder}" volume 100 fade 0')
    board.ask(f'add "{uri(board, "one.flac")}"', "play")
    board.wait_sound(elapsed=1)
    for time in (DUE - 600, DUE - 7200, DUE - 300):
        set_clock(board, time)
        board.hear_on()
    at = board.recorded_frames()
    set_clock(board, DUE + 120)
    began = board.now()
    board.wait("the alarm", lambda: rings(board))
    board.wait_sound(file="two.flac")
    stage.within("over the alarm to its song", (board.now() - began) / 1e9, MOST)
    board.ask("alarm stop")
    status = board.status()
    stage.equal((status["state"], board.pairs("currentsong")["file"].rsplit("/", 1)[-1]), ("pause", "one.flac"), "the queue is back")
    board.ask("play")
    board.hear_on()
    for time in (DUE - 60, DUE + 5, DUE - 3600, DUE + 60):
        set_clock(board, time)
        board.hear_on()
    stage.equal((rung(board), rings(board)), (1, False), "how often it rang")
    stage.healthy(board)
    pieces = board.power_off().pieces([music], at)
    stage.equal([piece.kind for piece in pieces], ["silence", "track"], "one piece of music while the clock is set about")


def sounds(board, file, at):
    """Whether the card was given a sound after a frame. QEMU writes the head of the file with the first sound."""
    return file.stat().st_size > HEAD and any(Recording(file).data[at * FRAME:])


def ring(stage, board, words, content, day, most, file=None, gone=None):
    """An alarm rings on a day; it is heard. A stick leaves after the alarm was made."""
    set_clock(board, DUE + day * DAY - 60)
    number = board.pairs(f"alarm add {TIME} {content} volume 100 fade 0")["alarm"]
    if gone:
        board.yank(gone)
        board.unmount(gone)
    file = file or board.recording_file
    # The card still has sound of the alarm before.
    board.run("usleep 500000")
    at = board.recorded_frames() if file == board.recording_file else 0
    set_clock(board, DUE + day * DAY)
    began = board.now()
    board.wait(f"the alarm: {words}", lambda: rings(board))
    if file != board.recording_file:
        board.plug_sound()
    board.wait(f"a sound: {words}", lambda: sounds(board, file, at), 60)
    stage.within(words, (board.now() - began) / 1e9, most)
    return number


def silence(board, number):
    board.ask("alarm stop", f"alarm delete {number}")
    board.wait("silence", lambda: not rings(board))


def without(stage, stick):
    """Alarms whose music is not there, and alarms beside something else."""
    board = stage.board(devices=microphone.DEVICES)
    _, capture = microphone.find(board)
    board.run("mkfifo /run/kitchen; (while true; do cat /run/kitchen; done > /run/heard) > /dev/null 2>&1 &")
    board.plug(stick)
    board.mount(stick)
    set_clock(board, DUE - 1800)
    board.start(CONFIGURATION + capture + ROOM)
    folder = uri(board, "Wake")

    silence(board, ring(stage, board, "an empty queue", "", 1, MOST))
    heard = board.run("tr -d '\\000' < /run/heard | wc -c")
    stage.check(int(heard) > 1000, "the other room hears it", heard)
    board.ask("record start meanwhile")
    board.wait("a recording", lambda: board.pairs("record status")["state"] == "recording")
    number = ring(stage, board, "beside a recording", f'content folder "{folder}"', 2, MOST)
    stage.equal(board.pairs("record status")["state"], "recording", "the recording")
    board.ask("record stop")
    silence(board, number)
    silence(board, ring(stage, board, "no stream", "content stream http://127.0.0.1:9/dead", 3, MOST_LATER))

    silence(board, ring(stage, board, "no stick", f'content folder "{folder}"', 4, MOST, gone=stick))
    board.unplug_sound()
    board.wait("jukeboxd to miss its card", lambda: not board.open_files("/dev/snd"))
    silence(board, ring(stage, board, "a card that comes later", "", 5, MOST_LATER, board.spare_file))
    stage.equal(rung(board), 5, "how often alarms rang")
    # The microphone's controller has an output, too: it sounds until the card is there, and QEMU's has underruns.
    stage.healthy(board, possible=["sound device lost", "is back", "there is no output", "underrun", "nothing sounds"])
    board.power_off()


def cut(stage, stick, disk, day, chance):
    """The power goes around the minute; the next start rings, once."""
    board = boot(stage, stick, disk)
    set_clock(board, DUE + day * DAY - 1)
    board.start(CONFIGURATION)
    folder = uri(board, "Wake")
    if not board.ask("alarms"):
        board.ask(f'alarm add {TIME} content folder "{folder}" volume 100 fade 0')
    # It rings 5 s after the start at the earliest.
    begins = 5_000_000 if day % 2 else 500_000
    board.run(f"usleep {begins + chance.randrange(500_000)}")
    was_ringing = rung(board) > 0
    board.cut()

    board = boot(stage, stick, disk)
    set_clock(board, DUE + day * DAY + 60)
    board.start(CONFIGURATION)
    board.wait(f"the alarm after cut {day}", lambda: rings(board))
    board.wait_sound(file="two.flac")
    board.ask("alarm stop")
    for time in (30, 90):
        set_clock(board, DUE + day * DAY + time)
        board.run("usleep 500000")
    stage.equal((rung(board), rings(board)), (1, False), f"cut {day}: how often it rang after it")
    stage.healthy(board)
    board.stop()
    board.power_off()
    return was_ringing


def chip_at(seconds):
    """Devices of a board whose clock chip says a time."""
    return ["-rtc", strftime("base=%Y-%m-%dT%H:%M:%S,clock=vm", gmtime(seconds))]


def chip(stage, stick, disk):
    """The clock chip alone knows the time: an alarm is made, the power goes, and the next start rings at its minute."""
    board = boot(stage, stick, disk, chip_at(DUE - 1800))
    board.start(CONFIGURATION)
    stage.equal(board.status()["clock"], "chip", "what knows the time")
    board.ask(f'alarm add {TIME} content folder "{uri(board, "Wake")}" volume 100 fade 0')
    board.cut()

    board = boot(stage, stick, disk, chip_at(DUE - 25))
    board.start(CONFIGURATION)
    stage.equal(board.status()["clock"], "chip", "what knows the time after the power cut")
    board.wait("the alarm by the chip", lambda: rings(board), 90)
    stage.within("minute of the chip to the alarm", int(board.run("date +%s")) - DUE, MOST)
    board.wait_sound(file="two.flac")
    stage.equal(rung(board), 1, "how often it rang by the chip")
    stage.healthy(board)
    board.power_off()


def run(stage):
    music, wake = stage.track(1, 90), stage.track(2, 40)
    stick = stage.stick("vfat", {"Music/one.flac": music, "Wake/two.flac": wake})
    steps(stage, music, stick)
    without(stage, stick)
    # Half of the cuts come before the minute, half within a second after it.
    disk, chance = state_disk(stage, "alarms"), random.Random(58)
    after = sum(cut(stage, stick, disk, day, chance) for day in range(1, CUTS + 1))
    stage.check(0 < after < CUTS, "cuts before and after the alarm rang", after)
    chip(stage, stick, state_disk(stage, "chip"))
    stage.note("power cuts", CUTS)
    stage.note("of them after it rang", after)
