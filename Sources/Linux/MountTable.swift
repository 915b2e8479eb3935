import CLinux

/// The mounts of this process: /proc/self/mountinfo at one moment.
public struct MountTable: Hashable, Sendable {
  /// In the kernel's order, without those that another mount at the same path covers.
  public let mounts: [Mount]

  static let path = "/proc/self/mountinfo"
  /// A table of more bytes is cut: a machine with ten thousand mounts is no jukebox.
  static let longest = 4 << 20

  /// The present mounts.
  public static func read() throws(SystemError) -> MountTable {
    MountTable(parsing: try HostFile.open(path).readAll(atMost: longest))
  }

  /// A table of nothing.
  public init() { mounts = [] }

  /// Reads the lines of /proc/self/mountinfo; one that can't be read is left out.
  public init(parsing text: [UInt8]) {
    let all = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.mount)
    let paths = Dictionary(all.map { ($0.id, $0.path) }, uniquingKeysWith: { _, last in last })
    var covered: Set<Int> = []
    for mount in all where mount.parentID != mount.id && paths[mount.parentID] == mount.path {
      covered.insert(mount.parentID)
    }
    mounts = all.filter { !covered.contains($0.id) }
  }

  /// The type of the file system with this device number; nil where none is mounted by it (btrfs has several).
  func type(ofDevice device: UInt64) -> [UInt8]? { mounts.first { $0.device == device }?.type }

  /// The mount that holds the folder `path`, which has no links in it.
  public func mount(holding path: [UInt8]) -> Mount? {
    mounts.filter { $0.holds(path) }.max { $0.path.count < $1.path.count }
  }

  /// How `later` differs from this table.
  public func change(to later: MountTable) -> MountChange {
    let before = Dictionary(mounts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    let after = Dictionary(later.mounts.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
    return MountChange(
      disappeared: mounts.filter { mount in after[mount.id].map { !$0.isSame(as: mount) } ?? true },
      appeared: later.mounts.filter { mount in before[mount.id].map { !$0.isSame(as: mount) } ?? true },
      altered: later.mounts.filter { mount in
        before[mount.id].map { $0.isSame(as: mount) && $0 != mount } ?? false
      })
  }

  /// `36 35 8:1 / /media/STICK rw,noatime shared:1 - vfat /dev/sda1 rw,errors=remount-ro`: any number of tags stands
  /// before the lone hyphen.
  private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count >= 10, let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
      hyphen + 3 < fields.count, let id = decimal(fields[0]), let parent = decimal(fields[1])
    else { return nil }
    let device = fields[2].split(separator: UInt8(ascii: ":"))
    guard device.count == 2, let major = decimal(device[0]).flatMap({ UInt32(exactly: $0) }),
      let minor = decimal(device[1]).flatMap({ UInt32(exactly: $0) })
    else { return nil }
    return Mount(
      id: id, parentID: parent, device: clinux_makedev(major, minor), root: unescaped(fields[3]),
      path: unescaped(fields[4]), isReadOnly: isReadOnly(fields[5]) || isReadOnly(fields[hyphen + 3]),
      type: unescaped(fields[hyphen + 1]), source: unescaped(fields[hyphen + 2]))
  }

  private static func isReadOnly(_ options: ArraySlice<UInt8>) -> Bool {
    // The second is what ext4 says of itself after a fault.
    options.split(separator: UInt8(ascii: ",")).contains {
      $0.elementsEqual("ro".utf8) || $0.elementsEqual("emergency_ro".utf8)
    }
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// A backslash and three octal digits stand for a byte that would break the line: space, tab, line end, backslash.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let digits = text[(index + 1)...].prefix(3)
      if text[index] == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (48...55).contains($0) }) {
        result.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 48) }))
        index += 4
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
