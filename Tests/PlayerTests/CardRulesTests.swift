import Model
import Player
import Support
import Testing

/// What placing a card and taking it away come to: each case is a line of what happens, and a line of what is done.
@Suite("Rules of cards") struct CardRulesTests {
  /// A player that does what cards want, and the cards `a` and `b` of music, `again-X` with an option, `sleep`, and `gone`.
  private struct Table {
    var rules = CardRules(start: .zero)
    var situation = CardRules.Situation(.stop, isOfCard: false)
    var time = Duration.seconds(100)
    var done: [String] = []
    /// Whether music begins as soon as it is wanted.
    var startsAtOnce = true

    func meaning(_ name: String) -> CardRules.Meaning {
      switch name {
      case "unknown": return .unknown
      case "gone": return .absent(volume: "STICK")
      case "sleep": return .action(.perform(.setSleep(.minutes(30))), CardOptions())
      case "louder", "lamp":
        var options = CardOptions()
        (options.repeatMilliseconds, options.isWhenLocked) = (300, name == "lamp")
        return .action(.perform(.volume(percent: 2)), options)
      default:
        var options = CardOptions()
        if name.hasPrefix("again-") { options.again = CardAgain(rawValue: String(name.dropFirst(6))) }
        if name == "keep" { options.away = .keep }
        if name.hasPrefix("one-") {
          options.order = .one
          options.again = CardAgain(rawValue: String(name.dropFirst(4)))
        }
        if name.hasPrefix("folder-") {
          options.order = .randomFolder
          options.again = CardAgain(rawValue: String(name.dropFirst(7)))
        }
        return .music(options)
      }
    }

    /// `a` or `a@reader` is placed, `-` or `-@reader` taken away, `+5` seconds pass; the player plays, pauses, ends, or plays
    /// something else.
    mutating func run(_ script: String) throws -> String {
      for word in script.split(separator: " ").map(String.init) { try step(word) }
      return done.joined(separator: " ")
    }

    private mutating func step(_ word: String) throws {
      var effects: [CardRules.Effect] = []
      let parts = word.split(separator: "@").map(String.init)
      let reader = parts.count > 1 ? parts[1] : "door"
      switch parts[0] {
      case let name where name.hasPrefix("+"):
        time += .milliseconds(Int(try #require(Double(name.dropFirst())) * 1000))
        rules.tick(situation, at: time, into: &effects)
      case "-": rules.away(from: reader, situation, at: time, into: &effects)
      case "PLAY", "PAUSE", "END", "OTHER":
        situation = CardRules.Situation(
          word == "PAUSE" ? .pause : word == "END" ? .stop : .play,
          isOfCard: situation.isOfCard && word != "END" && word != "OTHER")
        rules.follow(situation)
      case "BEGUN":
        situation = CardRules.Situation(.play, isOfCard: true)
        if let current = rules.current { rules.began(current, at: time, into: &effects) }
      case "RING", "SNOOZE": (situation.isAlarmOn, situation.isRinging) = (true, word == "RING")
      case "|": rules.back(on: reader)
      case "STICK": rules.arrived(.music(CardOptions()), situation, at: time, into: &effects)
      case let name:
        let number = try #require(CardNumber(name))
        rules.placed(number, on: reader, meaning(name), situation, at: time, into: &effects)
      }
      for effect in effects { try carryOut(effect) }
    }

    private mutating func carryOut(_ effect: CardRules.Effect) throws {
      switch effect {
      case .play(let number, let continues):
        done.append((continues ? "continue:" : "play:") + "\(number)")
        if startsAtOnce { try step("BEGUN") }
      case .perform(.setPaused(let paused)):
        done.append(paused ? "pause" : "resume")
        situation.transport = paused ? .pause : .play
        rules.follow(situation)
      case .perform(.perform(let action)): done.append("\(action)".replacing(" ", with: "-"))
      case .perform(let event): done.append("\(event)")
      case .answerAlarm(let action, let isAllowed):
        done.append("alarm\(action.map { ":\($0)" } ?? "")\(isAllowed ? "" : "!")".replacing(" ", with: "-"))
      case .tone(let tone): if tone != .card { done.append("(\(tone))") }
      case .learned(let number, let reader): done.append("learned:\(number)@\(reader)")
      case .absent(_, let volume): done.append("absent:\(volume)")
      case .unknown(let number, _): done.append("unknown:\(number)")
      }
    }
  }

  @Test(arguments: [
    // A card plays, another one in its place.
    ("a +1 b", "play:a play:b"),
    // A lying card is read many times.
    ("a +0.1 a +0.4 a +0.4 a", "play:a"),
    ("b@door a@desk +0.1 b@door", "play:b play:a"),
    // The same card again: what plays goes on, what is paused resumes.
    ("a +5 a", "play:a"), ("a PAUSE +5 a", "play:a resume"),
    ("again-toggle +5 again-toggle", "play:again-toggle toggle"),
    ("again-next +5 again-next", "play:again-next next"),
    ("again-next-folder +5 again-next-folder", "play:again-next-folder next-folder"),
    ("again-restart +5 again-restart", "play:again-restart play:again-restart"),
    ("again-nothing PAUSE +5 again-nothing", "play:again-nothing"),
    // Its music is over, or something else was played: it begins anew.
    ("a END +5 a", "play:a play:a"), ("a OTHER +5 a", "play:a play:a"),
    // Taken away and back.
    ("a +5 - +60 a", "play:a pause resume"), ("a +5 - +3601 a", "play:a pause play:a"),
    ("again-restart +5 - +60 again-restart", "play:again-restart pause resume"),
    ("keep +5 -", "play:keep"), ("a PAUSE -", "play:a"), ("-", ""),
    // Once a reader has told that a card left, what it reads again was lying there.
    ("a +5 - +1 a +5 a +5 a", "play:a pause resume"),
    // Somebody resumed meanwhile: the card only goes on.
    ("a +5 - PLAY +5 a", "play:a pause"),
    // The card that was placed last counts.
    ("a@one +1 b@two +1 -@one", "play:a play:b"), ("a@one +1 b@two +1 -@two", "play:a play:b pause"),
    // Unknown cards change nothing, not even which card is current.
    ("a PAUSE +5 unknown +5 a", "play:a (unknown) unknown:unknown resume"),
    ("a +1 unknown@two +1 -@two", "play:a (unknown) unknown:unknown"),
    // An action acts at each placing, and its card is no music.
    ("sleep +5 sleep", "sleep-30 sleep-30"), ("a +5 sleep@two +5 -@two +5 -", "play:a sleep-30 pause"),
    // A card whose stick is away plays when the stick comes, if it lies there still, for 30 s.
    ("gone +20 STICK", "(error) absent:STICK play:gone"), ("gone +31 STICK", "(error) absent:STICK"),
    ("gone +5 - STICK", "(error) absent:STICK"), ("gone +5 a +5 STICK", "(error) absent:STICK play:a"),
    ("unknown +5 STICK", "(unknown) unknown:unknown play:unknown"),
  ])
  func `a card plays, resumes and pauses`(script: String, done: String) throws {
    var table = Table()
    try expectEqual(table.run(script), done)
  }

  @Test func `a wobble on the reader is nothing, and a card that stays away pauses after the time`() throws {
    var table = Table()
    table.rules.readers["door"] = CardRules.Reader(awayDelay: .milliseconds(600))
    try expectEqual(table.run("a +5 - +0.5 a"), "play:a")
    #expect(table.rules.deadline == nil)
    try expectEqual(table.run("+5 - +0.59"), "play:a")
    expectEqual(table.rules.deadline, table.time + .milliseconds(10))
    try expectEqual(table.run("+0.01"), "play:a pause")
  }

  @Test func `a reader's settings count where the card has none`() throws {
    var table = Table()
    table.rules.readers["door"] = CardRules.Reader(again: .next, away: .keep)
    try expectEqual(
      table.run("a +5 a +5 - +5 again-nothing +5 again-nothing"), "play:a next play:again-nothing")
  }

  @Test func `a card that is taken away does what is set then for it or its reader`() throws {
    var table = Table()
    _ = try table.run("a +5")
    table.rules.rebound(table.meaning("keep"))
    try expectEqual(table.run("-"), "play:a")
    _ = try table.run("+5 a +5")
    table.rules.rebound(table.meaning("a"))
    table.rules.readers["door"] = CardRules.Reader(away: .keep)
    try expectEqual(table.run("- +5 a"), "play:a")
    table.rules.readers["door"] = CardRules.Reader()
    table.rules.rebound(table.meaning("sleep"))
    try expectEqual(table.run("+5 -"), "play:a pause")
    // No reader has the card that a client plays.
    table = Table()
    let number = try #require(CardNumber("a"))
    table.rules.beginPlaying(number)
    _ = try table.run("BEGUN")
    table.rules.rebound(table.meaning("a"))
    try expectEqual(table.run("b@two -@two"), "play:b pause")
  }

  @Test func `a card that is read slowly is started once, and pauses if it is gone by then`() throws {
    var table = Table()
    table.startsAtOnce = false
    try expectEqual(table.run("a +1 a +1 -"), "play:a")
    try expectEqual(table.run("BEGUN"), "play:a pause")
    #expect(table.rules.blocks(.next, at: table.time))
    table = Table()
    table.startsAtOnce = false
    _ = try table.run("a")
    table.rules.failed(try #require(CardNumber("a")))
    try expectEqual(table.run("+1 a"), "play:a play:a")
  }

  @Test func `buttons start nothing while music waits for its card`() throws {
    var table = Table()
    _ = try table.run("a +5 -")
    let starting: [Action] = [.play, .toggle, .next, .previous, .nextFolder, .previousFolder, .preset(1)]
    #expect(starting.allSatisfy { table.rules.blocks($0, at: table.time) })
    let others: [Action] = [.volume(percent: 2), .shutdown]
    #expect(!others.contains { table.rules.blocks($0, at: table.time) })
    _ = try table.run("+5 a")
    #expect(!table.rules.blocks(.next, at: table.time))
    _ = try table.run("+5 - PLAY")
    #expect(!table.rules.blocks(.next, at: table.time))
  }

  @Test func `a card that does not come back within an hour frees the buttons`() throws {
    var table = Table()
    _ = try table.run("a +5 - +3600")
    #expect(table.rules.blocks(.play, at: table.time))
    _ = try table.run("+1")
    #expect(!table.rules.blocks(.play, at: table.time))
  }

  @Test func `a card of one song or folder plays the next one as its effect says`() throws {
    var table = Table()
    try expectEqual(table.run("one-next +5 one-next"), "play:one-next play:one-next")
    table = Table()
    try expectEqual(table.run("folder-next +5 folder-next"), "play:folder-next next")
    table = Table()
    try expectEqual(
      table.run("folder-next-folder +5 folder-next-folder"), "play:folder-next-folder play:folder-next-folder"
    )
  }

  @Test func `an action is repeated while its card lies there, if the reader reports its absence`() throws {
    var table = Table()
    try expectEqual(table.run("louder +0.3 +0.3"), "volume-+2")
    #expect(table.rules.deadline == nil)
    table = Table()
    table.rules.readers["door"] = CardRules.Reader(awayDelay: .milliseconds(600))
    table.rules.readers["door"]?.tellsAway = true
    try expectEqual(table.run("louder +0.3 +0.3 - +0.3 +0.3 +0.3"), "volume-+2 volume-+2 volume-+2")
    #expect(table.rules.deadline == nil)
    table.done = []
    _ = try table.run("louder" + String(repeating: " +0.3", count: 2 * CardRules.mostRepeats))
    expectEqual(table.done.count, 1 + CardRules.mostRepeats)
    // Another card ends it.
    table.done = []
    try expectEqual(table.run("a +0.3 louder +0.3 a +0.3"), "play:a volume-+2 volume-+2")
  }

  @Test func `a limit silences all cards but the actions that are free of it`() throws {
    var table = Table()
    table.rules.isLimited = true
    try expectEqual(
      table.run("a +5 sleep +5 unknown +5 gone +5 STICK +5 lamp"),
      String(repeating: "(limit) ", count: 4) + "volume-+2")
    table.rules.isLimited = false
    table.done = []
    _ = try table.run("+5 a +5 -")
    table.rules.isLimited = true
    try expectEqual(table.run("+5 a"), "play:a pause (limit)")
    // What lies there then does not begin by itself.
    table.rules.isLimited = false
    try expectEqual(table.run("+5"), "play:a pause (limit)")
    // It ends a repetition.
    table = Table()
    table.rules.readers["door"] = CardRules.Reader()
    table.rules.readers["door"]?.tellsAway = true
    _ = try table.run("louder +0.3")
    table.rules.isLimited = true
    try expectEqual(table.run("+0.3 +0.3"), "volume-+2 volume-+2")
  }

  @Test
  func
    `a card that lies there at the start continues in its place, and sounds no tone while its stick opens`()
    throws
  {
    var table = Table()
    table.time = .seconds(5)
    // A reader that types is used by a person.
    try expectEqual(table.run("a"), "play:a")
    for (script, done) in [
      ("a", "continue:a"), ("+26 a", "play:a"), ("unknown +5 STICK", "unknown:unknown continue:unknown"),
      ("gone +20 STICK", "(error) absent:STICK continue:gone"),
    ] {
      table = Table()
      table.time = .seconds(5)
      table.rules.readers["door"] = CardRules.Reader()
      table.rules.readers["door"]?.tellsAway = true
      try expectEqual(table.run(script), done)
    }
  }

  @Test func `a reader says for how long its card continues, and whether buttons wait for it`() throws {
    var table = Table()
    table.rules.readers["door"] = CardRules.Reader()
    table.rules.readers["door"]?.backTime = .seconds(60)
    try expectEqual(table.run("a +5 - +61 a"), "play:a pause play:a")
    table.rules.readers["door"]?.needsCard = false
    _ = try table.run("+5 -")
    #expect(!table.rules.blocks(.next, at: table.time))
  }

  @Test func `a card is a button for an alarm that rings, once, and plays nothing`() throws {
    for (script, done) in [
      ("RING a", "alarm!"), ("RING unknown +5 STICK", "alarm!"), ("RING gone", "alarm!"),
      ("RING sleep", "alarm:sleep-30"), ("a +0.1 RING a +0.4 a", "play:a"), ("SNOOZE a", "play:a"),
    ] {
      var table = Table()
      try expectEqual(table.run(script), done)
    }
    var table = Table()
    table.rules.isLimited = true
    try expectEqual(table.run("RING a +5 sleep +5 lamp"), "alarm! alarm:sleep-30! alarm:volume-+2")
    // A restart cut it off: what lies there neither snoozes it nor plays.
    for word in ["RING", "SNOOZE"] {
      table = Table()
      table.time = .seconds(5)
      table.rules.readers["door"] = CardRules.Reader()
      table.rules.readers["door"]?.tellsAway = true
      try expectEqual(table.run("\(word) a +1 a +1 unknown"), "")
    }
  }

  @Test func `a phone is one card, whatever its numbers, and a printed code is none`() throws {
    var table = Table()
    try expectEqual(table.run("08000001 +0.1 08A00002 +0.1 08000003"), "play:08000001")
    table = Table()
    table.rules.readers["door"] = CardRules.Reader()
    table.rules.readers["door"]?.readsIdentities = false
    try expectEqual(table.run("08123456 +0.1 08765432"), "play:08123456 play:08765432")
  }

  @Test func `a line that reports the card again takes it away no more`() throws {
    var table = Table()
    table.rules.readers["door"] = CardRules.Reader(awayDelay: .milliseconds(600))
    try expectEqual(table.run("a +5 - +0.1 | +1"), "play:a")
    try expectEqual(table.run("- +0.7 | +1"), "play:a pause")
  }

  @Test func `a card that somebody learns does nothing else`() throws {
    var table = Table()
    table.rules.isLearning = true
    try expectEqual(table.run("unknown +1 sleep"), "learned:unknown@door sleep-30")
  }

  @Test func `an unknown card does not begin as soon as it is bound`() throws {
    var table = Table()
    try expectEqual(table.run("unknown +5"), "(unknown) unknown:unknown")
    table.rules.isLearning = true
    try expectEqual(
      table.run("unknown +1 STICK"), "(unknown) unknown:unknown learned:unknown@door")
    table = Table()
    _ = try table.run("unknown +5")
    table.rules.forget(try #require(CardNumber("other")))
    #expect(table.rules.awaited != nil)
    table.rules.forget(try #require(CardNumber("unknown")))
    try expectEqual(table.run("STICK"), "(unknown) unknown:unknown")
  }

  @Test func `names of readers are forgotten beyond a limit`() throws {
    var table = Table()
    for number in 0..<40 { _ = try table.run("a@r\(number) +1") }
    table.done = []
    // The last ones still tell of their cards.
    try expectEqual(table.run("-@r39"), "pause")
  }
}
