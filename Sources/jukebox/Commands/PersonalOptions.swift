import ArgumentParser
import Client

/// Options of the commands that set personal data of a song.
struct PersonalOptions: ParsableArguments {
  @Flag(help: "Remove it.") var off = false
  @Flag(help: "Print all data of the song as a JSON object.") var json = false
  @Option(help: ArgumentHelp("Path of the song; default: the current song.", valueName: "path")) var song:
    String?

  /// Sends a command about a song, and prints the song's new values.
  func run(
    _ name: String, _ values: [String], of path: String?, _ connection: Connection, isOff: Bool,
    example: String
  ) throws {
    let uri = try SongArgument.uri(path, connection, example: example)
    guard let song = Personal(try connection.asked([name, uri] + values)) else {
      throw Failure.broken(connection.address)
    }
    try Page.show(song, json: json, lines: PersonalText.lines(song, taken: isOff ? Self.taken(name) : nil))
  }

  /// Message after a command has removed a value.
  static func taken(_ command: String) -> String {
    command == "rate" ? "rating removed" : "\(command) removed"
  }
}

/// `VALUE [PATH]`, `--off [PATH]`, or nothing for a question; the song may be named by `--song` as well.
struct PersonalRequest {
  let value: String?
  let path: String?
  let isOff: Bool

  /// - Parameters:
  ///   - value: what the first word is, for messages.
  ///   - isText: whether the value is free text, which only `--off` takes back.
  init(_ words: [String], _ options: PersonalOptions, value: String, isText: Bool = false) throws {
    guard words.count <= (options.off ? 1 : 2) else {
      throw ValidationError(options.off ? "--off takes only a song." : "Expected \(value) and a song.")
    }
    let named = options.off ? words.first : words.dropFirst().first
    guard named == nil || options.song == nil else { throw ValidationError("Name one song.") }
    isOff = options.off || !isText && words.first.map(TakenBack.isMeant) ?? false
    self.value = isOff ? nil : words.first
    path = named ?? options.song
    try SongArgument.check(path)
  }

  /// Whether nothing is to be changed.
  var asks: Bool { value == nil && !isOff }

  /// For who gave a song in place of the value.
  static func howToAsk(_ command: String) -> String {
    "To show the data of a song: `jukebox \(command) --song PATH`."
  }
}

/// Notes as people write them: of songs, of playlists, and of the songs in these.
enum NoteText {
  /// A line of the protocol holds no more of them.
  private static let mostLines = 100

  /// Refuses what the jukebox would, and says what it takes.
  /// - Parameter limit: in bytes of UTF-8.
  static func check(_ text: String?, limit: Int) throws {
    guard let text else { return }
    let lines = PlaylistSetCommand.lines(text)
    guard text.utf8.count <= limit, lines.count <= mostLines else {
      throw ValidationError(
        "The note is too long: it has \(text.utf8.count) bytes in \(StatusText.count(lines.count, "line")); at most \(limit) bytes in \(mostLines) lines are allowed."
      )
    }
    let isPlain = lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    }
    guard isPlain else {
      throw ValidationError("A note cannot contain control characters other than line ends and tabs.")
    }
  }
}
