import ArgumentParser

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "The songs that play one after the other: show, remove, move.",
    discussion: """
      EXAMPLES
        jukebox queue              with their numbers; ▶ marks the one that plays
        jukebox queue --paths      a path in a line, as `jukebox rate` takes it
        jukebox queue remove 3-5   takes the third to the fifth song out
        jukebox queue move 5 1     the fifth song becomes the first
        jukebox add Miles          puts songs in
        jukebox clear              takes all out
        jukebox shuffle            puts them into an order by chance
      """,
    subcommands: [QueueListCommand.self, QueueRemoveCommand.self, QueueMoveCommand.self],
    defaultSubcommand: QueueListCommand.self)
}
