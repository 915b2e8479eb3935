import ArgumentParser
import Client

struct SearchCommand: ConnectedCommand {
  static let help = CommandHelp("search", "Find songs by the beginnings of words.")
  static let discussion = """
    Each word must match the beginning of a word in the title, artist, album,
    genre, composer or path. Case and accents do not matter. The best match comes
    first.

    EXAMPLES
      jukebox search beat hel              finds Help! by The Beatles
      jukebox search --play miles blue     append all matches, play the best
      jukebox search --play -m 1 so what   only the best match
      jukebox search --add miles blue      append all matches to the queue
      jukebox search --paths bach          print paths for other commands
      jukebox search --folders live        find folders by their names

      Play the third match:
      jukebox search --paths bach | sed -n 3p |
        xargs -d '\\n' jukebox add --play --

    --add and --play append the matches in the order shown. If nothing is found,
    the queue does not change and the exit status is 1. --folders finds folders:
    also those that `jukebox library exclude` leaves out.
    """

  @Flag(help: "Append the matches to the queue.") var add = false
  @Flag(help: "Append the matches to the queue and play the first.") var play = false
  @Option(name: [.short, .customLong("most")], help: "Maximum number of results, 1 to 1000.") var most = 50
  @Flag(help: "Find folders by their names, not songs.") var folders = false
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print only the paths, one per line.") var paths = false
  @Argument(help: "Beginnings of words; put -- before a word that begins with a dash.") var words: [String]

  func validate() throws {
    if words.contains("") { throw ValidationError("A word is empty.") }
    guard (1...1000).contains(most) else { throw ValidationError("--most is 1 to 1000.") }
    if folders, add || play { throw ValidationError("--folders excludes --add and --play.") }
    if paths, json || add || play { throw ValidationError("--paths excludes --json, --add and --play.") }
  }

  func run(_ connection: Connection) throws {
    if folders { return try findFolders(connection) }
    let answer = try connection.asked(["lookup"] + words + ["window", "0:\(most)"])
    let songs = answer.items(beginningWith: "file").compactMap { Song($0) }
    if add || play { try queue(songs, connection) }
    if json {
      Page.print(try JSON.line(songs))
    } else if songs.isEmpty {
      let volumes = Volume.all(try connection.ask("volumes"))
      let lines = SearchText.nothing(suggestion: answer["suggestion"], volumes: volumes)
      if paths { Notice.tell(lines) } else { Page.print(lines: lines) }
    } else if paths {
      Page.print(lines: songs.map(\.uri), isPath: true)
    } else {
      Page.print(lines: SearchText.lines(songs))
      if songs.count == most, most < 1000 { Page.print("… there may be more: --most \(min(2 * most, 1000))") }
      if add, !play {
        let length = try connection.ask("status").integer("playlistlength") ?? 0
        Page.print(SearchText.added(songs.count, length: length))
      }
      if play {
        Page.print(
          "\(StatusText.count(songs.count, "song")) added; \(songs.count == 1 ? "it" : "the first") plays")
      }
    }
    if add || play, songs.isEmpty { throw ExitCode(Failure.Kind.refused.rawValue) }
  }

  private func findFolders(_ connection: Connection) throws {
    let found = SourceFolder.all(
      try connection.asked(["library", "folders"] + words + ["window", "0:\(most)"]))
    if paths { return Page.print(lines: found.map(\.folder), isPath: true) }
    try Page.show(
      found, json: json, ifEmpty: "No folder found. Each word must be the beginning of a word of its path.",
      lines: SourceText.lines(found))
  }

  /// Begins with the first by its number, wherever another client has put it meanwhile.
  private func queue(_ songs: [Song], _ connection: Connection) throws {
    var first: String?
    for song in songs {
      let id = try connection.ask("addid", song.uri)["Id"]
      if let id, first == nil, play { try connection.ask("playid", id) }
      first = first ?? id
    }
  }
}
