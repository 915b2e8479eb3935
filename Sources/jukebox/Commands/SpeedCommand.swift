import ArgumentParser
import Client

struct SpeedCommand: ConnectedCommand {
  static let help = CommandHelp("speed", "Show or set the playback speed; the pitch does not change.")
  static let discussion = """
    EXAMPLES
      jukebox speed          show the speed
      jukebox speed 1.25     play 25 % faster
      jukebox speed +0.1     a step, as buttons take it
      jukebox speed off      play at normal speed, as 1

    The speed of an audiobook's folder is saved. Music always starts at 1.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "0.25 to 2, or a change: +0.1, -0.1; default: print the current value.", valueName: "speed"))
  var words: [String] = []

  func validate() throws { _ = try change }

  private var change: SpeedChange? {
    get throws {
      try CommandWords.value(
        words, SpeedChange.init, "a speed; expected 0.25 to 2, or a change such as +0.1 or -0.1.")
    }
  }

  func run(_ connection: Connection) throws {
    let change = try change
    switch change {
    case .absolute(let speed): _ = try connection.asked(["speed", String(speed)])
    case .relative(let step):
      let speed = (try connection.ask("speed").real("speed") ?? 1) + step
      let limited = min(max(speed, SpeedChange.range.lowerBound), SpeedChange.range.upperBound)
      _ = try connection.asked(["speed", String((limited * 100).rounded() / 100)])
    case nil: break
    }
    let answer = try connection.ask("speed")
    Page.print(json ? try JSON.line(["speed": answer.real("speed")]) : answer["speed"] ?? "")
  }
}

/// A speed as a person writes it: `1.25`, `+0.1`, `-0.1`.
enum SpeedChange: Equatable {
  case absolute(Double)
  case relative(Double)

  static let range = 0.25...2.0

  init?(_ text: String) {
    if TakenBack.isMeant(by: text) {
      self = .absolute(1)
      return
    }
    guard let value = Double(text) else { return nil }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      guard (0.01...Self.range.upperBound).contains(abs(value)) else { return nil }
      self = .relative(value)
    } else {
      guard Self.range.contains(value) else { return nil }
      self = .absolute(value)
    }
  }
}
