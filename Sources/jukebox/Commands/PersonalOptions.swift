import ArgumentParser
import Client

/// What the commands have in common that say something of a song.
struct PersonalOptions: ParsableArguments {
  @Flag(help: "Take it off again.") var off = false
  @Flag(help: "Print a JSON object: all that is said of the song.") var json = false
  @Option(help: ArgumentHelp("The song, where it is not the current one.", valueName: "path")) var song:
    String?

  /// Sends a command about a song, and prints what is said of it then.
  func run(
    _ name: String, _ values: [String], of path: String?, _ connection: Connection, example: String
  ) throws {
    let uri = try SongArgument.uri(path, connection, example: example)
    try connection.send([name, uri] + values)
    guard let song = Personal(try connection.answer()) else { throw Failure.broken(connection.address) }
    if json { return Page.print(try JSON.line(song)) }
    for line in PersonalText.lines(song, taken: off ? Self.taken(name) : nil) { Page.print(line) }
  }

  /// What is said once a command has taken something off.
  static func taken(_ command: String) -> String {
    command == "rate" ? "not rated any more" : "no \(command) any more"
  }
}
