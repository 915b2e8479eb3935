import ArgumentParser
import Client

struct CueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cue", abstract: "Cue points of songs: mark places, play from them, loop between them.",
    discussion: """
      EXAMPLES
        jukebox cue                            those of the song that plays
        jukebox cue add --name "Here it goes"  where the song is now
        jukebox cue add 1:30 --type chorus     at a time
        jukebox cue add 1:30 --end 1:45        a section that can be looped
        jukebox cue play 2                     play from the cue 2
        jukebox cue next                       and from the next one
        jukebox cue loop 3                     the section 3 over and over
        jukebox cue loop 1 2                   from cue 1 to cue 2, over and over
        jukebox cue loop --off                 go on behind it

      Cues are kept on the stick or in the folder that the song lies on, and stay
      with it when it is renamed or moved. Buttons and keys have the actions
      next-cue and previous-cue.
      """,
    subcommands: [
      CueListCommand.self, CueAddCommand.self, CueEditCommand.self, CueRemoveCommand.self,
      CuePlayCommand.self, CueNextCommand.self, CuePreviousCommand.self, CueLoopCommand.self,
    ],
    defaultSubcommand: CueListCommand.self)
}
