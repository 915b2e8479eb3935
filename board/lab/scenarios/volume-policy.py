"""Night and sleep by the board's clocks: a ceiling of its own from 20:00 on, day's volume back at 7:00, and a fade of a minute
after which the song waits where that began. Then the card's own control makes the volume.
"""

# 12:00 and 21:00 of one day and 08:00 of the next, UTC.
NOON, EVENING, MORNING = 1_800_014_400, 1_800_046_800, 1_800_086_400
CONFIGURATION = "night-volume = 30\nnight = 20:00-07:00\n"
HARDWARE = "sed -i 's/^rate = .*/&\\nmixer = hardware/' /etc/jukebox.ini;"


def volume(board):
    return int(board.status()["volume"])


def run(stage):
    song = stage.track(1, 150)
    stick = stage.stick("vfat", {"1 song.flac": song})
    board = stage.board()
    board.plug(stick)
    board.mount(stick)
    # The kernel took the time from the board's clock chip.
    board.start("autoplay = off\n")
    stage.equal(board.status()["clock"], "chip", "what vouches for the time at first")
    board.stop()
    board.run(f"board-tool clock {NOON}")
    board.start(CONFIGURATION)
    board.wait_sound()
    stage.equal((board.status()["clock"], volume(board)), ("network", 100), "the clock and the volume at noon")

    board.run(f"board-tool clock {EVENING}")
    board.wait("night", lambda: volume(board) == 30, 40)
    board.ask("setvol 80")
    stage.equal(volume(board), 30, "who asks for more at night")
    board.run(f"board-tool clock {MORNING}")
    board.wait("the night's end", lambda: "the night is over" in board.log(), 40)
    board.ask("setvol 100")

    began = float(board.status()["elapsed"])
    board.ask("sleep 1")
    stage.check(int(board.status()["sleep"]) in (59, 60), "status tells how long it still plays")
    board.wait("sleep", lambda: board.status()["state"] == "pause", 150)
    status = board.status()
    stage.check(abs(float(status["elapsed"]) - began) < 1.5, "it waits where the fade began",
                f"{status['elapsed']} s, not {began} s")
    stage.equal((status["volume"], "sleep" in status), ("100", False), "volume and timer afterwards")
    board.ask("play")
    board.wait("sound again", lambda: float(board.status()["elapsed"]) > began + 3, 30)
    board.stop()

    board.start(CONFIGURATION, before=HARDWARE)
    board.wait_sound()
    board.ask("setvol 50")
    board.wait("half a second", lambda: float(board.status()["elapsed"]) > began + 6, 30)
    stage.check("no control with a scale in dB" not in board.log(), "the card has a control")
    stage.healthy(board)

    recording = board.power_off()
    stage.equal([at for at in recording.clicks([song]) if at < recording.frames // 2], [],
                "clicks while night comes and goes and it falls asleep")
