import ArgumentParser
import Client

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
      stay in the playlist: what is saved from the queue has none. An empty playlist
      leaves the queue as it is.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Empty the queue first.") var replace = false
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play what was loaded.") var play = false
  @Option(help: "Only these, by their numbers: 3 or 3-5.") var songs: SongRange?
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs?.check()
    guard !(replace && next) else { throw ValidationError("--replace and --next don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in Page.print(try load(connection)) }
  }

  /// - Returns: what came of it.
  func load(_ connection: Connection) throws(Failure) -> String {
    // What was mistyped, or is empty, is no reason to empty the queue.
    func holds(_ number: Int) throws(Failure) -> Bool {
      try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
    }
    try songs?.require(of: name, holds)
    if songs == nil, try !holds(1) {
      throw .refused("\(name) is empty, so nothing was added" + (replace ? " and the queue stays." : "."))
    }
    if replace { try connection.ask("clear") }
    let status = try connection.ask("status")
    let before = status.integer("playlistlength") ?? 0
    let place = (next ? status.integer("song").map { $0 + 1 } : nil) ?? before
    try connection.ask("load", name, songs?.words ?? "0:", String(place))
    let after = try connection.ask("status").integer("playlistlength") ?? before
    if play, after > before {
      // Where its first songs are not here, the next one that is plays.
      try connection.ask("play", String(place))
      try connection.requirePlaying()
    }
    return "\(StatusText.count(after - before, "song")) added"
  }
}
