/// The action that a gesture on a button, key or remote starts. The text form is that of the configuration file.
public enum Action: Hashable, Sendable {
  case play
  /// Plays a playlist, folder or song in place of the queue: the playlist's name, or the path.
  case playNamed(String)
  case pause
  case toggle
  case stop
  case next
  /// Restarts the entry after its first 3 s, else goes to the one before.
  case previous
  case nextFolder
  case previousFolder
  /// Seconds forward, or back where negative.
  case seek(seconds: Int)
  /// Percent up, or down where negative.
  case volume(percent: Int)
  /// In percent.
  case setVolume(Int)
  /// Mutes, or unmutes where muted.
  case mute
  /// Turns random on or off.
  case shuffle
  /// Turns random albums on or off.
  case shuffleAlbums
  /// Turns a band up, or down where negative, in dB.
  case equalise(EqualiserBand, by: Int)
  /// Faster, or slower where negative, in hundredths.
  case changeSpeed(hundredths: Int)
  /// In hundredths.
  case speed(hundredths: Int)
  /// Sets the sleep timer; where it is on, turns it off.
  case setSleep(SleepTimer)
  /// Turns repeat on or off.
  case `repeat`
  /// Plays the preset of the number, else the Nth top-level folder, from 1.
  case preset(Int)
  /// Makes a favourite of the current track, or of a favourite none.
  case favourite
  case nextCue
  /// To the cue before, or the track's beginning.
  case previousCue
  /// Rates the current track, 0 to 10.
  case rate(Int)
  /// Puts what plays into the playlist of a mix slot, 1 to 3, or takes it out again.
  case mix(Int)
  /// Presses a pad: its name, its number or its id.
  case pad(String)
  /// The button that pressed it is up again; no configuration says this.
  case padRelease(String)
  /// Ends all that sounds of pads.
  case padStop
  /// Plays a sound once, named as `announce` takes it; the music waits meanwhile.
  case announce(String)
  /// Has a fact spoken, by the speech service of the configuration.
  case say(SpokenFact)
  /// Lets the alarm that rings wait for some minutes.
  case alarmSnooze
  /// Ends the alarm that rings or waits.
  case alarmStop
  /// Starts a recording, or stops it.
  case record
  /// Keeps the recording as a sound.
  case recordKeep
  /// Locks buttons, keys and cards, or unlocks them.
  case lock
  /// Lets music play for some minutes, whatever quiet hours and budget say.
  case allow(minutes: Int)
  /// Gives minutes of music for today, or takes some.
  case giveBudget(minutes: Int)
  /// Runs the configured shutdown command.
  case shutdown
  /// Opens the Wi-Fi of the box itself, on which it learns its network.
  case hotspot

  public static let allowances = 1...720
}

extension Action: CustomStringConvertible {
  /// Such as `next`, `seek +10`, `volume =20`, `preset 3`: what `init(reading:)` reads.
  public var description: String {
    switch self {
    case .playNamed(let name): "play \(name)"
    case .seek(let seconds): "seek \(Self.signed(seconds))"
    case .volume(let percent): "volume \(Self.signed(percent))"
    case .setVolume(let percent): "volume =\(percent)"
    case .preset(let number): "preset \(number)"
    case .equalise(let band, let step): "eq-\(band.rawValue) \(Self.signed(step))"
    case .changeSpeed(let step): "speed \(step < 0 ? "-" : "+")\(Self.decimal(step.magnitude))"
    case .speed(let speed): "speed \(Self.decimal(speed.magnitude))"
    case .setSleep(.minutes(let minutes)): "sleep \(minutes)"
    case .setSleep(.track): "sleep track"
    case .setSleep(.album): "sleep album"
    case .rate(let rating): "rate \(rating)"
    case .mix(let slot): "mix \(slot)"
    case .pad(let name): "pad \(name)"
    case .padRelease(let name): "end of pad \(name)"
    case .announce(let name): "announce \(name)"
    case .allow(let minutes): "allow \(minutes)"
    case .giveBudget(let minutes): "budget \(Self.signed(minutes))"
    case .say(let fact): "say \(fact.rawValue)"
    default: Self.plain.first { $0.action == self }?.name ?? ""
    }
  }

  /// Why a text is no action.
  public struct Fault: Error, Hashable, Sendable {
    /// The part that is wrong, without a full stop.
    public let problem: String
    /// The right form in its place, with its range.
    public let expected: String
  }

  /// Reads what `description` writes; spaces between the words may be doubled.
  public init(reading text: some StringProtocol) throws(Fault) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let verb = words.first.map { String($0) } ?? ""
    let value = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    let plain = Self.plain.first { $0.name == verb }
    if value.isEmpty, let plain {
      self = plain.action
      return
    }
    guard let form = Self.forms.first(where: { $0.verb == verb }) else {
      if plain != nil { throw Fault(problem: "\(verb) takes no value: \(value)", expected: verb) }
      throw Fault(
        problem: verb.isEmpty ? "there is no action" : "there is no action \(verb)", expected: Self.grammar)
    }
    guard let action = form.read(value) else {
      let problem = value.isEmpty ? "\(verb) lacks its value" : "\(verb) can't be \(value)"
      throw Fault(problem: problem, expected: form.expected)
    }
    self = action
  }

  /// As `init(reading:)`; nil for what is no action.
  public init?(_ text: some StringProtocol) {
    guard let action = try? Self(reading: text) else { return nil }
    self = action
  }

  /// The actions that a configuration may contain, for messages.
  public static let grammar = (plain.map(\.name) + forms.flatMap(\.usages)).joined(separator: ", ")

  private static let plain: [(name: String, action: Action)] = [
    ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop), ("next", .next),
    ("previous", .previous), ("next-folder", .nextFolder), ("previous-folder", .previousFolder),
    ("mute", .mute), ("shuffle-albums", .shuffleAlbums),
    ("shuffle", .shuffle), ("repeat", .repeat), ("favourite", .favourite),
    ("next-cue", .nextCue), ("previous-cue", .previousCue),
    ("pad-stop", .padStop), ("alarm-snooze", .alarmSnooze), ("alarm-stop", .alarmStop), ("record", .record),
    ("record-keep", .recordKeep), ("shutdown", .shutdown),
    ("lock", .lock), ("hotspot", .hotspot),
  ]

  /// An action with a value.
  private struct Form: Sendable {
    let verb: String
    /// How it is written, with placeholders.
    let usages: [String]
    let expected: String
    /// nil where the value is not one.
    let read: @Sendable (String) -> Action?
  }

  private static let forms: [Form] =
    [
      changing("seek", by: 86_400, "SECONDS") { .seek(seconds: $0) },
      Form(
        verb: "volume", usages: ["volume ±PERCENT", "volume =PERCENT"],
        expected:
          "volume +N or volume -N to change it by 1 to 100 (percent), or volume =N to set it to 0 to 100"
      ) { text in
        if let change = change(text, by: 100) { return .volume(percent: change) }
        guard text.first == "=" else { return nil }
        return number(text.dropFirst(), in: 0...100).map { .setVolume($0) }
      },
    ]
    + EqualiserBand.allCases.map { band in
      changing("eq-\(band.rawValue)", by: 24, "DB") { .equalise(band, by: $0) }
    } + [
      Form(
        verb: "speed", usages: ["speed ±X", "speed X"],
        expected:
          "speed +X or speed -X to change it by 0.01 to \(Modes.speeds.upperBound), or speed X to set it to "
          + "\(Modes.speeds.lowerBound) to \(Modes.speeds.upperBound)",
        read: Self.speed),
      Form(
        verb: "sleep", usages: ["sleep MINUTES", "sleep track", "sleep album"],
        expected:
          "sleep N, N from \(SleepTimer.minuteRange.lowerBound) to \(SleepTimer.minuteRange.upperBound) "
          + "(minutes), sleep track or sleep album"
      ) { text in
        switch text {
        case "track": .setSleep(.track)
        case "album": .setSleep(.album)
        default: number(text, in: SleepTimer.minuteRange).map { .setSleep(.minutes($0)) }
        }
      },
      numbered("allow", allowances) { .allow(minutes: $0) },
      changing("budget", by: 600, "MINUTES") { .giveBudget(minutes: $0) },
      numbered("preset", 1...999) { .preset($0) },
      numbered("mix", PlaylistField.slots) { .mix($0) },
      numbered("rate", 0...10) { .rate($0) },
      named("play", "NAME", "play, or play and a playlist's name or a path", most: 4096) { .playNamed($0) },
      named("pad", "NAME|N", "pad and a pad's name or number", most: Pad.mostNameBytes) { .pad($0) },
      Form(
        verb: "say", usages: SpokenFact.allCases.map { "say \($0.rawValue)" },
        expected: "say and one of: " + SpokenFact.allCases.map(\.rawValue).joined(separator: ", ")
      ) { SpokenFact(rawValue: $0).map { .say($0) } },
      named("announce", "FILE", "announce and the path of a song or sound", most: 4096) { .announce($0) },
    ]

  /// A value that needs its sign: `volume 40` could mean either of two things.
  private static func changing(
    _ verb: String, by most: Int, _ unit: String, _ action: @escaping @Sendable (Int) -> Action
  ) -> Form {
    Form(
      verb: verb, usages: ["\(verb) ±\(unit)"],
      expected: "\(verb) +N or \(verb) -N, N from 1 to \(most) (\(unit == "DB" ? "dB" : unit.lowercased()))"
    ) { change($0, by: most).map(action) }
  }

  private static func numbered(
    _ verb: String, _ range: ClosedRange<Int>, _ action: @escaping @Sendable (Int) -> Action
  ) -> Form {
    Form(
      verb: verb, usages: ["\(verb) N"],
      expected: "\(verb) N, N from \(range.lowerBound) to \(range.upperBound)"
    ) { number($0, in: range).map(action) }
  }

  private static func named(
    _ verb: String, _ placeholder: String, _ expected: String, most: Int,
    _ action: @escaping @Sendable (String) -> Action
  ) -> Form {
    Form(
      verb: verb, usages: ["\(verb) \(placeholder)"],
      expected: "\(expected), at most \(most) bytes without control characters"
    ) { text in
      guard !text.isEmpty, text.utf8.count <= most, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        return nil
      }
      return action(text)
    }
  }

  private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  private static func change(_ text: String, by most: Int) -> Int? {
    guard text.first == "+" || text.first == "-", let size = number(text.dropFirst(), in: 1...most) else {
      return nil
    }
    return text.first == "-" ? -size : size
  }

  /// `+0.25` and `-0.25` change it, `1.5` sets it.
  @Sendable private static func speed(_ text: String) -> Action? {
    guard let value = Double(text), value.isFinite, abs(value) <= Modes.speeds.upperBound else { return nil }
    let hundredths = Int((value * 100).rounded())
    if text.hasPrefix("+") || text.hasPrefix("-") {
      return hundredths == 0 ? nil : .changeSpeed(hundredths: hundredths)
    }
    return Modes.speeds.contains(value) ? .speed(hundredths: hundredths) : nil
  }

  /// Writes hundredths as a decimal number.
  private static func decimal(_ hundredths: UInt) -> String {
    let rest = hundredths % 100
    if rest == 0 { return "\(hundredths / 100)" }
    return rest % 10 == 0
      ? "\(hundredths / 100).\(rest / 10)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
}
