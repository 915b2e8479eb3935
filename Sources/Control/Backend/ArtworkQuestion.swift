/// Which part of whose picture is wanted.
public struct ArtworkQuestion: Hashable, Sendable {
  /// Where the picture is looked for first; where there is none, the other place is looked at.
  public enum Place: Hashable, Sendable {
    /// In the song's file.
    case song
    /// Among the files beside it.
    case folder
  }

  /// Of a song or a folder.
  public var uri: String
  public var first: Place
  /// In bytes.
  public var offset: Int
  /// At most so many bytes; 0 where only what it is is wanted.
  public var limit: Int
}
