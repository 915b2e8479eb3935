import ArgumentParser
import Client

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
