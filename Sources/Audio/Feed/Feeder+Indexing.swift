import Media

/// After a seek by estimate the decode thread reads the file through while the ring is full, to index its frames. Then
/// the engine starts the entry again at the position that it shows, which is exact.
extension Feeder {
  /// Reads a piece.
  /// - Returns: whether there was one.
  func lengthenIndex() -> Bool {
    guard let track, track.entry.serial == estimated, indexedWhole != estimated else {
      indexer = nil
      return false
    }
    let serial = track.entry.serial
    do {
      let decoder: any Decoder
      if let indexer, indexer.serial == serial {
        decoder = indexer.decoder
      } else {
        decoder = try openDecoder(try track.entry.open(), nil)
        indexer = (serial, decoder)
      }
      if try decoder.lengthenSeekIndex() { return true }
      if let index = decoder.seekIndex { report(.located(serial, index)) }
    } catch {
      // The position stays an estimate. If the storage fails, reading the sound reports it.
    }
    indexedWhole = serial
    indexer = nil
    return true
  }
}
