import Linux

/// Collects facts about this machine as any user sees them: files of /proc, /sys, /run and /etc, and two programs.
public struct MachineProbe {
  /// Before each path: empty, or the folder of a test.
  private let root: String
  private let run: ([String]) -> (status: Int32, text: String)?

  private static let programLimit = Duration.seconds(5)

  /// This machine.
  public init() {
    self.init(root: "") { try? Subprocess.output(of: ["/usr/bin/env"] + $0, within: Self.programLimit) }
  }

  /// - Parameter run: runs a program by its name and arguments; nil where it cannot be run.
  init(root: String, run: @escaping ([String]) -> (status: Int32, text: String)?) {
    self.root = root
    self.run = run
  }

  /// - Parameter isAnswering: whether a daemon answers: else the configuration is checked too.
  public func facts(isAnswering: Bool) -> MachineFacts {
    var facts = MachineFacts()
    facts.service = service()
    if facts.service != nil {
      facts.lastLogLine = run(["journalctl", "-u", "jukeboxd", "-n", "1", "-o", "cat", "-q", "--no-pager"])
        .flatMap { $0.status == 0 ? $0.text.split(separator: "\n").last.map(String.init) : nil }
      // Without permission journalctl explains that in a line of its own.
      if facts.lastLogLine?.has("Hint:") == true { facts.lastLogLine = nil }
    }
    if !isAnswering { readConfiguration(into: &facts) }
    readGroup(into: &facts)
    readPower(into: &facts)
    readMemory(into: &facts)
    facts.diskFree = try? HostFolder.space(at: root + "/").free
    facts.clock = WallClock.reading().source
    readCards(into: &facts)
    readPartitions(into: &facts)
    facts.addresses = addresses()
    facts.hostName = text("/proc/sys/kernel/hostname") ?? ""
    return facts
  }

  /// Addresses and state of the page.
  /// - Parameter file: the configuration of the daemon that answers; nil: that of the service.
  public func page(configuration file: String? = nil) -> PageFacts {
    var facts = PageFacts()
    let command = daemonCommand(service(), file)
    facts.file = MachineChecks.file(in: command)
    guard let check = run(command + ["--check"]) else { return facts }
    let lines = check.text.split(separator: "\n")
    guard check.status == 0 else {
      facts.trouble = Self.trouble(check)
      return facts
    }
    let listen = lines.first { $0.hasPrefix("listen = ") }?.dropFirst("listen = ".utf8.count)
    facts.listen = listen == "off" ? nil : listen.map(String.init)
    facts.hasTLS = lines.contains { $0.hasPrefix("tls = ") && $0 != "tls = off" }
    facts.isServed = run(["systemctl", "is-active", "jukebox-web.socket"]).map { $0.text.hasPrefix("active") }
    if HostFile.realPath(of: root + "/run/avahi-daemon/pid") != nil {
      facts.announcedName = text("/proc/sys/kernel/hostname")?.split { $0 == "." || $0.isWhitespace }.first
        .map(String.init)
    }
    facts.addresses = addresses().filter { IPAddress($0)?.isIPv4 == true }
    return facts
  }

  /// State of the parts for other rooms.
  /// - Parameter file: as for `page`.
  public func rooms(configuration file: String? = nil) -> RoomsFacts {
    var facts = RoomsFacts()
    let command = daemonCommand(service(), file)
    facts.file = MachineChecks.file(in: command)
    if let check = run(command + ["--check"]) {
      let lines = check.text.split(separator: "\n").map(String.init)
      if check.status == 0 {
        facts.output = Self.snapcastOutput(lines)
        facts.isThisRoomSynchronised = lines.contains("this-room = snapcast")
      } else {
        facts.trouble = Self.trouble(check)
      }
    }
    facts.isInstalled = HostFile.realPath(of: root + "/usr/bin/snapserver") != nil
    facts.serverFile = text(SnapserverFile.path)
    facts.isPipeThere =
      HostFile.realPath(of: root + (facts.output?.path ?? RoomsFacts.usualPath)) != nil
    facts.isRunning = run(["systemctl", "is-active", "snapserver"]).map { $0.text.hasPrefix("active") }
    facts.addresses = addresses().filter { IPAddress($0)?.isIPv4 == true }
    return facts
  }

  /// Times of this machine's start. The first sample is the daemon's own: `engine` answers it.
  public func boot() -> BootFacts {
    var facts = BootFacts()
    let (initrd, userland) = ("InitRDTimestampMonotonic", "UserspaceTimestampMonotonic")
    let firmware = "FirmwareTimestampMonotonic"
    let (began, restarts) = ("ExecMainStartTimestampMonotonic", "NRestarts")
    let system = shown([firmware, initrd, userland], of: []) ?? [:]
    let service = shown([began, restarts], of: ["jukeboxd"]) ?? [:]
    // In microseconds; 0 stands for no time.
    func seconds(_ text: String?) -> Double? {
      text.flatMap { UInt64($0) }.flatMap { $0 == 0 ? nil : Double($0) / 1e6 }
    }
    facts.firmware = seconds(system[firmware])
    // The initrd of the card image is no systemd: it writes its second into this file.
    let mark = text("/run/jukebox-initrd").flatMap { Double($0.filter { !$0.isWhitespace }) }
    facts.initrd = seconds(system[initrd]) ?? mark.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    facts.userland = seconds(system[userland])
    facts.jukebox = seconds(service[began])
    facts.restarts = service[restarts].flatMap { Int($0) } ?? 0
    return facts
  }

  /// The first `[output NAME]` of type snapcast in settings as the daemon prints them.
  private static func snapcastOutput(_ lines: [String]) -> RoomsFacts.Output? {
    func value(_ key: String, _ line: String) -> String? {
      line.hasPrefix("\(key) = ") ? String(line.dropFirst(key.utf8.count + 3)) : nil
    }
    var output: RoomsFacts.Output?
    var isSnapcast = false
    for line in lines {
      if line.hasPrefix("[") {
        if isSnapcast { return output }
        let name = line.dropFirst("[output ".utf8.count).dropLast()
        output = line.hasPrefix("[output ") ? RoomsFacts.Output(name: String(name)) : nil
      }
      if let type = value("type", line) { isSnapcast = output != nil && type == "snapcast" }
      if let path = value("path", line) { output?.path = path }
      if let format = value("format", line) { output?.format = format }
    }
    return isSnapcast ? output : nil
  }

  private func addresses() -> [String] {
    run(["hostname", "-I"]).flatMap {
      $0.status == 0 ? $0.text.split { $0.isWhitespace }.map(String.init) : nil
    } ?? []
  }

  private func text(_ path: String) -> String? { try? HostFile.text(of: root + path) }

  // MARK: Service

  private func service() -> MachineFacts.Service? {
    let properties = [
      "LoadState", "ActiveState", "Result", "ExecMainStatus", "NRestarts", "UnitFileState", "ExecStart",
    ]
    guard let values = shown(properties, of: ["jukeboxd"]), let load = values["LoadState"] else { return nil }
    var service = MachineFacts.Service()
    service.isInstalled = load != "not-found"
    service.state = values["ActiveState"] ?? ""
    service.result = values["Result"] ?? ""
    service.exitStatus = values["ExecMainStatus"].flatMap { Int($0) } ?? 0
    service.restarts = values["NRestarts"].flatMap { Int($0) } ?? 0
    service.isEnabled = values["UnitFileState"] != "disabled"
    service.command = Self.command(in: values["ExecStart"] ?? "")
    return service
  }

  /// Properties of a unit, or of systemd itself; nil where there is no systemd.
  private func shown(_ properties: [String], of unit: [String]) -> [String: String]? {
    let shown = run(["systemctl", "show"] + unit + ["-p", properties.joined(separator: ",")])
    guard let shown, shown.status == 0 else { return nil }
    var values: [String: String] = [:]
    for line in shown.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }

  /// The daemon's program with its configuration. A daemon that was started by hand is the program beside this one.
  private func daemonCommand(_ service: MachineFacts.Service?, _ file: String? = nil) -> [String] {
    if let command = service?.command, !command.isEmpty,
      file == nil || MachineChecks.file(in: command) == file
    {
      return command
    }
    return [besides("jukeboxd") ?? "jukeboxd", "--config", file ?? MachineChecks.usualFile]
  }

  /// A program in the folder of this one; nil where there is none.
  private func besides(_ name: String) -> String? {
    guard root.isEmpty, let path = ProcessImage.path(beside: name) else { return nil }
    return HostFile.realPath(of: path)
  }

  /// The first mistake that a check of the configuration printed, and the number of the others.
  private static func trouble(_ check: (status: Int32, text: String)) -> String {
    let lines = check.text.split(separator: "\n")
    guard let first = lines.first else { return "its check ended with status \(check.status)" }
    return lines.count == 1 ? String(first) : "\(first) (and \(lines.count - 1) more)"
  }

  /// Has the daemon's program check its configuration, which prints the settings or what is wrong.
  private func readConfiguration(into facts: inout MachineFacts) {
    let command = daemonCommand(facts.service)
    let file = MachineChecks.file(in: command)
    if HostFile.realPath(of: root + file) != nil { facts.configurationFile = file }
    var folder = "/var/lib/jukebox"
    if facts.service?.command.isEmpty == false || facts.configurationFile != nil,
      let check = run(command + ["--check"])
    {
      let lines = check.text.split(separator: "\n")
      if check.status == 78 { facts.configurationError = Self.trouble(check) }
      let state = lines.first { $0.hasPrefix("state = ") }?.dropFirst("state = ".utf8.count)
      // Without systemd's variable the program shows this user's own folder.
      if let state, facts.service?.command.isEmpty != false { folder = String(state) }
    }
    if let space = try? HostFolder.space(at: root + folder) {
      (facts.stateFolder, facts.stateFree) = (folder, space.free)
    }
  }

  /// `{ path=/usr/bin/x ; argv[]=/usr/bin/x --config /etc/y ; ignore_errors=no ; … }`
  static func command(in text: String) -> [String] {
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let first = words.first, first.hasPrefix("argv[]=") else { continue }
      return [String(first.dropFirst("argv[]=".utf8.count))] + words.dropFirst().map(String.init)
    }
    return []
  }

  /// The daemon's socket belongs to the group `jukebox`.
  private func readGroup(into facts: inout MachineFacts) {
    let status = text("/proc/self/status") ?? ""
    func numbers(_ key: String) -> [Substring] {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
      return line.map { $0.split { $0.isWhitespace }.dropFirst().map { $0 } } ?? []
    }
    let user = numbers("Uid").first ?? "0"
    let group = line(of: "jukebox", in: "/etc/group")
    guard user != "0", let group, group.count >= 4 else { return }
    facts.lacksGroup = !(numbers("Groups") + numbers("Gid")).contains(group[2])
    let name = (text("/etc/passwd") ?? "").split(separator: "\n").lazy
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
      .first { $0.count > 2 && $0[2] == user }?.first
    facts.needsLogin =
      facts.lacksGroup && name.map { group[3].split(separator: ",").contains($0) } == true
  }

  private func line(of name: String, in path: String) -> [Substring]? {
    (text(path) ?? "").split(separator: "\n").lazy
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }.first { $0.first == name[...] }
  }

  // MARK: Machine

  private func readPower(into facts: inout MachineFacts) {
    facts.celsius = HostFolder.names(in: root + "/sys/class/thermal")
      .filter { $0.hasPrefix("thermal_zone") }
      .compactMap { text("/sys/class/thermal/\($0)/temp").flatMap { Int($0) } }.max().map {
        Double($0) / 1000
      }
    facts.throttling = text("/sys/devices/platform/soc/soc:firmware/get_throttled")
      .flatMap { Int($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...], radix: 16) }
    for sensor in HostFolder.names(in: root + "/sys/class/hwmon") {
      let folder = "/sys/class/hwmon/\(sensor)"
      guard text("\(folder)/name") == "rpi_volt" else { continue }
      facts.isVoltageLow = text("\(folder)/in0_lcrit_alarm").map { $0 != "0" }
    }
    do throws(SystemError) {
      facts.kernel = .messages(try KernelLog.messages(path: root + KernelLog.path))
    } catch {
      let isHidden = [.accessDenied, .notPermitted].contains(error.code)
      facts.kernel = .hidden(isHidden ? "only root may read them (sudo jukebox doctor)" : "\(error)")
    }
  }

  private func readMemory(into facts: inout MachineFacts) {
    for line in (text("/proc/meminfo") ?? "").split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == ":" }
      guard words.count > 1, let kilobytes = Int64(words[1]) else { continue }
      if words[0] == "MemTotal" { facts.memory = kilobytes << 10 }
      if words[0] == "MemAvailable" { facts.availableMemory = kilobytes << 10 }
    }
  }

  // MARK: Devices

  private func readCards(into facts: inout MachineFacts) {
    let folder = root + "/proc/asound"
    facts.seesCards = !HostFolder.names(in: folder).isEmpty
    for stream in PlaybackStream.all(below: folder) {
      guard let thread = stream.owner else { continue }
      let status = text("/proc/\(thread)/status") ?? ""
      let process = status.split(separator: "\n").first { $0.hasPrefix("Tgid:") }
        .flatMap { $0.split { $0.isWhitespace }.last }.flatMap { Int($0) }
      facts.cardUsers.append(
        MachineFacts.CardUser(
          card: stream.card, process: process ?? thread, name: text("/proc/\(process ?? thread)/comm")))
    }
  }

  /// A USB disk is one whose place among the devices goes through a USB port.
  private func readPartitions(into facts: inout MachineFacts) {
    let names = HostFolder.names(in: root + "/sys/class/block")
    facts.disks = Set(names)
    let mounts = (text("/proc/self/mounts") ?? "").split(separator: "\n")
      .compactMap { $0.split(separator: " ").first }
    for name in names {
      let folder = "/sys/class/block/\(name)"
      let place = HostFile.realPath(of: root + folder) ?? ""
      let hasPartitions = names.contains { $0 != name && $0.hasPrefix(name) }
      guard place.has("/usb"), !hasPartitions, let number = text("\(folder)/dev"),
        text("\(folder)/size").flatMap({ Int($0) }) ?? 0 > 0, let udev = text("/run/udev/data/b\(number)")
      else { continue }
      func property(_ key: String) -> String? {
        udev.split(separator: "\n").first { $0.hasPrefix("E:\(key)=") }
          .map { String($0.dropFirst(key.utf8.count + 3)) }
      }
      // A part of a disk array, or swap space, is nothing to mount.
      if let usage = property("ID_FS_USAGE"), usage != "filesystem" { continue }
      facts.partitions.append(
        MachineFacts.Partition(
          name: name, fileSystem: property("ID_FS_TYPE"), isMounted: mounts.contains("/dev/\(name)")))
    }
  }
}
