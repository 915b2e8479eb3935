import ArgumentParser
import Client
import Linux

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take over playlists from files of other programs.",
    discussion: """
      EXAMPLES
        jukebox import party.m3u                  a file of this machine
        jukebox import *.m3u8 --name Old          several: Old, Old 2, Old 3 …
        jukebox import --on-volume STICK/a.m3u    a file on one of its volumes
        jukebox export Party | jukebox --host kitchen import -    from standard input
        jukebox import --undo                     take the last import back

      M3U, M3U8, PLS, XSPF and cue sheets of up to 4 MiB, in any encoding. Songs
      are found by their paths, else by the names of their files and of the
      folders above them, first on the volume that the playlist's file lies on; of
      several of one name, length, artist and title tell which. The file's name has
      to fit: only what says no place at all is found by title and artist. Songs
      that are not here are named, and stay in the playlist: they play once they
      are there. Streams stay in it as well, and silent: the jukebox plays none.
      Where a playlist is called so already, a number is put behind the name. What
      names no song at all is refused. Ctrl-C stops it.

      --undo takes back what was imported last by one command, with what came
      before Ctrl-C; asked for again, what was imported before that. It takes back
      what this jukebox imported, and nothing that came on a stick from another
      one; a stick that the last import lies on has to be plugged in. What was
      changed since stays. It also does so after `jukebox restore`, or where a
      broken library was filled again, if the backup is of after the import: of
      one that is older it says so, and `jukebox playlist delete` deletes what is
      there of the import.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "The playlist's name; else the file's own title, or its name.") var name: String?
  @Flag(help: "The files are paths of the jukebox, as `browse` shows them.") var onVolume = false
  @Flag(help: "Remove the playlists that the last import made; once more, those of the one before.")
  var undo = false
  @Flag(help: "Print what came of each file as JSON.") var json = false
  @Argument(help: "Playlist files; - is standard input.") var files: [String] = []

  func validate() throws {
    if undo {
      guard files.isEmpty, name == nil, !onVolume else {
        throw ValidationError("--undo takes no file and no name: it takes back the whole import.")
      }
    } else if files.isEmpty {
      throw ValidationError("Name a file: `jukebox import party.m3u`.")
    }
    for file in files { try LocalFile.check(file) }
    if let name { try PlaylistName.check(new: name) }
  }

  func run() throws {
    try connection.withConnection { connection in
      if undo { return try rewind(connection) }
      // Behind `| head`, too, all files are imported.
      try StandardOutput.outliveReader()
      let progress = ImportProgress(json: json)
      try Interruption.watch { progress.interrupt() }
      var step: Int?
      for file in files {
        do throws(Failure) {
          step = try take(file, step, progress, connection)
        } catch {
          guard progress.end(), error.kind == .refused else { throw error }
          throw Failure.refused(
            "\(error) The files before it are imported; `jukebox import --undo` takes them back.")
        }
      }
      progress.end()
      progress.requireOutput()
    }
  }

  /// What is imported at once is one step.
  /// - Parameter step: of the files before; nil for the first.
  /// - Returns: the step.
  private func take(
    _ file: String, _ step: Int?, _ progress: ImportProgress, _ connection: Connection
  ) throws(Failure) -> Int {
    progress.begin(file)
    var options: [String] = []
    if let name { options += ["name", name] }
    if let step { options += ["step", String(step)] }
    var words = ["import", file] + options
    if !onVolume {
      let bytes = try LocalFile.read(
        file, limit: Self.mostBytes, as: "a playlist",
        remedy: " Is it a file of the jukebox? Then say --on-volume.")
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
    return imported.step
  }

  private func rewind(_ connection: Connection) throws {
    let answer = try connection.ask("undo")
    if json {
      let keys = ["removed", "kept", "unknown"]
      return Page.print(
        try JSON.line(Dictionary(uniqueKeysWithValues: keys.map { ($0, answer.values($0)) })))
    }
    for line in ImportText.lines(undone: answer) { Page.print(line) }
  }

  static func format(of file: String) -> String? {
    let name = file.split(separator: "/").last ?? ""
    switch name.split(separator: ".").dropFirst().last?.lowercased() {
    case "m3u", "m3u8": return "m3u"
    case "pls": return "pls"
    case "xspf": return "xspf"
    case "cue": return "cue"
    default: return nil
    }
  }

  /// As much as the jukebox takes.
  private static let mostBytes = 4 << 20
  /// Of standard input, and what a shell hands over as `<(…)`, the number says nothing.
  static func isNameless(_ file: String) -> Bool {
    file == "-" || ["/dev/fd/", "/dev/std", "/proc/self/fd/"].contains { file.hasPrefix($0) }
  }

  /// What comes without a name is called so, unless it says a title.
  static let namelessPath = "/Import"
}
