import ArgumentParser
import Client
import Linux

struct ChaptersCommand: ConnectedCommand {
  static let help = CommandHelp("chapters", "List the chapters of a song, such as a podcast or a mix.")
  static let discussion = """
    EXAMPLES
      jukebox chapters                  current song; > marks the position
      jukebox chapters "Mixes/One.mp3"  another song
      jukebox seek 12:30                go to the start of a chapter

    Chapters and cue sheets in the file's tags are shown.
    """

  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws { try SongArgument.check(path) }

  func run(_ connection: Connection) throws {
    let current = try connection.ask("currentsong")["file"]
    let named = try SongArgument.uri(path, connection, example: "jukebox chapters PATH")
    let uri = named.isEmpty ? current ?? "" : named
    let chapters = Chapter.all(try connection.ask("chapters", uri))
    try Page.show(
      chapters, json: json, ifEmpty: "\(uri) has no chapters.",
      lines: ChapterText.lines(chapters, elapsed: uri == current ? connection.placeInSong() : nil))
  }
}

struct LyricsCommand: ConnectedCommand {
  static let help = CommandHelp("lyrics", "Print the lyrics of a song.")
  static let discussion = """
    EXAMPLES
      jukebox lyrics                       current song; > marks the line
      jukebox lyrics "Miles/So What.flac"  another song
      jukebox lyrics --text                without the times

    Lyrics come from a file beside the song with the same name and the extension
    lrc, else from the song's tags, else from such a file with the extension txt.
    The jukebox asks no service for them.
    """

  @Flag(help: "Leave the times out.") var text = false
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    try SongArgument.check(path)
    if json, text { throw ValidationError("Give --json or --text, not both.") }
  }

  func run(_ connection: Connection) throws {
    let current = try connection.ask("currentsong")["file"]
    let named = try SongArgument.uri(path, connection, example: "jukebox lyrics PATH")
    let uri = named.isEmpty ? current ?? "" : named
    let lyrics = LyricsLine.all(try connection.ask("lyrics", uri))
    let elapsed = uri == current ? try connection.placeInSong() : nil
    try Page.show(lyrics, json: json, lines: LyricsText.lines(lyrics, elapsed: elapsed, isText: text))
  }
}

struct ArtCommand: ConnectedCommand {
  static let help = CommandHelp("art", "Show the picture of a song or album, or save it to a file.")
  static let discussion = """
    EXAMPLES
      jukebox art                          show type, size and place of the picture
      jukebox art "Miles/So What.flac"     the same for another song
      jukebox art Miles                    the picture of a folder
      jukebox art Miles -o cover.jpg       save it, and print its type
      jukebox art -o - | feh -             pass it to another program

    A song's picture is in its file, or a file in the same folder: cover, folder,
    front or album with the extension jpg, jpeg, png or webp. A folder's picture is
    one of those files.
    """

  @OptionGroup var file: OutputFile
  @Flag(help: "Print the result as JSON.") var json = false
  @Argument(help: "Path of a song or folder; default: the current song.", completion: NameCompletion.paths)
  var path: String?

  func validate() throws {
    try SongArgument.check(path)
    if json, file.output != nil { throw ValidationError("Give --json or --output, not both.") }
    if file.output == "-", Terminal.isInteractive {
      throw ValidationError(
        "A picture cannot be shown in a terminal. Save it (-o FILE) or pipe it (-o - | PROGRAM).")
    }
  }

  func run(_ connection: Connection) throws {
    try file.check()
    let named = try SongArgument.uri(path, connection, example: "jukebox art PATH")
    let uri = named.isEmpty ? try connection.ask("currentsong")["file"] ?? "" : named
    if let output = file.output {
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

  private static func none(_ uri: String) -> Failure { .refused("\(uri) has no picture.") }
}

struct StatsCommand: ConnectedCommand {
  static let help = CommandHelp("stats", "Show plays, skips and the score of a song.")
  static let discussion = """
    EXAMPLES
      jukebox stats                       current song
      jukebox stats "Miles/So What.flac"  another song
      jukebox browse ranking              list songs by score
      jukebox browse most-played          list songs by plays
      jukebox playlist load "Lovely songs" --replace --play

    PLAYS AND SKIPS
    A play counts when half of the song, or four minutes, were heard. A skip counts
    when you leave the song before that. Pauses and power cuts do not count twice.

    SCORE
    The score is 100 · sum / (sum + 2). A complete play adds 1 to the sum. A play
    that ends after the half adds the part that was heard. A skip subtracts the
    part that was not heard, a jump to the end before the half subtracts 0.5. The
    sum halves every 90 days; three complete plays within some weeks give a score
    of about 50. If skips outweigh plays, there is no score. Favourites and ratings
    do not count.

    The rows below the sum show its parts at their original value; the decay is a
    separate row. "listened" is the share of the offered time that was heard (JSON:
    `heard` of `offered` seconds) in all `playings`, that is, each time the song
    was started and ended. The rank is among the songs of the same volume with a
    score (`ranked`). Parts of a song, such as tracks of a CUE sheet, count for the
    whole song. A date is missing if the jukebox had no valid clock at the time.

    LOVELY SONGS
    The jukebox makes this playlist itself. It holds at most 100 songs: the best
    with a score of 50 or more, 3 plays or more and no dislike. An MPD client sets
    a dislike by the sticker `like` with the value 0; `jukebox favourite`, also
    with --off, removes it.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws { try SongArgument.check(path) }

  func run(_ connection: Connection) throws {
    let uri = try SongArgument.uri(path, connection, example: "jukebox stats PATH")
    guard let song = SongStatistics(try connection.asked(["listening"] + (uri.isEmpty ? [] : [uri]))) else {
      return
    }
    try Page.show(song, json: json, lines: StatisticsText.lines(song))
  }
}
