"""Who may do what over TCP: a table of address, password and command, from hosts in network namespaces of their own, at each
[control] trust; then hostile hosts, after each of which an honest one is still served and nothing was changed; then what
avahi announces.

usage: board/lab/run proofs.trust [--quick]

--quick makes fewer connections, and looks at fewer changes of the announcement.
"""
import contextlib
import ctypes
import ipaddress
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import time

from lib import Daemon, Tally, apart, wait_for, work_folder

QUICK = "--quick" in sys.argv[1:]
PORT = 6600
LIBC = ctypes.CDLL(None, use_errno=True)
EVERYTHING = {"read", "add", "player", "control", "admin"}
# A harmless command for each permission.
COMMANDS = [
    ("ping", set()), ("status", {"read"}), ('findadd title "none such"', {"add"}), ("stop", {"player"}),
    ("sendmessage nobody x", {"control"}), ("disableoutput 99", {"admin"}), ("log 1", {"admin"}), ("record status", {"read"}),
]
PASSWORDS = {"guest": {"read", "add"}, "dj": {"control", "player"}, "boss": {"admin"}, "owner": EVERYTHING}
PASSWORD_LINES = 'password = guest@read,add\npassword = dj@control\npassword = "boss@admin"\npassword = owner\n'
ALWAYS_LOCAL = [ipaddress.ip_network(text) for text in (
    "127.0.0.0/8", "::1/128", "169.254.0.0/16", "fe80::/10", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")]
# Further networks of the box.
OWN_PUBLIC = [ipaddress.ip_network(text) for text in ("203.0.113.0/24", "2001:db8:1::/64")]


def ip(line):
    subprocess.run(["ip", *line.split()], check=True)


def enter(network):
    if LIBC.setns(network, 0x40000000) != 0:  # CLONE_NEWNET
        raise OSError(ctypes.get_errno(), "setns")


class Host:
    """A machine in a network namespace; `device` is its end of a cable to the box."""

    def __init__(self, name, box_addresses, addresses, routes=()):
        self.device = name
        ip(f"netns add {name}")
        self.file = os.open(f"/run/netns/{name}", os.O_RDONLY)
        ip(f"link add {name} type veth peer name b-{name}")
        ip(f"link set {name} netns {name}")
        for address in box_addresses:
            ip(f"addr add {address} dev b-{name}{' nodad' if ':' in address else ''}")
        ip(f"link set b-{name} up")
        ip(f"-n {name} link set lo up")
        ip(f"-n {name} link set {name} up")
        for address in addresses:
            ip(f"-n {name} addr add {address} dev {name}{' nodad' if ':' in address else ''}")
        for route in routes:
            ip(route)

    @contextlib.contextmanager
    def inside(self):
        """The network in which a socket is made stays its network."""
        enter(self.file)
        try:
            yield
        finally:
            enter(BOX)

    def socket(self, family, kind=socket.SOCK_STREAM, protocol=0):
        with self.inside():
            return socket.socket(family, kind, protocol)

    def index(self):
        with self.inside():
            return socket.if_nametoindex(self.device)


class Source:
    """An address that clients come from, and the box's address that they go to."""

    def __init__(self, name, host, address, target):
        self.name, self.host, self.address, self.target = name, host, ipaddress.ip_address(address), target
        self.family = socket.AF_INET6 if ":" in address else socket.AF_INET

    def connect(self, timeout=5):
        made = self.host.socket(self.family) if self.host else socket.socket(self.family)
        made.settimeout(timeout)
        scope = self.host.index() if self.address.is_link_local and self.host else 0
        rest = (0, scope) if self.family == socket.AF_INET6 else ()
        made.bind((str(self.address), 0, *rest))
        made.connect((self.target, PORT, *rest))
        return made

    def is_local(self, networks=()):
        return any(self.address in network for network in [*ALWAYS_LOCAL, *OWN_PUBLIC, *networks])


class Talk:
    """A client over a connected socket."""

    def __init__(self, made):
        self.socket = made
        self.file = made.makefile("rb")
        self.greeting = self.line()

    def line(self):
        """A line; empty where the box has closed."""
        try:
            return self.file.readline().decode("utf-8", "replace").rstrip("\n")
        except ConnectionError:
            return ""

    def ask(self, text):
        """The last line of the answer."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(text.encode() + b"\n")
        while True:
            line = self.line()
            if line == "OK" or line.startswith("ACK") or not line:
                return line

    def close(self):
        self.file.close()
        self.socket.close()


def reset(made):
    """Closes without an orderly end: the box gets a reset."""
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    made.close()


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def syn(source, target, port):
    """A TCP segment that asks for a connection, as from `source`."""
    source, target = ipaddress.ip_address(source).packed, ipaddress.ip_address(target).packed
    head = struct.pack("!HHIIBBHHH", port, PORT, 7, 0, 5 << 4, 2, 1000, 0, 0)
    pseudo = source + target + (struct.pack("!BBH", 0, 6, 20) if len(source) == 4 else struct.pack("!IxxxB", 20, 6))
    return head[:16] + struct.pack("!H", checksum(pseudo + head)) + head[18:]


class Box:
    """The jukebox, its configuration and what must stay as it is."""

    def __init__(self, tally, work):
        self.tally = tally
        self.file = work / "jukebox.ini"
        self.turn = 0
        self.write("trust = local")
        self.daemon = Daemon("--config", str(self.file))
        self.daemon.start()
        self.local = self.daemon.connect()
        self.local.command("setvol 33")

    def write(self, lines, tcp=f"[::]:{PORT}"):
        self.turn += 1
        self.file.write_text(
            f"[control]\ntcp = {tcp}\n{lines}\n[player]\nautoplay = off\ncrossfade-albums = {('on', 'off')[self.turn % 2]}\n"
            "[library]\nmount-root = off\n[audio]\noutput = null\n")

    def reread(self, lines):
        def count():
            return self.daemon.log.read_text(errors="replace").count("crossfade-albums changed")
        before = count()
        self.write(lines)
        self.daemon.process.send_signal(signal.SIGHUP)
        wait_for("the new configuration", lambda: count() > before)

    def rejections(self):
        return self.daemon.log.read_text(errors="replace").count("is rejected: [control] trust")

    def check(self, good, name, detail=""):
        self.tally.check(good, name, detail)

    def well(self, name, honest):
        """An honest client is served, over the network and on the Unix socket, and nothing was changed."""
        began = time.monotonic()
        talk = Talk(honest.connect())
        answer = talk.ask("ping")
        talk.close()
        volume = self.local.status()["volume"]
        took = time.monotonic() - began
        self.check(talk.greeting.startswith("OK MPD") and answer == "OK", f"{name}: an honest client", talk.greeting + answer)
        self.check(volume == "33" and took < 2, f"{name}: nothing changed, quickly", f"volume {volume}, {took:.1f} s")


def rights(given, defaults):
    return PASSWORDS[given] if given else defaults


def row(box, name, source, allowed, given, defaults):
    """One client: whether it is let in, and what each command answers."""
    talk = Talk(source.connect())
    if not allowed:
        box.check(talk.greeting == f"ACK [4@0] {{}} {source.address} may not connect: [control] trust does not include it",
                  f"{name}: the reason", talk.greeting)
        box.check(talk.line() == "", f"{name}: closed")
    elif not talk.greeting.startswith("OK MPD") or given and talk.ask(f"password {given}") != "OK":
        box.check(False, f"{name}: let in", talk.greeting)
    else:
        for command, needed in COMMANDS:
            answer = talk.ask(command)
            box.check(answer.startswith("ACK [4@") != (needed <= rights(given, defaults)), f"{name}: {command}", answer)
    talk.close()


def table(box, sources):
    """Address × password × command at each trust."""
    trusts = [
        ("local", lambda source: source.is_local()),
        ("192.168.50.0/24, 2001:db8:99::/48", lambda source: any(
            source.address in ipaddress.ip_network(text) for text in ("192.168.50.0/24", "2001:db8:99::/48"))),
        ("local 198.51.100.0/24", lambda source: source.is_local([ipaddress.ip_network("198.51.100.0/24")])),
        ("all", lambda source: True),
    ]
    for trust, allows in trusts:
        box.reread(f"trust = {trust}\n{PASSWORD_LINES}default-permissions = read")
        for source in sources:
            for given in [None, *PASSWORDS] if allows(source) else [None]:
                row(box, f"trust {trust}, {source.name}, password {given}", source, allows(source), given, {"read"})
    for lines, defaults in (
            ("", EVERYTHING), ("password = owner", set()), (PASSWORD_LINES, set()),
            ("default-permissions = read,add,control", EVERYTHING - {"admin"}),
            ("password = owner\ndefault-permissions = none", set()),
            ("password = owner\ndefault-permissions = all", EVERYTHING)):
        box.reread(f"trust = local\n{lines}")
        for source in sources[:3]:
            row(box, f"{lines!r}, {source.name}", source, source.is_local(), None, defaults)
    box.reread(f"trust = local\n{PASSWORD_LINES}local-permissions = read")
    local = box.daemon.connect()
    for given in [None, *PASSWORDS]:
        if given:
            local.command(f"password {given}")
        for command, needed in COMMANDS:
            local.send(command)
            try:
                answer = "\n".join(local.lines())
            except Exception as refusal:  # An ACK.
                answer = str(refusal)
            box.check(answer.startswith("ACK [4@") != (needed <= rights(given, {"read"})),
                      f"Unix socket, password {given}: {command}", answer)
    local.close()


def hostile(box, home, office, outside4, outside6, gained):
    many = 60 if QUICK else 400
    home4, home6 = home
    box.reread("trust = local")
    seen = box.rejections()

    def attack(name, honest=home4):
        print(f"  {name}", flush=True)
        return _Attack(box, name, honest)

    # From outside: no command is carried out, whatever is sent and however it ends.
    for source in (outside4, outside6):
        with attack(f"a flood of connections from {source.address}") as name:
            lines = []
            for _ in range(many):
                talk = Talk(source.connect())
                lines.append((talk.greeting[:10], talk.line()))
                talk.close()
            box.check(set(lines) == {("ACK [4@0] ", "")}, f"{name}: one line each", set(lines))
        with attack(f"commands before the greeting, from {source.address}"):
            for _ in range(many // 4):
                made = source.connect()
                made.sendall(b"setvol 99\npassword owner\nsetvol 98\n")
                Talk(made).close()
        with attack(f"commands and a reset, from {source.address}"):
            for _ in range(many // 4):
                made = source.connect()
                made.send(b"setvol 99\n")
                reset(made)
        with attack(f"connections that stay open unread, from {source.address}"):
            held = [source.connect() for _ in range(40)]
            box.well("while they are held", home4)
            for made in held:
                made.close()
    box.check(box.rejections() - seen <= 1, "one log line a minute for addresses outside", box.rejections() - seen)
    with attack("segments that claim to come from home, over another cable"):
        raw = outside4.host.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        for number in range(200):
            source, target = f"192.168.50.{100 + number % 100}", outside4.target
            body = syn(source, target, 20_000 + number)
            head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 40, number, 0, 64, 6, 0, socket.inet_aton(source),
                               socket.inet_aton(target))
            raw.sendto(head + body, (target, 0))
        raw.close()
    with attack("IPv6 segments from ::ffff:192.168.50.9"):
        raw = outside6.host.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_RAW)
        for number in range(200):
            source = "::ffff:192.168.50.9"
            body = syn(source, outside6.target, 20_000 + number)
            head = struct.pack("!IHBB16s16s", 6 << 28, 20, 6, 64, ipaddress.ip_address(source).packed,
                               ipaddress.ip_address(outside6.target).packed)
            with contextlib.suppress(OSError):
                raw.sendto(head + body, (outside6.target, 0))
        raw.close()
    with attack("an address of a network that the box enters and leaves") as name:
        ip("addr add 198.51.100.1/24 dev b-internet")
        talk = Talk(gained.connect())
        box.check(talk.ask("ping") == "OK", f"{name}: entered", talk.greeting)
        ip("addr del 198.51.100.1/24 dev b-internet")
        box.check(Talk(gained.connect()).greeting.startswith("ACK [4@0]"), f"{name}: left")
        box.check(talk.ask("ping") == "OK", f"{name}: a connection outlives the address")
        box.reread("trust = local")
        talk.close()
    with attack("a connection at the time at which its network is no longer trusted") as name:
        talk = Talk(home6.connect())
        box.reread("trust = 192.168.50.0/24")
        box.check(talk.ask("setvol 99") == "", f"{name}: closed")
        talk.close()

    # From home, with too few rights.
    box.reread(f"trust = local\n{PASSWORD_LINES}default-permissions = none")
    with attack("a wrong password after a right one") as name:
        talk = Talk(office.connect())
        talk.ask("password guest")
        box.check(talk.ask("password owner2").startswith("ACK [3@0]"), f"{name}: refused")
        box.check(talk.ask("setvol 99").startswith("ACK [4@0]") and talk.ask("status") == "OK", f"{name}: still a guest")
        talk.ask("password owner")
        talk.ask("password guest")
        box.check(talk.ask("setvol 99").startswith("ACK [4@0]"), f"{name}: a guest again")
        talk.close()
    with attack("a password in the name of another machine") as name:
        talk = Talk(office.connect())
        box.check(talk.ask("password owner 192.0.2.1").startswith("ACK [4@0]"), f"{name}: refused")
        box.check(talk.ask("setvol 99").startswith("ACK [4@0]"), f"{name}: gives nothing")
        talk.close()
    with attack("passwords in command lists") as name:
        talk = Talk(home6.connect())
        for text in ("setvol 99\npassword owner", "password guest\nsetvol 99\npassword owner",
                     "password owner\npassword guest\nsetvol 99"):
            answer = talk.ask(f"command_list_begin\n{text}\ncommand_list_end")
            box.check(answer.startswith("ACK [4@"), f"{name}: {text!r}", answer)
        talk.close()
    with attack("words that nearly are a command or a password") as name:
        talk = Talk(home6.connect())
        for text in ('"setvol" 99', " setvol 99", "setvol\t99", "SETVOL 99", "setvol 99\\\nsetvol 98", "ping;setvol 99",
                     'ping "\\"\nsetvol 99', 'password ""'):
            answer = talk.ask(text)
            box.check(answer.startswith("ACK") or not answer, f"{name}: {text!r}", answer)
            if not answer:
                talk = Talk(home6.connect())
        talk.close()
    with attack("a password with a line end, and bytes that are no text"):
        made = home6.connect()
        made.sendall(b'password "x\nsetvol 99\n\0\xff\xfe\nsetvol 99\n')
        Talk(made).close()
    with attack("a password of ten thousand letters") as name:
        talk = Talk(home6.connect())
        box.check(talk.ask("password " + "owner" * 2000).startswith("ACK [3@0]"), f"{name}: refused")
        talk.close()
    with attack("an endless line") as name:
        made = home6.connect()
        with contextlib.suppress(ConnectionError):
            for _ in range(64):
                made.sendall(b"password x" * 4096)
        talk = Talk(made)
        lines = []
        while line := talk.line():
            lines.append(line)
        box.check(len(lines) < 3, f"{name}: ended", lines[-1:])
        talk.close()
    with attack("an endless command list") as name:
        made = home6.connect()
        with contextlib.suppress(ConnectionError):
            made.sendall(b"command_list_begin\n")
            for _ in range(80):
                made.sendall(b"setvol 99\n" * 4096)
        talk = Talk(made)
        box.check(talk.line() == "" or talk.line() == "", f"{name}: ended")
        talk.close()
    with attack("a browser that posts commands") as name:
        made = home6.connect()
        made.sendall(b"POST / HTTP/1.1\r\nHost: box\r\n\r\npassword owner\nsetvol 99\n")
        talk = Talk(made)
        box.check(talk.line() == "", f"{name}: closed at its first line")
        talk.close()
    with attack("urgent data"):
        made = home6.connect()
        made.send(b"setvol 99\n", socket.MSG_OOB)
        made.send(b"setvol 99\n")
        made.close()
    with attack("thirty guesses at once") as name:
        talks = [Talk(office.connect()) for _ in range(20)]
        for number, talk in enumerate(talks):
            talk.socket.sendall(f"password guess{number}\nsetvol 99\n".encode())
        other = Talk(home6.connect())
        began = time.monotonic()
        box.check(other.ask("password owner") == "OK" and time.monotonic() - began < 1,
                  f"{name}: another machine's password is not delayed", f"{time.monotonic() - began:.1f} s")
        other.close()
        for talk in talks:
            talk.close()
    with attack("guesses that leave at once") as name:
        for number in range(many):
            made = office.connect()
            with contextlib.suppress(ConnectionError):
                made.sendall(f"password guess{number}\nsetvol 99\n".encode())
            made.close()
            # The places of the network are free again at once.
            if number % 20 == 19:
                talk = Talk(office.connect())
                box.check(talk.greeting.startswith("OK MPD"), f"{name}: a place is free", talk.greeting)
                talk.close()
    with attack("clients that send a letter now and then"):
        held = [office.connect() for _ in range(20)]
        for letter in b"setvol 99":
            for made in held:
                made.send(bytes([letter]))
        box.well("while they send", home4)
        for made in held:
            reset(made)
    with attack("a client that reads nothing of much"):
        made = home6.connect()
        made.setblocking(False)
        with contextlib.suppress(BlockingIOError, ConnectionError):
            for _ in range(2000):
                made.sendall(b"commands\nnotcommands\n" * 100)
        box.well("while it does not read", home4)
        reset(made)
    with attack("all places of the network taken") as name:
        held = [Talk(office.connect()) for _ in range(24)]
        local = box.daemon.connect()
        box.check(local.command("ping") == [], f"{name}: the Unix socket has places of its own")
        local.close()
        for talk in held:
            talk.close()
        wait_for("a free place", lambda: Talk(home4.connect()).greeting)
    with attack("connections that end at once"):
        for number in range(many):
            made = office.connect()
            if number % 2:
                reset(made)
            else:
                made.close()
    wait_for("free places", lambda: Talk(home4.connect()).greeting)
    box.well("in the end", home4)


class _Attack:
    """A hostile try, after which everything must be well."""

    count = 0

    def __init__(self, box, name, honest):
        self.box, self.name, self.honest = box, name, honest

    def __enter__(self):
        return self.name

    def __exit__(self, kind, *_):
        if kind is None:
            _Attack.count += 1
            wait_for("a place", lambda: Talk(self.honest.connect()).greeting, seconds=10)
            self.box.well(self.name, self.honest)


def announced():
    """The names and ports that avahi knows."""
    text = subprocess.run(["avahi-browse", "-rpt", "_mpd._tcp"], check=False, capture_output=True, text=True).stdout
    fields = [line.split(";") for line in text.splitlines() if line.startswith("=")]
    return {(each[3].replace("\\032", " "), int(each[8])) for each in fields}


@contextlib.contextmanager
def running(*words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def announcement(tally, box, work):
    """The view of phones: the name of the machine and the port, as long as the jukebox listens."""
    expected = f"Jukebox on {socket.gethostname()}"
    avahi = ["avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits"]
    os.makedirs("/run/avahi-daemon", exist_ok=True)
    def waiting(what, check):
        wait_for(what, check, seconds=20, pause=0.1)

    if not QUICK:
        for _ in range(2):
            with running(*avahi):
                waiting("the announcement, also when avahi starts again", lambda: announced() == {(expected, PORT)})
    with running(*avahi):
        waiting("the announcement", lambda: announced() == {(expected, PORT)})
        box.local.close()
        box.daemon.stop()
        waiting("its end", lambda: announced() == set())
        box.write("", tcp="0.0.0.0:6700")
        box.daemon.start()
        waiting("the other port", lambda: announced() == {(expected, 6700)})
        box.daemon.kill()
        if not QUICK:
            waiting("its end with the killed daemon", lambda: announced() == set())
        for tcp in ("off", "127.0.0.1:6700"):
            box.write("", tcp=tcp)
            box.daemon.start()
            box.daemon.connect().close()
            main_thread = pathlib.Path(f"/proc/{box.daemon.process.pid}/task/{box.daemon.process.pid}/children")
            tally.check(main_thread.read_text() == "" and (QUICK or announced() == set()), f"tcp = {tcp} announces nothing")
            box.daemon.stop()


def main():
    global BOX
    if not apart("--mount", "--net", "--uts"):
        raise SystemExit("network namespaces are needed: run it as root, or allow user namespaces")
    began = time.monotonic()
    BOX = os.open("/proc/self/ns/net", os.O_RDONLY)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    # Avahi wants a user of its own, and a namespace of users has root alone.
    for name, entry in (("passwd", "x:0:0::/:/bin/false"), ("group", "x:0:")):
        pathlib.Path(f"/run/{name}").write_text(f"root:{entry}\navahi:{entry}\n")
        subprocess.run(["mount", "--bind", f"/run/{name}", f"/etc/{name}"], check=True)
    socket.sethostname("proofbox")
    ip("link set lo up")
    home = Host("home", ["192.168.50.1/24", "fd50::1/64", "fe80::1/64"], ["192.168.50.2/24", "fd50::2/64", "fe80::2/64"])
    office = Host("office", ["203.0.113.1/24", "2001:db8:1::1/64"], ["203.0.113.2/24", "2001:db8:1::2/64"])
    internet = Host(
        "internet", ["10.9.0.1/24", "fd09::1/64"],
        ["10.9.0.2/24", "198.51.100.2/32", "172.20.0.2/32", "172.32.0.2/32", "fd09::2/64", "2001:db8:99::2/128"],
        [f"route add {network} via 10.9.0.2" for network in ("198.51.100.0/24", "172.20.0.0/16", "172.32.0.0/16")]
        + ["route add 2001:db8:99::/48 via fd09::2"])
    sources = [
        Source("home", home, "192.168.50.2", "192.168.50.1"),
        Source("a public network of the box", office, "2001:db8:1::2", "2001:db8:1::1"),
        Source("the Internet", internet, "198.51.100.2", "10.9.0.1"),
        Source("home by IPv6", home, "fd50::2", "fd50::1"),
        Source("home by a link-local address", home, "fe80::2", "fe80::1"),
        Source("a public IPv4 network of the box", office, "203.0.113.2", "203.0.113.1"),
        Source("the Internet by IPv6", internet, "2001:db8:99::2", "fd09::1"),
        Source("a private network behind a router", internet, "172.20.0.2", "10.9.0.1"),
        Source("an address beside the private ones", internet, "172.32.0.2", "10.9.0.1"),
        Source("the box", None, "127.0.0.1", "127.0.0.1"),
        Source("the box by IPv6", None, "::1", "::1"),
        Source("the box by its public address", None, "203.0.113.1", "203.0.113.1"),
    ]
    tally = Tally()
    with work_folder() as work:
        bus = work / "bus.conf"
        bus.write_text(
            '<busconfig><type>system</type><listen>unix:path=/run/bus</listen><auth>EXTERNAL</auth>'
            '<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>'
            '</busconfig>')
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/run/bus"
        with running("dbus-daemon", "--nofork", "--nopidfile", f"--config-file={bus}"):
            wait_for("the bus", lambda: os.path.exists("/run/bus"))
            box = Box(tally, work)
            with box.daemon:
                table(box, sources)
                checks = tally.passed + tally.failed
                hostile(box, (sources[0], sources[3]), sources[5], sources[2], sources[6], sources[2])
                announcement(tally, box, work)
    print(f"{checks} answers of the table, {_Attack.count} hostile tries; {time.monotonic() - began:.0f} s")
    tally.close()


BOX = -1
main()
