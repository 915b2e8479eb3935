import Linux
import Signal
import Synchronization

/// The music on the audio thread: takes frames from the ring as the control word says, and fades where sound begins or
/// ends in mid-signal. The `Mixer` comes after it. Neither allocates, locks nor makes a system call.
@safe final class MusicBus {
  /// Behaviour while there is nothing to play.
  enum Pace {
    /// A device wants frames all the time: silence.
    case realTime
    /// A file gets frames of entries only: nothing.
    case entriesOnly
  }

  /// Why sound fades out.
  private enum Ending {
    /// The place is kept.
    case pause
    /// Something else is to sound, or nothing.
    case drop
    /// The ring has run dry; the place is kept.
    case starve
    /// The device goes; the place is kept.
    case fadeOutForClose
    /// The decoded frames end in mid-signal.
    case cut
  }

  private enum Mode {
    /// Silent; begins as soon as the ring has enough frames.
    case waiting
    case sounding
    case fadingOut(Ending)
    /// Paused.
    case held
  }

  /// The longest run handed out, in frames.
  static let longestRun = 1024
  /// After the ring has run dry it fills up to this before sound continues, in milliseconds.
  static let refillMilliseconds = 250
  /// Before sound begins it fills up to this: the next read may take longer than the first.
  static let leadMilliseconds = 20

  var ring: RingConsumer
  let link: EngineLink
  private let pace: Pace
  private(set) var rate: Int
  private var shape: FadeShape
  /// How loud the entry sounds.
  private var gain: VolumeRamp
  private var gainSerial = EntrySerial(rawValue: 0)
  private var wasMixed = false
  /// Memory for changed frames; the ring's own stay as they are, since a fade-out reads them again.
  private let scratch: UnsafeMutablePointer<Float>

  /// The word that what sounds was judged by.
  var word: ControlWord
  private var mode = Mode.waiting
  /// Frames of the oldest chunk that were handed out.
  var offset = 0
  /// The new sound begins while something else fades out.
  private var blendsIn = false
  /// The held sound begins in mid-signal.
  private var resumesInside = false
  /// Frames needed in the ring before sound begins.
  private var minimumAhead = 0
  private var isStarved = false
  /// Frames of the fade-in that were handed out.
  private var fadeInDone: Int
  private var fadeOutDone = 0
  private var fadeOutLength = 0
  private var fadeOutLevel: Float = 1
  private var fadeOutChunk = 0
  private var fadeOutOffset = 0

  private var position = PositionAnchor.Value()
  private var freshGeneration: UInt32?
  private var soundedGeneration: UInt32?
  /// When the next frame can be heard, on the monotonic clock; the caller sets it before it asks for frames.
  var audibleNanoseconds: Int64 = 0
  /// The device is to go: what sounds is faded out, and nothing begins before another one is adopted.
  var isHushed = false

  /// - Parameter rate: of the device, in Hz; 1,000 or more.
  init(ring: consuming RingConsumer, link: EngineLink, rate: Int, pace: Pace) {
    self.ring = ring
    self.link = link
    self.pace = pace
    self.rate = rate
    shape = FadeShape(rate: rate)
    gain = VolumeRamp(gain: 1, rate: rate)
    fadeInDone = shape.frames
    word = link.controlWord
    unsafe scratch = .allocate(capacity: Self.longestRun * 2)
    unsafe scratch.initialize(repeating: 0, count: Self.longestRun * 2)
  }

  deinit { unsafe scratch.deallocate() }

  /// Another device, maybe with another rate.
  /// - Returns: the shape that is not used any more, for another thread to let go of.
  func adopt(rate: Int, shape: FadeShape) -> FadeShape {
    defer { self.shape = shape }
    self.rate = rate
    gain.rate = rate
    fadeInDone = shape.frames
    isHushed = false
    return self.shape
  }

  /// Whether frames are at hand that a command waits for: the fade that makes way for it, or the first that are new.
  func isCatchingUp() -> Bool {
    if isHushed { return isFadingOut }
    switch mode {
    case .fadingOut: return true
    case .sounding: return link.controlWord != word || soundedGeneration != word.generation
    case .held:
      react()
      if case .held = mode { return false }
      return canBegin(1)
    case .waiting:
      react()
      if case .held = mode { return false }
      return soundedGeneration != word.generation && canBegin(1)
    }
  }

  /// Whether a request for this many frames would make the sound fade out now, since they are not decoded yet.
  func isShort(of frames: Int) -> Bool {
    guard case .sounding = mode, !isHushed, link.controlWord == word else { return false }
    return look(ahead: frames + shape.frames).1 == .dry
  }

  /// Whether what sounds is to make way for something else, so that what was not heard of it may be taken back.
  var isMakingWay: Bool {
    guard case .sounding = mode, !isHushed else { return false }
    return link.controlWord.generation != word.generation
  }

  /// Makes way at once: handed-out frames have been taken back, the first of which fade out.
  /// - Parameters:
  ///   - samples: those, as they were handed out; no more than the shape has.
  func makeWay(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe shape.fadeOut(samples, frames: frames, done: 0, length: frames, level: 1)
    fadeInDone = shape.frames
    finishFade(.drop)
  }

  /// Adds the new sound, faded in, to the rest of the fade-out of the old one.
  /// - Parameters:
  /// - samples: the rest of the fade-out.
  /// - more: number of frames that are asked for right after those.
  /// - Returns: whether it has begun.
  func blendIn(to samples: UnsafeMutablePointer<Float>, frames: Int, andThen more: Int) -> Bool {
    guard case .waiting = mode else { return false }
    blendsIn = true
    defer { blendsIn = false }
    guard canBegin(frames + more) else { return false }
    var done = 0
    while done < frames, let run = render(frames - done) {
      if let fresh = unsafe run.samples {
        for index in 0..<2 &* run.frames { unsafe samples[2 &* done &+ index] += fresh[index] }
      }
      done += run.frames
    }
    return isSounding
  }

  var isSounding: Bool {
    switch mode {
    case .sounding, .fadingOut: true
    case .waiting, .held: false
    }
  }

  /// Whether the run handed out last fades out.
  var isFadingOut: Bool { if case .fadingOut = mode { true } else { false } }

  /// The generation whose first frame was handed out since the last call.
  func takeFresh() -> UInt32? {
    defer { freshGeneration = nil }
    return freshGeneration
  }

  /// Reports the position of the sound to the loop.
  func publishPosition() {
    position.isMoving = isSounding
    position.audibleNanoseconds = audibleNanoseconds
    link.anchor.publish(position)
  }

  /// The next frames: at most `wanted`, at least one.
  /// - Returns: nil where there are none now and the pace is `entriesOnly`.
  func render(_ wanted: Int) -> Run? {
    let wanted = min(wanted, Self.longestRun)
    while true {
      if case .fadingOut(let ending) = mode {
        if let run = fadeOutRun(wanted) { return run }
        finishFade(ending)
      }
      // A command that comes during a fade-in waits for its end as well.
      if fadeInDone >= shape.frames || !isSounding { react() }
      if isHushed, case .sounding = mode { beginFade(.fadeOutForClose) }
      switch mode {
      case .fadingOut: continue
      case .held: return nothing(wanted)
      case .waiting:
        guard !isHushed, begin(wanted) else { return nothing(wanted) }
      case .sounding: break
      }
      if let run = soundRun(wanted) { return run }
      if case .sounding = mode { return nothing(wanted) }
    }
  }

  /// As `render` while no device takes frames: commands take effect, without fades since nothing sounds.
  func settle() {
    if case .fadingOut(let ending) = mode { finishFade(ending) }
    fadeInDone = shape.frames
    if case .sounding = mode {
      mode = .waiting
      resumesInside = offset > 0
    }
    react()
  }

  // MARK: - Commands

  /// Takes up what the loop wants.
  private func react() {
    let fresh = link.controlWord
    guard fresh != word else { return }
    if case .sounding = mode {
      if fresh.generation != word.generation || (offset > 0 && frontIsDropped(by: fresh)) {
        beginFade(.drop)
        return
      }
      if fresh.isPaused {
        beginFade(.pause)
        return
      }
      word = fresh
      return
    }
    adopt(fresh)
  }

  /// Nothing sounds: the word takes effect at once.
  private func adopt(_ fresh: ControlWord) {
    if fresh.generation != word.generation || frontIsDropped(by: fresh) {
      resumesInside = false
      offset = 0
      minimumAhead = 0
      isStarved = false
    }
    if fresh.generation != word.generation { position = PositionAnchor.Value(generation: fresh.generation) }
    word = fresh
    if fresh.isPaused { mode = .held } else { mode = .waiting }
    discardDropped()
  }

  private func frontIsDropped(by fresh: ControlWord) -> Bool {
    ring.index < ring.end && !fresh.admits(ring.header(ring.index))
  }

  // MARK: - Fades

  private func beginFade(_ ending: Ending) {
    let (ahead, horizon) = look(ahead: shape.frames)
    switch horizon {
    case .enough, .end: fadeOutLength = shape.frames
    case .cut, .dry: fadeOutLength = min(shape.frames, ahead)
    }
    fadeOutLevel = fadeInDone < shape.frames ? (fadeInDone > 0 ? shape.gains[fadeInDone - 1] : 0) : 1
    // A fade-in that has not begun leaves nothing to fade out.
    if fadeOutLevel == 0 { fadeOutLength = 0 }
    fadeOutDone = 0
    fadeOutChunk = ring.index
    fadeOutOffset = offset
    fadeInDone = shape.frames
    mode = .fadingOut(ending)
  }

  /// - Returns: nil at the fade's end.
  private func fadeOutRun(_ wanted: Int) -> Run? {
    let remaining = fadeOutLength - fadeOutDone
    while remaining > 0, fadeOutChunk < ring.end {
      let header = ring.header(fadeOutChunk)
      if !plays(header) || Int(header.frames) <= fadeOutOffset {
        if plays(header), !header.flags.isDisjoint(with: .ends) { return nil }
        fadeOutChunk += 1
        fadeOutOffset = 0
        continue
      }
      let frames = min(wanted, remaining, Int(header.frames) - fadeOutOffset)
      unsafe scratch.update(from: ring.samples(fadeOutChunk) + fadeOutOffset * 2, count: frames * 2)
      correct(header)
      unsafe gain.apply(to: scratch, frames: frames)
      unsafe shape.fadeOut(
        scratch, frames: frames, done: fadeOutDone, length: fadeOutLength, level: fadeOutLevel)
      fadeOutDone += frames
      fadeOutOffset += frames
      return unsafe finish(scratch, frames, exactBits: 0)
    }
    return nil
  }

  private func finishFade(_ ending: Ending) {
    switch ending {
    case .pause:
      resumesInside = true
      // The resume may have come during the fade.
      adopt(link.controlWord)
    case .fadeOutForClose:
      mode = .waiting
      resumesInside = true
    case .drop:
      resumesInside = false
      offset = 0
      adopt(link.controlWord)
    case .starve:
      mode = .waiting
      resumesInside = true
      minimumAhead = rate * Self.refillMilliseconds / 1000
      isStarved = true
      ring.countStarvation(in: word.generation)
      send(.starved)
      // It may sleep until a good part of the ring is free, and short chunks may hold little in all the rest.
      link.wakeFeeder()
    case .cut:
      mode = .waiting
      resumesInside = false
      discardThroughCut()
    }
  }

  // MARK: - Sound

  /// Whether the ring holds enough for sound to begin.
  private func canBegin(_ wanted: Int) -> Bool {
    guard let front = front() else { return false }
    let need = max(
      minimumAhead, rate * Self.leadMilliseconds / 1000, wanted + shape.frames * (beginsInside(front) ? 2 : 1)
    )
    let (ahead, horizon) = look(ahead: need)
    return horizon != .dry || (pace == .entriesOnly && ahead > shape.frames)
  }

  private func beginsInside(_ front: ChunkHeader) -> Bool {
    resumesInside || blendsIn || (offset == 0 && front.flags.contains(.midSignal))
  }

  /// Begins sound where it can begin.
  private func begin(_ wanted: Int) -> Bool {
    guard canBegin(wanted), let front = front() else { return false }
    mode = .sounding
    fadeInDone = beginsInside(front) ? 0 : shape.frames
    resumesInside = false
    minimumAhead = 0
    if isStarved {
      isStarved = false
      send(.recovered)
    }
    return true
  }

  /// - Returns: nil where the mode has changed, or where a file has to wait.
  private func soundRun(_ wanted: Int) -> Run? {
    guard let front = front() else {
      mode = .waiting
      resumesInside = false
      return nil
    }
    var frames = min(wanted, Int(front.frames) - offset)
    // As much as a fade-out needs is always kept ahead: without it the ring could only run dry with a click.
    let (ahead, horizon) = look(ahead: frames + shape.frames)
    if horizon == .dry || horizon == .cut {
      let free = ahead - shape.frames
      if free <= 0 {
        if horizon == .dry, pace == .entriesOnly { return nil }
        beginFade(horizon == .cut ? .cut : .starve)
        return nil
      }
      frames = min(frames, free)
    }
    if offset == 0, front.flags.contains(.first) { start(front) }
    if soundedGeneration != front.generation {
      soundedGeneration = front.generation
      freshGeneration = front.generation
    }
    let fadesIn = fadeInDone < shape.frames
    if fadesIn { frames = min(frames, shape.frames - fadeInDone) }
    var samples = unsafe ring.samples(ring.index) + offset * 2
    offset += frames
    position.generation = front.generation
    position.serial = front.serial.rawValue
    position.positionNanoseconds = front.nanoseconds(at: offset)
    correct(front)
    guard fadesIn || !gain.isUnity else {
      return unsafe finish(samples, frames, exactBits: Int(front.exactBits))
    }
    unsafe scratch.update(from: samples, count: frames * 2)
    unsafe gain.apply(to: scratch, frames: frames)
    if fadesIn {
      unsafe shape.fadeIn(scratch, frames: frames, done: fadeInDone)
      fadeInDone += frames
    }
    unsafe samples = UnsafePointer(scratch)
    return unsafe finish(samples, frames, exactBits: 0)
  }

  private func finish(_ samples: UnsafePointer<Float>, _ frames: Int, exactBits: Int) -> Run {
    advance(frames)
    return unsafe Run(
      samples: samples, frames: frames, exactBits: exactBits, isLoud: wasMixed || gain.gain > 1)
  }

  /// The gain of a chunk's entry: at once from an entry's first frame on, and over a ramp if it changes later.
  private func correct(_ header: ChunkHeader) {
    let isMixed = header.flags.contains(.mixed)
    let wanted = isMixed ? 1 : link.gains.known(of: header.serial) ?? gain.gain
    if header.serial == gainSerial, isMixed == wasMixed {
      gain.ramp(to: wanted)
    } else {
      gain.setImmediately(to: wanted)
    }
    gainSerial = header.serial
    wasMixed = isMixed
  }

  private func nothing(_ wanted: Int) -> Run? {
    guard pace == .realTime else { return nil }
    advance(wanted)
    return unsafe Run(samples: nil, frames: wanted, exactBits: 0)
  }

  private func advance(_ frames: Int) {
    // Frames in a file take no time.
    guard pace == .realTime else { return }
    audibleNanoseconds += Int64(frames) * 1_000_000_000 / Int64(rate)
  }
}
