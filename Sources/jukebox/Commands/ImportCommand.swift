import ArgumentParser
import Client
import Linux

struct ImportCommand: ConnectedCommand {
  static let help = CommandHelp("import", "Import playlist files of other programs.")
  static let discussion = """
    EXAMPLES
      jukebox import party.m3u                  a file of this machine
      jukebox import *.m3u8 --name Old          several: Old, Old 2, Old 3 …
      jukebox import --on-volume STICK/a.m3u    a file on a volume of the jukebox
      jukebox export Party | jukebox --host kitchen import -    standard input

    Formats: M3U, M3U8, PLS, XSPF and cue sheets of at most 4 MiB, in any
    encoding. Songs are matched by path, then by file and folder names, first on
    the volume of the playlist file. If several files match, length, artist and
    title decide. Entries without a path are matched by title and artist.
    Missing songs are listed and stay in the playlist; they play once their files
    are available. Streams (http://, https://) stay in the playlist and play. If
    the name is in use, a number is appended. A file without songs is refused.
    Ctrl-C stops the import. To undo an import, delete its playlists with
    `jukebox playlist delete NAME`; if it stops early, the names are printed.
    """

  @Option(help: "Name of the playlist; default: the title in the file, else the file's name.") var name:
    String?
  @Flag(help: "FILES are paths on the jukebox's volumes, as `browse` shows them.") var onVolume = false
  @Flag(help: "Print the result of each file as JSON.") var json = false
  @Argument(help: "Playlist files; - is standard input.") var files: [String] = []

  func validate() throws {
    if files.isEmpty { throw ValidationError("Give a file: `jukebox import party.m3u`.") }
    for file in files { try LocalFile.check(file) }
    if let name { try PlaylistName.check(new: name) }
  }

  func run(_ connection: Connection) throws {
    // With `| head`, too, all files are imported.
    try StandardOutput.outliveReader()
    let progress = ImportProgress(json: json)
    try Interruption.watch { progress.interrupt() }
    for file in files {
      do throws(Failure) {
        try take(file, progress, connection)
      } catch {
        let playlists = progress.end()
        guard !playlists.isEmpty, error.kind == .refused else { throw error }
        throw Failure.refused(
          "\(error) The files before it are imported. \(ImportText.deletion(of: playlists))")
      }
    }
    progress.end()
    progress.requireOutput()
  }

  private func take(_ file: String, _ progress: ImportProgress, _ connection: Connection) throws(Failure) {
    progress.begin(file)
    var options: [String] = []
    if let name { options += ["name", name] }
    var words = ["import", file] + options
    if !onVolume {
      let bytes = try LocalFile.read(
        file, limit: Self.mostBytes, as: "a playlist",
        remedy: " For a file on a volume of the jukebox, add --on-volume.")
      try connection.upload(bytes)
      words = ["importsent"] + options
      if !Self.isNameless(file) {
        let path = HostFile.realPath(of: file) ?? file
        // A line of the protocol holds no other.
        words += ["path", String(path.map { $0.isNewline ? " " : $0 })]
      } else if name == nil {
        words += ["path", Self.namelessPath]
      }
      if let format = Self.format(of: file) { words += ["format", format] }
    }
    try progress.send(words, connection)
    let answer = try connection.answer(during: file, isQuiet: json)
    guard let imported = Imported(answer) else { throw Failure.foreign(connection.address) }
    progress.finish(imported)
  }

  static func format(of file: String) -> String? {
    let ending = LocalFile.ending(of: file)
    return ending == "m3u8" ? "m3u" : ["m3u", "pls", "xspf", "cue"].first { $0 == ending }
  }

  /// The jukebox's limit.
  private static let mostBytes = 4 << 20
  /// Whether the file has no name: standard input, or `<(…)` of a shell, which is only a number.
  static func isNameless(_ file: String) -> Bool {
    file == "-" || ["/dev/fd/", "/dev/std", "/proc/self/fd/"].contains { file.hasPrefix($0) }
  }

  /// Path of a playlist without a name; used unless the file has a title.
  static let namelessPath = "/Import"
}
