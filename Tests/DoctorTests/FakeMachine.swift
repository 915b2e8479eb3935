import CLinux
import Linux
import Support

@testable import Doctor

/// A machine of files in a folder, and of programs that answer what a test says. A healthy Raspberry Pi to begin with.
final class FakeMachine {
  private let folder: TemporaryFolder
  /// What programs print, by the first words of their command lines.
  var programs: [String: (status: Int32, text: String)] = [:]
  private(set) var asked: [String] = []
  /// The daemon's socket refuses the user.
  var isForbidden = false

  init() throws {
    folder = try TemporaryFolder()
    try write(
      "/proc/self/status",
      "Name:\tjukebox\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\nGroups:\t1000 995\n")
    try write("/etc/group", "root:x:0:\njukebox:x:995:pi\n")
    try write("/etc/passwd", "root:x:0:0::/root:/bin/sh\npi:x:1000:1000::/home/pi:/bin/bash\n")
    try write("/sys/class/thermal/thermal_zone0/temp", "48312\n")
    try write("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
    try write("/proc/meminfo", "MemTotal:  948304 kB\nMemFree:  100 kB\nMemAvailable:  612000 kB\n")
    try write("/dev/kmsg", "6,1,0,-;Booting Linux\n")
    try write("/proc/sys/kernel/hostname", "kitchen\n")
    try write("/proc/asound/card0/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 501\n")
    try write("/proc/501/status", "Name:\thelper\nTgid:\t500\n")
    try write("/proc/500/comm", "jukeboxd\n")
    programs["systemctl"] = (0, Self.service())
    programs["journalctl"] = (0, "ready\n")
    programs["hostname"] = (0, "192.168.1.5 \n")
  }

  /// What systemctl shows.
  static func service(_ changes: String...) -> String {
    let ini = "/usr/bin/jukeboxd --config /etc/jukebox.ini"
    return """
      LoadState=loaded
      ActiveState=active
      Result=success
      ExecMainStatus=0
      NRestarts=0
      UnitFileState=enabled
      ExecStart={ path=/usr/bin/jukeboxd ; argv[]=\(ini) ; ignore_errors=no ; pid=0 }

      """ + changes.joined(separator: "\n")
  }

  func write(_ path: String, _ text: String) throws {
    let parts = path.split(separator: "/")
    try HostFolder.make("\(folder.path)/\(parts.dropLast().joined(separator: "/"))")
    try folder.write(String(path.dropFirst()), text)
  }

  func remove(_ path: String) throws { try HostFile.remove(folder.path + path) }

  /// A USB partition as the kernel and udev show it.
  func plug(_ name: String, udev: String) throws {
    let place = "/sys/devices/platform/usb1/1-1/block/\(name)"
    try write("\(place)/dev", "8:1\n")
    try write("\(place)/size", "61440000\n")
    try HostFolder.make("\(folder.path)/sys/class/block")
    try systemCall("symlink") {
      unsafe symlink("\(folder.path)\(place)", "\(folder.path)/sys/class/block/\(name)")
    }
    try write("/run/udev/data/b8:1", udev)
  }

  private var probe: MachineProbe {
    MachineProbe(root: folder.path) { [self] words in
      asked.append(words.joined(separator: " "))
      return programs[words[0]]
    }
  }

  var page: PageFacts { probe.page() }
  var rooms: RoomsFacts { probe.rooms() }
  var boot: BootFacts { probe.boot() }

  func facts(isAnswering: Bool = true) -> MachineFacts {
    var facts = probe.facts(isAnswering: isAnswering)
    // Not files: the kernel's clock, and the disk that the folder lies on.
    (facts.clock, facts.diskFree) = (.network, 5_000_000_000)
    (facts.version, facts.daemonVersion) = ("1.0.0", isAnswering ? "1.0.0" : nil)
    if !isAnswering { facts.silence = "No jukebox at /run/jukebox/socket: connection refused" }
    facts.isForbidden = isForbidden
    return facts
  }

  /// The process's own files, for `ProcessProbe`, and those about sticks.
  var process: ProcessProbe { ProcessProbe(root: folder.path) }
  var sticks: StickProbe { StickProbe(root: folder.path) }
}
