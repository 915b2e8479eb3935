/// A song that goes well with another one.
package struct MixableSong: Encodable, Equatable {
  package var file: String
  package var title: String?
  package var artist: String?
  package var bpm: Double?
  package var key: String?
  package var reasons: [String]

  package static func all(_ answer: Answer) -> [MixableSong] {
    answer.items(beginningWith: "file").compactMap { item in
      item["file"].map {
        MixableSong(
          file: $0, title: item["Title"], artist: item["Artist"], bpm: item.real("bpm"), key: item["key"],
          reasons: item.values("reason"))
      }
    }
  }
}
