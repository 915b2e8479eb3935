import ArgumentParser
import Client

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Append songs, whole folders or radio stations to the queue.",
    discussion: """
      EXAMPLES
        jukebox add Miles                     a folder with its subfolders
        jukebox add "Miles/So What.flac"      one song
        jukebox add --next Miles              insert after the current song
        jukebox add --play Miles              append, and play it now
        jukebox add /                         the whole library
        jukebox add --play http://radio.example/live.mp3    a radio station

      Paths are relative to the library. `jukebox browse folders` lists folders;
      `jukebox search --paths WORDS` prints paths of songs, as do `browse songs`,
      `queue` and `playlist show` with --paths. An absolute path of this machine
      works if it is inside the jukebox's first music folder. If one of several
      paths does not exist, nothing is added.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play the first added song now.") var play = false
  @Argument(help: "Paths of songs or folders, or URLs of streams.") var paths: [String]

  func validate() throws { try PathArguments.check(paths) }

  func run() throws {
    try connection.withConnection { connection in Page.print(try add(connection)) }
  }

  /// - Returns: what came of it.
  func add(_ connection: Connection) throws(Failure) -> String {
    let music = try? connection.ask("config")["music_directory"]
    let uris = paths.map { Self.uri($0, musicDirectory: music) }
    // All or none: who mends a mistyped one and says all of it again would have the others twice.
    if uris.count > 1 {
      for uri in uris where uri != "/" && !Song.isInNetwork(uri) { try connection.ask("lsinfo", uri) }
    }
    let status = try connection.ask("status")
    let before = status.integer("playlistlength") ?? 0
    let current = next ? status.integer("song") : nil
    var position = current.map { $0 + 1 }
    for uri in uris {
      if let position {
        try connection.ask("add", uri, String(position))
      } else {
        try connection.ask("add", uri)
      }
      if let current {
        let length = try connection.ask("status").integer("playlistlength") ?? before
        position = current + 1 + length - before
      }
    }
    let after = try connection.ask("status").integer("playlistlength") ?? before
    guard after > before else { throw .refused("Nothing was added: no songs in these folders.") }
    if play { try connection.play(from: current.map { $0 + 1 } ?? before) }
    return "\(StatusText.count(after - before, "song")) added"
  }

  /// A path of this machine as the jukebox calls it.
  static func uri(_ path: String, musicDirectory: String?) -> String {
    if Song.isInNetwork(path) { return path }
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard path.hasPrefix("/"), path != "/", let root = musicDirectory, !root.isEmpty else { return path }
    if path == root { return "/" }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
