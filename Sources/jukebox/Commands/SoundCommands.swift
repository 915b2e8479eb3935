import ArgumentParser
import Client

struct EqualiserCommand: ConnectedCommand {
  static let help = CommandHelp("eq", "Show or set the equaliser: bass, mid and treble.")
  static let discussion = """
    EXAMPLES
      jukebox eq             show the gains
      jukebox eq +3 0 -2     raise the bass by 3 dB, lower the treble by 2 dB
      jukebox eq off         set all gains to 0 dB

    Bass is below 100 Hz, mid around 1 kHz, treble above 6 kHz.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "BASS MID TREBLE, each -12 to +12 dB, or off; default: show them.", valueName: "gains"))
  var words: [String] = []

  func validate() throws {
    let words = CommandWords.behindDashes(words)
    if words.isEmpty || isOff(words) { return }
    try require(words.count == 3, "Expected three gains, bass, mid and treble (jukebox eq +3 0 -2), or off.")
    for word in words {
      guard let gain = Double(word), (-12...12).contains(gain) else {
        throw ValidationError("“\(word)” is not a gain; expected -12 to +12 (dB).")
      }
    }
  }

  private func isOff(_ words: [String]) -> Bool { words.count == 1 && TakenBack.isMeant(by: words[0]) }

  func run(_ connection: Connection) throws {
    let words = CommandWords.behindDashes(words)
    if !words.isEmpty { _ = try connection.asked(["eq"] + (isOff(words) ? ["off"] : words)) }
    let gains = try connection.ask("eq")["eq"] ?? ""
    let names = ["bass", "mid", "treble"]
    if json {
      let values = zip(names, gains.split(separator: " ").map { Double($0) ?? 0 })
      return Page.print(try JSON.line(Dictionary(uniqueKeysWithValues: values)))
    }
    let parts = zip(names, gains.split(separator: " ")).map { name, gain in
      "\(name) \(gain.hasPrefix("-") || gain == "0" ? "" : "+")\(gain)"
    }
    Page.print(parts.joined(separator: ", ") + " dB")
  }
}

struct ChannelsCommand: ConnectedCommand {
  static let help = CommandHelp("channels", "Show or set the routing of channels to speakers.")
  static let discussion = """
    EXAMPLES
      jukebox channels           show the setting
      jukebox channels stereo    left channel left, right channel right
      jukebox channels mono      mix both channels on each speaker
      jukebox channels left      left channel on both speakers; also right
      jukebox channels swapped   exchange left and right
    """

  @Argument(help: "stereo, mono, left, right or swapped; default: print the current value.") var mode:
    ChannelWord?

  func run(_ connection: Connection) throws {
    if let mode { _ = try connection.asked(["channels", mode.rawValue]) }
    Page.print(try connection.ask("status")["channels"] ?? ChannelWord.stereo.rawValue)
  }
}

struct BalanceCommand: ConnectedCommand {
  static let help = CommandHelp("balance", "Show or set the balance between the speakers.")
  static let discussion = """
    EXAMPLES
      jukebox balance        show the balance
      jukebox balance -20    lower the right speaker
      jukebox balance off    both speakers at the same level, as 0
    """

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "-100 (left only) to 100 (right only); default: print the current value.", valueName: "balance"))
  var words: [String] = []

  func validate() throws { _ = try balance }

  private var balance: Int? {
    get throws {
      try CommandWords.value(words, Self.balance, "a balance; expected -100 to 100.")
    }
  }

  private static func balance(_ word: String) -> Int? {
    if TakenBack.isMeant(by: word) { return 0 }
    return Int(word).flatMap { (-100...100).contains($0) ? $0 : nil }
  }

  func run(_ connection: Connection) throws {
    if let balance = try balance { try connection.ask("balance", String(balance)) }
    Page.print(try connection.ask("balance")["balance"] ?? "")
  }
}

struct SleepCommand: ConnectedCommand {
  static let help = CommandHelp("sleep", "Set the sleep timer: fade out and pause after a time.")
  static let discussion = """
    EXAMPLES
      jukebox sleep          show what it will do and when
      jukebox sleep 30       pause in 30 minutes, fade during the last one
      jukebox sleep track    pause at the end of the song
      jukebox sleep album    pause at the end of the album
      jukebox sleep off      cancel the timer

    `jukebox play` resumes where the fade started, at the previous volume.
    """

  @Flag(help: "Print a JSON object; it is empty without a timer.") var json = false
  @Argument(help: "Minutes (1 to 1440), track, album or off; default: show what it will do.") var timer:
    String?

  func validate() throws {
    guard let timer, !["track", "album"].contains(timer), !TakenBack.isMeant(by: timer) else { return }
    guard let minutes = Int(timer), (1...1440).contains(minutes) else {
      throw ValidationError("“\(timer)” is not a time; expected 1 to 1440 (minutes), track, album or off.")
    }
  }

  func run(_ connection: Connection) throws {
    if let timer { _ = try connection.asked(["sleep", TakenBack.isMeant(by: timer) ? "off" : timer]) }
    let answer = try connection.ask("sleep")
    let (seconds, after) = (answer.integer("sleep"), answer["sleepafter"])
    try Page.show(
      ["seconds": seconds, "after": after] as JSONObject, json: json,
      lines: [SleepText.line(seconds: seconds, after: after) ?? "off"])
  }
}
