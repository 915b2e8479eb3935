/// A chord of a song; `N` where nothing pitched sounds.
package struct ChordEntry: Encodable, Equatable {
  package var name: String
  package var start: Double
  package var end: Double
  package var confidence: Double
  package var pitches: [String]
  /// In the song's key; only where a person asks for it.
  package var numeral: String?

  /// The keys of the protocol.
  private enum CodingKeys: String, CodingKey {
    case name = "chord"
    case start, end, confidence, pitches, numeral
  }

  package init(name: String, start: Double, end: Double, confidence: Double, pitches: [String] = []) {
    (self.name, self.start, self.end, self.confidence) = (name, start, end, confidence)
    self.pitches = pitches
  }

  package static func all(_ answer: Answer) -> [ChordEntry] {
    answer.items(beginningWith: "chord").compactMap { item in
      guard let name = item["chord"], let start = item.place("start"), let end = item.place("end") else {
        return nil
      }
      return ChordEntry(
        name: name, start: start, end: end, confidence: item.real("confidence") ?? 0,
        pitches: item["pitches"].map { $0.split(separator: " ").map { String($0) } } ?? [])
    }
  }
}
