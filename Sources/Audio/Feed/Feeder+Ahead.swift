import Linux
import Media

/// While the ring is full, the file of what follows is opened and its first frames are read: whoever skips to it waits
/// for neither.
extension Feeder {
  /// Opens what follows ahead, once.
  /// - Returns: whether there was something to be opened.
  func openAhead() -> Bool {
    guard case .decoding = phase, case .entry(let entry, _) = next, entry.opensAhead,
      entry.serial != triedAhead
    else { return false }
    triedAhead = entry.serial
    // What can't be opened is opened again when its turn comes, and told then.
    if let decoder = try? decoder(of: entry, headFrames: Self.hungryFrames) {
      ahead = (entry.serial, decoder)
    }
    return true
  }

  /// What was opened ahead for an entry; whoever takes it has it alone.
  func takeAhead(for entry: EngineEntry) -> (any Decoder)? {
    guard let ahead, ahead.serial == entry.serial || ahead.serial == entry.repeated else { return nil }
    self.ahead = nil
    if let index = entry.index { ahead.decoder.adopt(index) }
    return ahead.decoder
  }

  /// Closes what was opened ahead where something else follows now.
  func dropAhead() {
    if case .entry(let entry, _) = next, entry.serial == ahead?.serial { return }
    ahead = nil
  }

  /// Opens an entry's file.
  /// - Parameter headFrames: so many of its first frames are read at once.
  func decoder(of entry: EngineEntry, headFrames: Int = 0) throws(EngineFailure) -> any Decoder {
    let descriptor: Descriptor
    do { descriptor = try entry.open() } catch { throw .open(error) }
    do throws(MediaError) {
      var file = try openDecoder(descriptor, entry.index)
      if headFrames > 0 { file = try HeadDecoder(file, frames: headFrames) }
      let isWhole = entry.start == .zero && entry.end == nil && entry.gain == 0
      return isWhole ? file : try ExcerptDecoder(file, start: entry.start, end: entry.end, gain: entry.gain)
    } catch {
      throw .decode(error)
    }
  }
}
