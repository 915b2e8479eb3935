import ArgumentParser
import Client

struct PlaylistSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Say something of a playlist; `none` takes it back.",
    discussion: """
      EXAMPLES
        jukebox playlist set Party --notes "Saturday, loud" --colour orange
        jukebox playlist set Party --tempo 124 --folder Evenings
        jukebox playlist set Party --template "{AlbumArtist} – {Album}"
        jukebox playlist set Party --slot 1     `jukebox mix 1` fills it
        jukebox playlist set Party --tempo none
        jukebox playlist set Party --folder ./none     the folder called none

      A folder that is not there is made. Only one playlist has a mix slot: another
      one that is there and had it loses it. Of several things all are said or, where
      one is refused, none. `jukebox playlist info` shows what is said.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Free text; lines are kept. At most 4096 bytes in 100 lines.") var notes: String?
  @Option(help: "A name such as green, or #rrggbb.") var colour: String?
  @Option(help: "What it is to be played at, in beats per minute: 1 to 1000.") var tempo: String?
  @Option(help: "What its songs stand under in a grouped view: tags in braces.") var template: String?
  @Option(help: "The folder of playlists that it is in.") var folder: String?
  @Option(help: "The mix slot that it is filled by: 1, 2 or 3.") var slot: String?
  @Argument(help: "The playlist's name.") var name: String

  /// All fields with their values, in the protocol's words; notes are the last, since they take all that follows.
  var words: [String] {
    let given = [
      ("colour", colour), ("tempo", tempo), ("template", template), ("folder", folder), ("slot", slot),
      ("notes", notes),
    ]
    return given.flatMap { field, value -> [String] in
      guard let value else { return [] }
      if value == "none" || value.isEmpty { return [field, ""] }
      switch field {
      case "colour": return [field, ColourName.digits(value) ?? value]
      case "folder": return [field, LiteralName.name(value)]
      case "notes": return [field] + Self.lines(value)
      default: return [field, value]
      }
    }
  }

  /// A line is an argument of its own: the protocol's own lines can't hold more.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    guard slot.map({ ["1", "2", "3", "none"].contains($0) }) ?? true else {
      throw ValidationError("--slot is 1, 2, 3 or none.")
    }
    if let colour, !["none", ""].contains(colour), ColourName.digits(colour) == nil {
      throw ValidationError(ColourName.refusal(colour))
    }
    if let tempo, !["none", ""].contains(tempo), Double(tempo).map({ !(1...1000).contains($0) }) ?? true {
      throw ValidationError("“\(tempo)” is no tempo; expected 1 to 1000 beats per minute, or none.")
    }
    if let folder, !folder.isEmpty {
      try PlaylistName.check(LiteralName.name(folder), of: "folder of playlists")
    }
    try NoteText.check(notes, limit: 4096)
    guard !words.isEmpty else {
      throw ValidationError("Say what: --notes, --colour, --tempo, --template, --folder or --slot.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      _ = try connection.asked(["playlistset", name, "fields"] + words)
    }
  }
}
