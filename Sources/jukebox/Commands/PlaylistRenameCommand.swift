import ArgumentParser

struct PlaylistRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a playlist another name.",
    discussion: "EXAMPLE: jukebox playlist rename Party \"New Year\"")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Its name from now on: anything without a slash.") var new: String

  func validate() throws { try PlaylistName.check(new) }

  func run() throws {
    try connection.withConnection { connection in try connection.ask("rename", name, new) }
  }
}
