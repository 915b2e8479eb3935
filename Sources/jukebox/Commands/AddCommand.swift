import ArgumentParser
import Client

struct AddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Append songs, folders, albums or radio stations to the queue.")
  static let discussion = """
    EXAMPLES
      jukebox add Miles                     a folder with its subfolders
      jukebox add "Miles/So What.flac"      one song
      jukebox add --next Miles              insert after the current song
      jukebox add --play Miles              append, and play it now
      jukebox add --replace --play Miles    play it instead of the queue
      jukebox add --album "kind of blue"    an album by its name
      jukebox add /                         the whole library
      jukebox add --play http://radio.example/live.mp3    a radio station

    Paths are relative to the library. `jukebox browse folders` lists folders;
    `jukebox search --paths WORDS` prints paths of songs, as do `browse songs`,
    `queue` and `playlist show` with --paths. An absolute path of this machine
    works if it is inside the jukebox's first music folder. If one of several
    paths does not exist, nothing is added.
    """

  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play the first added song now.") var play = false
  @Flag(help: "Remove what was in the queue.") var replace = false
  @Flag(help: "Add the albums with these names, case aside.") var album = false
  @Option(help: "With --album: only albums of this album artist.") var artist: String?
  @Option(help: "With --album: only the album of this folder, of songs without an album artist.") var folder:
    String?
  @Argument(
    help: "Paths of songs or folders, or URLs of streams; with --album names of albums.",
    completion: NameCompletion.paths)
  var paths: [String]

  func validate() throws {
    if next, replace { throw ValidationError("Give --next or --replace, not both.") }
    if artist != nil, !album { throw ValidationError("--artist belongs to --album.") }
    if folder != nil, !album { throw ValidationError("--folder belongs to --album.") }
    if folder != nil, artist != nil { throw ValidationError("Give --artist or --folder, not both.") }
    if album {
      if paths.contains("") { throw ValidationError("The album name is empty.") }
    } else {
      try PathArguments.check(paths)
    }
  }

  func run(_ connection: Connection) throws { Page.print(try add(connection)) }

  /// - Returns: what came of it.
  func add(_ connection: Connection) throws(Failure) -> String {
    let requests = album ? try albums(connection) : try files(connection)
    let place = replace ? QueueAddition.Place.replacing : next ? .afterCurrent : .end
    let count = try QueueAddition(place: place, plays: play).add(requests, connection)
    return "\(StatusText.count(count, "song")) added"
  }

  private func albums(_ connection: Connection) throws(Failure) -> [[String]] {
    var requests: [[String]] = []
    for name in paths {
      let filter = NamedMusic.filter(album: name, artist: artist, folder: folder)
      guard try connection.ask("count", filter).integer("songs") ?? 0 > 0 else {
        throw .refused(
          "There is no album \(name)\(artist.map { " by \($0)" } ?? "")\(folder.map { " in \($0)" } ?? ""): nothing was added. `jukebox browse albums` shows the names."
        )
      }
      requests.append(["findadd", filter])
    }
    return requests
  }

  private func files(_ connection: Connection) throws(Failure) -> [[String]] {
    let music = try? connection.ask("config")["music_directory"]
    let uris = paths.map { Self.uri($0, musicDirectory: music) }
    // All or none: a person who corrects one of them and repeats the command would have the others twice.
    if uris.count > 1 {
      for uri in uris where uri != "/" && !Song.isInNetwork(uri) {
        do throws(Failure) {
          try connection.ask("lsinfo", uri)
        } catch {
          guard error.kind == .refused, try NamedMusic.isThere(uris.joined(separator: " "), connection) else {
            throw error
          }
          throw .refused(
            "A name with spaces needs quotes: jukebox add \(CommandWords.quoted(uris.joined(separator: " ")))"
          )
        }
      }
    }
    return uris.map { ["add", $0] }
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
