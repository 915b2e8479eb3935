"""The page on a board: its service starts with the first visitor; ten visitors listen while music plays and keys are pressed.

The package is installed into a Debian with systemd. The socket unit listens where `[web] listen` says; each visitor has an
address of its own and an event stream.
"""
import functools

from harness.bounds import WORST_MS
from harness.debian import DebianBoard, package

VISITORS = 10
PRESSES = 20
MOST_RESIDENT_KIB = 24 * 1024
ADDRESS = "10.77.0"
LAST_VOLUME = "37"
# Requests from many addresses, with what each Debian has: opens the streams, then reads events until the file is there and every
# visitor was greeted, or a minute is over. What all of them saw of the volume last is in a file meanwhile.
VISIT = r"""
use strict; use IO::Socket::INET; use IO::Select;
my ($count, $file) = @ARGV; my $all = IO::Select->new; my %bytes; my %name; my %volume; my $told = '';
for my $n (1..$count) {
  my $s = IO::Socket::INET->new(PeerAddr => "10.77.0.1:80", LocalAddr => "10.77.0.$n", Timeout => 20) or die "visitor $n: $@";
  print $s "GET /events HTTP/1.1\r\nHost: 10.77.0.1\r\nAccept: text/event-stream\r\n\r\n"; $s->flush; $all->add($s); $name{$s} = $n;
}
open my $ready, '>', '/run/visiting'; close $ready;
my $end = time + 60;
while (!-e $file || time < $end && grep { ($bytes{$_} // '') !~ /^event: hello/m } 1..$count) {
  for my $s ($all->can_read(0.2)) {
    my $read = sysread $s, my $text, 65536; if (!$read) { $all->remove($s); next } $bytes{$name{$s}} .= $text;
    $volume{$name{$s}} = $1 if $bytes{$name{$s}} =~ /.*"volume":"([0-9]+)"/s;
  }
  my %seen = map { ($volume{$_} // '') => 1 } 1..$count; my ($one) = keys %seen;
  if (keys %seen == 1 && $one ne $told) { $told = $one; open my $f, '>', '/run/volume'; print $f $one; close $f }
}
for my $n (1..$count) {
  my $states = () = ($bytes{$n} // '') =~ /^event: state/mg; my $hello = ($bytes{$n} // '') =~ /^event: hello/m ? 1 : 0;
  print "$n $hello $states\n";
}
"""


def wait_shown(board, volume):
    board.wait(f"all visitors to see volume {volume}", lambda: board.attempt("cat /run/volume")[1] == volume, 10)


def run(stage):
    track = stage.track(1, 120)
    stick = stage.stick("vfat", {"1 song.flac": track}, "music")
    file = package(stage.arch, stage.folder)
    board = stage.board(make=functools.partial(DebianBoard, packages=[file]))
    board.plug(stick)
    board.wait("the sound card", "test -e /dev/snd/controlC0")
    board.run("board-tool loud 0")
    board.run(f"dpkg --install /root/{file.name}", 300)
    board.wait_active()
    board.wait_mounted(stick)
    board.wait_sound()

    stage.check(not board.holds("systemctl is-active --quiet jukebox-web.socket"), "without `listen` there is no page")
    board.run(r"printf '[web]\nlisten = 0.0.0.0:80\n' >> /etc/jukebox.ini; systemctl daemon-reload; "
              "systemctl restart jukebox-web.socket")
    stage.check(not board.holds("systemctl is-active --quiet jukebox-web.service"), "no service without a visitor")
    board.run(f"for n in $(seq 1 {VISITORS}); do board-tool address $n {ADDRESS}.$n; done")
    board.write("/root/visit.pl", VISIT)
    board.ask("repeat 1", "setvol 100")
    underruns = board.pairs("engine")["underruns"]
    board.run(f"rm -f /run/visiting /run/leave; (perl /root/visit.pl {VISITORS} /run/leave > /run/seen 2> /run/failed; "
              "touch /run/left) > /dev/null 2>&1 &")
    board.wait("the visitors", lambda: board.holds("test -e /run/visiting") or board.holds("test -s /run/failed"), 60)
    stage.equal(board.run("cat /run/failed"), "", "visitors that were not let in")
    for _ in range(PRESSES // 2):
        for key in ("volumedown", "volumeup"):
            before = board.status()["volume"]
            board.key(key)
            board.wait(f"{key} to act", lambda: board.status()["volume"] != before, 10)
            wait_shown(board, board.status()["volume"])
    process = board.show("jukebox-web.service", "MainPID")
    stage.equal(board.run(f"stat -c %U /proc/{process}"), "jukebox-web", "its user")
    resident = int(board.run(f"sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/{process}/status"))
    stage.note("resident MiB", resident / 1024)
    stage.check(resident <= MOST_RESIDENT_KIB, f"at most {MOST_RESIDENT_KIB} KiB are resident", resident)
    engine = board.pairs("engine")
    stage.equal(engine["underruns"], underruns, "underruns beside the visitors")
    latency = int(engine["key_latency_p99_us"]) / 1e3
    stage.note("key p99 ms", latency)
    stage.check(latency <= WORST_MS, f"a key acts within {WORST_MS} ms", latency)
    board.ask(f"setvol {LAST_VOLUME}")
    wait_shown(board, LAST_VOLUME)
    board.run("touch /run/leave")
    board.wait("the visitors to leave", "test -e /run/left")
    seen = [line.split() for line in board.run("cat /run/seen").splitlines()]
    stage.equal([(number, hello) for number, hello, _ in seen], [(str(n), "1") for n in range(1, VISITORS + 1)],
                "visitors that were greeted")
    stage.check(all(int(states) > PRESSES for *_, states in seen), "each visitor saw the presses", seen)

    # A service that was killed comes back with the next visitor.
    board.run(f"kill -KILL {process}")
    board.wait("it to end", f"! test -e /proc/{process}")
    greeted = board.run("perl /root/visit.pl 1 /run/leave").split()
    stage.equal(greeted[:2], ["1", "1"], "the visitor after that is greeted")
    again = board.show("jukebox-web.service", "MainPID")
    stage.check(again not in ("0", process), "the next visitor starts it again", again)
    board.power_off()
