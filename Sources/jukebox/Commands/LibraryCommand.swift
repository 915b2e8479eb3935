import ArgumentParser
import Client

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Choose which folders of sticks are in the library.",
    discussion: """
      EXAMPLES
        jukebox library sources               list the volumes, and what is excluded
        jukebox search --folders speech       find a folder by words of its name
        jukebox library exclude STICK/Speech  its songs leave the library
        jukebox library include STICK/Speech  and come back

        Only the folder Music of a stick:
        jukebox library exclude STICK
        jukebox library include STICK/Music

      The choice holds for all subfolders that have no other one. It is stored on
      the stick, and no file of the stick is changed. Ratings, cues and playlist
      entries of excluded songs are kept for when they come back.
      """,
    subcommands: [
      LibrarySourcesCommand.command, LibraryIncludeCommand.command, LibraryExcludeCommand.command,
    ])
}

struct LibrarySourcesCommand: ConnectedCommand {
  static let help = CommandHelp("sources", "List the volumes, and folders that were included or excluded.")

  @Flag(help: "Print a JSON array.") var json = false

  func run(_ connection: Connection) throws {
    let folders = SourceFolder.all(try connection.ask("library", "sources"))
    try Page.show(
      folders, json: json,
      ifEmpty: "There are no volumes. Plug in a stick.", lines: SourceText.lines(folders))
  }
}

struct LibraryIncludeCommand: ConnectedCommand {
  static let help = CommandHelp("include", "Take a folder into the library.")
  static let discussion = """
    It counts even if a parent folder is excluded, or a file .jukeboxignore skips it.
    The folder is scanned in the background; `jukebox scan` shows the progress.
    """

  @Argument(help: "Path of the folder, or the name of a volume.", completion: NameCompletion.paths)
  var folder: String

  func validate() throws { try PathArguments.check(folder: folder) }

  func run(_ connection: Connection) throws {
    try connection.ask("library", "include", connection.uri(of: folder))
    Page.print("\(folder) is in the library.")
  }
}

struct LibraryExcludeCommand: ConnectedCommand {
  static let help = CommandHelp("exclude", "Leave a folder out of the library.")
  static let discussion = """
    Its songs are no longer listed, found or played from the library. No file is
    changed. `jukebox library include` undoes it.
    """

  @Argument(help: "Path of the folder, or the name of a volume.", completion: NameCompletion.paths)
  var folder: String

  func validate() throws { try PathArguments.check(folder: folder) }

  func run(_ connection: Connection) throws {
    try connection.ask("library", "exclude", connection.uri(of: folder))
    Page.print("\(folder) is excluded. `jukebox library include` undoes this.")
  }
}
