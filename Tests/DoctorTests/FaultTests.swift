import Model
import Support
import Testing

@testable import Doctor

@Suite("Faults that are put in")
struct FaultTests {
  @Test(arguments: soundFaults + stickFaults + inputFaults + machineFaults)
  func `each is named, and nothing else is`(fault: Fault) throws {
    let faults = try fault.findings().filter(\.isFault)
    expectEqual(faults.count, 1)
    let found = try #require(faults.first)
    #expect(found.group == fault.group && found.check == fault.check)
    guard case .fault(let text, let effect, let remedy) = found.outcome else { return }
    #expect(text.contains(fault.text))
    #expect(remedy.contains(fault.remedy))
    #expect(effect.hasSuffix("."))
  }

  @Test func `a healthy jukebox has no fault, note or gap`() throws {
    let machine = try FakeMachine()
    let daemon =
      SoundChecks.all.findings(in: Healthy.sound) + StickChecks.all.findings(in: Healthy.sticks)
      + InputChecks.all.findings(in: Healthy.inputs)
      + ServiceChecks.all.findings(in: Healthy.service)
      + NetworkChecks.all.findings(in: Healthy.network)
    let all = [Finding].joined(daemon: daemon, machine: MachineChecks.all.findings(in: machine.facts()))
    #expect(all.filter { $0.state != "well" } == [])
    expectEqual(Set(all.map(\.group)), Set(Finding.Group.allCases))
    #expect(all.count > 20)
  }

  static let soundFaults: [Fault] = [
    .sound("cards", "no sound card", "dtparam=audio=on") { ($0.cards, $0.open) = ([], nil) },
    .sound("card", "goes nowhere", "output = alsa") { ($0.output, $0.open) = ("null", nil) },
    .sound("card", "goes nowhere, since jukeboxd was started with --output null", "without --output null") {
      ($0.output, $0.outputFlag, $0.open) = ("null", "--output null", nil)
    },
    .sound("card", "switched off by a client", "mpc enable") { ($0.isOff, $0.open) = (true, nil) },
    .sound("card", "Another program uses", "fuser") {
      ($0.isBusy, $0.open, $0.trouble) = (true, nil, "busy")
    },
    .sound("card", "without a connected screen", "device = hdmi:CARD=vc4hdmi0,DEV=0") {
      $0.open = nil
      $0.cards?.removeFirst()
    },
    .sound("card", "cannot be opened: no such device", "device = auto") {
      ($0.device, $0.open, $0.trouble) = ("hw:9", nil, "no such device")
    },
    .sound("mixer", "PCM of the sound card is muted", "amixer -c 1 sset 'PCM' unmute") {
      $0.controls?[0].isMuted = true
    },
    .sound("mixer", "PCM of the sound card is at 0 %", "amixer -c 1 sset 'PCM' 80%") {
      $0.controls?[0].percent = 0
    },
    .sound("volume", "volume is 0", "jukebox volume") { $0.volume = 0 },
    .sound("volume", "muted", "jukebox mute off") { $0.isMuted = true },
    .sound("format", "ALSA converts from 44100 Hz", "rate = 48000") { $0.open?.cardRate = 48_000 },
    .sound("underruns", "90 underruns in 2 hours", "latency = safe") { $0.underruns = 90 },
    .sound("buffer", "too slow 3 times", "buffer-seconds = 10") { $0.starvations = 3 },
  ]

  static let stickFaults: [Fault] = [
    .sticks("present", "no stick and no music folder", "folder = ") { $0.sticks = [] },
    .sticks("unused", "/srv/music is not used: No such file", "mkdir -p /srv/music") {
      $0.sticks = []
      $0.unused = [.init(path: "/srv/music", reason: "No such file or directory", isFolder: true)]
    },
    .sticks("unused", "such as a second jukebox", "pgrep -a jukeboxd") {
      $0.sticks = []
      $0.unused = [
        .init(
          path: "/srv/music", reason: "another program, such as a second jukebox, has x open", isFolder: true)
      ]
    },
    .sticks("unused", "/media/x is not used: Permission denied", "ls -ld /media/x") {
      $0.unused = [.init(path: "/media/x", reason: "Permission denied")]
    },
    .sticks("present", "nothing to play: BLUE has no songs", "Copy music to /media/sda1") {
      ($0.sticks[0].songs, $0.sticks[0].speed) = (0, .noLongFile)
    },
    .sticks("writable", "mounted read-only", "remount,rw /media/sda1") {
      ($0.sticks[0].isMountedReadOnly, $0.sticks[0].refusesWrites) = (true, true)
    },
    .sticks("writable", "no permission to write", "chown jukebox /media/sda1") {
      $0.sticks[0].refusesWrites = true
    },
    .sticks("full", "BLUE is full: 3 MB free", "Delete files") {
      ($0.sticks[0].free, $0.sticks[0].refusesWrites) = (3_000_000, true)
    },
    .sticks("speed", "reads 0.4 MB/s", "buffer-seconds = 15") { $0.sticks[0].speed = .measured(0.4e6) },
    .sticks("speed", "not answered for 6 seconds", "Unplug") { $0.sticks[0].speed = .hangs(seconds: 6) },
    .sticks("files", "7 files cannot be played", "jukebox scan --all") { $0.sticks[0].broken = 7 },
    .sticks("files", "could not be read from the storage", "jukebox scan") { $0.sticks[0].unread = 2 },
    .sticks("files", "no permission to read 1 file", "chmod") { $0.sticks[0].forbidden = 1 },
    .sticks("files", "aborted: input/output error", "jukebox scan") {
      $0.sticks[0].scanError = "input/output error"
    },
    .sticks("formats", "12 songs of AAC, WMA or other formats need", "sudo apt install jukebox-formats") {
      $0.decoder = .missing
    },
    .sticks("database", "damaged: row 5 missing", "jukebox scan") {
      $0.sticks[0].database = .damaged("row 5 missing")
    },
    .machine("plugged", "sda1 (ntfs) is plugged in and not mounted", "jukebox-mount@sda1", in: .sticks) {
      try $0.plug("sda1", udev: "E:ID_FS_USAGE=filesystem\nE:ID_FS_TYPE=ntfs\n")
    },
    .machine("errors", "2 storage errors of sda ", "dmesg | grep sda", in: .sticks) {
      try $0.write("/sys/class/block/sda/size", "1\n")
      try $0.write(
        "/dev/kmsg",
        "3,8,1,-;I/O error, dev sda, sector 2048 op 0x0\n SUBSYSTEM=block\n3,9,2,-;FAT-fs (sda1): error, fat_get\n"
      )
    },
  ]

  static let inputFaults: [Fault] = [
    .inputs("lines", "gpiochip0 line 17 is in use by spi0 CS0", "gpioinfo") {
      $0.inputs[1].trouble = .busy(by: "spi0 CS0")
    },
    .inputs("lines", "in use by another program or driver", "gpioinfo") {
      $0.inputs[1].trouble = .busy(by: nil)
    },
    .inputs("lines", "line 99 does not exist: the lines are 0 to 57", "[button next]") {
      ($0.inputs[1].place, $0.inputs[1].trouble) = ("gpiochip0 line 99", .noLine)
    },
    .inputs("lines", "no such GPIO chip", "chip = gpiochip0") { $0.inputs[1].trouble = .noChip },
    .inputs("lines", "no permission for gpiochip0", "adduser jukebox gpio") {
      $0.inputs[1].trouble = .noPermission
    },
    .inputs("lock", "no button, card or page unlocks it", "jukebox lock off") { $0.unlocking = [] },
    .inputs("lines", "line 17 is in use by spi0", "gpioinfo") {
      // The lock has another way out.
      ($0.inputs[1].trouble, $0.unlocking) = (.busy(by: "spi0"), ["[button next]", "the page"])
    },
    .inputs("lock", "no button, card or page unlocks it", "when-locked = yes") {
      ($0.inputs, $0.unlocking) = ([], ["[key KEY_F1]"])
    },
    .inputs("permission", "no permission to open /dev/input/event0", "adduser jukebox input") {
      $0.closedFiles = ["/dev/input/event0"]
    },
    .inputs("readers", "reader door is not there: no input device is called Sycreader", "[reader door]") {
      $0.readers = [.init(name: "door", device: "Sycreader", isThere: false)]
    },
    .inputs(
      "typing", "HID Reader's types numbers", "%s\\n' 'HID Reader'\\''s' | sudo tee -a /etc/jukebox.ini"
    ) {
      ($0.typing, $0.configuration) = (["HID Reader's"], "/etc/jukebox.ini")
    },
    .inputs("typing", "Pad types numbers", "[reader cards3]") {
      $0.typing = ["Pad"]
      $0.readers = [.init(name: "cards", device: "Sycreader", isThere: true)]
      $0.radioReaders = [.init(name: "cards2", kind: "rc522", device: "/dev/spidev0.0", state: .works)]
    },
    .inputs("cards", "music of the card 0012 is no more on STICK", "jukebox card remove 0012") {
      $0.lostCards = [.init(number: "0012", stick: "STICK")]
    },
    .inputs("permission", "/dev/gpiochip0", "adduser jukebox gpio") {
      ($0.closedFiles, $0.chips) = (["/dev/gpiochip0"], [])
    },
    .inputs("readers", "jukebox-cards does not report it", "apt install jukebox-cards") {
      $0.radioReaders[0].state = nil
    },
    .inputs("readers", "/dev/spidev0.0 does not exist", "dtparam=spi=on") {
      $0.radioReaders[0].state = .missing
    },
    .inputs("readers", "/dev/i2c-1 does not exist", "i2c-dev") {
      $0.radioReaders = [.init(name: "door", kind: "pn532", device: "/dev/i2c-1", state: .missing)]
    },
    .inputs("readers", "/dev/ttyUSB0 does not exist", "/dev/serial/by-id") {
      $0.radioReaders = [.init(name: "door", kind: "rdm6300", device: "/dev/ttyUSB0", state: .missing)]
    },
    .inputs("readers", "/dev/spidev0.0 may not be opened", "ls -l") { $0.radioReaders[0].state = .forbidden },
    .inputs("readers", "is all 0 or all 1", "wires") { $0.radioReaders[0].state = .wiring },
    .inputs("readers", "it does not answer", "switches") {
      $0.radioReaders = [.init(name: "door", kind: "pn532", device: "/dev/ttyS0", state: .silent)]
    },
    .inputs("readers", "pcscd does not answer", "pcscd.socket") { $0.radioReaders[0].state = .noService },
    .inputs("readers", "pcscd knows no such reader", "pn533_usb") { $0.radioReaders[0].state = .unplugged },
    .inputs("readers", "its device failed", "journalctl") { $0.radioReaders[0].state = .failed },
  ]

  static let machineFaults: [Fault] = [
    .service("configuration", "/etc/jukebox.ini:5: unknown key", "sudoedit /etc/jukebox.ini") {
      $0.configurationError = "/etc/jukebox.ini:5: unknown key"
    },
    .service("configuration", "not read again: [audio] device", "restart jukeboxd") {
      $0.unread = ["[audio] device"]
    },
    .service("priority", "real-time priority", "LimitRTPRIO=45") { $0.isRealTime = false },
    .service("memory-lock", "lock", "LimitMEMLOCK=infinity") { $0.lockedBytes = 0 },
    .service("state", "only 2 MB free", "apt-get clean") { $0.stateFree = 2_000_000 },
    .machine("service", "is stopped", "systemctl start jukeboxd", isAnswering: false) {
      $0.programs["systemctl"]?.text += "ActiveState=inactive\n"
    },
    .machine(
      "service", "failed (start-limit-hit, exit status 1). Its last message: no memory", "restart",
      isAnswering: false
    ) {
      $0.programs["systemctl"]?.text += "ActiveState=failed\nResult=start-limit-hit\nExecMainStatus=1\n"
      $0.programs["journalctl"] = (0, "started\nno memory\n")
    },
    .machine("service", "No jukebox at", "jukeboxd --music", isAnswering: false) {
      $0.programs["systemctl"] = nil
    },
    .machine("service", "No jukebox at", "jukeboxd --config /etc/jukebox.ini   starts it", isAnswering: false)
    {
      $0.programs["systemctl"] = nil
      try $0.write("/etc/jukebox.ini", "")
    },
    .machine("service", "does not start with the machine", "systemctl enable jukeboxd") {
      $0.programs["systemctl"]?.text += "UnitFileState=disabled\n"
    },
    .machine("restarts", "9 times", "journalctl") { $0.programs["systemctl"]?.text += "NRestarts=9\n" },
    .machine("group", "not in the group", "adduser $USER jukebox") {
      $0.isForbidden = true
      try $0.write("/etc/group", "jukebox:x:900:\n")
    },
    .machine("group", "after you logged in", "newgrp") {
      $0.isForbidden = true
      try $0.write("/etc/group", "jukebox:x:900:anna,pi\n")
    },
    .machine("group", "No jukebox at /run/jukebox/socket", "sudo jukebox doctor", isAnswering: false) {
      $0.isForbidden = true
    },
    .machine("temperature", "84.1 °C", "fan") {
      try $0.write("/sys/class/thermal/thermal_zone0/temp", "84123\n")
    },
    .machine("power", "too low now", "power supply") {
      try $0.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "0x50005\n")
    },
    .machine("power", "too low since the boot", "power supply") {
      try $0.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    },
    .machine("power", "too low now", "power supply") {
      try $0.write("/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
      try $0.write("/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    },
    .machine("power", "too low since the boot", "power supply") {
      try $0.write("/dev/kmsg", "4,5,6,-;hwmon hwmon1: Undervoltage detected!\n")
    },
    .machine("power", "was slowed down because of heat", "fan") {
      try $0.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "40000\n")
    },
    .machine("memory", "Only 12 MB of", "ps -eo") {
      try $0.write("/proc/meminfo", "MemTotal:  948304 kB\nMemAvailable:  12000 kB\n")
    },
    .machine("memory", "kernel ended the jukebox", "ps -eo") {
      try $0.write("/dev/kmsg", "3,1,2,-;Out of memory: Killed process 500 (jukeboxd) total-vm:9kB\n")
    },
    .machine("memory", "kernel ended jukebox-fetch because", "ps -eo") {
      try $0.write("/dev/kmsg", "3,1,2,-;Out of memory: Killed process 512 (jukebox-fetch) total-vm:9kB\n")
    },
    .machine("card", "pipewire (process 500) uses the sound card 0", "mask --now pipewire.socket", in: .sound)
    {
      try $0.write("/proc/500/comm", "pipewire\n")
    },
    .machine("card", "aplay (process 500)", "sudo kill 500", in: .sound) {
      try $0.write("/proc/500/comm", "aplay\n")
    },
    Fault(
      group: .machine, check: "version", text: "version 1.0.0, and the running jukeboxd is version 0.9.0",
      remedy: "restart"
    ) {
      var facts = try FakeMachine().facts()
      facts.daemonVersion = "0.9.0"
      return MachineChecks.all.findings(in: facts)
    },
    Fault(group: .machine, check: "disk", text: "only 9 MB free", remedy: "vacuum") {
      var facts = try FakeMachine().facts()
      facts.diskFree = 9_000_000
      return MachineChecks.all.findings(in: facts)
    },
    Fault(group: .machine, check: "state", text: "/var/lib/jukebox is full", remedy: "apt-get clean") {
      var facts = try FakeMachine().facts()
      (facts.stateFolder, facts.stateFree) = ("/var/lib/jukebox", 4096)
      return MachineChecks.all.findings(in: facts)
    },
    Fault(group: .network, check: "port", text: "trust = 10.9.9.0/24", remedy: "trust = local") {
      var facts = Healthy.network
      (facts.trust, facts.networks) = ("10.9.9.0/24", ["127.0.0.0/8", "192.168.1.0/24", "::1/128"])
      return NetworkChecks.all.findings(in: facts)
    },
    Fault(group: .network, check: "port", text: "0.0.0.0:6600 is not open: in use", remedy: "ss -ltnp") {
      var facts = Healthy.network
      facts.trouble = "in use"
      return NetworkChecks.all.findings(in: facts)
    },
  ]
}
