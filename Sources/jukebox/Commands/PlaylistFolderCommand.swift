import ArgumentParser
import Client

struct PlaylistFolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder", abstract: "Folders of playlists: list, make, rename, delete.",
    discussion: """
      EXAMPLES
        jukebox playlist folder                        all of them
        jukebox playlist folder make Evenings
        jukebox playlist set Party --folder Evenings   puts a playlist into it
        jukebox playlist folder rename Evenings Nights
        jukebox playlist folder delete Nights          its playlists stay
      """,
    subcommands: [List.self, Make.self, Rename.self, Delete.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "All folders of playlists, with how many are in each.")

    @OptionGroup var connection: ConnectionOptions
    @Flag(help: "Print a JSON array.") var json = false

    private struct Folder: Encodable {
      let name: String
      let playlists: Int
    }

    func run() throws {
      try connection.withConnection { connection in
        let folders = try connection.ask("playlistfolders").items(beginningWith: "folder").map {
          Folder(name: $0["folder"] ?? "", playlists: $0.integer("playlists") ?? 0)
        }
        if json { return Page.print(try JSON.line(folders)) }
        if folders.isEmpty {
          Page.print("There are no folders of playlists. Make one with `jukebox playlist folder make NAME`.")
        }
        let width = Columns.widest(folders.map { $0.name })
        for folder in folders {
          Page.print("\(Columns.pad(folder.name, width))  \(StatusText.count(folder.playlists, "playlist"))")
        }
      }
    }
  }

  struct Make: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make an empty folder.")

    @OptionGroup var connection: ConnectionOptions
    @Argument(help: "Its name: anything without a slash.") var name: String

    func validate() throws { try PlaylistName.check(new: LiteralName.name(name), of: "folder of playlists") }

    func run() throws {
      try connection.withConnection { connection in
        try connection.ask("playlistfolder", "make", LiteralName.name(name))
      }
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Give a folder another name.")

    @OptionGroup var connection: ConnectionOptions
    @Argument(help: "The folder's name.") var name: String
    @Argument(help: "Its name from now on.") var new: String

    func validate() throws {
      try PlaylistName.check(LiteralName.name(name), of: "folder of playlists")
      try PlaylistName.check(new: LiteralName.name(new), of: "folder of playlists")
    }

    func run() throws {
      try connection.withConnection { connection in
        try connection.ask("playlistfolder", "rename", LiteralName.name(name), LiteralName.name(new))
      }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a folder. Its playlists stay.")

    @OptionGroup var connection: ConnectionOptions
    @Argument(help: "The folder's name.") var name: String

    func validate() throws { try PlaylistName.check(LiteralName.name(name), of: "folder of playlists") }

    func run() throws {
      try connection.withConnection { connection in
        try connection.ask("playlistfolder", "remove", LiteralName.name(name))
      }
    }
  }
}
