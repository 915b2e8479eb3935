import Model

/// The chapters of an ID3v2 tag (id3.org: ID3v2 Chapter Frame Addendum 1.0): CHAP frames, and CTOC frames that name
/// those of them that are shown.
struct ID3v2Chapters {
  private var chapters: [(element: [UInt8], chapter: Chapter)] = []
  /// Elements that tables of contents name.
  private var shown: Set<[UInt8]> = []

  private static let elementLimit = 64
  private static let shownLimit = 4096
  /// A time that is none.
  private static let noTime: UInt32 = .max

  /// Chapters that tables of contents name; all chapters if the tables name none.
  var all: [Chapter] {
    let listed = chapters.filter { shown.contains($0.element) }
    return (listed.isEmpty ? chapters : listed).map(\.chapter)
  }

  /// CHAP: its element's name, start and end in milliseconds, two offsets in bytes, then frames of its own.
  mutating func addChapter(_ bytes: ArraySlice<UInt8>, version: Int) {
    guard chapters.count < Chapter.countLimit, let (element, rest) = Self.element(bytes), rest.count >= 16
    else {
      return
    }
    let numbers = rest.prefix(8)
    let start = Self.number(numbers.prefix(4))
    let end = Self.number(numbers.suffix(4))
    guard start != Self.noTime else { return }
    chapters.append(
      (
        element,
        Chapter(
          start: .milliseconds(Int64(start)), end: end == Self.noTime ? nil : .milliseconds(Int64(end)),
          rawTitle: Self.title(rest.dropFirst(16), version: version))
      ))
  }

  /// CTOC: its element's name, flags, how many elements, their names.
  mutating func addContents(_ bytes: ArraySlice<UInt8>) {
    guard let (_, rest) = Self.element(bytes), rest.count >= 2 else { return }
    var names = rest.dropFirst(2)
    for _ in 0..<rest[rest.startIndex + 1] {
      guard shown.count < Self.shownLimit, let (name, behind) = Self.element(names) else { return }
      shown.insert(name)
      names = behind
    }
  }

  private static func element(_ bytes: ArraySlice<UInt8>) -> (name: [UInt8], rest: ArraySlice<UInt8>)? {
    guard let end = bytes.prefix(elementLimit + 1).firstIndex(of: 0) else { return nil }
    return (Array(bytes[..<end]), bytes[(end + 1)...])
  }

  /// Returns the text of the frame TIT2.
  private static func title(_ frames: ArraySlice<UInt8>, version: Int) -> String? {
    var rest = frames
    while rest.count > 10 {
      let head = rest.prefix(10)
      let at = head.startIndex
      let sizeBytes = head[(at + 4)..<(at + 8)]
      let safe = sizeBytes.reduce(UInt32(0)) { $0 << 7 | UInt32($1 & 0x7F) }
      let plain = number(sizeBytes)
      rest = rest.dropFirst(10)
      // Some programs write plain sizes into tags of version 4, too.
      let isSafe =
        version == 4 && sizeBytes.allSatisfy { $0 < 0x80 } && (plain > rest.count || fits(safe, rest))
      let size = Int(isSafe ? safe : plain)
      guard size > 0, size <= rest.count else { return nil }
      let flags = head[at + 9]
      let isPlain = version == 4 ? flags & 0x0F == 0 : flags & 0xE0 == 0
      if isPlain, head.starts(with: "TIT2".utf8) { return TagText.id3(rest.prefix(size)).first }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  /// Whether a frame or nothing follows after a number of bytes.
  private static func fits(_ size: UInt32, _ rest: ArraySlice<UInt8>) -> Bool {
    let behind = rest.dropFirst(Int(size))
    return behind.prefix(4).allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
