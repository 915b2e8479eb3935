/// A playlist that the jukebox keeps.
package struct Playlist: Encodable, Equatable {
  package var name: String
  /// Permanent, independent of the name: 32 hexadecimal digits.
  package var identity: String?
  /// The stick or folder that holds it; nil for the playlist that the jukebox makes.
  package var volume: String?
  /// As in `2026-01-31T12:34:56Z`; nil where the jukebox did not know the time.
  package var made: String?
  package var changed: String?
  package var folder: String?
  /// `RRGGBB`
  package var colour: String?
  /// In beats per minute.
  package var tempo: Double?
  /// The mix slot that it is filled by.
  package var slot: Int?
  package var template: String?
  /// In lines.
  package var notes: String?
  package var songs: Int?
  /// Seconds.
  package var duration: Double?
  /// True for a playlist file on a volume, which is read-only; else not sent.
  package var file: Bool?

  package init(_ answer: Answer) {
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

  /// Playlist files, as `playlistfiles` lists them.
  package static func files(_ answer: Answer) -> [Playlist] {
    all(answer).map { file in
      var file = file
      file.file = true
      return file
    }
  }

  package static func all(_ answer: Answer) -> [Playlist] {
    answer.items(beginningWith: "playlist").map { Playlist($0) }
  }
}

/// The picture that represents a playlist.
package struct PlaylistCover: Encodable, Equatable {
  /// `own`, `albums`, or `none`.
  package var source: String
  /// As in `image/png`, of its own.
  package var type: String?
  /// In bytes, of its own.
  package var size: Int?
  /// Up to four, whose albums' pictures make one.
  package var songs: [String]

  package init(_ answer: Answer) {
    songs = answer.values("file")
    type = answer["type"]
    size = answer.integer("size")
    source = size != nil ? "own" : songs.isEmpty ? "none" : "albums"
  }
}

/// Songs of a playlist that stand under one heading.
package struct PlaylistGroup: Encodable, Equatable {
  /// Empty for songs that lack every tag of the template.
  package var heading: String
  package var songs: [PlaylistEntry]

  package static func all(_ answer: Answer) -> [PlaylistGroup] {
    answer.items(beginningWith: "group").map {
      PlaylistGroup(heading: $0["group"] ?? "", songs: PlaylistEntry.all($0))
    }
  }
}
