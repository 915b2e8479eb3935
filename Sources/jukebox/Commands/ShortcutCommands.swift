import ArgumentParser
import Client

struct MixCommand: ConnectedCommand {
  static let help = CommandHelp("mix", "Add the current song to the playlist of a mix slot, or remove it.")
  static let discussion = """
    EXAMPLES
      jukebox mix            list the slots and their playlists
      jukebox mix 1          add the current song; repeat to remove it
      jukebox mix 1 show     list the songs of the slot's playlist
      jukebox playlist set Party --slot 1    use another playlist for the slot

    There are three slots. A slot without a playlist uses `Mix 1`, `Mix 2` or
    `Mix 3`, which is created if necessary; that first press only adds. If several
    volumes have a playlist for a slot, the one of the first stick is used. For
    buttons and keys: `press = mix 1` in the configuration.
    """

  enum Verb: String, ExpressibleByArgument, CaseIterable { case show }

  @Flag(help: "Print the list, the songs or the result as JSON.") var json = false
  @Argument(help: "Slot 1, 2 or 3; default: list the slots.") var slot: Int?
  @Argument(help: "`show` lists the songs of the slot instead.") var verb: Verb?

  /// Result of pressing a slot.
  struct Done: Encodable {
    let slot: Int
    let playlist: String
    let uri: String
    /// `added`, `removed`, or `kept` if the playlist was assigned to the slot and held the song already.
    let done: String
    /// `new` or `existing`: the playlist that was assigned to a free slot.
    let taken: String?
    var title: String?

    init(_ slot: Int, _ answer: Answer) {
      self.slot = slot
      playlist = answer["playlist"] ?? ""
      uri = answer["file"] ?? ""
      done = answer["done"] ?? ""
      taken = answer["taken"]
    }

    var text: String {
      let verb =
        switch done {
        case "added": "added to"
        case "kept": "is in"
        default: "removed from"
        }
      let slot =
        switch taken {
        case "new": ", a new playlist for slot \(slot)"
        case "existing": ", which now has slot \(slot)"
        default: ""
        }
      let end = done == "kept" ? "; repeat `jukebox mix \(self.slot)` to remove it" : ""
      return
        "\(title ?? (uri.isEmpty ? "it" : uri)) \(verb) \(playlist.isEmpty ? "the mix" : playlist)\(slot)\(end)"
    }
  }

  func validate() throws {
    guard slot.map({ (1...3).contains($0) }) ?? true else { throw ValidationError("SLOT is 1, 2 or 3.") }
  }

  func run(_ connection: Connection) throws {
    if let slot, verb == nil {
      let answer = try connection.ask("mix", String(slot))
      var done = Done(slot, answer)
      if let song = Song(try connection.ask("currentsong")), song.uri == done.uri { done.title = song.title }
      return Page.print(json ? try JSON.line(done) : done.text)
    }
    let slots = try connection.ask("mixes").items(beginningWith: "slot")
    if let slot {
      return try show(slots.first { $0.integer("slot") == slot }?["playlist"], slot, connection)
    }
    try Page.show(
      slots.map { ["slot": $0.integer("slot"), "playlist": $0["playlist"]] as JSONObject }, json: json,
      ifEmpty: "No playlist has a slot. `jukebox mix 1` adds the current song to the playlist Mix 1.",
      lines: slots.map { "\($0["slot"] ?? "")  \($0["playlist"] ?? "")" })
  }

  /// Message for a slot that no playlist has.
  static func free(_ slot: Int, among playlists: [String]) -> String {
    let usual = "Mix \(slot)"
    let what =
      playlists.contains(usual)
      ? "assigns it to the playlist \(usual) and adds the current song if it is not in it."
      : "creates the playlist \(usual) with the current song."
    return "No playlist has slot \(slot). `jukebox mix \(slot)` \(what)"
  }

  private func show(_ playlist: String?, _ slot: Int, _ connection: Connection) throws {
    guard let playlist else {
      throw Failure.refused(Self.free(slot, among: Playlist.all(try connection.ask("playlists")).map(\.name)))
    }
    let entries = PlaylistEntry.all(try connection.ask("playlistentries", playlist))
    try Page.show(entries, json: json, lines: [playlist] + PlaylistText.lines(entries))
  }
}

struct PresetCommand: ConnectedCommand {
  static let help = CommandHelp(
    "preset", "Bind playlists, stations, folders or songs to preset buttons, show or play a preset.")
  static let discussion = """
    EXAMPLES
      jukebox preset            list the bound presets
      jukebox preset 3          show what preset 3 plays
      jukebox preset 3 Party    bind preset 3 to the playlist Party
      jukebox preset 4 "Radio Example"           bind preset 4 to a station
      jukebox preset 1 "Audiobooks/Robin Hood"   bind preset 1 to a folder
      jukebox preset 3 --play   replace the queue with preset 3 and play it
      jukebox preset 3 off      remove the binding
      jukebox preset 3 ./off    bind preset 3 to the playlist named off

    A preset without a binding plays the top folder with its number: preset 3 plays
    the third one. If a playlist and a folder have the same name, the playlist is
    bound. A folder that resumes (`jukebox resume`), such as an audiobook, starts
    where you left it. A binding is kept when its playlist is renamed or its stick
    is not plugged in. For buttons and keys: `press = preset 3` in the
    configuration.
    """

  @Flag(help: "Print a JSON array of the bound presets; with a number, an object.") var json = false
  @Flag(help: "Play the preset.") var play = false
  @Argument(help: "Number of the preset, 1 to 999; default: list all.") var number: Int?
  @Argument(
    help: "Playlist, station, or path of a folder or song, to bind; off removes the binding.",
    completion: NameCompletion.bindable) var name: String?

  struct Preset: Encodable {
    let number: Int
    var playlist: String?
    var station: String?
    /// Path of a folder or song.
    var path: String?
    let present: Bool

    var name: String { playlist ?? station ?? path ?? "" }
  }

  /// The music that a preset plays, for other programs: the bound one, or for an unbound preset the folder of its
  /// number, if there is one.
  static func report(_ number: Int, _ bound: Preset?, folder: String?) -> JSONObject {
    [
      "number": number, "playlist": bound?.playlist, "station": bound?.station, "path": bound?.path,
      "present": bound?.present, "folder": folder,
    ]
  }

  func validate() throws {
    guard number.map({ (1...999).contains($0) }) ?? true else { throw ValidationError("NUMBER is 1 to 999.") }
    if name == "" {
      throw ValidationError(
        "The name of the playlist or folder is empty. `jukebox playlist` lists the playlists.")
    }
    if play, number == nil { throw ValidationError("--play needs a number: `jukebox preset 3 --play`.") }
  }

  func run(_ connection: Connection) throws {
    if let number, let name {
      if TakenBack.isMeant(by: name) {
        try connection.ask("presetset", String(number))
      } else {
        let music = try? connection.ask("config")["music_directory"]
        try connection.ask(
          "presetset", String(number), AddCommand.uri(LiteralName.name(name), musicDirectory: music))
      }
    }
    let presets = try connection.ask("presets").items(beginningWith: "preset").map {
      Preset(
        number: $0.integer("preset") ?? 0, playlist: $0["playlist"], station: $0["station"],
        path: $0["path"], present: $0["present"] == "1")
    }
    guard let number else {
      return try Page.show(
        presets, json: json,
        ifEmpty: "No preset is bound. `jukebox preset 1 NAME` binds one to a playlist or folder.",
        lines: presets.map { Self.line($0) })
    }
    let bound = presets.first { $0.number == number }
    let folder = bound == nil ? try Self.topFolder(number, connection) : nil
    if play {
      if let bound, !bound.present { throw Failure.refused(Self.absent(bound)) }
      if bound == nil, folder == nil { throw Failure.refused(Self.line(number, folder: nil)) }
      try connection.ask("preset", String(number))
    }
    try Page.show(
      Self.report(number, bound, folder: folder), json: json,
      lines: [bound.map { Self.line($0) } ?? Self.line(number, folder: folder)])
  }

  private static func line(_ preset: Preset) -> String {
    "\(preset.number)  \(preset.path != nil ? "the path " : preset.station != nil ? "the station " : "")\(preset.name)"
      + (preset.present ? "" : "  (not available)")
  }

  /// One that is not bound.
  static func line(_ number: Int, folder: String?) -> String {
    if let folder { return "\(number)  the folder \(folder)" }
    return
      "Preset \(number) is not bound, and no folder at the top has that number. `jukebox preset \(number) NAME` binds it to a playlist or folder."
  }

  static func absent(_ preset: Preset) -> String {
    if preset.playlist == "Lovely songs" {
      return
        "The playlist Lovely songs is empty: it fills with songs that were played three times or more (`jukebox stats --help`)."
    }
    return
      "\(preset.name) is not available: its stick is not plugged in, or it was deleted. `jukebox preset \(preset.number) NAME` binds another one."
  }

  /// The folder that an unbound preset plays: counts the folders at the top of the first volume, then of the next, and
  /// so on. A folder without songs, for example with lists alone, has no number.
  static func topFolder(_ number: Int, _ connection: Connection) throws -> String? {
    let volumes = Volume.all(try connection.ask("volumes"))
    let others = Set(volumes.map(\.uri))
    var folders: [String] = []
    for volume in volumes where folders.count < number {
      let top = volume.uri.isEmpty ? [] : [volume.uri]
      let withSongs = Set(try connection.asked(["browse", "folders"] + top).values("directory"))
      folders += try connection.ask("lsinfo", volume.uri).values("directory")
        .filter { withSongs.contains($0) && !others.contains($0) }
    }
    return folders.indices.contains(number - 1) ? folders[number - 1] : nil
  }
}
