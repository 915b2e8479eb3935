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

struct PlaylistSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Keep what is in the queue as a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist save Tonight             a new one
        jukebox playlist save Tonight --append    behind what it holds
        jukebox playlist save Tonight --replace   instead of what it holds

      Which part of each song is played, and how loud, is kept as well. Notes of
      songs (`jukebox playlist entry --notes`) are not in the queue: with --replace,
      those of the playlist are gone. An empty queue is not kept: `jukebox playlist
      clear` empties a playlist.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Add to a playlist that is there; else it is made.") var append = false
  @Flag(help: "Replace what a playlist that is there holds; else it is made.") var replace = false
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    guard !(append && replace) else { throw ValidationError("--append and --replace don't go together.") }
    try PlaylistName.check(name)
  }

  func run() throws {
    try connection.withConnection { connection in Page.print(try save(connection)) }
  }

  /// - Returns: what came of it.
  func save(_ connection: Connection) throws -> String {
    // Whoever wants that says so by another command: here something is to be kept.
    guard try connection.ask("status").integer("playlistlength") != 0 else {
      throw Failure.refused(
        "The queue is empty, so there is nothing to keep as \(name). `jukebox playlist clear` empties a playlist."
      )
    }
    let known = Playlist.all(try connection.ask("listplaylists"))
    let isKnown = known.contains { $0.name == name }
    if isKnown, !append, !replace {
      throw Failure.refused(
        "There is a playlist \(name): --append adds to it, --replace takes the place of what it holds.")
    }
    // One that is not there is made, whatever would be done with one that is.
    try connection.ask("save", name, !isKnown ? "create" : append ? "append" : "replace")
    let count = try connection.ask("playlistlength", name).integer("songs") ?? 0
    return "\(name) holds \(StatusText.count(count, "song")) now"
  }
}

struct PlaylistLoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Put the songs of a playlist into the queue.",
    discussion: """
      EXAMPLES
        jukebox playlist load Party                    at the queue's end
        jukebox playlist load Party --replace --play   instead of what is there,
                                                       and play it
        jukebox playlist load Party --next             behind the song that plays
        jukebox playlist load Party --songs 3-5        only these

      Which part of each song is played, and how loud, comes along. Notes of songs
      stay in the playlist: what is saved from the queue has none. An empty playlist
      leaves the queue as it is.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Empty the queue first.") var replace = false
  @Flag(help: "Insert after the current song instead of at the end.") var next = false
  @Flag(help: "Play what was loaded.") var play = false
  @Option(help: "Only these, by their numbers: 3 or 3-5.") var songs: SongRange?
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs?.check()
    guard !(replace && next) else { throw ValidationError("--replace and --next don't go together.") }
  }

  func run() throws {
    try connection.withConnection { connection in Page.print(try load(connection)) }
  }

  /// - Returns: what came of it.
  func load(_ connection: Connection) throws(Failure) -> String {
    // What was mistyped, or is empty, is no reason to empty the queue.
    func holds(_ number: Int) throws(Failure) -> Bool {
      try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
    }
    try songs?.require(of: name, holds)
    if songs == nil, try !holds(1) {
      throw .refused("\(name) is empty, so nothing was added" + (replace ? " and the queue stays." : "."))
    }
    if replace { try connection.ask("clear") }
    let status = try connection.ask("status")
    let before = status.integer("playlistlength") ?? 0
    let place = (next ? status.integer("song").map { $0 + 1 } : nil) ?? before
    try connection.ask("load", name, songs?.words ?? "0:", String(place))
    let after = try connection.ask("status").integer("playlistlength") ?? before
    if play, after > before {
      // Where its first songs are not here, the next one that is plays.
      try connection.ask("play", String(place))
      try connection.requirePlaying()
    }
    return "\(StatusText.count(after - before, "song")) added"
  }
}

struct PlaylistRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take songs out of a playlist.",
    discussion: """
      EXAMPLES
        jukebox playlist remove Party 3     the third song
        jukebox playlist remove Party 3-5   the third to the fifth
        jukebox playlist remove Party 1 4-6 several at once

      The numbers are those that are shown now: none changes on the way. Where one is
      not there, nothing is taken out.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Numbers as `jukebox playlist show` has them: 3 or 3-5.") var songs: [SongRange]

  func validate() throws {
    try PlaylistName.check(there: name)
    for range in songs { try range.check() }
  }

  func run() throws {
    try connection.withConnection { connection in
      for range in songs {
        try range.require(of: name) { number throws(Failure) in
          try connection.ask("listplaylist", name, "\(number - 1):\(number)")["file"] != nil
        }
      }
      for range in SongRange.fromTheEnd(songs) { try connection.ask("playlistdelete", name, range.words) }
    }
  }
}

struct PlaylistMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Put songs of a playlist elsewhere in it.",
    discussion: """
      EXAMPLES
        jukebox playlist move Party 5 1     the fifth song becomes the first
        jukebox playlist move Party 1-3 4   the first three go three places down
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Numbers as `jukebox playlist show` has them: 3 or 3-5.") var songs: SongRange
  @Argument(help: "The number that the first of them is to have.") var to: Int

  func validate() throws {
    try PlaylistName.check(there: name)
    try songs.check()
    guard (1...Int(Int32.max)).contains(to) else { throw ValidationError("TO is 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      try connection.ask("playlistmove", name, songs.words, String(to - 1))
    }
  }
}

struct PlaylistOrderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Order a playlist so that each song goes over into the next.",
    discussion: """
      EXAMPLES
        jukebox playlist order Party flow    neighbours are near in tempo and key
        jukebox playlist order Party undo    as it was before

      The first song stays the first. Songs that are not analysed yet stand at the
      end (`jukebox analyze`).
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "flow, or undo.") var order: String

  func validate() throws {
    try PlaylistName.check(there: name)
    guard ["flow", "undo"].contains(order) else { throw ValidationError("The order is flow, or undo.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let answer = try connection.ask("playlistorder", name, order)
      Page.print(Self.done(name, order, ordered: answer.integer("ordered"), of: answer.integer("songs")))
    }
  }
}

extension PlaylistOrderCommand {
  /// What has become of the playlist.
  static func done(_ name: String, _ order: String, ordered: Int?, of all: Int?) -> String {
    guard order == "flow" else { return "\(name) has the order again that it had before" }
    guard let ordered, let all else { return "\(name) is ordered by tempo and key" }
    let text = "\(name): \(StatusText.count(ordered, "song")) ordered by tempo and key"
    let rest = all - ordered
    return rest > 0 ? "\(text), \(rest) at the end without a known tempo or key (`jukebox analyze`)" : text
  }
}

struct PlaylistClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Take all songs out of a playlist; it stays, empty.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in try connection.ask("playlistclear", name) }
  }
}

struct PlaylistRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a playlist another name.",
    discussion: "EXAMPLE: jukebox playlist rename Party \"New Year\"")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "Its name from now on: anything without a slash.") var new: String

  func validate() throws {
    try PlaylistName.check(there: name)
    try PlaylistName.check(new: new)
  }

  func run() throws {
    try connection.withConnection { try rename($0) }
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

struct PlaylistDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a playlist. Its songs stay where they are.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The playlist's name.") var name: String

  func validate() throws { try PlaylistName.check(there: name) }

  func run() throws {
    try connection.withConnection { connection in try connection.ask("rm", name) }
  }
}
