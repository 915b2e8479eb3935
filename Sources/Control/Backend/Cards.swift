public import Model

/// The cards, and the readers on which they are placed. Loop thread only; completions are called on the loop, once.
public protocol Cards: AnyObject {
  /// Those of the box, of the open volumes and of those that left, by their numbers.
  var cards: [CardReport] { get }
  /// Numbers without a binding that were placed in the last hour, the last one first.
  var unknownCards: [UnknownCard] { get }

  /// Whether a card does an action, rather than play music.
  func hasAction(_ number: CardNumber) -> Bool
  /// A reader has a card.
  func place(_ number: CardNumber, on reader: String)
  /// A reader has its card no more.
  func takeAway(from reader: String)
  /// A reader works, or has a fault.
  func note(_ state: ReaderState, of reader: String)
  /// Plays or does what a card is bound to.
  /// - Parameter completion: gets nil once it plays, else why it does not.
  func play(_ number: CardNumber, completion: @escaping (Refusal?) -> Void)

  /// Binds a card in place of what it was bound to anywhere.
  /// - Parameter completion: gets nil once that would survive a power cut, else why nothing was changed.
  func bind(
    _ number: CardNumber, to music: CardRequest, _ options: CardOptions,
    completion: @escaping (Refusal?) -> Void)
  /// Unbinds a card on the box and on the open volumes.
  func unbind(_ number: CardNumber, completion: @escaping (Refusal?) -> Void)
  /// Waits for the next card that is placed; it does nothing else.
  func learn(for patience: Duration, completion: @escaping Completion<LearnedCard>) -> Query
}

/// Wish for a card's binding, in the words of a client.
public enum CardRequest: Hashable, Sendable {
  /// The name that clients see.
  case playlist(String)
  /// The URI.
  case folder(String), song(String)
  /// URL, or name of a station.
  case stream(String)
  case action(Action)
}

public struct LearnedCard: Hashable, Sendable {
  public var number: CardNumber
  public var reader: String

  public init(_ number: CardNumber, reader: String) { (self.number, self.reader) = (number, reader) }
}

/// A card that is bound.
public struct CardReport: Hashable, Sendable {
  public var number: CardNumber
  public enum Kind: String, Sendable {
    case playlist, folder, song, stream, action
  }
  public var kind: Kind
  /// Name of the playlist, URI of the folder or song, URL or name of the stream, or the action.
  public var target: String
  public var options: CardOptions
  /// Name of the volume that has it; nil for one of the box.
  public var volume: String?
  /// Whether another binding of the number counts.
  public var isHidden = false
  /// Whether its volume is not plugged in.
  public var isAbsent = false
  /// Whether its music plays or is paused.
  public var isCurrent = false

  public init(
    _ number: CardNumber, _ kind: Kind, _ target: String, _ options: CardOptions = CardOptions(),
    volume: String? = nil
  ) {
    (self.number, self.kind, self.target) = (number, kind, target)
    (self.options, self.volume) = (options, volume)
  }
}

/// A number without a binding that was placed.
public struct UnknownCard: Hashable, Sendable {
  public var number: CardNumber
  public var reader: String
  public var age: Duration

  public init(_ number: CardNumber, reader: String, age: Duration) {
    (self.number, self.reader, self.age) = (number, reader, age)
  }
}
