extension Connection {
  /// Where in its song the current entry is, in seconds since the song's beginning; nil where nothing plays. An entry may
  /// be a part of its song, from whose beginning `elapsed` counts.
  func placeInSong() throws(Failure) -> Double? {
    guard let elapsed = try ask("status")["elapsed"].flatMap({ Double($0) }) else { return nil }
    let range = try ask("currentsong")["Range"]?.prefix { $0 != "-" }
    return elapsed + (range.flatMap { Double($0) } ?? 0)
  }
}
