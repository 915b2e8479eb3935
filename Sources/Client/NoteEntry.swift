/// A note of a song.
package struct NoteEntry: Encodable, Equatable {
  /// MIDI's number, 60 is the middle C.
  package var pitch: Int
  package var start: Double
  package var end: Double
  /// 1 to 127.
  package var velocity: Int
  package var confidence: Double

  package static func all(_ answer: Answer) -> [NoteEntry] {
    answer.items(beginningWith: "note").compactMap { item in
      guard let pitch = item.integer("note"), (0...127).contains(pitch), let start = item.place("start"),
        let end = item.place("end")
      else {
        return nil
      }
      return NoteEntry(
        pitch: pitch, start: start, end: end, velocity: item.integer("velocity") ?? 64,
        confidence: item.real("confidence") ?? 0)
    }
  }
}
