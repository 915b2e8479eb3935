import ArgumentParser
import Client

struct PlaylistDuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "The songs that stand in a playlist more than once.",
    discussion: """
      EXAMPLES
        jukebox playlist duplicates Party            which, and where
        jukebox playlist duplicates Party --remove   keeps the first of each

      The same file counts, not the same name: another recording is another song.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Take all but the first of each out of the playlist.") var remove = false
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  private struct Duplicate: Encodable {
    let uri: String
    let number: Int
    let first: Int
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    if json, remove { throw ValidationError("--json and --remove don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let found = try connection.ask("playlistduplicates", name).items(beginningWith: "file").map { item in
        Duplicate(
          uri: item["file"] ?? "", number: (item.integer("Pos") ?? 0) + 1,
          first: (item.integer("First") ?? 0) + 1)
      }
      if json { return Page.print(try JSON.line(found)) }
      if remove {
        // From the end, so that the numbers before stay what they are.
        for duplicate in found.reversed() {
          try connection.ask("playlistdelete", name, String(duplicate.number - 1))
        }
        return Page.print("\(StatusText.count(found.count, "song")) taken out of \(name)")
      }
      if found.isEmpty { Page.print("Nothing stands in \(name) twice.") }
      for duplicate in found { Page.print("\(duplicate.number)  \(duplicate.uri), as \(duplicate.first)") }
    }
  }
}
