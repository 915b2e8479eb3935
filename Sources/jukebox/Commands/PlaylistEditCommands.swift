import ArgumentParser
import Client

struct PlaylistAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add songs, folders, albums or search results to a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist add Party Miles "Bach/Air.flac"   append
      jukebox playlist add Party --at 1 Miles            insert at the start
      jukebox playlist add Party --album "kind of blue"  append an album
      jukebox playlist add Party --search miles blue     append search results
      jukebox playlist add Party --no-duplicates Miles   only songs not in it yet

    A new playlist is created. Paths are as for `jukebox add`. Folders are added in
    the order of their files; albums and search results by artist, year, album and
    track.
    """

  @Option(help: "Insert at this number, from 1; default: append.") var at: Int?
  @Flag(help: "Add the songs that `jukebox search` finds for the words.") var search = false
  @Flag(help: "Add the albums with these names.") var album = false
  @Flag(help: "Skip songs that are already in the playlist.") var noDuplicates = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(
    help: "Paths of songs or folders; with --search words, with --album names.",
    completion: NameCompletion.paths) var paths: [String]

  /// The protocol's limit of arguments in a line.
  private static let mostPaths = 100

  func validate() throws {
    try require(at.map({ (1...Int(Int32.max)).contains($0) }) ?? true, "--at is 1 or more.")
    guard !(search && album) else { throw ValidationError("Give --search or --album, not both.") }
    try PlaylistName.check(name)
    if search || album {
      try require(!paths.contains(""), "The \(search ? "word" : "album name") is empty.")
    } else {
      try PathArguments.check(paths)
    }
  }

  func run(_ connection: Connection) throws {
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
      added += try connection.asked(words + request).integer("added") ?? 0
    }
    Page.print(try text(added: added))
  }

  func text(added: Int) throws(Failure) -> String {
    if added > 0 { return "\(StatusText.count(added, "song")) added to \(name)" }
    guard noDuplicates else { throw .refused("Nothing was added to \(name): no songs in these folders.") }
    return "Nothing was added to \(name): it already contains "
      + (search || album ? "all songs found." : "these songs.")
  }

  /// Requests that check before an addition whether anything is found; none for paths, which the jukebox checks itself.
  var questions: [[String]] {
    if search { return [["lookup"] + paths + ["window", "0:1"]] }
    return album ? paths.map { ["count", NamedMusic.filter(album: $0)] } : []
  }

  static func isFound(_ answer: Answer) -> Bool {
    answer["file"] != nil || (answer.integer("songs") ?? 0) > 0
  }

  /// - Parameter question: the one that nothing was found by.
  func nothingFound(_ question: [String]) -> String {
    guard album, let missing = paths.first(where: { question.last == NamedMusic.filter(album: $0) }) else {
      return
        "No song found for “\(paths.joined(separator: " "))”: nothing was added to \(name). `jukebox search` finds words in paths and tags."
    }
    return
      "There is no album \(missing): nothing was added to \(name). `jukebox browse albums` shows the names; give the whole name, case does not matter."
  }

  /// Arguments of the additions, in the protocol's words.
  func requests(musicDirectory: String?) -> [[String]] {
    if search { return [["lookup"] + paths] }
    if album { return paths.map { ["find", NamedMusic.filter(album: $0)] } }
    let uris = paths.map { AddCommand.uri($0, musicDirectory: musicDirectory) }
    return stride(from: 0, to: uris.count, by: Self.mostPaths).map {
      ["uri"] + uris[$0..<min($0 + Self.mostPaths, uris.count)]
    }
  }
}

struct PlaylistSaveCommand: ConnectedCommand {
  static let help = CommandHelp("save", "Save the queue as a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist save Tonight             create a playlist
      jukebox playlist save Tonight --append    append to a playlist
      jukebox playlist save Tonight --replace   replace the songs of a playlist

    The part of each song that is played and its gain are saved too. Notes of
    entries (`jukebox playlist entry --notes`) are not in the queue, so --replace
    deletes them. An empty queue is an error; `jukebox playlist clear` empties a
    playlist.
    """

  @Flag(help: "Append to the playlist if it exists.") var append = false
  @Flag(help: "Replace the songs of the playlist if it exists.") var replace = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws {
    guard !(append && replace) else { throw ValidationError("Give --append or --replace, not both.") }
    try PlaylistName.check(name)
  }

  func run(_ connection: Connection) throws { Page.print(try save(connection)) }

  /// - Returns: what came of it.
  func save(_ connection: Connection) throws -> String {
    // Another command does that: here something is to be stored.
    guard try connection.ask("status").integer("playlistlength") != 0 else {
      throw Failure.refused(
        "The queue is empty: nothing to save as \(name). `jukebox playlist clear` empties a playlist."
      )
    }
    let known = Playlist.all(try connection.ask("listplaylists"))
    let isKnown = known.contains { $0.name == name }
    if isKnown, !append, !replace {
      throw Failure.refused("The playlist \(name) exists. --append adds to it, --replace replaces its songs.")
    }
    // One that is not there is made, whatever would be done with one that is.
    try connection.ask("save", name, !isKnown ? "create" : append ? "append" : "replace")
    let count = try connection.ask("playlistlength", name).integer("songs") ?? 0
    return "\(name) now has \(StatusText.count(count, "song"))"
  }
}

struct PlaylistLoadCommand: ConnectedCommand {
  static let help = CommandHelp("load", "Add the songs of a playlist to the queue.")
  static let discussion = """
    EXAMPLES
      jukebox playlist load Party                    append to the queue
      jukebox playlist load Party --replace --play   replace the queue and play
      jukebox playlist load Party --next             insert after the current song
      jukebox playlist load Party --songs 3-5        only songs 3 to 5

    The part of each song that is played and its gain are loaded too, but not the
    notes of entries. An empty playlist does not change the queue.
    """

  @Flag(help: "Empty the queue first.") var replace = false
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play the first loaded song now.") var play = false
  @Option(help: "Load only these numbers: 3 or 3-5.") var songs: SongRange?
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs?.check()
    guard !(replace && next) else { throw ValidationError("Give --replace or --next, not both.") }
  }

  func run(_ connection: Connection) throws { Page.print(try load(connection)) }

  /// - Returns: what came of it.
  func load(_ connection: Connection) throws(Failure) -> String {
    // A mistyped or empty playlist does not empty the queue.
    func holds(_ number: Int) throws(Failure) -> Bool {
      try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
    }
    try songs?.require(of: name, holds)
    if songs == nil, try !holds(1) {
      throw .refused(
        "\(name) is empty: nothing was added" + (replace ? ", and the queue did not change." : "."))
    }
    if replace { try connection.ask("clear") }
    let status = try connection.ask("status")
    let before = status.integer("playlistlength") ?? 0
    let place = (next ? status.integer("song").map { $0 + 1 } : nil) ?? before
    try connection.ask("load", name, songs?.words ?? "0:", String(place))
    let after = try connection.ask("status").integer("playlistlength") ?? before
    if play, after > before {
      // If its first songs are missing, the next available one plays.
      try connection.ask("play", String(place))
      try connection.requirePlaying()
    }
    return "\(StatusText.count(after - before, "song")) added"
  }
}

struct PlaylistRemoveCommand: ConnectedCommand {
  static let help = CommandHelp("remove", "Remove songs from a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist remove Party 3     remove song 3
      jukebox playlist remove Party 3-5   remove songs 3 to 5
      jukebox playlist remove Party 1 4-6 remove songs 1, 4, 5 and 6

    All numbers refer to the playlist as it is shown before the command. If a
    number does not exist, no song is removed.
    """

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(help: "Numbers as `jukebox playlist show` shows them: 3 or 3-5.", transform: SongRange.read)
  var songs: [SongRange]

  func validate() throws {
    try PlaylistName.check(there: name)
    for range in songs { try range.check() }
  }

  func run(_ connection: Connection) throws {
    for range in songs {
      try range.require(of: name) { number throws(Failure) in
        try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
      }
    }
    let ranges = SongRange.fromTheEnd(songs)
    for range in ranges { try connection.ask("playlistdelete", name, range.words) }
    let count = ranges.reduce(0) { $0 + $1.numbers.count }
    Page.print("\(StatusText.count(count, "song")) removed from \(name)")
  }
}

struct PlaylistMoveCommand: RequestCommand {
  static let help = CommandHelp("move", "Move songs within a playlist.")
  static let discussion = """
    EXAMPLES
      jukebox playlist move Party 5 1     move song 5 to position 1
      jukebox playlist move Party 1-3 4   move songs 1 to 3 to positions 4 to 6
    """

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(help: "Numbers as `jukebox playlist show` shows them: 3 or 3-5.") var songs: SongRange
  @Argument(help: "New number of the first of them, from 1.") var to: Int

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs.check()
    guard (1...Int(Int32.max)).contains(to) else { throw ValidationError("TO is 1 or more.") }
  }

  var request: [String] { ["playlistmove", name, songs.words, String(to - 1)] }
  var done: String? { "\(StatusText.count(songs.numbers.count, "song")) of \(name) moved to position \(to)" }
}

struct PlaylistOrderCommand: ConnectedCommand {
  static let help = CommandHelp("order", "Reorder a playlist for smooth transitions by tempo and key.")
  static let discussion = """
    EXAMPLES
      jukebox playlist order Party flow    sort neighbours by tempo and key
      jukebox playlist order Party undo    restore the previous order

    The first song stays first. Songs that are not analysed yet go to the end
    (`jukebox analyze` analyses them).
    """

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(help: "flow or undo.") var order: String

  func validate() throws {
    try PlaylistName.check(there: name)
    guard ["flow", "undo"].contains(order) else { throw ValidationError("ORDER is flow or undo.") }
  }

  func run(_ connection: Connection) throws {
    let answer = try connection.ask("playlistorder", name, order)
    Page.print(Self.done(name, order, ordered: answer.integer("ordered"), of: answer.integer("songs")))
  }
}

extension PlaylistOrderCommand {
  /// Message after the playlist was ordered.
  static func done(_ name: String, _ order: String, ordered: Int?, of all: Int?) -> String {
    guard order == "flow" else { return "\(name) has the order again that it had before" }
    guard let ordered, let all else { return "\(name) is ordered by tempo and key" }
    let text = "\(name): \(StatusText.count(ordered, "song")) ordered by tempo and key"
    let rest = all - ordered
    return rest > 0 ? "\(text), \(rest) at the end without a known tempo or key (`jukebox analyze`)" : text
  }
}

struct PlaylistClearCommand: RequestCommand {
  static let help = CommandHelp("clear", "Remove all songs from a playlist; the empty playlist is kept.")
  static let discussion = "EXAMPLE: jukebox playlist clear Party"

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  var request: [String] { ["playlistclear", name] }
  var done: String? { "\(name) is empty now" }
}

struct PlaylistRenameCommand: ConnectedCommand {
  static let help = CommandHelp("rename", "Rename a playlist.")
  static let discussion = "EXAMPLE: jukebox playlist rename Party \"New Year\""

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String
  @Argument(help: "New name, 1 to 251 bytes without a slash.") var new: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try PlaylistName.check(new: new)
  }

  func run(_ connection: Connection) throws {
    try rename(connection)
    Page.print("\(name) is called \(new) now")
  }

  func rename(_ connection: Connection) throws(Failure) {
    // To say it twice is no mistake; that it is there still has to be.
    if name == new {
      try connection.ask("playlistlength", name)
    } else {
      try connection.ask("rename", name, new)
    }
  }
}

struct PlaylistDeleteCommand: RequestCommand {
  static let help = CommandHelp("delete", "Delete a playlist; its songs are not deleted.")
  static let discussion = "EXAMPLE: jukebox playlist delete Party"

  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  var request: [String] { ["rm", name] }
  var done: String? { "\(name) deleted" }
}
