/// One tag from a playlist's source file, such as a cue sheet, for a part of a track, or that a client gave to a stream. It
/// replaces the tag of the track's own file; what a stream itself says replaces it. Of an entry of the queue also the guest
/// who asked for it.
public struct SourceMetadata: Hashable, Sendable {
  /// The raw value is its key in the database.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    /// Name of the guest who asked for the entry: no tag.
    case guest
    case title, artist, album, albumArtist, track, date, genre
    /// Name of a station.
    case name
  }

  public let field: Field
  public let text: String

  public init(_ field: Field, _ text: String) {
    self.field = field
    self.text = text
  }
}

extension [SourceMetadata] {
  /// Sum of the texts' bytes.
  public var bytes: Int { reduce(0) { $0 + $1.text.utf8.count } }
  /// Name of the guest who asked for the entry; nil: the household did.
  public var guest: String? { first { $0.field == .guest }?.text }
  /// Without the guest.
  public var tags: [SourceMetadata] { filter { $0.field != .guest } }
}
