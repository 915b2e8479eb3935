import Linux
import Media
import Signal

/// From the decoder into the ring.
extension Feeder {
  func decode() throws(EngineFailure) {
    if resampler == nil { try decodeDirectly() } else { try decodeThroughResampler() }
  }

  func read(into target: UnsafeMutablePointer<Float>, samples: Int) throws(EngineFailure)
    -> ReadResult
  {
    guard let decoder = track?.decoder else { return .end }
    var span = unsafe UnsafeMutableBufferPointer(start: target, count: samples).mutableSpan
    do { return try decoder.read(into: &span) } catch { throw .decode(error) }
  }

  /// Into the ring's own memory.
  func decodeDirectly() throws(EngineFailure) {
    guard let track else { return }
    if try goBackInLoop() { return }
    let room = withinOverlap(room)
    let limit = withinLoop(isHungry ? min(room, Self.hungryFrames) : room)
    let target = unsafe target
    let channels = track.format.channels
    let result: ReadResult
    if channels == 2 {
      result = try unsafe read(into: target, samples: limit * 2)
    } else {
      result = try unsafe read(into: scratch, samples: limit * channels)
      if case .frames(let count) = result { unsafe track.mixer.mix(scratch, frames: count, to: target) }
    }
    switch result {
    case .frames(let count):
      isDry = false
      unsafe blend(target, frames: count)
      runIn += Int64(count)
      tellIndex()
      advance(by: count)
    case .formatChanged(let format): try change(to: format)
    case .pending: awaitsStream = true
    case .end: if try !goBackInLoop(isEnd: true) { endEntry() }
    }
  }

  func decodeThroughResampler() throws(EngineFailure) {
    guard let track else { return }
    if pendingCount == 0 {
      if try goBackInLoop() { return }
      let limit = withinLoop(isHungry ? Self.hungryFrames : Self.scratchFrames)
      switch try unsafe read(into: scratch, samples: limit * track.format.channels) {
      case .frames(let count):
        isDry = false
        unsafe track.mixer.mix(scratch, frames: count, to: scratch)
        unsafe blend(scratch, frames: count)
        unsafe history.append(scratch, frames: count)
        runIn += Int64(count)
        tellIndex()
        pendingStart = 0
        pendingCount = count
      case .formatChanged(let format):
        try change(to: format)
        return
      case .pending:
        awaitsStream = true
        return
      case .end:
        if try !goBackInLoop(isEnd: true) { endEntry() }
        return
      }
    }
    try resample()
  }

  /// Reports the offsets of the file's frames, now and then and when the file is left.
  /// - Parameter isLast: whether nothing more of the file is read.
  func tellIndex(isLast: Bool = false) {
    guard let track else { return }
    let read = track.decoder.positionFrames
    // Also after a seek back.
    let distance = (read - indexTold).magnitude
    guard isLast || distance >= UInt64(track.format.rate * Self.indexSeconds) else { return }
    indexTold = read
    if track.isLong, let index = track.decoder.seekIndex {
      report(.indexed(track.entry.serial, index))
    }
  }

  /// Moves decoded frames through the resampler into the ring.
  func resample() throws(EngineFailure) {
    let source = unsafe scratch + pendingStart * 2
    let count = pendingCount
    let (target, room) = unsafe place
    let (taken, given) = try unsafe resample(source, frames: count, to: target, room: room)
    pendingStart += taken
    pendingCount -= taken
    take(given)
  }

  func resample(
    _ source: UnsafePointer<Float>, frames: Int, to target: UnsafeMutablePointer<Float>, room: Int
  ) throws(EngineFailure) -> (taken: Int, given: Int) {
    do throws(ResamplerError) {
      let done = try unsafe resampler?.process(source, frames: frames, to: target, room: room)
      if let done { return done }
    } catch {
      throw EngineFailure(error)
    }
    throw .resample("there is no run")
  }

  /// Where the resampler's frames go, and for how many there is room.
  var place: (UnsafeMutablePointer<Float>, room: Int) {
    return unsafe (target, skip > 0 ? Int(min(skip, Int64(room))) : roomInSegment)
  }

  func take(_ given: Int) {
    if skip > 0 { skip -= Int64(given) } else { advance(by: given) }
  }

  var roomInSegment: Int {
    let room = withinOverlap(room)
    guard !isMixing, let end = segments.first?.runEnd else { return room }
    return Int(max(0, min(Int64(room), deviceFrames(end) - runOut)))
  }

  /// The file continues with another format.
  func change(to format: StreamFormat) throws(EngineFailure) {
    guard var track else { return }
    if isMixing {
      takeIncoming()
      return
    }
    let oldRate = track.format.rate
    track.change(to: format)
    // Of a file on a server the length is known now.
    if track.entry.stream != nil { tellOpened(track) }
    let position = track.decoder.positionFrames
    // It was reckoned in frames of the old rate.
    if format.rate != oldRate { loop = nil }
    if format.rate != oldRate {
      closeLastSegment(flags: [])
      self.track = nil
      phase = .draining(track, endsStream: false)
      return
    }
    self.track = track
    closeLastSegment(flags: [])
    appendSegment(runStart: runIn, sourceStart: position, flags: [])
    closeDoneSegments()
  }
}
