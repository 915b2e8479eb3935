import ArgumentParser
import Client

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play, or go on after a pause.",
    discussion: """
      EXAMPLES: jukebox play, jukebox play 3
      Where the queue is empty, or its song is not here, the exit status is 1.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Where in the queue to begin; 1 is the first song.") var position: Int?

  func validate() throws {
    if let position, position < 1 { throw ValidationError("Positions in the queue begin at 1.") }
  }

  func run() throws {
    try connection.withConnection { try $0.play(from: position.map { $0 - 1 }) }
  }
}

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause; `play` or `toggle` goes on where it was.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("pause", "1") }
  }
}

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle", abstract: "Pause, or play when paused or stopped.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { connection in
      switch try connection.ask("status")["state"] {
      case "play": try connection.ask("pause", "1")
      case "pause": try connection.ask("pause", "0")
      default: try connection.play()
      }
    }
  }
}

struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop playing; the queue stays.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("stop") }
  }
}

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "The next song.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("next") }
  }
}

struct PreviousCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "The song before.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("previous") }
  }
}

struct SeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seek", abstract: "Go to another place in the song.",
    discussion: """
      EXAMPLES: jukebox seek 1:30, jukebox seek -10, jukebox seek 50%

      A time that the song has not is refused, where its length is known. A step
      goes to the song's beginning or end at most; behind its end, the next song
      begins.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("A time (90, 1:30), a step (+10, -1:00) or a share (50%).", valueName: "time"))
  var words: [String]

  func validate() throws { _ = try target }

  private var target: SeekTarget {
    get throws {
      let words = CommandWords.behindDashes(words)
      if words.count == 1, words[0].hasSuffix("%"), SeekTarget(words[0]) == nil {
        throw ValidationError("“\(words[0])” is no share of a song; expected 0 to 100 %.")
      }
      guard words.count == 1, let target = SeekTarget(words[0]) else {
        throw ValidationError(
          "“\(words.joined(separator: " "))” is no time; expected 90, 1:30, +10, -1:00 or 50%.")
      }
      return target
    }
  }

  func run() throws {
    let target = try target
    try connection.withConnection { try Self.seek(to: target, $0) }
  }

  static func seek(to target: SeekTarget, _ connection: Connection) throws(Failure) {
    let status = try connection.status()
    if status.state == "stop" { throw .refused(RefusalText.nothingPlays) }
    // What was reckoned may be too short.
    func isExact() throws(Failure) -> Bool {
      guard let uri = status.song?.uri else { return true }
      return try !connection.isReckoned(uri)
    }
    switch target {
    case .absolute(let seconds):
      if let length = status.duration, let message = Connection.refusal(of: seconds, inSongOf: length),
        try isExact()
      {
        throw .refused(message)
      }
      try connection.ask("seekcur", "\(seconds)")
    case .relative(let seconds):
      // The jukebox, as MPD, would take a place that the song has not.
      if let length = status.duration, length > 0, let elapsed = status.elapsed, elapsed + seconds > length,
        try isExact()
      {
        try connection.ask("seekcur", "\(length)")
      } else {
        try connection.ask("seekcur", (seconds < 0 ? "" : "+") + "\(seconds)")
      }
    case .share(let share):
      guard let duration = status.duration else {
        throw .refused("The song's length is not known, so a share of it isn't either; give a time.")
      }
      try connection.ask("seekcur", "\(share * duration)")
    }
  }
}
