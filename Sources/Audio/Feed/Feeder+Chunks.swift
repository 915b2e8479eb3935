/// Frames and marks into the ring.
extension Feeder {
  func advance(by count: Int) {
    if overlap != nil {
      unsafe mixOverlap(ring.samples + filled * 2, frames: count)
      guard runRate > 0 else { return }
    }
    filled += count
    runOut += Int64(count)
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
    header.sourceFrames = UInt32(clamping: sourceFrames(chunkStart + Int64(filled)) - start)
    header.frames = UInt32(filled)
    header.exactBits = UInt8(first.exactBits)
    header.flags = flags.union(first.firstFlags)
    if isMixing { header.flags.insert(.mixed) }
    segments[0].firstFlags = []
    ring.announce(header)
    givenFrames += filled
    filled = 0
    chunkStart = runOut
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
