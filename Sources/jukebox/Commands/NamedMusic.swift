import Client

/// Music that a name may mean: what `jukebox play NAME` finds.
struct NamedMusic: Equatable {
  enum Kind: String {
    case playlist, station, album, path, song
  }

  let kind: Kind
  /// The tagged name of an album or song, or the path.
  let name: String
  /// The album artist of an album.
  var artist: String?
  /// The folder of an album whose songs name no album artist.
  var folder: String?
  /// Argument that adds it to the queue: the URL of a station, the path of a song.
  var uri = ""

  /// The number of things that a message lists.
  static let mostListed = 10
  private static let mostMatches = 200

  // MARK: Finding

  /// Kind and target of one thing that cards and alarms play, in the words of the protocol.
  static func target(_ name: String, _ connection: Connection) throws -> [String] {
    let text = LiteralName.name(name)
    if Song.isInNetwork(text) { return ["stream", text] }
    if let playlist = try playlists(text, connection).first { return ["playlist", playlist.name] }
    if let station = try stations(text, connection).first { return ["stream", station.name] }
    let path = AddCommand.uri(text, musicDirectory: try? connection.ask("config")["music_directory"])
    let found = try connection.ask("lsinfo", path)
    return [found.values("file") == [path] ? "song" : "folder", path]
  }

  /// Everything that is called so: playlists (podcasts among them), stations and albums, case aside; else the folder or song at that
  /// path; else songs with that title; else the songs and albums that the words of the name find.
  static func find(_ name: String, _ connection: Connection) throws(Failure) -> [NamedMusic] {
    let named = try playlists(name, connection) + stations(name, connection) + albums(name, connection)
    if !named.isEmpty { return named }
    let path = connection.uri(of: name)
    if try isThere(path, connection) { return [NamedMusic(kind: .path, name: path, uri: path)] }
    let titled = try songs(
      connection.ask("find", "(Title eq_ci \(BrowseRequest.quoted(name)))", "window", "0:\(mostListed + 1)"))
    if !titled.isEmpty { return titled.map { song($0) } }
    return matches(
      of: try songs(connection.asked(["lookup"] + words(name) + ["window", "0:\(mostMatches)"])))
  }

  static func playlists(_ name: String, _ connection: Connection) throws(Failure) -> [NamedMusic] {
    called(name, among: Playlist.all(try connection.ask("playlists")).map(\.name)) { $0 }
      .map { NamedMusic(kind: .playlist, name: $0) }
  }

  static func stations(_ name: String, _ connection: Connection) throws(Failure) -> [NamedMusic] {
    let all = try connection.ask("stations").items(beginningWith: "station")
    return called(name, among: all) { $0["station"] ?? "" }
      .map { NamedMusic(kind: .station, name: $0["station"] ?? "", uri: $0["file"] ?? "") }
  }

  private static func albums(_ name: String, _ connection: Connection) throws(Failure) -> [NamedMusic] {
    try connection.ask("browse", "albums", Self.filter(album: name))
      .items(beginningWith: "Album")
      .map {
        NamedMusic(
          kind: .album, name: $0["Album"] ?? "", artist: $0["AlbumArtist"], folder: $0["AlbumFolder"])
      }
  }

  /// Those of exactly this name, else those of this name in another case.
  private static func called<Thing>(
    _ name: String, among all: [Thing], by nameOf: (Thing) -> String
  ) -> [Thing] {
    let exact = all.filter { nameOf($0) == name }
    return exact.isEmpty ? all.filter { nameOf($0).lowercased() == name.lowercased() } : exact
  }

  static func isThere(_ path: String, _ connection: Connection) throws(Failure) -> Bool {
    try connection.answerUnlessRefused("lsinfo", path)?.pairs.isEmpty == false
  }

  private static func songs(_ answer: Answer) -> [Song] {
    answer.items(beginningWith: "file").compactMap { Song($0) }
  }

  private static func song(_ song: Song) -> NamedMusic {
    NamedMusic(kind: .song, name: song.title ?? song.uri, uri: song.uri)
  }

  private static func words(_ name: String) -> [String] { name.split(separator: " ").map(String.init) }

  /// One album where all songs are of it; else the songs.
  static func matches(of songs: [Song]) -> [NamedMusic] {
    guard songs.count > 1, let first = songs.first, let album = first.album,
      songs.allSatisfy({ $0.album == album && artist(of: $0) == artist(of: first) })
    else { return songs.map { song($0) } }
    return [NamedMusic(kind: .album, name: album, artist: artist(of: first))]
  }

  private static func artist(of song: Song) -> String? { song.albumArtist ?? song.artist }

  // MARK: Playing

  /// Plays it in place of the queue, as a button does: of a podcast what is new, of an audiobook from where it was left.
  /// - Returns: what came of it.
  func play(_ connection: Connection) throws(Failure) -> String {
    switch kind {
    case .playlist, .path: try connection.ask("playname", name)
    case .station, .song, .album:
      _ = try QueueAddition(place: .replacing, plays: true).add([request], connection)
    }
    return text
  }

  /// Command that adds it to the queue, in the protocol's words.
  private var request: [String] {
    kind == .album ? ["findadd", Self.filter(album: name, artist: artist, folder: folder)] : ["add", uri]
  }

  /// Songs of an album, by its name in any case and its folder, or else the name of its album artist.
  static func filter(album: String, artist: String? = nil, folder: String? = nil) -> String {
    let named = "(Album eq_ci \(BrowseRequest.quoted(album)))"
    if let folder { return "(\(named) AND (AlbumFolder == \(BrowseRequest.quoted(folder))))" }
    return artist.map { "(\(named) AND (AlbumArtist eq_ci \(BrowseRequest.quoted($0))))" } ?? named
  }

  /// `playing the album Kind of Blue by Miles Davis`.
  var text: String {
    let kind = kind == .path ? "" : "the \(kind.rawValue) "
    return "playing \(kind)\(name)" + (artist.map { $0.isEmpty ? "" : " by \($0)" } ?? "")
  }

  /// The command line that plays it, for a person to choose from.
  var commandLine: String {
    switch kind {
    case .playlist: "jukebox playlist play \(CommandWords.quoted(name))"
    case .station: "jukebox station play \(CommandWords.quoted(name))"
    case .album:
      "jukebox add --replace --play --album \(CommandWords.quoted(name))"
        + (folder.map { " --folder \(CommandWords.quoted($0))" }
          ?? artist.map { " --artist \(CommandWords.quoted($0))" } ?? "")
    case .path, .song: "jukebox add --replace --play \(CommandWords.quoted(uri))"
    }
  }

  /// Message if several things have this name.
  static func choice(_ name: String, _ found: [NamedMusic]) -> Failure {
    let further = found.count - mostListed
    let lines =
      found.prefix(mostListed).map { "  \($0.commandLine)" }
      + (further > 0
        ? [
          "  … and \(further) more: jukebox search \(words(name).map(CommandWords.quoted).joined(separator: " "))"
        ] : [])
    return .refused((["Several things match “\(name)”. Choose one:"] + lines).joined(separator: "\n"))
  }
}
