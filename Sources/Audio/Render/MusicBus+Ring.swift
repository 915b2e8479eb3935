import Linux
import Synchronization

/// The ring's content: which of its chunks play, how far they reach, and releasing those that were played or replaced.
extension MusicBus {
  /// The chunks ahead in the ring.
  enum Horizon {
    /// As much as was asked for.
    case enough
    /// An end as it should be.
    case end
    /// An end in mid-signal.
    case cut
    /// More will come.
    case dry
  }

  func plays(_ header: ChunkHeader) -> Bool { word.admits(header) && header.rate == UInt32(rate) }

  /// The oldest chunk with frames left; earlier ones are reported and discarded.
  func front() -> ChunkHeader? {
    while ring.index < ring.end {
      let header = ring.header(ring.index)
      if !plays(header) {
        guard discardFront() else { return nil }
        continue
      }
      if offset < Int(header.frames) { return header }
      pass(header)
      ring.discard()
      offset = 0
      wakeFeeder()
    }
    return nil
  }

  /// Reports a valid chunk that has been played whole.
  private func pass(_ header: ChunkHeader) {
    if header.frames == 0, header.flags.contains(.first) { start(header) }
    if header.flags.contains(.last) { send(.ended, header) }
    if header.flags.contains(.endOfStream), !isFollowed(ring.index) { send(.drained, header) }
  }

  func start(_ header: ChunkHeader) { send(.started, header) }

  /// Discards the oldest chunk, which is not valid.
  /// - Returns: false where a newer word has come: the chunk may be valid by that one.
  private func discardFront() -> Bool {
    guard link.controlWord == word else { return false }
    ring.discard()
    offset = 0
    wakeFeeder()
    return true
  }

  func discardDropped() {
    while ring.index < ring.end, !plays(ring.header(ring.index)) {
      guard discardFront() else { return }
    }
  }

  func discardThroughCut() {
    while ring.index < ring.end {
      let header = ring.header(ring.index)
      if plays(header) {
        offset = Int(header.frames)
        pass(header)
      } else if link.controlWord != word {
        return
      }
      ring.discard()
      offset = 0
      wakeFeeder()
      if header.flags.contains(.cut) { return }
    }
  }

  /// Whether valid chunks follow this one.
  private func isFollowed(_ index: Int) -> Bool {
    var index = index + 1
    let end = ring.end
    while index < end {
      if plays(ring.header(index)) { return true }
      index += 1
    }
    return false
  }

  /// Counts the valid frames ahead, up to a limit. Those of an entry whose gain is awaited are not there yet.
  func look(ahead limit: Int) -> (frames: Int, Horizon) {
    let awaited = link.gains.awaited
    var frames = 0
    var index = ring.index
    let end = ring.end
    var skip = offset
    var sawDropped = false
    while index < end {
      let header = ring.header(index)
      if plays(header) {
        if header.flags.contains(.cut) { return (frames, .cut) }
        if header.flags.contains(.endOfStream), !isFollowed(index) { return (frames, .end) }
        if awaited.contains(header.serial), !header.flags.contains(.mixed) { return (frames, .dry) }
        frames += Int(header.frames) - skip
        if frames >= limit { return (frames, .enough) }
      } else if frames > 0 {
        sawDropped = true
      }
      skip = 0
      index += 1
    }
    // Replaced chunks, or very short ones, can fill the ring so that what follows finds no room before they are gone.
    return (frames, sawDropped || ring.isFull ? .end : .dry)
  }

  private func wakeFeeder() {
    if ring.isWorthRefilling { link.wakeFeeder() }
  }

  func send(_ kind: AudioEvent.Kind, _ header: ChunkHeader? = nil) {
    link.events.send(
      AudioEvent(
        kind: kind, serial: header?.serial ?? EntrySerial(rawValue: 0),
        generation: header?.generation ?? word.generation, nanoseconds: audibleNanoseconds))
    link.toLoop.signal()
  }
}
