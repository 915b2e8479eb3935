/// A part of a song that its file names.
struct Chapter: Encodable, Equatable {
  /// From 1.
  var number: Int
  /// Seconds from the beginning of the song.
  var time: Double
  var end: Double?
  var title: String?
  var performer: String?

  static func all(_ answer: Answer) -> [Chapter] {
    answer.items(beginningWith: "chapter").compactMap { item in
      guard let number = item.integer("chapter"), let time = item.real("time")
      else { return nil }
      return Chapter(
        number: number, time: time, end: item.real("end"), title: item["title"],
        performer: item["performer"])
    }
  }

  /// `Performer – Title`, as far as they are known.
  var name: String? {
    let parts = [performer, title].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }
}
