import ArgumentParser
import Client
import Linux

struct ChaptersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chapters",
    abstract: "The parts of a song that its file names: of a podcast, a mix, a record.",
    discussion: """
      EXAMPLES
        jukebox chapters                  of the current song; > marks where it is
        jukebox chapters "Mixes/One.mp3"  of another
        jukebox seek 12:30                goes where one begins

      They come from chapters and cue sheets in the file's tags.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws { try SongArgument.check(path) }

  func run() throws {
    try connection.withConnection { connection in
      let current = try connection.ask("currentsong")["file"]
      let uri: String
      if let path {
        uri = AddCommand.uri(path, musicDirectory: try? connection.ask("config")["music_directory"])
      } else if let current {
        uri = current
      } else {
        throw Failure.refused("There is no current song: name one, such as `jukebox chapters PATH`.")
      }
      let chapters = Chapter.all(try connection.ask("chapters", uri))
      if json { return Page.print(try JSON.line(chapters)) }
      if chapters.isEmpty { Page.print("\(uri) has no chapters.") }
      let elapsed = uri == current ? try connection.placeInSong() : nil
      for line in ChapterText.lines(chapters, elapsed: elapsed) { Page.print(line) }
    }
  }
}

struct ArtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "art", abstract: "The picture of a song or an album: what there is, or into a file.",
    discussion: """
      EXAMPLES
        jukebox art                          what the current song has
        jukebox art "Miles/So What.flac"     what a song has, and where it lies
        jukebox art Miles                    the image in a folder
        jukebox art Miles -o cover.jpg       writes it into a file, and says whether
                                             it is a JPEG, a PNG or another
        jukebox art -o - | feh -             hands it to another program

      A song's picture is the one in its file, or else a file beside it: cover,
      folder, front or album, ending in jpg, jpeg, png or webp; a folder's is such
      a file. Paths are the jukebox's own, as `jukebox queue --paths` shows them.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the picture into this file; - is standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Print what there is as JSON.") var json = false
  @Argument(help: "A song or a folder; the current song where none is given.") var path: String?

  func validate() throws {
    try SongArgument.check(path)
    try LocalFile.check(output)
    if json, output != nil { throw ValidationError("Give --json or --output, not both.") }
    if output == "-", Terminal.isInteractive {
      throw ValidationError(
        "A picture is no text for a terminal. Name a file (-o FILE), or pass it on (-o - | PROGRAM).")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try uri(connection)
      if let output {
        guard let bytes = try connection.picture(of: uri) else { throw Self.none(uri) }
        try LocalFile.write(bytes, to: output)
        if output != "-", let picture = Picture(try connection.ask("artwork", uri)) {
          Page.print("\(output): \(PictureText.line(picture))")
        }
        return
      }
      guard let picture = Picture(try connection.ask("artwork", uri)) else { throw Self.none(uri) }
      Page.print(json ? try JSON.line(picture) : PictureText.line(picture))
    }
  }

  private func uri(_ connection: Connection) throws -> String {
    if let path {
      return AddCommand.uri(path, musicDirectory: try? connection.ask("config")["music_directory"])
    }
    guard let current = try connection.ask("currentsong")["file"] else {
      throw Failure.refused("There is no current song: name one, such as `jukebox art PATH`.")
    }
    return current
  }

  private static func none(_ uri: String) -> Failure { .refused("\(uri) has no picture.") }
}

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
