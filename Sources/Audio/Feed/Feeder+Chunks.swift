/// Frames and marks into the ring.
extension Feeder {
  func advance(by count: Int) {
    if overlap != nil {
      unsafe mixOverlap(target, frames: count)
      guard runRate > 0 else { return }
    }
    runOut += Int64(count)
    if stretcher == nil { filled += count } else { stretch(frames: count) }
    followOverlap()
    if !isMixing { closeDoneSegments() }
    if filled >= worthwhileFrames { announce(flags: []) }
  }

  func closeDoneSegments() {
    while let first = segments.first, let end = first.runEnd, skip == 0, runOut >= deviceFrames(end) {
      closeFirstSegment()
    }
  }

  func closeFirstSegment() {
    flushStretcher()
    guard let first = segments.first else { return }
    if first.isCut {
      if filled > 0 { announce(flags: []) }
      announceMark([.cut, .last])
    } else if filled > 0 || !first.lastFlags.isEmpty {
      announce(flags: first.lastFlags)
    } else if segments.count > 1 {
      segments[1].firstFlags.formUnion(first.firstFlags)
    } else {
      unmarked.formUnion(first.firstFlags)
    }
    if firstJoint.ordinal == first.ordinal {
      firstJoint.runOut = runOut
    } else if secondJoint.ordinal == first.ordinal {
      secondJoint.runOut = runOut
    }
    endedSerial = first.serial
    endedOrdinal = first.ordinal
    segments.removeFirst()
  }

  /// Hands the open chunk over; it belongs to the first segment.
  func announce(flags: ChunkFlags) {
    guard let first = segments.first else { return }
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = first.ordinal
    header.serial = first.serial
    header.rate = UInt32(rate)
    header.sourceRate = UInt32(first.sourceRate)
    let start = sourceFrames(chunkStart)
    header.sourcePosition = first.sourceStart + max(0, start - first.runStart)
    header.sourceFrames = UInt32(clamping: sourceFrames(chunkEnd) - start)
    header.frames = UInt32(filled)
    header.exactBits = stretcher == nil ? UInt8(first.exactBits) : 0
    header.flags = flags.union(first.firstFlags)
    if isMixing { header.flags.insert(.mixed) }
    segments[0].firstFlags = []
    ring.announce(header)
    givenFrames += filled
    chunkStart = chunkEnd
    filled = 0
    link.wakeAudio(fillFrames: ring.fillFrames)
  }

  func announceMark(_ flags: ChunkFlags) {
    var header = ChunkHeader()
    header.generation = generation
    header.ordinal = segments.first?.ordinal ?? endedOrdinal
    header.serial = segments.first?.serial ?? endedSerial ?? EntrySerial(rawValue: 0)
    header.rate = UInt32(rate)
    header.flags = flags
    if let first = segments.first {
      header.flags.formUnion(first.firstFlags)
      segments[0].firstFlags = []
    }
    ring.announce(header)
    link.wakeAudio(fillFrames: .max)
  }
}
