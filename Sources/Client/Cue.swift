/// A point in a song that somebody has marked, or a section if it has an end.
package struct Cue: Encodable, Equatable {
  /// As other commands take it; it stays the same as long as the cue is there.
  package var number: Int
  /// Seconds from the beginning of the song.
  package var time: Double
  package var end: Double?
  package var type: String
  package var name: String?
  /// `RRGGBB`, six hexadecimal digits.
  package var colour: String?

  package static func all(_ answer: Answer) -> [Cue] {
    answer.items(beginningWith: "cue").compactMap { item in
      guard let number = item.integer("cue"), let time = item.real("time"),
        let type = item["type"]
      else { return nil }
      return Cue(
        number: number, time: time, end: item.real("end"), type: type, name: item["name"],
        colour: item["colour"])
    }
  }
}

/// A part of a song that its file names.
package struct Chapter: Encodable, Equatable {
  /// From 1.
  package var number: Int
  /// Seconds from the beginning of the song.
  package var time: Double
  package var end: Double?
  package var title: String?
  package var performer: String?

  package static func all(_ answer: Answer) -> [Chapter] {
    answer.items(beginningWith: "chapter").compactMap { item in
      guard let number = item.integer("chapter"), let time = item.real("time")
      else { return nil }
      return Chapter(
        number: number, time: time, end: item.real("end"), title: item["title"],
        performer: item["performer"])
    }
  }

  /// `Performer – Title`, as far as they are known.
  package var name: String? {
    let parts = [performer, title].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }
}

/// A line of a song's lyrics.
package struct LyricsLine: Encodable, Equatable {
  /// Empty where the lyrics pause.
  package var line: String
  /// Seconds from the beginning of the song; nil where the lyrics have no times.
  package var time: Double?

  package static func all(_ answer: Answer) -> [LyricsLine] {
    answer.items(beginningWith: "line").map { LyricsLine(line: $0["line"] ?? "", time: $0.real("time")) }
  }
}
