import ArgumentParser
import Client

struct PlaylistSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Keep what is in the queue as a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist save Tonight             a new one
        jukebox playlist save Tonight --append    behind what it holds
        jukebox playlist save Tonight --replace   instead of what it holds

      Which part of each song is played, and how loud, is kept as well. Notes of
      songs (`jukebox playlist entry --notes`) are not in the queue: with --replace,
      those of the playlist are gone. An empty queue is not kept: `jukebox playlist
      clear` empties a playlist.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Add to a playlist that is there; else it is made.") var append = false
  @Flag(help: "Replace what a playlist that is there holds; else it is made.") var replace = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    guard !(append && replace) else { throw ValidationError("--append and --replace don't go together.") }
    try PlaylistName.check(name)
  }

  func run() throws {
    try connection.withConnection { connection in Page.print(try save(connection)) }
  }

  /// - Returns: what came of it.
  func save(_ connection: Connection) throws -> String {
    // Whoever wants that says so by another command: here something is to be kept.
    guard try connection.ask("status").integer("playlistlength") != 0 else {
      throw Failure.refused(
        "The queue is empty, so there is nothing to keep as \(name). `jukebox playlist clear` empties a playlist."
      )
    }
    let known = Playlist.all(try connection.ask("listplaylists"))
    let isKnown = known.contains { $0.name == name }
    if isKnown, !append, !replace {
      throw Failure.refused(
        "There is a playlist \(name): --append adds to it, --replace takes the place of what it holds.")
    }
    // One that is not there is made, whatever would be done with one that is.
    try connection.ask("save", name, !isKnown ? "create" : append ? "append" : "replace")
    let count = try connection.ask("playlistlength", name).integer("songs") ?? 0
    return "\(name) holds \(StatusText.count(count, "song")) now"
  }
}
