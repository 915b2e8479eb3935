import Linux
import Model
import Support
import Testing

@testable import Doctor

@Suite("Findings")
struct FindingTests {
  @Test func `the package jukebox-formats is not checked without a song that needs it`() {
    var facts = Healthy.sticks
    facts.decoder = .missing
    facts.sticks[0].coded = 0
    #expect(StickChecks.formats(facts).isEmpty)
    facts.sticks[0].coded = 1
    facts.decoder = .unknown("permission denied")
    expectEqual(StickChecks.formats(facts), [.unseen("Package jukebox-formats: permission denied")])
  }

  @Test func `a reader that cannot be asked is not said to work before a card was read`() {
    var facts = InputFacts()
    facts.radioReaders = [.init(name: "door", kind: "rdm6300", device: "/dev/ttyS0", state: .listening)]
    let found = RadioReaderChecks.readers(facts).map { Finding(.inputs, "readers", $0) }
    expectEqual(found.map(\.state), ["note"])
    #expect(found[0].text.contains("place a card") && !found[0].text.contains("works"))
  }

  @Test func `findings of the machine replace the daemon's of the same name`() {
    let daemon = [
      Finding(.machine, "state", .well("a")),
      Finding(.sound, "card", .fault("busy", effect: "e", remedy: "r")),
    ]
    let machine = [
      Finding(.network, "address", .well("b")),
      Finding(.sound, "card", .fault("aplay", effect: "e", remedy: "r")),
    ]
    expectEqual([Finding].joined(daemon: daemon, machine: machine).map(\.text), ["aplay", "a", "b"])
  }

  @Test func `a box that plays in other rooms alone is well while an output is on`() {
    var facts = SoundFacts()
    (facts.output, facts.furtherOutputs) = ("null", ["[output rooms]"])
    func outcome() -> Finding? { SoundChecks.card(facts).first.map { Finding(.sound, "card", $0) } }
    expectEqual(outcome()?.text, "Plays through [output rooms], without a card.")
    expectEqual(outcome()?.state, "well")
    facts.furtherOutputs = []
    expectEqual(outcome()?.state, "fault")
  }

  @Test func `a stopped service with a wrong configuration has both named`() throws {
    let machine = try FakeMachine()
    machine.programs["systemctl"] = (0, FakeMachine.service("ActiveState=failed", "ExecMainStatus=78", ""))
    machine.programs["/usr/bin/jukeboxd"] = (78, "jukeboxd: /etc/jukebox.ini:3: unknown key `volum`\n")
    let faults = MachineChecks.all.findings(in: machine.facts(isAnswering: false)).filter(\.isFault)
    expectEqual(faults.map(\.check), ["service", "configuration"])
    #expect(faults.last?.text.contains("jukebox.ini:3: unknown key `volum`") == true)
    #expect(machine.asked.contains("/usr/bin/jukeboxd --config /etc/jukebox.ini --check"))
  }

  @Test func `the usual file is checked without systemd, too`() throws {
    let machine = try FakeMachine()
    machine.programs["systemctl"] = nil
    machine.programs["jukeboxd"] = (78, "jukeboxd: /etc/jukebox.ini:3: unknown key `volum`\n")
    try machine.write("/etc/jukebox.ini", "")
    let faults = MachineChecks.all.findings(in: machine.facts(isAnswering: false)).filter(\.isFault)
    expectEqual(faults.map(\.check), ["service", "configuration"])
    #expect(faults.last?.text.contains("jukebox.ini:3") == true)
    try machine.write("/tmp/state/x", "")
    machine.programs["jukeboxd"] = (0, "[library]\nstate = /tmp/state\n")
    let facts = machine.facts(isAnswering: false)
    #expect(facts.stateFolder == "/tmp/state" && facts.stateFree != nil)
  }

  @Test(arguments: [
    ("local", true), ("all", true), ("192.168.1.77", true), ("10.9.9.0/24 192.168.0.0/16", true),
    ("127.0.0.1", false), ("fd00::/8", false),
  ])
  func `phones can connect if a network of the machine is trusted`(trust: String, isOpen: Bool) {
    var facts = Healthy.network
    (facts.trust, facts.networks) = (trust, ["127.0.0.0/8", "192.168.1.0/24"])
    #expect(NetworkChecks.port(facts).map { Finding(.network, "", $0).state } == [isOpen ? "well" : "fault"])
    facts.networks = nil
    facts.permissions = "none"
    #expect(NetworkChecks.port(facts).map { Finding(.network, "", $0).state } == ["note"])
  }

  @Test func `a changed line names the file in use and how it comes into force`() {
    var facts = Healthy.service
    let line = Finding(
      .sound, "card", .fault("a", effect: "b", remedy: "output = alsa   in the section [audio]"))
    let unit = Finding(
      .machine, "priority", .fault("a", effect: "b", remedy: "LimitRTPRIO=45   in the section [Service]"))
    #expect(ServiceChecks.change(after: [unit], facts) == nil)
    #expect(ServiceChecks.change(after: [line], facts)?.text.hasSuffix("systemctl restart jukeboxd") == true)
    (facts.hasWatchdog, facts.configuration) = (false, "/home/pi/my.ini")
    expectEqual(
      ServiceChecks.change(after: [line], facts)?.text,
      "After a change of /home/pi/my.ini: start jukeboxd again")
  }

  @Test func `an empty stick among several is a note, and so is one without a long file`() {
    var facts = Healthy.sticks
    facts.sticks.append(Healthy.stick)
    (facts.sticks[1].songs, facts.sticks[1].speed) = (0, .noLongFile)
    let notes = StickChecks.all.findings(in: facts).filter { $0.state != "well" }
    #expect(notes.map(\.check) == ["present", "speed"] && notes.allSatisfy { $0.state == "note" })
  }

  @Test func `a machine that shows nothing has notes and gaps, and no faults`() throws {
    let probe = MachineProbe(root: "/nowhere") { _ in nil }
    let findings = MachineChecks.all.findings(in: probe.facts(isAnswering: true))
    expectEqual(findings.filter(\.isFault), [])
    let text = findings.map(\.text).joined(separator: "\n")
    #expect(text.contains("This kernel does not report undervoltage."))
    #expect(text.contains("The kernel's messages about sticks: "))
    #expect(findings.contains { $0.check == "memory" && $0.state == "unseen" })
  }

  @Test(arguments: [
    ("I/O error, dev sda, sector 9", "sda"), ("Buffer I/O error on dev sdb1, logical block 0", "sdb"),
    ("EXT4-fs error (device sda2): ext4_lookup", "sda"), ("exFAT-fs (sdc1): error, failed", "sdc"),
    ("mmcblk0: I/O error, dev mmcblk0, sector 1", "mmcblk0"),
    ("FAT-fs (sda1): Volume was not properly unmounted", nil),
    ("usb 1-1: new high-speed USB device", nil), ("I/O error of nothing", nil),
  ])
  func `storage errors are distinguished from other messages of the kernel`(message: String, disk: String?) {
    expectEqual(MachineChecks.faultyDisk(in: message), disk)
  }

  @Test func `a user without the group may use a daemon that lets them`() throws {
    let machine = try FakeMachine()
    try machine.write("/etc/group", "jukebox:x:900:\n")
    #expect(MachineChecks.all.findings(in: machine.facts()).filter { $0.state != "well" } == [])
  }

  @Test func `remarks and other formats are notes, a few of them`() {
    var stick = Healthy.stick
    stick.remarks = ["a: a link to a folder", "b", "c", "d"]
    stick.ignored = ["300 m4a"]
    let notes = StickChecks.ignored(stick).map { Finding(.sticks, "", $0) }
    #expect(notes.allSatisfy { $0.state == "note" } && notes.count == 5)
    expectEqual(notes.first?.text, "Last scan: a: a link to a folder")
    #expect(notes.last?.text.contains("300 m4a") == true)
  }

  @Test func `one silent socket of several is a note`() {
    var facts = Healthy.sound
    facts.controls = [
      .init(card: 0, name: "Headphone", isMuted: true, percent: 50),
      .init(card: 0, name: "Line Out", isMuted: false, percent: 80),
    ]
    #expect(SoundChecks.mixer(facts).map { Finding(.sound, "", $0).state } == ["note"])
    facts.controls?[1].percent = 0
    #expect(SoundChecks.mixer(facts).allSatisfy { Finding(.sound, "", $0).isFault })
  }

  @Test func `the process's own priority, locked memory and card are read`() throws {
    let machine = try FakeMachine()
    // A name may hold anything, and field 41 is the policy.
    let fields = (3...52).map { $0 == 41 ? "1" : "0" }.joined(separator: " ")
    try machine.write("/proc/self/stat", "500 (a) b) \(fields)")
    try machine.write("/proc/self/status", "VmLck:\t  2048 kB\n")
    try machine.write("/proc/asound/card2/pcm0p/sub0/status", "owner_pid   : 777\n")
    try machine.write(
      "/proc/asound/card2/pcm0p/sub0/hw_params",
      "access: RW_INTERLEAVED\nformat: S16_LE\nrate: 48000 (48000/1)\n")
    #expect(machine.process.isRealTime == true)
    expectEqual(machine.process.lockedBytes, 2 << 20)
    #expect(machine.process.stream == nil)
    try machine.write("/proc/self/task/777/comm", "device-helper\n")
    let stream = machine.process.stream
    #expect(stream?.card == 2 && stream?.rate == 48_000 && stream?.format == "S16_LE")
  }

  @Test func `a mount names what made it`() throws {
    let machine = try FakeMachine()
    #expect(machine.sticks.mounter(of: "/media/my stick") == nil)
    try machine.write("/run/mount/utab", "SRC=/dev/sda1 TARGET=/media/pi/X ROOT=/ OPTS=uhelper=udisks2\n")
    expectEqual(machine.sticks.mounter(of: "/media/pi/X"), "the desktop")
    try machine.write("/run/systemd/transient/media-my\\x20stick.mount", "")
    expectEqual(machine.sticks.mounter(of: "/media/my stick"), "the jukebox's udev rule")
    try machine.write(
      "/etc/fstab", "# comment\n/dev/sda1\t/media/my stick\tvfat\nUUID=1 /srv ext4 defaults\n")
    expectEqual(machine.sticks.mounter(of: "/srv"), "/etc/fstab")
  }
}
