/// A playlist that the jukebox keeps.
struct Playlist: Encodable, Equatable {
  var name: String
  /// For good, whatever its name: 32 hexadecimal digits.
  var identity: String?
  /// The stick or folder that it lies on; nil of the one that the jukebox makes.
  var volume: String?
  /// As in `2026-01-31T12:34:56Z`; nil where the jukebox did not know the time.
  var made: String?
  var changed: String?
  var folder: String?
  /// `RRGGBB`
  var colour: String?
  /// In beats per minute.
  var tempo: Double?
  /// The mix slot that it is filled by.
  var slot: Int?
  var template: String?
  /// In lines.
  var notes: String?
  var songs: Int?
  /// Seconds.
  var duration: Double?
  /// True of a playlist file on a volume, which can only be read; else not told.
  var file: Bool?

  init(_ answer: Answer) {
    name = answer["playlist"] ?? ""
    identity = answer["identity"]
    volume = answer["volume"]
    made = answer["made"]
    changed = answer["Last-Modified"]
    folder = answer["folder"]
    colour = answer["colour"]
    tempo = answer.real("tempo")
    slot = answer.integer("slot")
    template = answer["template"]
    notes = answer.text("notes")
    songs = answer.integer("songs")
    duration = answer.real("playtime")
  }

  /// Those that are files, as `playlistfiles` tells them.
  static func files(_ answer: Answer) -> [Playlist] {
    all(answer).map { file in
      var file = file
      file.file = true
      return file
    }
  }

  static func all(_ answer: Answer) -> [Playlist] {
    answer.items(beginningWith: "playlist").map { Playlist($0) }
  }
}
