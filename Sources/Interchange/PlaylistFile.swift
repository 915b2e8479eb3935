public import Model

/// The content of a playlist file. The file may come from anywhere: reading always ends soon and takes little more
/// memory than the file.
public struct PlaylistFile: Hashable, Sendable {
  public var title: String?
  public var entries: [ListedEntry]
  public var leftOut = LeftOut()

  /// MPD's default limit for a playlist.
  public static let mostEntries = 16_384
  /// Limit of a file's size; callers check it before they read.
  public static let mostBytes = 4 << 20
  /// Limit of a title and the like; longer ones are cut.
  static let mostTextBytes = 1024

  public init(title: String? = nil, entries: [ListedEntry] = [], isCut: Bool = false) {
    self.title = title
    self.entries = entries
    self.isCut = isCut
  }

  /// Whether the file ends early or is no playlist from some point on.
  public var isCut: Bool {
    get { leftOut.isDamaged }
    set { leftOut.isDamaged = newValue }
  }

  /// Reads `bytes`, at most `mostBytes` of them.
  public init(reading bytes: [UInt8], as format: ListFormat) {
    let isLong = bytes.count > Self.mostBytes
    let bytes = isLong ? Array(bytes.prefix(Self.mostBytes)) : bytes
    switch format {
    case .m3u: self = M3UReader.read(SourceText.utf8(bytes))
    case .pls: self = PLSReader.read(SourceText.utf8(bytes))
    case .xspf:
      self = XSPFReader.read(bytes)
      // It reads no further than to the first that is too many.
      if leftOut.surplus > 0 { leftOut.surplus = max(1, Self.tracks(ofXSPF: bytes) - entries.count) }
    case .asx: self = ASXReader.read(SourceText.utf8(bytes))
    case .cue: self = CueReader.read(SourceText.utf8(bytes))
    }
    if isLong { leftOut.isTooLong = true }
  }

  private static func tracks(ofXSPF bytes: [UInt8]) -> Int {
    var rest = SourceText.utf8(bytes)[...]
    var count = 0
    while let next = SourceText.rest(of: rest, behindFirst: "</track>") { (rest, count) = (next, count + 1) }
    return count
  }

  /// - Returns: whether there was room.
  mutating func append(_ entry: ListedEntry) -> Bool {
    guard entries.count < Self.mostEntries else {
      leftOut.surplus += 1
      return false
    }
    entries.append(entry)
    return true
  }

  /// A text as it is stored: without blanks around it and without control characters, at most `mostTextBytes` long; nil
  /// if nothing is left.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var clean = SourceText.trimmed(bytes).prefix(mostTextBytes + 1).map {
      $0 < 0x20 || $0 == 0x7F ? 0x20 : $0
    }
    if clean.count > mostTextBytes {
      // Never cut within a character: drop continuation bytes, then the first byte itself.
      while let last = clean.popLast(), last & 0xC0 == 0x80 {}
    }
    return clean.isEmpty ? nil : String(decoding: clean, as: UTF8.self)
  }
}
