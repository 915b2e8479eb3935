import ArgumentParser
import Client

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "How a song was listened to, and the score that follows from it.",
    discussion: """
      EXAMPLES
        jukebox stats                       of the current song
        jukebox stats "Miles/So What.flac"  of another
        jukebox browse ranking              the songs with the best scores
        jukebox browse most-played          and by plays
        jukebox playlist load "Lovely songs" --replace --play

      A song counts as played once half of it, or four minutes, were heard, and as
      skipped when it is left for something else before that. Pauses and power cuts
      count neither twice.

      Each whole playing adds 1 to the sum, one that was left after its half the
      part that was heard; a skip takes off the part that was not, a jump to the
      end before the half 0.5. Favourites and ratings do not go into it. What the sum
      is made of is shown as it was when it came; what faded since is one number. All
      of it counts half as much every 90 days. The score is
      100 · sum / (sum + 2): three whole playings within some weeks come to 50. What
      is skipped more than it is heard has none.

      "listened" is what was heard of what could have been (in JSON `heard` of
      `offered`, in seconds) in all playings: each time that it was begun and has
      ended, in whichever way (`playings`). Its place is among the songs of its
      volume that have a score (`ranked` of them). Parts of a song, as of a CUE
      sheet, count for the song: those that follow each other are one playing, and
      half of it is half of the whole song. Dates stand where the jukebox knew them:
      a board without a clock of its own learns them from the network.

      The playlist "Lovely songs" makes itself, of at most 100 songs: the best of
      those that have a score of 50 or more and 3 plays or more, and that nobody
      dislikes. A program for MPD dislikes a song by the sticker `like` with 0;
      `jukebox favourite`, also with --off, takes that back.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws { try SongArgument.check(path) }

  func run() throws {
    try connection.withConnection { connection in
      var words = ["listening"]
      if let path {
        words.append(AddCommand.uri(path, musicDirectory: try? connection.ask("config")["music_directory"]))
      } else if try connection.ask("currentsong")["file"] == nil {
        throw Failure.refused("There is no current song: name one, such as `jukebox stats PATH`.")
      }
      try connection.send(words)
      guard let song = SongStatistics(try connection.answer()) else { return }
      if json { return Page.print(try JSON.line(song)) }
      for line in StatisticsText.lines(song) { Page.print(line) }
    }
  }
}
