import CLinux

/// The names of a file system and of its device, as udev publishes them.
public enum VolumeLabel {
  /// Looks for the link in /dev/disk/by-label that leads to a device.
  /// - Parameters:
  ///   - device: as `Mount.device`.
  ///   - folder: where the links are.
  /// - Returns: nil where there is no label or no udev.
  public static func find(device: UInt64, in folder: String = "/dev/disk/by-label") -> [UInt8]? {
    links(to: device, in: folder).first
  }

  private static func links(to device: UInt64, in folder: String) -> [[UInt8]] {
    guard let root = try? Root(path: folder), var names = try? root.list([]),
      let links = try? root.folder([])
    else { return [] }
    var found: [[UInt8]] = []
    while let entry = try? names.next() {
      let name = entry.name.map { CChar(bitPattern: $0) } + [0]
      var status = stat()
      // The link leads out of its folder, to the device: it is followed, and nothing is opened.
      let code = unsafe fstatat(links.rawValue, name, &status, 0)
      if code == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFBLK), UInt64(status.st_rdev) == device {
        found.append(unescaped(entry.name))
      }
    }
    return found
  }

  /// udev writes a byte that it doesn't take for harmless as `\x` and two hexadecimal digits.
  static func unescaped(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < name.count {
      if index + 3 < name.count, name[index] == UInt8(ascii: "\\"), name[index + 1] == UInt8(ascii: "x"),
        let high = hexadecimal(name[index + 2]), let low = hexadecimal(name[index + 3])
      {
        result.append(high << 4 | low)
        index += 4
      } else {
        result.append(name[index])
        index += 1
      }
    }
    return result
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
