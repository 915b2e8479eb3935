public import Model

/// The meaning of cards that are placed on readers and taken away: which music is a card's, and what placing it again does.
///
/// A value: placings and the time go in, effects come out. The time is a duration since any fixed moment and never
/// decreases.
public struct CardRules: Sendable {
  /// The meaning of a number when it is placed.
  public enum Meaning: Hashable, Sendable {
    case music(CardOptions)
    /// An action; only the options of actions count.
    case action(Event, CardOptions)
    /// The volume of its music is not there.
    case absent(volume: String)
    case unknown
  }

  /// The settings of a reader.
  public struct Reader: Hashable, Sendable {
    public var again: CardAgain?
    public var away: CardAway?
    public var awayDelay: Duration
    /// Whether buttons do not continue music that waits for its card.
    public var needsCard = true
    /// Longest absence of a card after which its music continues in its place.
    public var backTime = CardRules.backTime
    /// The effect of a number without a card.
    public var choice = CardChoice.nothing
    /// Whether it reports that a card was taken away, as far as its settings tell.
    public var tellsAway = false
    /// Whether its numbers are identities of cards, and not printed or typed.
    public var readsIdentities = true

    public init(again: CardAgain? = nil, away: CardAway? = nil, awayDelay: Duration = .zero) {
      (self.again, self.away, self.awayDelay) = (again, away, awayDelay)
    }
  }

  /// State of the player.
  public struct Situation: Hashable, Sendable {
    public var transport: TransportState
    /// Whether the current entry is of the music that a card put into the queue, and has not ended: it may also wait for
    /// its volume.
    public var isOfCard: Bool
    /// An alarm rings, or waits while it is snoozed.
    public var isAlarmOn = false
    public var isRinging = false

    public init(_ transport: TransportState, isOfCard: Bool) {
      (self.transport, self.isOfCard) = (transport, isOfCard)
    }
  }

  public enum Effect: Hashable, Sendable {
    /// Play the card's music in place of the queue; answered by `began` or `failed`.
    /// - Parameter continues: the card lay there when the jukebox started: if the queue is its music, that continues.
    case play(CardNumber, continues: Bool)
    case perform(Event)
    /// A card is a button for the alarm that rings; without an action, any button.
    /// - Parameter isAllowed: whether an action that is not for the alarm is done.
    case answerAlarm(Action?, isAllowed: Bool)
    case tone(Tone)
    /// The placing that somebody waits for, to bind the card.
    case learned(CardNumber, reader: String)
    case absent(CardNumber, volume: String)
    case unknown(CardNumber, reader: String)
  }

  /// A card that lies on a reader is read many times.
  public static let repeatTime = Duration.milliseconds(500)
  /// As `Reader.backTime`, unless the reader has another.
  public static let backTime = Duration.seconds(3600)
  /// How long after the start a card counts as one that lay there before.
  public static let startTime = Duration.seconds(30)
  /// How often an action is repeated at most: a card may be forgotten on the reader.
  public static let mostRepeats = 100
  /// How long a card waits for the volume of its music.
  public static let volumePatience = Duration.seconds(30)
  /// Readers that are remembered; more are other names of a client.
  static let mostReaders = 16

  private struct Place {
    var lying: CardNumber?
    var lastTime = Duration.zero
    /// It has said that a card was taken away: so a card that it reads again was lying there all the time.
    var tellsAway = false
    /// When the card counts as taken away.
    var awayAt: Duration?
  }

  private struct Playing {
    let number: CardNumber
    /// The one that it was placed on last.
    var reader: String
    /// nil leaves it to the reader.
    var away: CardAway?
    /// Its music is still being read.
    var isStarting = true
    /// It was taken away meanwhile.
    var isGone = false
    /// When it was paused, since its card was taken away.
    var pausedAt: Duration?
  }

  private struct Repetition {
    let event: Event
    let options: CardOptions
    let reader: String
    var next: Duration
    var left = CardRules.mostRepeats
  }

  public var readers: [String: Reader] = [:]
  /// Whether cards do nothing but sound the tone `limit`, such as in quiet hours or while the jukebox is locked.
  public var isLimited = false
  /// The next placing is for somebody who waits for it, and does nothing else.
  public var isLearning = false
  private var places: [String: Place] = [:]
  private var playing: Playing?
  private var waiting: (number: CardNumber, reader: String, until: Duration, continues: Bool)?
  private var repetition: Repetition?
  private let startEnd: Duration

  /// - Parameter start: when the jukebox started.
  public init(start: Duration) { startEnd = start + Self.startTime }

  /// The card whose music plays or is paused, or is about to.
  public var current: CardNumber? { playing?.number }
  public var currentReader: String? { playing?.reader }
  /// The card that waits for a volume.
  public var awaited: CardNumber? { waiting?.number }

  /// When `tick` has something to do.
  public var deadline: Duration? {
    (places.values.compactMap(\.awayAt) + [waiting?.until, repetition?.next].compactMap(\.self)).min()
  }

  // MARK: Events

  /// - Parameter meaning: what the number means now.
  public mutating func placed(
    _ number: CardNumber, on reader: String, _ meaning: Meaning, _ situation: Situation, at time: Duration,
    into effects: inout [Effect]
  ) {
    tick(situation, at: time, into: &effects)
    guard note(number, on: reader, at: time) else { return }
    if isLearning {
      isLearning = false
      forget(number)
      effects.append(.learned(number, reader: reader))
      return
    }
    let continues = time <= startEnd && places[reader]?.tellsAway == true
    // Nobody placed it: it lay there when the alarm was cut off by a restart.
    if continues, situation.isAlarmOn { return }
    if situation.isRinging { return answerAlarm(meaning, into: &effects) }
    guard isAllowed(meaning) else { return effects.append(.tone(.limit)) }
    switch meaning {
    case .unknown:
      // Its volume may be about to open, as each does after the start.
      waiting = (number, reader, time + Self.volumePatience, continues)
      effects += (continues ? [] : [.tone(.unknown)]) + [.unknown(number, reader: reader)]
    case .absent(let volume):
      waiting = (number, reader, time + Self.volumePatience, continues)
      effects += [.tone(.error), .absent(number, volume: volume)]
    case .action(let event, let options):
      effects += [.tone(.card), .perform(event)]
      if let period = options.repeatMilliseconds, places[reader]?.tellsAway == true {
        repetition = Repetition(
          event: event, options: options, reader: reader, next: time + .milliseconds(period))
      }
    case .music(let options):
      waiting = nil
      effects.append(.tone(.card))
      place(number, on: reader, options, situation, at: time, continues: continues, into: &effects)
    }
  }

  /// The reader's card was taken away.
  public mutating func away(
    from reader: String, _ situation: Situation, at time: Duration, into effects: inout [Effect]
  ) {
    tick(situation, at: time, into: &effects)
    guard places[reader]?.lying != nil else { return }
    places[reader]?.tellsAway = true
    places[reader]?.awayAt = time + (readers[reader]?.awayDelay ?? .zero)
    tick(situation, at: time, into: &effects)
  }

  /// The line of a reader reports a card again: it was not away.
  public mutating func back(on reader: String) { places[reader]?.awayAt = nil }

  /// Time has passed.
  public mutating func tick(_ situation: Situation, at time: Duration, into effects: inout [Effect]) {
    if let waiting, time > waiting.until { self.waiting = nil }
    for (reader, place) in places {
      if let awayAt = place.awayAt, awayAt <= time {
        leave(reader, situation, at: awayAt, into: &effects)
      }
    }
    repeatAction(at: time, into: &effects)
  }

  /// The music of a card plays.
  public mutating func began(_ number: CardNumber, at time: Duration, into effects: inout [Effect]) {
    guard playing?.number == number, playing?.isStarting == true else { return }
    playing?.isStarting = false
    if playing?.isGone == true { pause(at: time, into: &effects) }
  }

  /// The music of a card could not be played, or something else was wanted meanwhile.
  public mutating func failed(_ number: CardNumber) {
    if playing?.number == number, playing?.isStarting == true { playing = nil }
  }

  /// The player changed: the card's music may have ended, or something else plays.
  public mutating func follow(_ situation: Situation) {
    guard let playing, !playing.isStarting else { return }
    if !situation.isOfCard { self.playing = nil }
    if situation.transport == .play { self.playing?.pausedAt = nil }
  }

  /// The volume has come that a card may have waited for.
  /// - Parameter meaning: of that card.
  public mutating func arrived(
    _ meaning: Meaning, _ situation: Situation, at time: Duration, into effects: inout [Effect]
  ) {
    guard let waiting, time <= waiting.until, case .music(let options) = meaning else { return }
    self.waiting = nil
    guard isAllowed(meaning) else { return }
    // A reader that never reports an absence counts as one that still has the card.
    guard places[waiting.reader]?.lying == waiting.number else { return }
    place(
      waiting.number, on: waiting.reader, options, situation, at: time, continues: waiting.continues,
      into: &effects)
  }

  /// Somebody binds the card: it begins when it is placed next, not as soon as it is bound.
  public mutating func forget(_ number: CardNumber) {
    if waiting?.number == number { waiting = nil }
  }

  /// Cards were bound: the one that plays may have another effect when it is taken away.
  /// - Parameter meaning: of the current card.
  public mutating func rebound(_ meaning: Meaning) {
    if case .music(let options) = meaning, playing?.reader.isEmpty == false { playing?.away = options.away }
  }

  /// The music of a card that a client plays is about to begin; no reader has that card.
  public mutating func beginPlaying(_ number: CardNumber) {
    playing = Playing(number: number, reader: "", away: .keep)
  }

  /// Whether a phone or bank card made up the number.
  public func isRandom(_ number: CardNumber, on reader: String) -> Bool {
    number.isRandom && readers[reader]?.readsIdentities ?? true
  }

  /// Whether a button does nothing, since music waits for its card: as long as that would continue it.
  public func blocks(_ action: Action, at time: Duration) -> Bool {
    guard let playing, let pausedAt = playing.pausedAt, time - pausedAt <= backTime(of: playing.reader),
      readers[playing.reader]?.needsCard ?? true
    else { return false }
    switch action {
    case .play, .playNamed, .toggle, .next, .previous, .nextFolder, .previousFolder, .preset: return true
    default: return false
    }
  }

  // MARK: Private

  private func isAllowed(_ meaning: Meaning) -> Bool {
    switch meaning {
    // Anybody may silence an alarm.
    case .action(.perform(.alarmSnooze), _), .action(.perform(.alarmStop), _): true
    case .action(_, let options) where options.isWhenLocked: true
    default: !isLimited
    }
  }

  private func answerAlarm(_ meaning: Meaning, into effects: inout [Effect]) {
    guard case .action(.perform(let action), _) = meaning else {
      return effects.append(.answerAlarm(nil, isAllowed: false))
    }
    effects.append(.answerAlarm(action, isAllowed: isAllowed(meaning)))
  }

  private func backTime(of reader: String) -> Duration { readers[reader]?.backTime ?? Self.backTime }

  /// Repeats the action of a card that lies there; not while the card may have been taken away.
  private mutating func repeatAction(at time: Duration, into effects: inout [Effect]) {
    guard var repetition, repetition.next <= time else { return }
    let isAllowed = isAllowed(.action(repetition.event, repetition.options))
    guard isAllowed, repetition.left > 0, let period = repetition.options.repeatMilliseconds else {
      self.repetition = nil
      return
    }
    if places[repetition.reader]?.awayAt == nil { effects.append(.perform(repetition.event)) }
    (repetition.next, repetition.left) = (time + .milliseconds(period), repetition.left - 1)
    self.repetition = repetition
  }

  /// - Returns: whether it is a placing: not one of a card that lies there.
  private mutating func note(_ number: CardNumber, on reader: String, at time: Duration) -> Bool {
    var place = places[reader] ?? Place(tellsAway: readers[reader]?.tellsAway ?? false)
    // A phone has another number at each reading.
    let isPhone = isRandom(number, on: reader) && place.lying.map { isRandom($0, on: reader) } == true
    let isSame = place.lying == number || isPhone
    let isRepeated = isSame && (place.tellsAway || time - place.lastTime < Self.repeatTime)
    (place.lying, place.lastTime, place.awayAt) = (number, time, nil)
    if places[reader] == nil, places.count == Self.mostReaders,
      let oldest = places.min(by: { $0.value.lastTime < $1.value.lastTime })?.key
    {
      places[oldest] = nil
    }
    places[reader] = place
    if !isRepeated, repetition?.reader == reader { repetition = nil }
    return !isRepeated
  }

  private mutating func place(
    _ number: CardNumber, on reader: String, _ options: CardOptions, _ situation: Situation,
    at time: Duration, continues: Bool, into effects: inout [Effect]
  ) {
    guard let playing, playing.number == number else {
      return start(number, on: reader, options, continues: continues, into: &effects)
    }
    self.playing?.reader = reader
    if playing.isStarting {
      self.playing?.isGone = false
      return
    }
    if let pausedAt = playing.pausedAt {
      guard time - pausedAt <= backTime(of: reader) else {
        return start(number, on: reader, options, into: &effects)
      }
      self.playing?.pausedAt = nil
      effects.append(.perform(.setPaused(false)))
      return
    }
    switch options.again ?? readers[reader]?.again ?? .resume {
    case .next where options.order.isOfOneSong, .nextFolder where options.order.isOfOneFolder:
      start(number, on: reader, options, into: &effects)
    case .resume: if situation.transport == .pause { effects.append(.perform(.setPaused(false))) }
    case .toggle: effects.append(.perform(.perform(.toggle)))
    case .next: effects.append(.perform(.perform(.next)))
    case .nextFolder: effects.append(.perform(.perform(.nextFolder)))
    case .restart: start(number, on: reader, options, into: &effects)
    case .nothing: break
    }
  }

  private mutating func start(
    _ number: CardNumber, on reader: String, _ options: CardOptions, continues: Bool = false,
    into effects: inout [Effect]
  ) {
    playing = Playing(number: number, reader: reader, away: options.away)
    effects.append(.play(number, continues: continues))
  }

  private mutating func leave(
    _ reader: String, _ situation: Situation, at time: Duration, into effects: inout [Effect]
  ) {
    guard let number = places[reader]?.lying else { return }
    places[reader]?.lying = nil
    places[reader]?.awayAt = nil
    if waiting?.number == number, waiting?.reader == reader { waiting = nil }
    if repetition?.reader == reader { repetition = nil }
    guard let playing, playing.number == number, playing.reader == reader,
      playing.away ?? readers[reader]?.away ?? .pause == .pause
    else { return }
    if playing.isStarting {
      self.playing?.isGone = true
    } else if situation.isOfCard, situation.transport != .pause {
      pause(at: time, into: &effects)
    }
  }

  private mutating func pause(at time: Duration, into effects: inout [Effect]) {
    playing?.pausedAt = time
    effects.append(.perform(.setPaused(true)))
  }
}
