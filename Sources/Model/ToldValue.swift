/// One thing that a playlist's file tells of a part of a track, as cue sheets do, in place of what the track's own file
/// says.
public struct ToldValue: Hashable, Sendable {
  /// The raw value is its key where it is kept.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case title, artist, album, albumArtist, track, date, genre
  }

  public let field: Field
  public let text: String

  public init(_ field: Field, _ text: String) {
    self.field = field
    self.text = text
  }
}

extension [ToldValue] {
  /// What the texts of all come to.
  public var bytes: Int { reduce(0) { $0 + $1.text.utf8.count } }
}
