import ArgumentParser

struct PlaylistLoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Put the songs of a playlist into the queue.",
    discussion: """
      EXAMPLES
        jukebox playlist load Party                    at the queue's end
        jukebox playlist load Party --replace --play   instead of what is there,
                                                       and play it
        jukebox playlist load Party --next             behind the song that plays
        jukebox playlist load Party --songs 3-5        only these

      Which part of each song is played, and how loud, comes along. Notes of songs
      stay in the playlist: what is saved from the queue has none.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Empty the queue first.") var replace = false
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play what was loaded.") var play = false
  @Option(help: "Only these, by their numbers: 3 or 3-5.") var songs: SongRange?
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    guard !(replace && next) else { throw ValidationError("--replace and --next don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      // What was mistyped is no reason to empty the queue.
      func holds(_ number: Int) throws(Failure) -> Bool {
        try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
      }
      try songs?.require(of: name, holds)
      let isThere = try songs != nil || holds(1)
      if replace { try connection.ask("clear") }
      guard isThere else { return print("\(name) is empty, so nothing was added.") }
      let status = try connection.ask("status")
      let before = status.integer("playlistlength") ?? 0
      let place = (next ? status.integer("song").map { $0 + 1 } : nil) ?? before
      try connection.ask("load", name, songs?.words ?? "0:", String(place))
      let after = try connection.ask("status").integer("playlistlength") ?? before
      if play, after > before { try connection.ask("play", String(place)) }
      print("\(StatusText.count(after - before, "song")) added")
    }
  }
}
