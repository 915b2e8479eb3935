import ArgumentParser
import Client

struct PlaylistAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put songs, folders, an album or finds into a playlist; it is made if it is new.",
    discussion: """
      EXAMPLES
        jukebox playlist add Party Miles "Bach/Air.flac"   at the end
        jukebox playlist add Party --at 1 Miles            at the beginning
        jukebox playlist add Party --album "kind of blue"  a whole album
        jukebox playlist add Party --search miles blue     what a search finds
        jukebox playlist add Party --no-duplicates Miles   only what is not in it

      Paths are those that `jukebox add` takes. Folders come in their own order;
      albums and finds as on a shelf: by artist, year, album and track.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "The number that the first of them is to have.") var at: Int?
  @Flag(help: "Add what `jukebox search` finds for the words.") var search = false
  @Flag(help: "Add the albums of these names.") var album = false
  @Flag(help: "Leave out songs that the playlist holds already.") var noDuplicates = false
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Songs or folders; with --search, words; with --album, names.") var paths: [String]

  /// The protocol takes so many words in a line.
  private static let mostPaths = 100

  func validate() throws {
    guard at.map({ (1...Int(Int32.max)).contains($0) }) ?? true else {
      throw ValidationError("--at is 1 or more.")
    }
    guard !(search && album) else { throw ValidationError("--search and --album don't go together.") }
    try PlaylistName.check(name)
    if search || album {
      guard !paths.contains("") else {
        throw ValidationError("An empty text is no \(search ? "word" : "album").")
      }
    } else {
      try PathArguments.check(paths)
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      for question in questions {
        guard Self.isFound(try connection.asked(question)) else {
          throw Failure.refused(nothingFound(question))
        }
      }
      var added = 0
      for request in requests(musicDirectory: try? connection.ask("config")["music_directory"]) {
        var words = ["playlistput", name]
        if noDuplicates { words.append("new") }
        if let at { words += ["position", String(at - 1 + added)] }
        try connection.send(words + request)
        added += try connection.answer().integer("added") ?? 0
      }
      Page.print(try text(added: added))
    }
  }

  func text(added: Int) throws(Failure) -> String {
    if added > 0 { return "\(StatusText.count(added, "song")) added to \(name)" }
    guard noDuplicates else {
      throw .refused("Nothing was added to \(name): there is no song in what was named.")
    }
    return "Nothing was added to \(name): it holds "
      + (search || album ? "all that was found." : "all of it.")
  }

  /// What finds out whether there is anything, before anything is added; of paths the jukebox says so itself.
  var questions: [[String]] {
    if search { return [["lookup"] + paths + ["window", "0:1"]] }
    return album ? paths.map { ["count", Self.filter(album: $0)] } : []
  }

  static func isFound(_ answer: Answer) -> Bool {
    answer["file"] != nil || (answer.integer("songs") ?? 0) > 0
  }

  /// - Parameter question: the one that nothing was found by.
  func nothingFound(_ question: [String]) -> String {
    guard album, let missing = paths.first(where: { question.last == Self.filter(album: $0) }) else {
      return
        "Nothing is found for “\(paths.joined(separator: " "))”, so nothing was added to \(name). `jukebox search` finds words in names and tags."
    }
    return
      "There is no album \(missing), so nothing was added to \(name). `jukebox browse albums` shows the names; one has to be whole, with capitals or without."
  }

  /// As `jukebox browse songs --album` takes a name.
  private static func filter(album: String) -> String { "(Album eq_ci \(BrowseRequest.quoted(album)))" }

  /// What is to be added, in the protocol's words.
  func requests(musicDirectory: String?) -> [[String]] {
    if search { return [["lookup"] + paths] }
    if album { return paths.map { ["find", Self.filter(album: $0)] } }
    let uris = paths.map { AddCommand.uri($0, musicDirectory: musicDirectory) }
    return stride(from: 0, to: uris.count, by: Self.mostPaths).map {
      ["uri"] + uris[$0..<min($0 + Self.mostPaths, uris.count)]
    }
  }
}
