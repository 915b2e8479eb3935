import ArgumentParser
import Client
import Linux

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
