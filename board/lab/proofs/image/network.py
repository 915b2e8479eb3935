"""Wi-Fi of the card image, with the kernel's own simulation of radios (mac80211_hwsim)."""
import hashlib
import json
import shlex

from harness.failure import Failure
from harness.raspi import START_SECONDS
from lib import wait_for

from .card import CROSSFADE

# With spaces that count.
ROUTER, ROUTER_PASSWORD = " Router of the proof ", " twelve letters "
# The key that a router and its clients make of both (IEEE 802.11i).
KEY = hashlib.pbkdf2_hmac("sha1", ROUTER_PASSWORD.encode(), ROUTER.encode(), 4096, 32).hex()
PROFILES = "ls /etc/NetworkManager/system-connections"


class Network:
    """Wi-Fi of simulated radios: wlan0 is the box, wlan1 a router, wlan2 a phone."""

    def __init__(self, proof):
        self.proof = proof

    def check(self):
        proof = self.proof
        proof.card.write("wifi.txt", f"name = {ROUTER}\r\npassword = short\r\n")
        self.start()
        said = proof.card.read("wifi.txt")
        proof.say(said.startswith("# ERROR: the password"), "a wrong wifi.txt says why", said)
        self.hotspot()
        self.join("No such network", ROUTER_PASSWORD, "absent")
        self.join(ROUTER, "a wrong password", "password")
        self.join(ROUTER, ROUTER_PASSWORD, "")
        proof.board.ask(f"crossfade {CROSSFADE}")
        stored = self.run(f"{PROFILES}; sync")
        proof.say(proof.remembers() and "page" in stored, "a setting and the network are stored", stored)
        proof.board.cut()
        proof.card.write("reset", "")
        proof.card.write("wifi.txt", f'country = de\r\nname = "{ROUTER}"\r\npassword = {KEY}\r\n')
        self.start()
        proof.say(not proof.remembers(), "reset forgets the setting, and the stick plays", proof.board.status())
        stored = self.run(PROFILES)
        proof.say("page" not in stored, "reset forgets the network", stored)
        wait_for("the router's address", self.address, START_SECONDS, 2)
        proof.say(True, "a wifi.txt with a key in place of the password joins")
        proof.say("jukebox-hotspot" not in self.run("nmcli -t -f NAME connection show --active"), "no Wi-Fi of the box's own opens beside it")
        proof.say(proof.card.read("reset") is None, "reset is done once")

    def run(self, command, seconds=START_SECONDS):
        return self.proof.board.run(command, seconds)

    def start(self):
        """NetworkManager gets one radio; the router has another."""
        self.proof.start()
        self.proof.board.wait_for_shell()
        self.run("mkdir -p /run/NetworkManager/conf.d; printf '[keyfile]\\nunmanaged-devices=interface-name:wlan1;interface-name:wlan2\\n' "
                 ">/run/NetworkManager/conf.d/proof.conf; nmcli general reload conf; modprobe mac80211_hwsim radios=3")
        self.supplicant("wlan1", ROUTER, ROUTER_PASSWORD, "mode=2 frequency=2437 proto=RSN pairwise=CCMP")
        self.run("ip address add 10.9.0.1/24 dev wlan1; dnsmasq --user=root --port=0 --interface=wlan1 --bind-interfaces "
                 "--dhcp-leasefile=/run/leases --dhcp-range=10.9.0.10,10.9.0.20")
        self.proof.playing()

    def supplicant(self, device, name, password, words=""):
        lines = [f"ctrl_interface=/run/wpa_{device}", "network={", f'ssid="{name}"', f'psk="{password}"', "key_mgmt=WPA-PSK", *words.split(), "}"]
        self.run(rf"printf '%s\n' {shlex.join(lines)} >/run/{device}.conf; wpa_supplicant -B -D nl80211 -i {device} -c /run/{device}.conf")

    def address(self):
        return "10.9.0.1" in self.run("ip -4 -o address show dev wlan0")

    def state(self):
        answer = self.run("cat /run/jukebox-network/state")
        return dict(line.split(": ", 1) for line in answer.splitlines() if ": " in line)

    def hotspot(self):
        """It opens by itself; a phone joins it with the password on the card, and sees the page."""
        proof = self.proof
        wait_for("the box's own Wi-Fi", lambda: self.state().get("state") == "open", START_SECONDS, 2)
        proof.say(proof.board.status()["state"] == "play", "music plays while the box opens its own Wi-Fi")
        access = dict(line.split(": ", 1) for line in (proof.card.read("hotspot.txt") or "").splitlines())
        proof.say(access.get("Wi-Fi", "").startswith("Jukebox-"), "the card tells its name and password", access)
        self.supplicant("wlan2", access["Wi-Fi"], access["Password"])
        wait_for("the phone", lambda: "wpa_state=COMPLETED" in self.run("wpa_cli -p /run/wpa_wlan2 -i wlan2 status"), START_SECONDS, 2)
        proof.say(True, "a phone joins it with WPA2")
        page = self.http("GET / HTTP/1.0")
        proof.say(" 200 " in page, "the page answers at 10.42.0.1", page)

    def http(self, head, body=""):
        lines = [head, "Host: 10.42.0.1", *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []), "", body]
        text = shlex.quote(r"\r\n".join(lines))
        return self.run(f"exec 5<>/dev/tcp/10.42.0.1/80 && printf %b {text} >&5 && head -n 1 <&5; exec 5>&-")

    def join(self, name, password, error):
        """The form of the page."""
        proof = self.proof
        answer = self.http("POST /api/network HTTP/1.0", json.dumps(["join", name, password]))
        if " 200 " not in answer:
            raise Failure(f"the page takes no network: {answer}")
        if error:
            state = wait_for("the reason", lambda: (found := self.state()).get("error") and found["name"] == name and found, START_SECONDS, 2)
            proof.say(state == {"state": "open", "hotspot": state["hotspot"], "name": name, "error": error},
                      f"a network that can't be joined: {error}", state)
        else:
            wait_for("the end", lambda: self.state()["state"] == "joined", START_SECONDS, 2)
            proof.say(self.address(), "the network of the form is joined")
