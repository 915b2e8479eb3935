import Media

/// The offsets of frames in the file that is read. After a seek by estimate the decode thread reads the file through while
/// the ring is full; then the engine starts the entry again at the position that it shows, which is exact.
struct FileIndexing {
  /// The source frame at which `indexed` was reported last.
  var reportedAt: Int64 = 0
  /// The entry whose position is an estimate.
  var estimated: EntrySerial?
  /// A second decoder of its file.
  private var indexer: (serial: EntrySerial, decoder: any Decoder)?
  /// The entry whose file was read through.
  private var whole: EntrySerial?

  /// Amount decoded between two reports: a few MB at most, which a later seek reads through.
  static let seconds = 60

  /// Returns the offsets if they are to be reported: after each `seconds` of sound, and when the file is left.
  /// - Parameter isLast: whether nothing more of the file is read.
  mutating func due(of track: OpenEntry, isLast: Bool) -> SeekIndex? {
    let read = track.decoder.positionFrames
    // Also after a seek back.
    let distance = (read - reportedAt).magnitude
    guard isLast || distance >= UInt64(track.format.rate * Self.seconds) else { return nil }
    reportedAt = read
    return track.isLong ? track.decoder.seekIndex : nil
  }

  /// Reads a piece.
  /// - Returns: whether there was one.
  mutating func lengthen(
    _ track: OpenEntry?, with opener: EntryOpener, report: (FeederReport) -> Void
  ) -> Bool {
    guard let track, track.entry.serial == estimated, whole != estimated else {
      indexer = nil
      return false
    }
    let serial = track.entry.serial
    do {
      let decoder: any Decoder
      if let indexer, indexer.serial == serial {
        decoder = indexer.decoder
      } else {
        decoder = try opener.openDecoder(try track.entry.open(), nil)
        indexer = (serial, decoder)
      }
      if try decoder.lengthenSeekIndex() { return true }
      if let index = decoder.seekIndex { report(.located(serial, index)) }
    } catch {
      // The position stays an estimate. If the storage fails, reading the sound reports it.
    }
    whole = serial
    indexer = nil
    return true
  }
}
