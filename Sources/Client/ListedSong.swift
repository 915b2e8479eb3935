/// A song in a list with what the list says of it; as JSON the keys of both stand side by side.
@dynamicMemberLookup
package struct ListedSong<Remarks: SongRemarks>: Encodable, Equatable {
  package var song: Song
  package var remarks: Remarks

  package init?(_ answer: Answer) {
    guard let song = Song(answer) else { return nil }
    self.song = song
    remarks = Remarks(answer)
    self.song.duration = remarks.length(of: song.duration)
  }

  package static func all(_ answer: Answer) -> [ListedSong] {
    answer.items(beginningWith: "file").compactMap { ListedSong($0) }
  }

  package subscript<Value>(dynamicMember path: KeyPath<Remarks, Value>) -> Value { remarks[keyPath: path] }

  package func encode(to encoder: any Encoder) throws {
    try song.encode(to: encoder)
    try remarks.encode(to: encoder)
  }
}

/// Data of a song that belong to its place in a list.
package protocol SongRemarks: Encodable, Equatable {
  init(_ answer: Answer)

  /// Length of the part that plays, in seconds; nil if unknown.
  /// - Parameter whole: length of the whole song, in seconds.
  func length(of whole: Double?) -> Double?
}

extension SongRemarks {
  package func length(of whole: Double?) -> Double? { whole }
}

/// One entry of a playlist. The song's length is that of the part that plays.
package struct EntryRemarks: SongRemarks {
  /// From 1.
  package var number: Int
  /// Seconds since the song's beginning.
  package var start: Double?
  package var end: Double?
  /// In dB.
  package var gain: Double?
  /// Seconds.
  package var crossfade: Double?
  package var notes: String?
  /// Plays of a podcast's episode, and the position at which it was left, in seconds.
  package var plays: Int?
  package var left: Double?

  package init(_ answer: Answer) {
    number = (answer.integer("Pos") ?? 0) + 1
    if let parts = answer["Range"]?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) {
      start = parts.first.flatMap { Double($0) }
      end = parts.count > 1 ? Double(parts[1]) : nil
    }
    gain = answer.real("Gain")
    crossfade = answer.real("Crossfade")
    notes = answer.text("Notes")
    plays = answer.integer("plays")
    left = answer.real("left")
  }

  /// A part lasts from its beginning to its end.
  package func length(of whole: Double?) -> Double? {
    guard let end = [end, whole].compactMap({ $0 }).min() else { return nil }
    return max(0, end - (start ?? 0))
  }
}

/// One place of a playlist.
package typealias PlaylistEntry = ListedSong<EntryRemarks>

/// Which part of a song of the queue plays, and its gain; its length is that of the part, as the jukebox sends it.
package struct QueueRemarks: SongRemarks {
  /// Seconds since the song's beginning.
  package var start: Double?
  package var end: Double?
  /// In dB.
  package var gain: Double?

  package init(_ answer: Answer) {
    let entry = EntryRemarks(answer)
    (start, end, gain) = (entry.start, entry.end, entry.gain)
  }
}

/// One place of the queue.
package typealias QueueEntry = ListedSong<QueueRemarks>

/// Statistics that order a list of listened songs.
package struct ListeningRemarks: SongRemarks {
  package var plays: Int?
  /// From 0 to 100.
  package var score: Double?
  /// As in `2026-01-31T12:34:56Z`.
  package var lastPlayed: String?
  /// Since it was played.
  package var days: Int?

  package init(_ answer: Answer) {
    plays = answer.integer("plays")
    score = answer.real("score")
    lastPlayed = answer["lastplayed"]
    days = answer.integer("days")
  }
}

package typealias ListenedSong = ListedSong<ListeningRemarks>
