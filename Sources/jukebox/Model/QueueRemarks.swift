/// Which part of a song of the queue sounds, and how loud; its length is that of the part, as the jukebox tells it.
struct QueueRemarks: SongRemarks {
  /// Seconds since the song's beginning.
  var start: Double?
  var end: Double?
  /// In dB.
  var gain: Double?

  init(_ answer: Answer) {
    let entry = EntryRemarks(answer)
    (start, end, gain) = (entry.start, entry.end, entry.gain)
  }
}

/// One place of the queue.
typealias QueueEntry = ListedSong<QueueRemarks>
