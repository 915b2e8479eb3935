extension Cue {
  /// Refuses numbers that a song has no cues of, before anything is done with the others.
  /// - Parameter uri: empty for the current song.
  static func require(_ numbers: [Int], of uri: String, _ connection: Connection) throws(Failure) {
    let known = Set(all(try connection.ask("cues", uri)).map(\.number))
    guard let missing = numbers.first(where: { !known.contains($0) }) else { return }
    throw .refused(RefusalText.noCue("\(missing)"))
  }
}
