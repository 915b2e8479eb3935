import Linux
import Media

/// While the ring is full, the next entry's file is opened and its first frames are read, so that a skip to it waits
/// for neither. The current entry comes first: nothing is opened before enough of it is decoded. Only entries of the
/// same volume are opened ahead (`EngineEntry.opensAhead`): another one may be dying, and the current song would wait
/// for it.
extension Feeder {
  /// Opens what follows ahead, once.
  /// - Returns: whether there was something to be opened.
  func openAhead() -> Bool {
    guard !isHungry, case .decoding = phase, case .entry(let entry, _) = next, entry.opensAhead,
      entry.serial != triedAhead
    else { return false }
    triedAhead = entry.serial
    // A failure is reported when its turn comes.
    do throws(EngineFailure) {
      ahead = (entry.serial, try decoder(of: entry, headFrames: Self.hungryFrames))
    } catch {
      failedAhead = error.isStorage ? (entry.serial, error) : nil
    }
    return true
  }

  /// The file opened ahead for an entry; the caller owns it.
  /// - Throws: the failure of the storage, which may have taken long: only a skip tries again.
  func takeAhead(for entry: EngineEntry) throws(EngineFailure) -> (any Decoder)? {
    if let failedAhead, failedAhead.serial == entry.serial {
      self.failedAhead = nil
      throw failedAhead.error
    }
    guard let ahead, ahead.serial == entry.serial || ahead.serial == entry.repeated else { return nil }
    self.ahead = nil
    // It may become the next entry again.
    triedAhead = nil
    if let index = entry.index { ahead.decoder.adopt(index) }
    return ahead.decoder
  }

  /// Closes what was opened ahead where something else follows now.
  func dropAhead() {
    if case .entry(let entry, _) = next, entry.serial == ahead?.serial { return }
    ahead = nil
  }

  /// Opens an entry's file.
  /// - Parameter headFrames: number of its first frames to read at once.
  func decoder(of entry: EngineEntry, headFrames: Int = 0) throws(EngineFailure) -> any Decoder {
    if let stream = entry.stream {
      do { return try LiveDecoder(stream) { [link] in link.toFeeder.signal() } } catch { throw .open(error) }
    }
    let descriptor: Descriptor
    do { descriptor = try entry.open() } catch { throw .open(error) }
    do throws(MediaError) {
      var file = try openDecoder(descriptor, entry.index)
      if headFrames > 0 { file = try HeadDecoder(file, frames: headFrames) }
      let isWhole = entry.start == .zero && entry.end == nil && entry.gain == 0
      if isWhole { return file }
      return try RegionDecoder(
        file, start: entry.start, end: entry.end, gain: entry.gain, storedIndex: { entry.storedIndex?() })
    } catch {
      throw .decode(error)
    }
  }
}
