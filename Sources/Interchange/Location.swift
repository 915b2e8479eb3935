/// The location of a track as a playlist file writes it. Files come from any system: a location is parsed, not looked
/// up.
public struct Location: Hashable, Sendable {
  public enum Start: Hashable, Sendable {
    /// The folder of the playlist file.
    case here
    /// The root of some system's tree, a drive, or a network share.
    case root
    /// Somewhere in a network: a stream.
    case web
    /// The file has a title and the like, but no location.
    case untold
  }

  public let start: Start
  /// The text as UTF-8 and where its path begins. `components` parses it on demand, since a list may have many.
  private let bytes: [UInt8]
  private let path: ArraySlice<UInt8>?
  private let first: [UInt8]?

  static let mostBytes = 4096
  private static let mostComponents = 128
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")

  /// - Parameter isURI: whether it is one wherever it has no scheme, too, so that `%20` is a blank.
  /// - Returns: nil where it names nothing, or is too long.
  public init?(_ given: some Collection<UInt8>, isURI: Bool = false) {
    let given = Array(given)
    let trimmed = SourceText.trimmed(given[...])
    guard !trimmed.isEmpty, trimmed.count <= Self.mostBytes, !trimmed.contains(0) else { return nil }
    let bytes = Array(trimmed)
    self.bytes = bytes
    var path = bytes[...]
    var isDecoded = false
    if let rest = SourceText.rest(of: path, behind: "file:") {
      path = Self.decoded(Self.pathOfFileURI(rest))
      isDecoded = true
    } else if let colon = Self.schemeEnd(path) {
      start = .web
      first = Array(path[...colon])
      self.path = path[(colon + 1)...]
      return
    } else if isURI {
      path = Self.decoded(path)
      isDecoded = true
    }
    if path.contains(0) { return nil }
    let isRooted = Self.isDrive(path) || path.first == Self.slash || path.first == Self.backslash
    start = isRooted ? .root : .here
    first = nil
    self.path = isDecoded ? path : nil
    guard let name = components.last, name != Self.up else { return nil }
  }

  /// A location made of title and artist, if the file has no path.
  /// - Returns: nil if the file has neither.
  init?(untold words: String) {
    let bytes = Array(words.utf8.prefix(Self.mostBytes).filter { $0 != 0 })
    if bytes.isEmpty { return nil }
    start = .untold
    self.bytes = bytes
    first = nil
    path = nil
  }

  /// The location as written.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path of a URI, decoded; else the location as written.
  public var readText: String { String(decoding: path ?? bytes[...], as: UTF8.self) }

  /// The names of the path, without `.`; `..` only at the beginning, and only from `here`. For the web: the scheme with
  /// its colon, the host, then names. If untold, one name, which no file need have.
  public var components: [[UInt8]] {
    if start == .untold { return [Self.name(ofWords: bytes)] }
    if let first { return Self.names([first], path ?? [], { $0 == Self.slash }, start: .web) }
    return Self.names([], ownPath, { $0 == Self.slash || $0 == Self.backslash }, start: start)
  }

  /// The same if a backslash is an ordinary letter; nil if there is none.
  public var unixComponents: [[UInt8]]? {
    let whole = path ?? bytes[...]
    // `\\share\folder` and `C:\folder` can be nothing else.
    guard start != .web, start != .untold, !Self.isDrive(whole), whole.first != Self.backslash,
      whole.contains(Self.backslash)
    else {
      return nil
    }
    return Self.names([], whole, { $0 == Self.slash }, start: start)
  }

  /// The same where `%20` is a blank, as in the relative URIs that some players write without a scheme; nil where nothing is
  /// spelt so. A file may be called so to the letter.
  public var decodedComponents: [[UInt8]]? {
    guard path == nil, start != .web, start != .untold else { return nil }
    let decoded = Self.decoded(ownPath)
    guard decoded != ownPath, !decoded.contains(0) else { return nil }
    return Self.names([], decoded, { $0 == Self.slash }, start: start)
  }

  /// The names on the way, in each way in which they can be meant, the likeliest first.
  public var readings: [[[UInt8]]] { [components, unixComponents, decodedComponents].compactMap(\.self) }

  /// Words as one name: at most as long as names are, without what can't stand in one.
  private static func name(ofWords bytes: [UInt8]) -> [UInt8] {
    var name = bytes.map { $0 == slash || $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "_") : $0 }
    if name.count > mostNameBytes {
      name.removeLast(name.count - mostNameBytes - 1)
      // Not in the middle of a character.
      while let last = name.popLast(), last & 0xC0 == 0x80 {}
    }
    return name
  }

  private static let mostNameBytes = 255

  /// Without a drive.
  private var ownPath: ArraySlice<UInt8> {
    let whole = path ?? bytes[...]
    return Self.isDrive(whole) ? whole.dropFirst(2) : whole
  }

  /// The last name.
  public var fileName: [UInt8] { components.last ?? [] }

  private static let up = Array("..".utf8)

  /// The path of the playlist file's folder, below the root of a tree.
  ///
  /// - Parameter folder: the playlist file's.
  /// - Returns: nil where it leads out of the tree.
  public static func path(_ components: [[UInt8]], from folder: [[UInt8]]) -> [[UInt8]]? {
    let steps = components.prefix { $0 == up }.count
    guard steps <= folder.count else { return nil }
    return folder.dropLast(steps) + components.dropFirst(steps)
  }

  private static func names(
    _ first: [[UInt8]], _ path: ArraySlice<UInt8>, _ isSeparator: (UInt8) -> Bool, start: Start
  ) -> [[UInt8]] {
    var names = first
    let current = [UInt8(ascii: ".")]
    for part in path.split(whereSeparator: isSeparator) {
      let name = Array(part)
      if name == current { continue }
      if name == up {
        if let last = names.last, last != up, names.count > first.count {
          names.removeLast()
          continue
        }
        // There is nothing above a root.
        if start != .here { continue }
      }
      guard names.count < mostComponents else { return [] }
      names.append(name)
    }
    return names
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isDrive(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.count >= 3, let first = path.first, isLetter(first) else { return false }
    let behind = path[path.startIndex + 2]
    return path[path.startIndex + 1] == UInt8(ascii: ":") && (behind == slash || behind == backslash)
  }

  /// Index of the colon in `scheme://`.
  private static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon - bytes.startIndex >= 2,
      bytes[(colon + 1)...].starts(with: [slash, slash])
    else { return nil }
    let scheme = bytes[..<colon]
    let isScheme = scheme.allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
    }
    return isScheme && isLetter(scheme[scheme.startIndex]) ? colon : nil
  }

  /// Drops the host: other hosts have no use here. In `file:///C:/…` a drive follows the third slash.
  private static func pathOfFileURI(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var path = rest
    if path.starts(with: [slash, slash]) {
      path = path.dropFirst(2)
      // file://C:/… is wrong, and common.
      if isDrive(path) { return path }
      path = path[(path.firstIndex(of: slash) ?? path.endIndex)...]
    }
    if path.first == slash, isDrive(path.dropFirst()) { return path.dropFirst() }
    return path
  }

  /// With `%41` as what it stands for; where nothing can be meant by it, it stays.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    // Some write the bytes of their own encoding.
    return SourceText.isUTF8(result) ? result[...] : SourceText.windows1252(result)[...]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }
}
