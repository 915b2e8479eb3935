import ArgumentParser

struct QuietCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiet", abstract: "List and change the quiet hours, in which less may be heard.",
    discussion: """
      EXAMPLES
        jukebox quiet                          list them
        jukebox quiet add 19:30 07:00          silence from 19:30 to 07:00
        jukebox quiet add 19:30 07:00 --days weekdays --name Bedtime --grade finish
        jukebox quiet set 1 --to 06:30
        jukebox quiet delete 1
        jukebox allow 30                       music for 30 minutes all the same

      GRADES
        silent   the current song fades out and pauses; its place is kept
        finish   the current song may end, for at most 10 minutes
        softer   the volume has the limit of the night
      """,
    subcommands: [
      QuietListCommand.command, QuietAddCommand.command, QuietSetCommand.command,
      QuietDeleteCommand.command,
    ],
    defaultSubcommand: QuietListCommand.command)
}
