public import Linux

/// Looks at a stick or music folder: its mount, its space, its speed. May take as long as the storage does.
public struct StickProbe: Sendable {
  /// Before each path of the system: empty, or the folder of a test.
  private let root: String

  /// A file of the stick that is long enough to measure.
  private static let wanted: Int64 = 8 << 20
  private static let least: Int64 = 1 << 20
  /// How many names are looked at for one.
  private static let mostNames = 2000
  /// Playing continues meanwhile, out of the buffer.
  private static let measuringTime = Duration.milliseconds(400)

  public init() { self.init(root: "") }

  init(root: String) { self.root = root }

  /// - Parameters:
  ///   - stick: its path is known; the facts of the mount, space and speed are filled in.
  ///   - isMeasured: whether the speed is measured.
  public func look(at stick: inout StickFacts.Stick, volume: Root, isMeasured: Bool) {
    if let mount = (try? MountTable.read())?.mount(holding: Array(stick.path.utf8)) {
      stick.fileSystem = String(decoding: mount.type, as: UTF8.self)
      stick.source = String(decoding: mount.source, as: UTF8.self)
      stick.isMountedReadOnly = mount.isReadOnly
      stick.mounter = mounter(of: String(decoding: mount.path, as: UTF8.self))
    }
    if let space = try? HostFolder.space(at: stick.path) { (stick.free, stick.total) = space }
    if isMeasured { stick.speed = speed(of: volume) }
  }

  private func speed(of volume: Root) -> StickFacts.Speed {
    guard let path = longFile(in: volume) else { return .noLongFile }
    do throws(SystemError) {
      let file = try volume.open(path)
      let speed = try ReadSpeed.bytesPerSecond(of: file, within: Self.measuringTime)
      return speed.map { .measured($0) } ?? .noLongFile
    } catch {
      return .unknown("\(error)")
    }
  }

  /// The first file of the wanted length, else the longest, folder by folder.
  private func longFile(in volume: Root) -> [UInt8]? {
    var (folders, names) = ([[UInt8]](), 0)
    var best: (path: [UInt8], size: Int64)?
    folders.append([])
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      guard var stream = try? volume.list(folder) else { continue }
      while let entry = try? stream.next() {
        names += 1
        if names > Self.mostNames { return best?.path }
        if entry.name.first == UInt8(ascii: ".") { continue }
        let path = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
        if entry.kind == .directory { folders.append(path) }
        guard entry.kind == .regular, let size = (try? stream.status(of: entry.name))?.size,
          size >= Self.least
        else { continue }
        if size >= Self.wanted { return path }
        if size > best?.size ?? 0 { best = (path, size) }
      }
    }
    return best?.path
  }

  /// Finds the program that mounted a path; nil if the system does not show it.
  func mounter(of path: String) -> String? {
    func text(_ file: String) -> String { (try? HostFile.text(of: root + file)) ?? "" }
    let fstab = text("/etc/fstab").split(separator: "\n").contains { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 && words[1] == path[...]
    }
    if fstab { return "/etc/fstab" }
    if HostFolder.names(in: root + "/run/systemd/transient").contains(Self.unit(of: path)) {
      return "the jukebox's udev rule"
    }
    let isDesktop = text("/run/mount/utab").split(separator: "\n").contains {
      $0.has("TARGET=\(path) ") && $0.has("uhelper=udisks2")
    }
    return isDesktop ? "the desktop" : nil
  }

  /// The name of a path's mount unit (systemd.unit(5), systemd-escape(1)).
  static func unit(of path: String) -> String {
    var name = ""
    for byte in path.utf8.drop(while: { $0 == UInt8(ascii: "/") }) {
      switch byte {
      case UInt8(ascii: "/"): name += "-"
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return name + ".mount"
  }
}
