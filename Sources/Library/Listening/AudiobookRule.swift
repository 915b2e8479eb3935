import Linux

/// Whether a folder holds long spoken content: stories, lectures, podcasts. It resumes where it was left; music starts
/// over.
///
/// It does if half of its tracks or more name a genre of speech, or the folder or a parent of it has a name of that
/// kind (`Hörbücher/…`), and all of it takes ten minutes or more; or if half of its tracks or more have no genre and
/// take twenty minutes or more each.
public enum AudiobookRule {
  /// Shorter ones are jingles.
  static let shortest = Duration.seconds(600)
  /// A track that says nothing of itself and takes as long is hardly a song.
  static let longTrack = Duration.seconds(1200)
  /// More tracks of a folder are not looked at.
  static let mostTracks = 500

  /// Words of genres and folders of speech, in the languages of those who tag them; folded as `FoldedName`
  /// does. One contained word is enough: `Hörbücher`, `Kids Audiobook`, `Books & Spoken`.
  static let words: [String] = [
    "audiobook", "audio book", "audio-book", "horbuch", "hoerbuch", "horspiel", "hoerspiel", "podcast",
    "speech", "spoken", "audio drama", "audiodrama", "radio drama", "radio play", "audio theatre",
    "audio theater",
    "lecture", "vortrag", "lesung", "livre audio", "livres audio", "audiolivre", "audiolibro", "audiolivro",
    "luisterboek", "hoorspel", "ljudbok", "lydbog", "lydbok", "aanikirja", "audioknih", "audiokniha",
    "аудиокниг",
  ]

  struct Member: Hashable, Sendable {
    var genres: [String]
    var duration: Duration?
  }

  static func isSpoken(_ members: [Member], folder path: [UInt8]) -> Bool {
    if members.isEmpty { return false }
    var all = Duration.zero
    var spoken = 0
    var long = 0
    for member in members {
      let duration = min(max(.zero, member.duration ?? .zero), .seconds(1_000_000))
      all += duration
      if member.genres.contains(where: { names(Array($0.utf8)) }) { spoken += 1 }
      if member.genres.isEmpty, duration >= longTrack { long += 1 }
    }
    if long * 2 >= members.count { return true }
    let isNamed =
      spoken * 2 >= members.count || path.split(separator: UInt8(ascii: "/")).contains { names(Array($0)) }
    return isNamed && all >= shortest
  }

  private static func names(_ text: [UInt8]) -> Bool {
    let folded = FoldedName.fold(text)
    return words.contains { folded.firstOccurrence(of: $0.utf8) != nil }
  }
}
