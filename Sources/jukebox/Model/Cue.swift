/// A point in a song that somebody has marked, or a section where it has an end.
struct Cue: Encodable, Equatable {
  /// As other commands take it; it stays the same as long as the cue is there.
  var number: Int
  /// Seconds from the beginning of the song.
  var time: Double
  var end: Double?
  var type: String
  var name: String?
  /// `RRGGBB`, six hexadecimal digits.
  var colour: String?

  static func all(_ answer: Answer) -> [Cue] {
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
