/// Personal data of a track, and how often it was heard. They stay with the track's row: when its file vanishes and
/// comes back, and when it is moved.
public struct PersonalValues: Hashable, Sendable {
  /// nil if not set.
  public var liking: Liking?
  /// 0 to 10; nil where it has none.
  public var rating: Int?
  /// 0xRRGGBB.
  public var colour: UInt32?
  /// Lines, without control characters but for tabs and the line feeds between them.
  public var notes: String?
  /// Number of playings to its end; nil if not counted yet.
  public var plays: Int64?
  public var skips: Int64?
  /// In seconds since 1970, where the clock was known then.
  public var lastPlayed: Int64?

  public init() {}

  public var isFavourite: Bool { liking == .favourite }

  public static let ratings = 0...10
  public static let mostColour: UInt32 = 0xFF_FFFF
  /// In bytes of UTF-8.
  public static let mostNotesBytes = 8192

  /// Whether every value is within its range.
  public var isValid: Bool {
    if let rating, !Self.ratings.contains(rating) { return false }
    if let colour, colour > Self.mostColour { return false }
    if let notes, notes.utf8.count > Self.mostNotesBytes || notes.utf8.contains(where: Self.isControl) {
      return false
    }
    return [plays, skips, lastPlayed].allSatisfy { $0 ?? 0 >= 0 }
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t") || byte == 0x7F
  }
}

/// A person's opinion of a track. The numbers are those of MPD clients' sticker `like` (myMPD, Cantata).
public enum Liking: Int64, Sendable {
  case disliked = 0
  case neither = 1
  case favourite = 2
}

/// One change of what people say of a track. nil takes a value off.
public enum PersonalEdit: Hashable, Sendable {
  case like(Liking?)
  /// Makes a favourite of it, or of a favourite none.
  case toggleFavourite
  /// 0 to 10.
  case rate(Int?)
  /// 0xRRGGBB.
  case colour(UInt32?)
  /// At most `PersonalValues.mostNotesBytes`; an empty text is none.
  case notes(String?)
  case plays(Int64?)
  case skips(Int64?)
  /// Seconds since 1970.
  case lastPlayed(Int64?)

  public func apply(to values: inout PersonalValues) {
    switch self {
    case .like(let liking): values.liking = liking
    case .toggleFavourite: values.liking = values.isFavourite ? nil : .favourite
    case .rate(let rating): values.rating = rating
    case .colour(let colour): values.colour = colour
    case .notes(let notes): values.notes = notes?.isEmpty == false ? notes : nil
    case .plays(let plays): values.plays = plays
    case .skips(let skips): values.skips = skips
    case .lastPlayed(let time): values.lastPlayed = time
    }
  }
}
