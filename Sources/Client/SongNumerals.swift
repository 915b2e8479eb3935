/// The chords of a song as Roman numerals, and its repeated progressions.
package struct SongNumerals: Encodable, Equatable {
  package var key: String
  package var chords: [Chord]
  package var sections: [Section]

  package struct Chord: Encodable, Equatable {
    package var chord: String
    package var numeral: String
    package var start: Double
    package var end: Double
  }

  /// A progression that is repeated.
  package struct Section: Encodable, Equatable {
    /// The same letter for the same progression.
    package var section: String
    package var numerals: String
    package var times: Int
    package var start: Double
    package var end: Double
    /// The name of a known one.
    package var progression: String?
    /// At which chord of the known one the section begins, if not at the first.
    package var from: Int?
  }

  package init(_ answer: Answer) {
    key = answer["key"] ?? ""
    chords = answer.items(beginningWith: "chord").compactMap { item in
      guard let name = item["chord"], let numeral = item["numeral"], let start = item.place("start"),
        let end = item.place("end")
      else { return nil }
      return Chord(chord: name, numeral: numeral, start: start, end: end)
    }
    sections = answer.items(beginningWith: "section").compactMap { item in
      guard let name = item["section"], let numerals = item["numerals"], let times = item.integer("times"),
        let start = item.place("start"), let end = item.place("end")
      else { return nil }
      return Section(
        section: name, numerals: numerals, times: times, start: start, end: end,
        progression: item["progression"], from: item.integer("from"))
    }
  }
}
