/// A name and a value that a client keeps with something.
public struct Sticker: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The object that has a sticker.
public enum StickerSubject: Hashable, Sendable {
  /// The song that is exactly this URI.
  case song(uri: String)
  /// A stored playlist by the name that clients see.
  case playlist(String)
  /// A filter, or a value of the tag that `type` names: not tied to a volume. A new one is stored on `home`, a volume
  /// with a song that it matches.
  case text(type: String, String, home: VolumeID)
}

/// A change of what clients keep with something.
public enum StickerChange: Hashable, Sendable {
  case set(name: String, value: String)
  /// Adds to a number, which a text that begins with none counts for as 0; where there is none yet, `first` is set.
  case add(name: String, Int64, first: Int64)
  /// One, or where no name is given all of them.
  case delete(name: String?)
}

/// Some of the stickers of one name that were found.
public struct StickerPage: Hashable, Sendable {
  public struct Found: Hashable, Sendable {
    /// A song's URI, a playlist's name, a filter, or a tag's value.
    public let subject: String
    public let value: String

    public init(subject: String, value: String) {
      self.subject = subject
      self.value = value
    }
  }

  public var found: [Found] = []
  /// nil after the last page.
  public var next: Cursor?

  public init(found: [Found] = [], next: Cursor? = nil) {
    self.found = found
    self.next = next
  }
}
