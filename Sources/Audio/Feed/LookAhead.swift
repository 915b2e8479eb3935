import Media

/// The next entry, opened ahead of its turn: while the ring is full, its file is opened and its first frames are read,
/// so that a skip to it waits for neither. Only entries of the same volume are opened ahead (`EngineEntry.opensAhead`):
/// another one may be dying, and the current song would wait for it.
struct LookAhead {
  private(set) var held: (serial: EntrySerial, decoder: EntryDecoder)?
  /// The entry for which it was tried last.
  private(set) var tried: EntrySerial?
  private var failed: (serial: EntrySerial, error: EngineFailure)?

  /// Opens an entry, once.
  /// - Parameter headFrames: number of its first frames to read.
  /// - Returns: whether there was something to be opened.
  mutating func open(_ entry: EngineEntry, with opener: EntryOpener, headFrames: Int) -> Bool {
    guard entry.opensAhead, entry.serial != tried else { return false }
    tried = entry.serial
    // A failure is reported when its turn comes.
    do throws(EngineFailure) {
      held = (entry.serial, try opener.open(entry, headFrames: headFrames))
    } catch {
      failed = error.isStorage ? (entry.serial, error) : nil
    }
    return true
  }

  /// Takes the decoder that was opened ahead for an entry; the caller owns it.
  /// - Throws: the failure of the storage, which may have taken long: only a skip tries again.
  mutating func take(for entry: EngineEntry) throws(EngineFailure) -> EntryDecoder? {
    if let failed, failed.serial == entry.serial {
      self.failed = nil
      throw failed.error
    }
    guard let held, held.serial == entry.serial || held.serial == entry.repeated else { return nil }
    self.held = nil
    // It may become the next entry again.
    tried = nil
    if let index = entry.index { held.decoder.adopt(index) }
    return held.decoder
  }

  /// An entry that was opened otherwise, and not read from yet.
  mutating func keep(_ track: OpenEntry) { held = (track.entry.serial, track.decoder) }

  /// Closes what was opened ahead where something else follows now.
  mutating func drop(unless next: FeederOrder.Next) {
    if case .entry(let entry, _) = next, entry.serial == held?.serial { return }
    held = nil
  }
}
