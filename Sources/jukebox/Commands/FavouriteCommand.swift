import ArgumentParser
import Client

struct FavouriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Make a favourite of a song, or list the favourites.",
    discussion: """
      EXAMPLES
        jukebox favourite                      the song that plays
        jukebox favourite --off                it is none any more
        jukebox favourite "Miles/So What.flac" another song
        jukebox favourite --list               all favourites that are there
        jukebox favourite --list --json | jq -r '.[]' |
          xargs -d '\\n' jukebox add --
        jukebox note --song "Miles/So What.flac"       is it one? (changes nothing)
        jukebox note --json | jq .favourite            and the song that plays?

      Without --off and --list a song becomes one, also with --json.

      Favourites are kept on the stick or in the folder that the song lies on,
      and stay with it when it is renamed or moved.
      """, aliases: ["favorite"])

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Flag(help: "List all favourites; with --json an array of paths.") var list = false
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws {
    guard !list || path == nil && options.song == nil && !options.off else {
      throw ValidationError("--list takes no song and no --off.")
    }
    guard path == nil || options.song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? options.song)
  }

  func run() throws {
    try connection.withConnection { connection in
      if list { return try listAll(connection) }
      try options.run(
        "favourite", [options.off ? "0" : "1"], of: path ?? options.song, connection,
        example: "jukebox favourite PATH")
    }
  }

  private func listAll(_ connection: Connection) throws {
    let found = try connection.ask("sticker", "find", "song", "", "like", "=", "2", "sort", "uri")
    let paths = found.items(beginningWith: "file").compactMap { $0["file"] }
    if options.json { return Page.print(try JSON.line(paths)) }
    for path in paths { Page.print(path, isPath: true) }
    let absent = try connection.ask("absentfavourites").integer("absent") ?? 0
    guard let line = Self.line(here: paths.count, absent: absent) else { return }
    // What is no path does not stand among paths.
    if paths.isEmpty { Page.print(line) } else { Notice.tell([line]) }
  }

  /// What there is to say beside the paths of those that are here.
  static func line(here: Int, absent: Int) -> String? {
    if absent > 0 {
      return "\(here > 0 ? "… and " : "")\(StatusText.count(absent, "favourite")) not here: "
        + "what was said stays until a scan finds \(absent == 1 ? "its file" : "their files") again."
    }
    return here > 0
      ? nil : "There are no favourites. `jukebox favourite` makes one of the song that plays."
  }
}
