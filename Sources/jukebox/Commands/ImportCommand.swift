import ArgumentParser
import Foundation
import Linux

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take over playlists from files of other programs.",
    discussion: """
      EXAMPLES
        jukebox import party.m3u                  a file of this machine
        jukebox import *.m3u8 --name Old          several: Old, Old 2, Old 3 …
        jukebox import --on-volume STICK/a.m3u    a file on one of its volumes
        jukebox import --undo                     take the last import back

      M3U, M3U8, PLS, XSPF and cue sheets, in any encoding. Songs are found by
      their paths, else by the names of their files and of the folders above
      them, else by their lengths as well. Those that are not here are named,
      and stay in the playlist: they play once they are there.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "The playlist's name; else the file's own title, or its name.") var name: String?
  @Flag(help: "The files are paths of the jukebox, as `browse` shows them.") var onVolume = false
  @Flag(help: "Remove the playlists that the last import made.") var undo = false
  @Flag(help: "Print what came of each file as JSON.") var json = false
  @Argument(help: "Playlist files.") var files: [String] = []

  func validate() throws {
    if undo {
      guard files.isEmpty, name == nil, !onVolume else { throw ValidationError("--undo stands alone.") }
    } else if files.isEmpty {
      throw ValidationError("Name a file: `jukebox import party.m3u`.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if undo { return try takeBack(connection) }
      var imported: [Imported] = []
      for file in files {
        do {
          imported.append(try take(file, after: imported, connection))
        } catch let failure as Failure where failure.kind == .refused && !imported.isEmpty {
          throw Failure.refused(
            "\(failure) The files before it are imported; `jukebox import --undo` takes them back.")
        }
        if !json, let last = imported.last { for line in ImportText.lines(last) { print(line) } }
      }
      if json { print(try JSON.line(imported)) }
    }
  }

  /// What is imported at once is one step.
  private func take(_ file: String, after before: [Imported], _ connection: Connection) throws -> Imported {
    var options: [String] = []
    if let name { options += ["name", name] }
    if let step = before.last?.step { options += ["step", String(step)] }
    var words = ["import", file] + options
    if !onVolume {
      let bytes = try Self.read(file)
      try connection.upload(bytes)
      let path = URL(fileURLWithPath: file).standardizedFileURL.resolvingSymlinksInPath().path
      words = ["importsent", "path", path] + options
      if let format = Self.format(of: file) { words += ["format", format] }
    }
    try connection.send(words)
    let isShown = Terminal.isInteractive && !json
    let answer = try connection.answer { done, count in
      if isShown { FileHandle.standardError.write(Data("\r\(file): \(done) of \(count) songs\u{1B}[K".utf8)) }
    }
    if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    guard let imported = Imported(answer) else { throw Failure.foreign(connection.address) }
    return imported
  }

  private func takeBack(_ connection: Connection) throws {
    let answer = try connection.ask("undo")
    for pair in answer.pairs {
      if pair.key == "removed" { print("\(pair.value) is removed.") }
      if pair.key == "kept" { print("\(pair.value) was changed since, and stays.") }
    }
  }

  private static func format(of file: String) -> String? {
    switch URL(fileURLWithPath: file).pathExtension.lowercased() {
    case "m3u", "m3u8": "m3u"
    case "pls": "pls"
    case "xspf": "xspf"
    case "cue": "cue"
    default: nil
    }
  }

  /// As much as the jukebox takes.
  private static let mostBytes = 4 << 20

  private static func read(_ file: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Failure.refused("\(file) can't be read. Is it a file of the jukebox? Then say --on-volume.")
    }
    guard data.count <= mostBytes else { throw Failure.refused("\(file) is too large for a playlist.") }
    guard !data.isEmpty else { throw Failure.refused("\(file) is empty.") }
    return Array(data)
  }
}
