import Linux
import Media
import Signal

/// Where an entry ends and another follows, or not.
extension Feeder {
  func endEntry() {
    guard !isMixing else { return endOutgoing() }
    forgetWaiting()
    closeLastSegment(flags: .last)
    tellIndex(isLast: true)
    if let track {
      // An entry that stops within its sound and has no successor fades out.
      if case .nothing = next, track.endsInside, let last = segments.indices.last {
        segments[last].isCut = true
      }
      if let decodedOrdinal, firstJoint.ordinal == decodedOrdinal {
        secondJoint.record(track, history, runRate: runRate)
      } else {
        firstJoint.record(track, history, runRate: runRate)
      }
      decodedOrdinal = track.ordinal
    }
    track = nil
    phase = .joint
    closeDoneSegments()
  }

  func closeLastSegment(flags: ChunkFlags) {
    guard let last = segments.indices.last else { return }
    segments[last].runEnd = runIn
    segments[last].lastFlags = flags
  }

  /// - Parameter error: what ended the decoding of the present entry.
  func fail(_ error: EngineFailure) {
    if isMixing { return failMixing(error) }
    guard let track else {
      // Only a resampler fails without a track: its run is over.
      endRun()
      phase = .joint
      return
    }
    // A stick that was pulled may come back.
    tellIndex(isLast: true)
    report(.failed(track.entry.serial, generation: generation, error))
    closeLastSegment(flags: .last)
    if let last = segments.indices.last { segments[last].isCut = true }
    // What ends in mid-signal is no beginning for a joint.
    decodedOrdinal = track.ordinal
    self.track = nil
    phase = .draining(nil, endsStream: false)
  }

  /// Reads no further: the files are closed, and what is decoded ends the stream.
  func endHere() {
    next = .nothing
    transition = nil
    if isMixing { return endMixing() }
    overlap = nil
    switch phase {
    case .idle, .ended: track = nil
    case .joint: break
    case .draining: phase = .draining(nil, endsStream: true)
    case .decoding:
      guard let track else { return }
      tellIndex(isLast: true)
      closeLastSegment(flags: .last)
      if let last = segments.indices.last { segments[last].isCut = true }
      decodedOrdinal = track.ordinal
      self.track = nil
      phase = .draining(nil, endsStream: true)
    }
  }

  func joint() -> Step {
    switch next {
    case .unknown:
      if !hasAsked, let serial = lastSerial {
        hasAsked = true
        report(.wantsNext(after: serial, generation: generation))
      }
      guard isHungry else { return .idle }
      // Decode first while the output waits for sound.
      if filled > 0 { announce(flags: []) }
      waits += 1
      if waits > patience { phase = .draining(nil, endsStream: true) }
      return waits > patience ? .worked : .idle
    case .nothing:
      next = .unknown
      phase = .draining(nil, endsStream: true)
    case .entry(let entry, let ordinal):
      next = .unknown
      hasAsked = false
      waits = 0
      do throws(EngineFailure) {
        let track = try open(entry, ordinal: ordinal)
        follow(with: track)
      } catch {
        // What follows instead will be said.
        hasAsked = true
        report(.failed(entry.serial, generation: generation, error))
      }
    }
    return .worked
  }

  var lastSerial: EntrySerial? { segments.last?.serial ?? endedSerial }

  func follow(with track: OpenEntry) {
    if runRate == track.format.rate {
      self.track = track
      appendSegment(runStart: runIn, sourceStart: 0, flags: .first)
      phase = .decoding
    } else {
      phase = .draining(track, endsStream: false)
    }
  }

  func drain(then following: OpenEntry?, endsStream: Bool) throws(EngineFailure) {
    if resampler != nil, !segments.isEmpty {
      if pendingCount > 0 {
        try resample()
        return
      }
      let (target, room) = unsafe place
      let given: Int
      do throws(ResamplerError) {
        given = try unsafe resampler?.drain(to: target, room: room) ?? 0
      } catch {
        throw EngineFailure(error)
      }
      if given > 0 {
        take(given)
        return
      }
    }
    if isMixing {
      takeIncoming()
      return
    }
    while !segments.isEmpty { closeFirstSegment() }
    endRun()
    if let following {
      track = following
      try startRun(rate: following.format.rate)
      let position = following.decoder.positionFrames
      appendSegment(runStart: 0, sourceStart: position, flags: position == 0 ? .first : [])
      phase = .decoding
    } else if endsStream {
      announceMark(.endOfStream)
      phase = .ended
    } else {
      phase = .joint
    }
  }
}
