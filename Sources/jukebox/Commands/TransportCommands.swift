import ArgumentParser
import Client

struct PlayCommand: ConnectedCommand {
  static let help = CommandHelp("play", "Play, or resume after a pause; or play music by its name.")
  static let discussion = """
    EXAMPLES
      jukebox play                 start, or resume after a pause
      jukebox play 3               play song 3 of the queue
      jukebox play Kind of Blue    play an album instead of the queue
      jukebox play Party           the same with a playlist, podcast, station,
                                   folder or song
      jukebox play ./1989          the name 1989, not a number in the queue

    A name is that of a playlist, a station or an album; else the path of a folder
    or song; else the title of a song; else words as for `jukebox search`. If
    several things match, nothing changes, and the commands to choose from are
    shown. Of a podcast the new episodes play; an audiobook resumes.

    The exit status is 1 if nothing can be played.
    """

  @Argument(
    help: ArgumentHelp("Number of a song in the queue, from 1; or a name.", valueName: "number or name"),
    completion: NameCompletion.music)
  var words: [String] = []

  func validate() throws {
    if let position, position < 1 { throw ValidationError("Positions in the queue start at 1.") }
    if words.contains("") { throw ValidationError("The name is empty.") }
  }

  /// A bare number is a place in the queue.
  private var position: Int? { words.count == 1 ? words.first.flatMap { Int($0) } : nil }

  func run(_ connection: Connection) throws {
    if words.isEmpty || position != nil { return try connection.play(from: position.map { $0 - 1 }) }
    Page.print(try play(LiteralName.name(words.joined(separator: " ")), connection))
  }

  /// - Returns: what came of it.
  private func play(_ name: String, _ connection: Connection) throws(Failure) -> String {
    if Song.isInNetwork(name) {
      return try NamedMusic(kind: .station, name: name, uri: name).play(connection)
    }
    let found = try NamedMusic.find(name, connection)
    guard let first = found.first else {
      throw .refused(
        "Nothing is called “\(name)”. `jukebox search WORDS` finds songs; `jukebox browse albums`, `jukebox playlist` and `jukebox station` list names."
      )
    }
    if found.count > 1 { throw NamedMusic.choice(name, found) }
    return try first.play(connection)
  }
}

enum PauseCommand: PlainRequest {
  static let help = (path: "pause", abstract: "Pause; `play` or `toggle` resumes at the same position.")
  static let words = ["pause", "1"]
}

struct ToggleCommand: ConnectedCommand {
  static let help = CommandHelp("toggle", "Pause if playing, otherwise play.")
  static let discussion = "EXAMPLE: jukebox toggle"

  func run(_ connection: Connection) throws {
    switch try connection.ask("status")["state"] {
    case "play": try connection.ask("pause", "1")
    case "pause": try connection.ask("pause", "0")
    default: try connection.play()
    }
  }
}

enum StopCommand: PlainRequest {
  static let help = (path: "stop", abstract: "Stop playback; the queue does not change.")
  static let words = ["stop"]
}

enum NextCommand: PlainRequest {
  static let help = (path: "next", abstract: "Play the next song.")
  static let words = ["next"]
}

enum PreviousCommand: PlainRequest {
  static let help = (path: "previous", abstract: "Play the previous song.")
  static let words = ["previous"]
}

struct SeekCommand: ConnectedCommand {
  static let help = CommandHelp("seek", "Seek in the current song.")
  static let discussion = """
    EXAMPLES
      jukebox seek 1:30    go to 1 min 30 s
      jukebox seek -10     go back 10 seconds
      jukebox seek 50%     go to the middle

    A time after the end of the song is an error if the length is known. A step
    stops at the start of the song; at its end, the next song plays.
    """

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A position (90, 1:30) or step (+10, -1:00), in seconds or M:SS; or a percentage (50%).",
      valueName: "time"))
  var words: [String]

  func validate() throws { _ = try target }

  private var target: SeekTarget {
    get throws {
      let words = CommandWords.behindDashes(words)
      if words.count == 1, words[0].hasSuffix("%"), SeekTarget(words[0]) == nil {
        throw ValidationError("“\(words[0])” is not a percentage; expected 0% to 100%.")
      }
      guard words.count == 1, let target = SeekTarget(words[0]) else {
        throw ValidationError(
          "“\(words.joined(separator: " "))” is not a time; expected 90, 1:30, +10, -1:00 or 50%.")
      }
      return target
    }
  }

  func run(_ connection: Connection) throws {
    let target = try target
    try Self.seek(to: target, connection)
  }

  static func seek(to target: SeekTarget, _ connection: Connection) throws(Failure) {
    let status = try connection.status()
    if status.state == "stop" { throw .refused(RefusalText.nothingPlays) }
    // An estimated length may be too short.
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
        throw .refused("The song's length is not known, so a percentage does not work. Give a time.")
      }
      try connection.ask("seekcur", "\(share * duration)")
    }
  }
}
