/// The music or action of a card.
public struct CardBinding: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    /// A playlist or podcast; the name is the one on its own volume.
    case playlist(PlaylistID, name: String)
    case folder(FolderReference)
    case song(TrackReference)
    /// URL of a stream, or name of a radio station.
    case stream(String)
    case action(Action)
  }

  public let number: CardNumber
  public var target: Target
  public var options: CardOptions

  public init(_ number: CardNumber, _ target: Target, _ options: CardOptions = CardOptions()) {
    (self.number, self.target, self.options) = (number, target, options)
  }

  /// Limit of cards on a volume, and of those on the box.
  public static let most = 1000
}

/// How a card plays.
public struct CardOptions: Hashable, Sendable {
  /// Name that people gave to the card; at most `Pad.mostNameBytes`, no control characters.
  public var name: String?
  /// nil leaves it to the reader.
  public var again: CardAgain?
  /// nil leaves it to the reader.
  public var away: CardAway?
  public var order = CardOrder.album
  /// Percent to set when it begins; never above the maximum.
  public var volume: Int?
  /// An action is repeated with this period while its card lies on the reader.
  public var repeatMilliseconds: Int?
  /// Whether an action is also done while cards are limited.
  public var isWhenLocked = false

  public static let repeatMillisecondLimits = 100...10_000

  public init() {}
}

/// The effect of a card whose music plays or is paused already.
public enum CardAgain: String, Hashable, Sendable, CaseIterable {
  /// Continues if paused.
  case resume
  case toggle, next
  case nextFolder = "next-folder"
  /// Begins its music at the start.
  case restart
  case nothing
}

/// The effect of taking away the card whose music plays.
public enum CardAway: String, Hashable, Sendable, CaseIterable {
  case pause, keep
}

/// The order of a card's music.
public enum CardOrder: String, Hashable, Sendable, CaseIterable {
  case album, shuffle
  /// One song: at each start the one after the last.
  case one
  /// One random song.
  case oneRandom = "one-random"
  /// One of the folders: at each start the one after the last.
  case nextFolder = "next-folder"
  /// One of the folders by chance.
  case randomFolder = "random-folder"
}

/// The effect of a number without a card.
public enum CardChoice: String, Hashable, Sendable, CaseIterable {
  case nothing
  /// The preset of that number.
  case preset
  /// The song at that place of the queue, from 1.
  case song
}
