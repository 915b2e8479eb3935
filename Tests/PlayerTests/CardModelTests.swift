import Model
import Player
import Support
import Testing

/// What happens to a jukebox with two readers of cards: `desk` reports that a card is taken away, `door` does not.
private enum Happening: CaseIterable {
  case placeOne, placeOther, placeKeeping, placeUnknown, placeAction, placeOnDoor, take, wobble, short, long,
    hour
  case pull, plug, restart, toggle, next, end, other
}

/// The rules once more, in the words of docs/cards.md, without a thought of how the jukebox keeps them.
private struct Household {
  private enum Music: Equatable {
    case none, ofCard(String), other
  }

  private static let backTime = Duration.seconds(3600)
  var now = Duration.seconds(1000)
  private var music = Music.none
  private var isPaused = false
  /// On which reader the card lies whose music it is.
  private var home = ""
  /// Since when the music waits for its card.
  private var missedSince: Duration?
  private var lying: [String: (card: String, lastRead: Duration)] = [:]
  private var hasTakenFromDesk = false
  private var absentCard: (card: String, reader: String, since: Duration)?
  private var stickIsThere = true
  private var bootedAt = Duration.seconds(-1000)
  private(set) var done: [String] = []

  mutating func live(_ happening: Happening) {
    switch happening {
    case .placeOne: place("one", on: "desk")
    case .placeOther: place("other", on: "desk")
    case .placeKeeping: place("keeping", on: "desk")
    case .placeUnknown: place("unknown", on: "desk")
    case .placeAction: place("action", on: "desk")
    case .placeOnDoor: place("one", on: "door")
    case .take: take()
    case .wobble:
      // The card slips, and lies there again before the reader is sure.
      guard let card = lying["desk"]?.card else { return }
      lying["desk"] = (card, now)
    case .short: now += .milliseconds(200)
    case .long: now += .seconds(20)
    case .hour: now += .seconds(3601)
    case .pull: stickIsThere = false
    case .plug:
      stickIsThere = true
      guard let absentCard, now - absentCard.since <= .seconds(30) else { return }
      guard lying[absentCard.reader]?.card == absentCard.card, absentCard.card != "unknown" else { return }
      accept(
        absentCard.card, absentCard.reader, wasThereAtStart: isAtStart(absentCard.reader, absentCard.since))
    case .restart:
      (music, isPaused, missedSince, lying, absentCard) = (.none, false, nil, [:], nil)
      bootedAt = now
    case .toggle, .next: press(happening)
    case .end:
      if music != .none { (music, isPaused, missedSince) = (.none, false, nil) }
    case .other: (music, isPaused, missedSince) = (.other, false, nil)
    }
  }

  private func isAtStart(_ reader: String, _ time: Duration) -> Bool {
    reader == "desk" && time - bootedAt <= .seconds(30)
  }

  private mutating func place(_ card: String, on reader: String) {
    let before = lying[reader]
    lying[reader] = (card, now)
    if let before, before.card == card {
      // The desk would have reported that it was away.
      if reader == "desk" || now - before.lastRead < .milliseconds(500) { return }
    }
    let atStart = isAtStart(reader, now)
    switch card {
    case "unknown":
      absentCard = (card, reader, now)
      if !atStart { done.append("tone unknown") }
      done.append("unknown")
    case "action": done.append("action")
    default:
      if stickIsThere { return accept(card, reader, wasThereAtStart: atStart) }
      absentCard = (card, reader, now)
      done.append("absent")
    }
  }

  /// A card whose music is there.
  private mutating func accept(_ card: String, _ reader: String, wasThereAtStart: Bool) {
    absentCard = nil
    if music == .ofCard(card) {
      home = reader
      if let since = missedSince {
        missedSince = nil
        if now - since <= Self.backTime {
          isPaused = false
          done.append("resume")
          return
        }
      } else {
        if isPaused { done.append("resume") }
        isPaused = false
        return
      }
    }
    (music, isPaused, missedSince, home) = (.ofCard(card), false, nil, reader)
    done.append((wasThereAtStart ? "continue " : "play ") + card)
  }

  private mutating func take() {
    guard let left = lying["desk"] else { return }
    lying["desk"] = nil
    now += .milliseconds(600)
    if absentCard?.reader == "desk", absentCard?.card == left.card { absentCard = nil }
    guard music == .ofCard(left.card), home == "desk", left.card != "keeping", !isPaused else { return }
    (isPaused, missedSince) = (true, now)
    done.append("pause")
  }

  private mutating func press(_ button: Happening) {
    if let missedSince, now - missedSince <= Self.backTime {
      done.append("limit")
      return
    }
    guard music != .none else { return }
    if button == .toggle {
      isPaused.toggle()
      // It plays again: nothing waits for a card.
      if !isPaused { missedSince = nil }
    }
  }
}

/// The rules as the jukebox keeps them, with a player that does what they want.
private struct Jukebox {
  var now = Duration.seconds(1000)
  private var rules: CardRules
  private var situation = CardRules.Situation(.stop, isOfCard: false)
  private var stickIsThere = true
  private(set) var done: [String] = []

  init() {
    rules = CardRules(start: .seconds(-1000))
    setReaders()
  }

  private mutating func setReaders() {
    rules.readers["desk"] = CardRules.Reader(awayDelay: .milliseconds(600))
    rules.readers["desk"]?.tellsAway = true
  }

  mutating func live(_ happening: Happening) {
    switch happening {
    case .placeOne: place("one", on: "desk")
    case .placeOther: place("other", on: "desk")
    case .placeKeeping: place("keeping", on: "desk")
    case .placeUnknown: place("unknown", on: "desk")
    case .placeAction: place("action", on: "desk")
    case .placeOnDoor: place("one", on: "door")
    case .take:
      guard lying != nil else { return }
      rulesDo { $0.away(from: "desk", $1, at: $2, into: &$3) }
      pass(.milliseconds(600))
      lying = nil
    case .wobble:
      guard let lying else { return }
      rulesDo { $0.away(from: "desk", $1, at: $2, into: &$3) }
      place(lying, on: "desk")
    case .short: pass(.milliseconds(200))
    case .long: pass(.seconds(20))
    case .hour: pass(.seconds(3601))
    case .pull: stickIsThere = false
    case .plug:
      stickIsThere = true
      guard let awaited = rules.awaited else { return }
      let meaning = meaning(of: awaited.description)
      rulesDo { $0.arrived(meaning, $1, at: $2, into: &$3) }
    case .restart:
      rules = CardRules(start: now)
      setReaders()
      situation = CardRules.Situation(.stop, isOfCard: false)
      lying = nil
    case .toggle, .next: press(happening == .toggle ? .toggle : .next)
    case .end: if situation.transport != .stop { change(.stop, isOfCard: false) }
    case .other: change(.play, isOfCard: false)
    }
  }

  /// On the desk.
  private var lying: String?

  private func meaning(of card: String) -> CardRules.Meaning {
    var options = CardOptions()
    switch card {
    case "unknown": return .unknown
    case "action": return .action(.perform(.mute), options)
    case "keeping": options.away = .keep
    default: break
    }
    return stickIsThere ? .music(options) : .absent(volume: "STICK")
  }

  private mutating func place(_ card: String, on reader: String) {
    guard let number = CardNumber(card) else { return }
    if reader == "desk" { lying = card }
    let meaning = meaning(of: card)
    rulesDo { $0.placed(number, on: reader, meaning, $1, at: $2, into: &$3) }
  }

  private mutating func press(_ action: Action) {
    if rules.blocks(action, at: now) { return done.append("limit") }
    guard action == .toggle, situation.transport != .stop else { return }
    change(situation.transport == .pause ? .play : .pause, isOfCard: situation.isOfCard)
  }

  private mutating func pass(_ time: Duration) {
    now += time
    while let deadline = rules.deadline, deadline <= now {
      var effects: [CardRules.Effect] = []
      rules.tick(situation, at: max(deadline, now), into: &effects)
      carryOut(effects)
      if rules.deadline == deadline { break }
    }
  }

  private mutating func change(_ transport: TransportState, isOfCard: Bool) {
    situation = CardRules.Situation(transport, isOfCard: isOfCard)
    rules.follow(situation)
  }

  private mutating func rulesDo(
    _ body: (inout CardRules, CardRules.Situation, Duration, inout [CardRules.Effect]) -> Void
  ) {
    var effects: [CardRules.Effect] = []
    body(&rules, situation, now, &effects)
    carryOut(effects)
  }

  private mutating func carryOut(_ effects: [CardRules.Effect]) {
    for effect in effects {
      switch effect {
      case .play(let number, let continues):
        done.append((continues ? "continue " : "play ") + number.description)
        situation = CardRules.Situation(.play, isOfCard: true)
        rulesDo { $0.began(number, at: $2, into: &$3) }
      case .perform(.setPaused(let isPaused)):
        done.append(isPaused ? "pause" : "resume")
        change(isPaused ? .pause : .play, isOfCard: situation.isOfCard)
      case .perform: done.append("action")
      case .tone(.unknown): done.append("tone unknown")
      case .unknown: done.append("unknown")
      case .absent: done.append("absent")
      case .tone, .learned, .answerAlarm: break
      }
    }
  }
}

@Suite("Rules of cards against a model") struct CardModelTests {
  private static let sequences: UInt64 = 1000
  private static let happenings = 60

  @Test func `a thousand random sequences do what the household expects`() {
    let all = Happening.allCases
    var seen: Set<String> = []
    for seed in 1...Self.sequences {
      var generator = Dice(seed: seed)
      var (jukebox, household) = (Jukebox(), Household())
      var story: [Happening] = []
      var checked = 0
      for _ in 0..<Self.happenings {
        let happening = all[generator.below(all.count)]
        story.append(happening)
        jukebox.live(happening)
        household.live(happening)
        household.now = jukebox.now
        // The macros cost more than the step itself.
        guard jukebox.done[checked...] == household.done[checked...] else {
          Issue.record(
            "seed \(seed), \(story): \(jukebox.done.suffix(3)) and not \(household.done.suffix(3))")
          return
        }
        checked = jukebox.done.count
      }
      seen.formUnion(jukebox.done)
    }
    // Each rule was asked.
    expectEqual(
      seen.sorted(),
      [
        "absent", "action", "continue keeping", "continue one", "continue other", "limit", "pause",
        "play keeping", "play one", "play other", "resume", "tone unknown", "unknown",
      ])
  }
}
