/// What a gesture on a button, key or remote means. The text form is that of the configuration file.
public enum Action: Hashable, Sendable {
  case play
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
  case sleep(minutes: Int)
  /// Turns repeat on or off.
  case `repeat`
  /// The playlist that is bound to the number, else the Nth top-level folder, from 1.
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
  /// Starts a recording, or stops it.
  case record
  /// Keeps the recording as a sound.
  case recordKeep
  /// Runs the configured shutdown command.
  case shutdown
}

extension Action: CustomStringConvertible {
  /// Such as `next`, `seek +10`, `volume -5`, `preset 3`: what `init(_:)` reads.
  public var description: String {
    switch self {
    case .seek(let seconds): "seek \(Self.signed(seconds))"
    case .volume(let percent): "volume \(Self.signed(percent))"
    case .preset(let number): "preset \(number)"
    case .equalise(let band, let step): "eq-\(band.rawValue) \(Self.signed(step))"
    case .changeSpeed(let step): "speed \(step < 0 ? "-" : "+")\(Self.decimal(step.magnitude))"
    case .speed(let speed): "speed \(Self.decimal(speed.magnitude))"
    case .sleep(let minutes): "sleep \(minutes)"
    case .rate(let rating): "rate \(rating)"
    case .mix(let slot): "mix \(slot)"
    case .pad(let name): "pad \(name)"
    case .padRelease(let name): "end of pad \(name)"
    default: Self.plain.first { $0.action == self }?.name ?? ""
    }
  }

  /// Reads what `description` writes; spaces may be doubled, the sign of a positive number left out.
  /// - Returns: nil for anything else, such as `seek 0`, `preset 0` or a number beyond 86,400 s, 100 %, preset 999, mix 3 or
  ///   a rating of 10.
  public init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    if words.count > 1, words[0] == "pad" {
      let name = words.dropFirst().joined(separator: " ")
      guard Pad.isName(name) else { return nil }
      self = .pad(name)
      return
    }
    guard let verb = words.first, words.count <= 2 else { return nil }
    if words.count == 1 {
      guard let plain = Self.plain.first(where: { $0.name == verb }) else { return nil }
      self = plain.action
      return
    }
    if verb == "speed" {
      self.init(speed: String(words[1]))
      return
    }
    guard let number = Int(words[1]) else { return nil }
    if verb.hasPrefix("eq-"), let band = EqualiserBand(rawValue: String(verb.dropFirst(3))) {
      guard number != 0, (-24...24).contains(number) else { return nil }
      self = .equalise(band, by: number)
      return
    }
    switch verb {
    case "seek" where number != 0 && (-86_400...86_400).contains(number): self = .seek(seconds: number)
    case "volume" where number != 0 && (-100...100).contains(number): self = .volume(percent: number)
    case "sleep" where SleepTimer.minuteRange.contains(number): self = .sleep(minutes: number)
    case "mix" where PlaylistField.slots.contains(number): self = .mix(number)
    case "preset" where (1...999).contains(number): self = .preset(number)
    case "rate" where (0...10).contains(number): self = .rate(number)
    default: return nil
    }
  }

  /// What a configuration may say, for messages.
  public static let grammar =
    "play, pause, toggle, stop, next, previous, next-folder, previous-folder, seek ±SECONDS, volume ±PERCENT, "
    + "mute, shuffle, shuffle-albums, repeat, eq-bass ±DB, eq-mid ±DB, eq-treble ±DB, speed ±X, speed X, sleep MINUTES, preset N, mix N, favourite, rate N, "
    + "next-cue, previous-cue, pad NAME|N, pad-stop, record, record-keep, shutdown"

  private static let plain: [(name: String, action: Action)] = [
    ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop), ("next", .next),
    ("previous", .previous), ("next-folder", .nextFolder), ("previous-folder", .previousFolder),
    ("mute", .mute), ("shuffle-albums", .shuffleAlbums),
    ("shuffle", .shuffle), ("repeat", .repeat), ("favourite", .favourite),
    ("next-cue", .nextCue), ("previous-cue", .previousCue),
    ("pad-stop", .padStop), ("record", .record), ("record-keep", .recordKeep), ("shutdown", .shutdown),
  ]

  /// `+0.25` and `-0.25` change it, `1.5` sets it.
  private init?(speed text: String) {
    guard let value = Double(text), value.isFinite, abs(value) <= Modes.speeds.upperBound else { return nil }
    let hundredths = Int((value * 100).rounded())
    if text.hasPrefix("+") || text.hasPrefix("-") {
      guard hundredths != 0 else { return nil }
      self = .changeSpeed(hundredths: hundredths)
    } else {
      guard Modes.speeds.contains(value) else { return nil }
      self = .speed(hundredths: hundredths)
    }
  }

  /// Of hundredths.
  private static func decimal(_ hundredths: UInt) -> String {
    let rest = hundredths % 100
    if rest == 0 { return "\(hundredths / 100)" }
    return rest % 10 == 0
      ? "\(hundredths / 100).\(rest / 10)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func signed(_ value: Int) -> String { value < 0 ? "\(value)" : "+\(value)" }
}
