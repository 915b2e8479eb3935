import Client

/// What people say of a song, in words.
enum PersonalText {
  /// - Parameter taken: what was just taken off, such as `not rated any more`.
  static func lines(_ song: Personal, taken: String? = nil) -> [String] {
    var parts = taken.map { [$0] } ?? []
    if song.favourite { parts.append("a favourite") }
    if let rating = song.rating { parts.append("rated \(rating) of 10") }
    if let colour = song.colour { parts.append("colour \(ColourName.text(colour))") }
    if let plays = song.plays { parts.append("played \(StatusText.count(plays, "time"))") }
    if let skips = song.skips { parts.append("skipped \(StatusText.count(skips, "time"))") }
    if let day = song.lastPlayed?.prefix(10) { parts.append("last on \(day)") }
    let isSilent = parts.isEmpty && song.note == nil
    let head = parts.isEmpty ? song.uri : "\(song.uri): \(parts.joined(separator: ", "))"
    let note = song.note?.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } ?? []
    return [isSilent ? "\(song.uri): nothing is said of it" : head] + note
  }
}
