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

  func apply(to values: inout PersonalValues) {
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
