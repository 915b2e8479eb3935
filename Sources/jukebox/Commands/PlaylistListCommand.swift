import ArgumentParser
import Client

struct PlaylistListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "All playlists, with the day of their last change, and playlist files.",
    discussion: """
      EXAMPLES
        jukebox playlist                      all of them
        jukebox playlist --folder Evenings    those in a folder of playlists
        jukebox playlist list --json | jq -r '.[].name'

      A day stands where the jukebox knew the date when the playlist was changed: a
      board without a clock of its own learns it from the network. Playlist files
      (M3U and the like) on a volume stand behind the playlists; they can be shown,
      loaded and exported, not changed.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Only those in this folder of playlists.") var folder: String?
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let folder = folder.map(LiteralName.name)
      var playlists = Playlist.all(try connection.ask("playlists"))
      if let folder {
        playlists.removeAll { $0.folder != folder }
        if playlists.isEmpty {
          let folders = try connection.ask("playlistfolders").pairs.filter { $0.key == "folder" }
          guard folders.contains(where: { $0.value == folder }) else {
            throw Failure.refused(RefusalText.noFolder(folder))
          }
        }
      }
      if folder == nil { playlists += try Self.files(connection) }
      if json { return Page.print(try JSON.line(playlists)) }
      if playlists.isEmpty {
        Page.print(
          folder.map {
            "There is no playlist in \($0). `jukebox playlist set NAME --folder` puts one into it."
          }
            ?? "There are no playlists. Make one with `jukebox playlist add NAME FOLDER`.")
      }
      for line in PlaylistText.lines(playlists) { Page.print(line) }
    }
  }

  /// The playlist files; where the jukebox can't tell them, what is its own is listed all the same.
  static func files(_ connection: Connection) throws(Failure) -> [Playlist] {
    do throws(Failure) {
      return Playlist.files(try connection.ask("playlistfiles"))
    } catch {
      guard error.kind == .refused else { throw error }
      Notice.tell(["jukebox: Playlist files are not listed: \(error)"])
      return []
    }
  }
}
