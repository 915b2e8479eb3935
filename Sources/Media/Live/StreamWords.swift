import Model

/// Title and artists of the current song, as the stream states them.
public struct StreamWords: Hashable, Sendable {
  public var title: String?
  public var artists: [String] = []

  public init(title: String? = nil) { self.title = title }

  /// - Parameter comments: a list of Vorbis comments (Vorbis I specification, 5.2.1), which may be cut at its end.
  init(comments: ArraySlice<UInt8>) {
    var tags = Tags()
    // Reading from memory never fails.
    try? VorbisComments.read(MemoryFeed(comments), into: &tags)
    (title, artists) = (tags.title, tags.all(.artist))
  }

  public var isEmpty: Bool { title == nil && artists.isEmpty }
}

/// Bytes in memory.
private struct MemoryFeed: ByteFeed {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func take(_ count: Int) -> [UInt8] {
    let taken = rest.prefix(max(0, count))
    rest = rest.dropFirst(taken.count)
    return Array(taken)
  }

  mutating func skip(_ count: Int64) { rest = rest.dropFirst(Int(clamping: max(0, count))) }
}
