/// A beat of a song.
package struct BeatEntry: Equatable {
  /// Seconds from the beginning of the song.
  package var time: Double
  /// It may begin a bar.
  package var isDownbeat: Bool

  package init(time: Double, isDownbeat: Bool = false) {
    (self.time, self.isDownbeat) = (time, isDownbeat)
  }

  package static func all(_ answer: Answer) -> [BeatEntry] {
    answer.items(beginningWith: "beat").compactMap { item in
      item.place("beat").map { BeatEntry(time: $0, isDownbeat: item["downbeat"] == "1") }
    }
  }
}
