/// The names that scans skip in a folder and below: a name or pattern on each line, `*` for any characters and `?` for
/// one, with a slash at the end for folders only; `#` begins a comment line. ASCII letters match in either case, as on
/// the file systems of most sticks.
struct IgnoreList: Sendable {
  private struct Pattern {
    let bytes: [UInt8]
    let isForFolders: Bool
    /// The part after the last `*`, if it has a fixed number of bytes; nil without a `*`.
    let ending: ArraySlice<UInt8>?

    init(_ bytes: [UInt8], isForFolders: Bool) {
      self.bytes = bytes
      self.isForFolders = isForFolders
      let ending = bytes.lastIndex(of: UInt8(ascii: "*")).map { bytes[($0 + 1)...] }
      self.ending = ending?.contains(UInt8(ascii: "?")) == true ? [] : ending
    }
  }

  /// The files that are read. MPD passes nothing over for an empty one.
  static let files: [(name: [UInt8], isAllWhenEmpty: Bool)] = [
    (Array(".jukeboxignore".utf8), true), (Array(".mpdignore".utf8), false),
  ]
  /// Limit of a file's bytes; a longer one is ignored.
  static let mostBytes = 64 * 1024
  /// Limit of all files' patterns from a folder up to the root; further ones are left out.
  static let mostPatterns = 256
  /// Characters that are compared for one name at most. Patterns with many `*` that nearly fit would take a scan of
  /// 100,000 files an hour; all of 256 that anybody would write stay below this.
  static let mostComparisons = 1 << 16

  /// The whole folder is skipped.
  private(set) var isEverything = false
  private var patterns: [Pattern] = []

  var count: Int { patterns.count }

  /// - Parameter room: limit of patterns.
  init(parsing text: [UInt8], isAllWhenEmpty: Bool, room: Int) {
    // Byte order mark of Windows' editor.
    let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...]
    let lines = text.split(separator: UInt8(ascii: "\n")).map(Self.trimmed).filter { !$0.isEmpty }
    isEverything = isAllWhenEmpty && lines.isEmpty
    for var line in lines where line.first != UInt8(ascii: "#") {
      let isForFolders = line.last == UInt8(ascii: "/")
      if isForFolders { line.removeLast() }
      // A path is no name.
      guard !line.isEmpty, line.count <= 255, !line.contains(UInt8(ascii: "/")), patterns.count < room else {
        continue
      }
      patterns.append(Pattern(line.map(Self.lower), isForFolders: isForFolders))
    }
  }

  /// - Parameter comparisons: how many may still be made for this name; at 0 or below, patterns were left out.
  func passesOver(_ name: [UInt8], isFolder: Bool, comparisons: inout Int) -> Bool {
    if patterns.isEmpty { return false }
    let name = name.map(Self.lower)
    for pattern in patterns where isFolder || !pattern.isForFolders {
      comparisons -= 1
      if comparisons <= 0 { return false }
      if let ending = pattern.ending, !name.suffix(ending.count).elementsEqual(ending) { continue }
      if Self.matches(name, pattern.bytes, &comparisons) { return true }
    }
    return false
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last <= UInt8(ascii: " ") { line.removeLast() }
    return line
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Goes back to the last `*` only, so that no pattern takes longer than its length times the name's.
  private static func matches(_ name: [UInt8], _ pattern: [UInt8], _ comparisons: inout Int) -> Bool {
    var (n, p) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while n < name.count {
      comparisons -= 1
      if comparisons <= 0 { return false }
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        p += 1
        star = (p, n)
      } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") {
        p += 1
        n += 1
        // The rest of a character of several bytes.
        while n < name.count, name[n] & 0xC0 == 0x80 { n += 1 }
      } else if p < pattern.count, pattern[p] == name[n] {
        p += 1
        n += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        (p, n) = (last.pattern, last.name + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
