import CLinux
import Linux

/// An INI file as libinih reads it, and what that leaves out: line numbers, headings of empty sections, and an error
/// for everything that it would silently cut off or skip.
struct IniFile: Hashable, Sendable {
  /// The largest file taken, in bytes.
  static let maximumBytes = 256 * 1024
  /// The longest line, in bytes. If libinih was built without its variables, its own limit holds (197).
  static let maximumLineBytes = 4000

  let sections: [IniSection]
  /// The lines that are no setting, section or comment.
  let faults: [ConfigurationError.Fault]

  /// Reads a file (open(2), read(2)).
  init(path: String) throws(ConfigurationError) {
    let whole = ConfigurationError.Place.file(path, line: 0)
    var bytes: [UInt8] = []
    do {
      let file = Descriptor(
        owning: try systemCall("open") { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0) })
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while bytes.count <= Self.maximumBytes {
        var span = buffer.mutableSpan
        guard let count = try file.read(into: &span), count > 0 else { break }
        bytes += buffer[..<count]
      }
    } catch {
      throw ConfigurationError(whole, "cannot be read: \(error.code)")
    }
    try self.init(bytes: bytes, name: path)
  }

  func has(_ key: String, in section: String) -> Bool {
    sections.contains { $0.name == section && $0.entries.contains { $0.name == key } }
  }

  /// Reads the text of a file that messages call `name`.
  init(bytes: [UInt8], name: String) throws(ConfigurationError) {
    guard bytes.count <= Self.maximumBytes else {
      throw ConfigurationError(
        .file(name, line: 0), "is too long", expected: "at most \(Self.maximumBytes / 1024) KiB")
    }
    (sections, faults) = try IniFeed(bytes: bytes, name: name).parse()
  }
}
