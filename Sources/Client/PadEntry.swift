/// A pad of the soundboard, as the jukebox sends it.
package struct PadEntry: Encodable, Equatable {
  package var name: String
  package var id: String
  package var number: Int
  package var file: String
  /// Its settings, by the keys of `padset`. Defaults are left out, except volume and mode.
  package var settings: [String: String]
  /// Seconds; nil where they are not known.
  package var duration: Double?
  package var presses: Int
  /// How many of its sounds play.
  package var playing: Int
  /// They are held.
  package var isHeld: Bool
  /// Seconds until the last of them has ended; nil where that is not known, or never.
  package var remaining: Double?
  /// Its file is gone.
  package var isAbsent: Bool
  package var problem: String?

  /// The name in lists, which every command accepts.
  package var shownName: String { settings["folder"].map { $0.isEmpty ? name : "\($0)/\(name)" } ?? name }

  package static let keys = [
    "folder", "volume", "boost", "speed", "loops", "bass", "mid", "treble", "colour", "favourite", "start",
    "end",
    "delay", "mode", "group", "duck",
  ]

  package static func all(_ answer: Answer) -> [PadEntry] {
    answer.items(beginningWith: "pad").compactMap { item in
      guard let name = item["pad"], let id = item["id"], let number = item.integer("number"),
        let file = item["file"]
      else { return nil }
      let settings = keys.compactMap { key in item[key].map { (key, $0) } }
      return PadEntry(
        name: name, id: id, number: number, file: file, settings: Dictionary(settings) { first, _ in first },
        duration: item.real("duration"), presses: item.integer("presses") ?? 0,
        playing: item.integer("playing") ?? 0, isHeld: item["held"] == "1", remaining: item.real("remaining"),
        isAbsent: item["absent"] == "1", problem: item["problem"])
    }
  }
}

/// A folder of pads.
package struct PadFolderEntry: Encodable, Equatable {
  package var name: String
  package var colour: String?
  package var pads: Int

  package static func all(_ answer: Answer) -> [PadFolderEntry] {
    answer.items(beginningWith: "folder").compactMap { item in
      item["folder"].map { PadFolderEntry(name: $0, colour: item["colour"], pads: item.integer("pads") ?? 0) }
    }
  }
}
