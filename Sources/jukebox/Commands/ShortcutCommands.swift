import ArgumentParser
import Client

struct MixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mix", abstract: "Put what plays into a mix slot's playlist, or take it out again.",
    discussion: """
      EXAMPLES
        jukebox mix            which playlists the slots fill
        jukebox mix 1          the current song goes in; again, and it goes out
        jukebox mix 1 show     what is in it
        jukebox playlist set Party --slot 1    another playlist for the slot

      There are three slots. One that no playlist has goes to the playlist `Mix 1`,
      `Mix 2` or `Mix 3`, which is made if it is not there; that press takes nothing
      out of it. Where sticks and folders come together that each have a playlist for
      a slot, the first stick's is filled. Buttons and keys do the same:
      `press = mix 1` in the configuration.
      """)

  enum Verb: String, ExpressibleByArgument, CaseIterable { case show }

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print the list, the songs, or what was done as JSON.") var json = false
  @Argument(help: "The slot: 1, 2 or 3.") var slot: Int?
  @Argument(help: "`show` tells what is in it instead.") var verb: Verb?

  private struct Slot: Encodable {
    let slot: Int
    let playlist: String
  }

  /// What came of pressing a slot.
  struct Done: Encodable {
    let slot: Int
    let playlist: String
    let uri: String
    /// `added`, `removed`, or `kept` where the playlist, which got the slot, held it already.
    let done: String
    /// `new` or `existing`: which playlist got a slot that none had.
    let taken: String?

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
        default: "taken out of"
        }
      let slot =
        switch taken {
        case "new": ", which is new and has slot \(slot) now"
        case "existing": ", which was there and has slot \(slot) now"
        default: ""
        }
      let end = done == "kept" ? "; `jukebox mix \(self.slot)` once more takes it out" : ""
      return "\(uri.isEmpty ? "it" : uri) \(verb) \(playlist.isEmpty ? "the mix" : playlist)\(slot)\(end)"
    }
  }

  func validate() throws {
    guard slot.map({ (1...3).contains($0) }) ?? true else { throw ValidationError("SLOT is 1, 2 or 3.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let slot, verb == nil {
        let answer = try connection.ask("mix", String(slot))
        let done = Done(slot, answer)
        return Page.print(json ? try JSON.line(done) : done.text)
      }
      let slots = try connection.ask("mixes").items(beginningWith: "slot").map {
        Slot(slot: $0.integer("slot") ?? 0, playlist: $0["playlist"] ?? "")
      }
      if let slot { return try show(slots.first { $0.slot == slot }, slot, connection) }
      if json { return Page.print(try JSON.line(slots)) }
      if slots.isEmpty {
        Page.print("No playlist has a slot. `jukebox mix 1` puts what plays into the playlist Mix 1.")
      }
      for slot in slots { Page.print("\(slot.slot)  \(slot.playlist)") }
    }
  }

  /// What comes of a slot that no playlist has.
  static func free(_ slot: Int, among playlists: [String]) -> String {
    let usual = "Mix \(slot)"
    let what =
      playlists.contains(usual)
      ? "gives it to the playlist \(usual), and adds what plays where it is not in that yet."
      : "makes the playlist \(usual) of what plays."
    return "No playlist has slot \(slot). `jukebox mix \(slot)` \(what)"
  }

  private func show(_ found: Slot?, _ slot: Int, _ connection: Connection) throws {
    guard let found else {
      throw Failure.refused(Self.free(slot, among: Playlist.all(try connection.ask("playlists")).map(\.name)))
    }
    let entries = PlaylistEntry.all(try connection.ask("playlistentries", found.playlist))
    if json { return Page.print(try JSON.line(entries)) }
    Page.print(found.playlist)
    for line in PlaylistText.lines(entries) { Page.print(line) }
  }
}

struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Playlists, folders and books on buttons: bind a preset, show or play it.",
    discussion: """
      EXAMPLES
        jukebox preset            which presets are bound, and to what
        jukebox preset 3 Party    preset 3 plays the playlist Party from now on
        jukebox preset 1 "Audiobooks/Robin Hood"   preset 1 plays this folder
        jukebox preset 3 --play   plays it in place of the queue
        jukebox preset 3 off      preset 3 is the third folder again
        jukebox preset 3 ./off    preset 3 plays the playlist called off

      A preset that is not bound plays the folder of its number: 3 the third of
      those at the top.

      Where a playlist and a folder have the same name, the playlist is bound. A
      folder that `jukebox resume` manages, an audiobook for example, goes on where
      it was left.

      A preset that is bound stays so when its playlist gets another name, and while
      its stick is away. Buttons and keys play it: `press = preset 3` in the
      configuration.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array of all that are bound; with a number, an object.") var json = false
  @Flag(help: "Play it.") var play = false
  @Argument(help: "The preset's number: 1 to 999.") var number: Int?
  @Argument(help: "The playlist, or the path of a folder or song; off unbinds the preset.") var name: String?

  struct Preset: Encodable {
    let number: Int
    let playlist: String?
    /// Of a folder or song.
    let path: String?
    let present: Bool

    var name: String { playlist ?? path ?? "" }

    init(number: Int, playlist: String? = nil, path: String? = nil, present: Bool) {
      (self.number, self.playlist, self.path, self.present) = (number, playlist, path, present)
    }
  }

  /// What one plays: what it is bound to, or where it is not bound the folder of its number, if there is one.
  struct One: Encodable {
    let number: Int
    let playlist: String?
    let path: String?
    let present: Bool?
    let folder: String?

    init(_ number: Int, _ bound: Preset?, folder: String?) {
      self.number = number
      (playlist, path, present) = (bound?.playlist, bound?.path, bound?.present)
      self.folder = folder
    }
  }

  func validate() throws {
    guard number.map({ (1...999).contains($0) }) ?? true else { throw ValidationError("NUMBER is 1 to 999.") }
    if name == "" {
      throw ValidationError("An empty name is no playlist or folder. `jukebox playlist` shows the playlists.")
    }
    if play, number == nil { throw ValidationError("Say which: `jukebox preset 3 --play`.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let number, let name {
        if name == "off" {
          try connection.ask("presetset", String(number))
        } else {
          let music = try? connection.ask("config")["music_directory"]
          try connection.ask(
            "presetset", String(number), AddCommand.uri(LiteralName.name(name), musicDirectory: music))
        }
      }
      let presets = try connection.ask("presets").items(beginningWith: "preset").map {
        Preset(
          number: $0.integer("preset") ?? 0, playlist: $0["playlist"], path: $0["path"],
          present: $0["present"] == "1")
      }
      if json, number == nil { return Page.print(try JSON.line(presets)) }
      guard let number else {
        if presets.isEmpty {
          Page.print("No preset is bound. `jukebox preset 1 NAME` binds one to a playlist or folder.")
        }
        for preset in presets { Page.print(Self.line(preset)) }
        return
      }
      let bound = presets.first { $0.number == number }
      let folder = bound == nil ? try Self.topFolder(number, connection) : nil
      if play {
        if let bound, !bound.present { throw Failure.refused(Self.absent(bound)) }
        if bound == nil, folder == nil { throw Failure.refused(Self.line(number, folder: nil)) }
        try connection.ask("preset", String(number))
      }
      if json { return Page.print(try JSON.line(One(number, bound, folder: folder))) }
      Page.print(bound.map { Self.line($0) } ?? Self.line(number, folder: folder))
    }
  }

  private static func line(_ preset: Preset) -> String {
    "\(preset.number)  \(preset.path == nil ? "" : "the folder ")\(preset.name)"
      + (preset.present ? "" : "  (not there now)")
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
        "There are no Lovely songs yet: they come by themselves of what is heard three times and more (`jukebox stats`)."
    }
    return
      "\(preset.name) is not there: its stick is away, or it was deleted. `jukebox preset \(preset.number) NAME` binds another."
  }

  /// What a preset that is not bound plays: of the folders at the top of the first volume, then of the next, and so on. One
  /// without songs, with lists alone for example, has no number.
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
