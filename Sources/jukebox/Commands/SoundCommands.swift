import ArgumentParser
import Client

struct EqualiserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eq", abstract: "Tell or set the equaliser: bass, mid and treble.",
    discussion: """
      EXAMPLES
        jukebox eq             what it is
        jukebox eq +3 0 -2     more bass, less treble
        jukebox eq off         all as it was recorded

      In dB, from -12 to +12: below 100 Hz, around 1 kHz, and above 6 kHz.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("BASS MID TREBLE in dB, or off.", valueName: "gains"))
  var words: [String] = []

  func validate() throws {
    let words = CommandWords.behindDashes(words)
    if words.isEmpty || words == ["off"] { return }
    guard words.count == 3 else {
      throw ValidationError("Three gains are expected, bass, mid and treble: jukebox eq +3 0 -2, or off.")
    }
    for word in words {
      guard let gain = Double(word), (-12...12).contains(gain) else {
        throw ValidationError("“\(word)” is no gain; expected -12 to +12 (dB).")
      }
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      let words = CommandWords.behindDashes(words)
      if !words.isEmpty { _ = try connection.asked(["eq"] + words) }
      let gains = try connection.ask("eq")["eq"] ?? ""
      let names = ["bass", "mid", "treble"]
      let parts = zip(names, gains.split(separator: " ")).map { name, gain in
        "\(name) \(gain.hasPrefix("-") || gain == "0" ? "" : "+")\(gain)"
      }
      Page.print(parts.joined(separator: ", ") + " dB")
    }
  }
}

struct ChannelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channels", abstract: "Tell or set which channels the speakers play.",
    discussion: """
      EXAMPLES
        jukebox channels           what it is
        jukebox channels mono      both channels on each speaker: for one speaker
        jukebox channels swapped   for speakers that are wired the wrong way round
        jukebox channels stereo    as usual
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "stereo, mono, left, right or swapped; without, it is told.") var mode: ChannelWord?

  func run() throws {
    try connection.withConnection { connection in
      if let mode { _ = try connection.asked(["channels", mode.rawValue]) }
      Page.print(try connection.ask("status")["channels"] ?? ChannelWord.stereo.rawValue)
    }
  }
}

struct BalanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: "Tell or set how loud the two speakers are against each other.",
    discussion: """
      EXAMPLES
        jukebox balance        what it is
        jukebox balance -20    the right speaker a little softer
        jukebox balance 0      both alike
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("-100 (the left one alone) to 100 (the right one alone).", valueName: "balance"))
  var words: [String] = []

  func validate() throws {
    let words = CommandWords.behindDashes(words)
    guard words.count <= 1, words.allSatisfy({ Int($0).map { (-100...100).contains($0) } ?? false }) else {
      throw ValidationError("“\(words.joined(separator: " "))” is no balance; expected -100 to 100.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let word = CommandWords.behindDashes(words).first, let balance = Int(word) {
        _ = try connection.asked(["balance", String(balance)])
      }
      Page.print(try connection.ask("balance")["balance"] ?? "")
    }
  }
}

struct SpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed", abstract: "Tell or set how fast it plays; the pitch stays.",
    discussion: """
      EXAMPLES
        jukebox speed          what it is
        jukebox speed 1.25     a quarter faster
        jukebox speed 1        as it was recorded

      From 0.25 to 2. An audiobook's folder keeps its speed; music begins at 1.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "0.25 to 2; without, it is told.") var speed: Double?

  func validate() throws {
    guard let speed else { return }
    guard (0.25...2).contains(speed) else {
      throw ValidationError("“\(speed)” is no speed; expected 0.25 to 2.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let speed { _ = try connection.asked(["speed", String(speed)]) }
      Page.print(try connection.ask("speed")["speed"] ?? "")
    }
  }
}

struct SleepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Fade out and pause after a while; tell how long that is.",
    discussion: """
      EXAMPLES
        jukebox sleep          how long it still plays
        jukebox sleep 30       half an hour; it fades over the last minute
        jukebox sleep track    to the end of the song
        jukebox sleep album    to the end of the album
        jukebox sleep off      it plays on

      Later it goes on where the fade began, as loud as before.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Minutes (1 to 1440), track, album or off; without, it is told.") var timer: String?

  func validate() throws {
    guard let timer, !["track", "album", "off"].contains(timer) else { return }
    guard let minutes = Int(timer), (1...1440).contains(minutes) else {
      throw ValidationError("“\(timer)” is no time; expected 1 to 1440 (minutes), track, album or off.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let timer { _ = try connection.asked(["sleep", timer]) }
      guard let left = try connection.ask("sleep")["sleep"].flatMap({ Int($0) }) else {
        return Page.print("off")
      }
      Page.print(left > 0 ? SleepText.left(seconds: left) : "on")
    }
  }
}
