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
