import ArgumentParser
import Client

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find songs by the beginnings of words.",
    discussion: """
      Every word is taken for the beginning of one in the title, the artist, the
      album, the genre, the composer or the path; neither case nor accents count.
      The best comes first.

      EXAMPLES
        jukebox search beat hel              Help!, by The Beatles
        jukebox search --play miles blue     play what is found, the best first
        jukebox search --play -m 1 so what   only the best of it
        jukebox search --add miles blue      put what is found into the queue
        jukebox search --paths bach          their paths, as other commands take them

        The third of what is found, at once:
        jukebox search --paths bach | sed -n 3p |
          xargs -d '\\n' jukebox add --play --

      What is found comes behind what is in the queue already, in the order in
      which it is shown; --play begins at once with the first of it. Where nothing
      is found, both leave everything as it is, and end with status 1.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Put what is found at the queue's end.") var add = false
  @Flag(help: "Put what is found at the queue's end, and play it.") var play = false
  @Option(name: [.short, .customLong("most")], help: "How many songs at most, up to 1000.") var most = 50
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print the songs' paths alone, one in a line.") var paths = false
  @Argument(help: "Words, or how they begin; behind -- where the first begins with a dash.") var words:
    [String]

  func validate() throws {
    if words.contains("") { throw ValidationError("An empty text is no word.") }
    guard (1...1000).contains(most) else { throw ValidationError("--most is 1 to 1000.") }
    if paths, json || add || play { throw ValidationError("--paths goes without --json, --add and --play.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["lookup"] + words + ["window", "0:\(most)"])
      let answer = try connection.answer()
      let songs = answer.items(beginningWith: "file").compactMap { Song($0) }
      if add || play { try queue(songs, connection) }
      if json {
        Page.print(try JSON.line(songs))
      } else if songs.isEmpty {
        let volumes = Volume.all(try connection.ask("volumes"))
        let lines = SearchText.nothing(suggestion: answer["suggestion"], volumes: volumes)
        if paths { Notice.tell(lines) } else { for line in lines { Page.print(line) } }
      } else if paths {
        for song in songs { Page.print(song.uri, isPath: true) }
      } else {
        for line in SearchText.lines(songs) { Page.print(line) }
        if songs.count == most, most < 1000 {
          Page.print("… and perhaps more: --most \(min(2 * most, 1000))")
        }
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
