import ArgumentParser
import Foundation

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Put songs or whole folders into the queue.",
    discussion: """
      EXAMPLES
        jukebox add Miles                     a folder with all that is below it
        jukebox add "Miles/So What.flac"      one song
        jukebox add --next Miles              right after the song that plays
        jukebox add --play Miles              and play it now
        jukebox add /                         everything

      Paths are the jukebox's own, as `jukebox browse folders` and
      `jukebox queue --json` show them; one of this machine works as well where it
      lies in the jukebox's first music folder.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play what was added.") var play = false
  @Argument(help: "Songs or folders.") var paths: [String]

  func run() throws {
    try connection.withConnection { connection in
      let status = try connection.ask("status")
      let before = status.integer("playlistlength") ?? 0
      let current = next ? status.integer("song") : nil
      var position = current.map { $0 + 1 }
      let music = try? connection.ask("config")["music_directory"]
      for path in paths {
        let uri = Self.uri(path, musicDirectory: music)
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
      if after > before, play { try connection.ask("play", String(current.map { $0 + 1 } ?? before)) }
      print("\(StatusText.count(after - before, "song")) added")
    }
  }

  /// A path of this machine as the jukebox calls it.
  static func uri(_ path: String, musicDirectory: String?) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard path.hasPrefix("/"), path != "/", let root = musicDirectory, !root.isEmpty else { return path }
    if path == root { return "/" }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
