import Synchronization

/// One sound that plays. Its output at a place follows from the place alone, so frames that the device gave back are
/// mixed again without restoring any state.
@safe struct Voice: BitwiseCopyable {
  let id: UInt32
  let sound: UInt32
  let samples: UnsafePointer<Float>
  let frames: Int
  let exactBits: Int
  let stream: UnsafeRawPointer?
  let duck: Float
  private(set) var loops: Int
  /// The place of its first frame.
  var origin: Int64
  /// From where on it sounds.
  var from: Int64
  /// Whether it begins in mid-signal.
  var fadesIn = false
  /// Place at which it begins to fade out.
  var until = Int64.max
  /// Held: it continues with this frame.
  var heldFrame: Int64?
  var isToldStarted = false
  var isToldEnded = false

  private var oldGain: Float
  private var gain: Float
  /// Place at which the ramp from the old gain to the new one begins.
  private var gainPlace = Int64.min / 2

  init(_ command: VoiceCommand, _ samples: UnsafePointer<Float>, at place: Int64) {
    id = command.voice
    sound = command.sound
    unsafe self.samples = samples
    frames = max(1, command.frames)
    exactBits = command.exactBits
    unsafe stream = command.stream
    duck = command.duck
    loops = command.loops
    gain = command.gain
    oldGain = command.gain
    origin = place + command.delayFrames
    from = origin
  }

  /// Stream of its later frames; the loop owns it.
  var ring: SoundStream? {
    unsafe stream.map { unsafe Unmanaged<SoundStream>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Place at which its last frame ends by itself.
  var naturalEnd: Int64 {
    if let ring {
      guard ring.isComplete.load(ordering: .acquiring) else { return .max }
      return origin + Int64(ring.end.load(ordering: .acquiring))
    }
    return loops < 0 ? .max : origin + Int64(frames) * Int64(loops + 1)
  }

  /// Returns the place from which nothing more is heard of it.
  func end(fadeFrames: Int) -> Int64 {
    until == .max ? naturalEnd : min(naturalEnd, until + Int64(fadeFrames))
  }

  /// Whether it sounds on from a place.
  func isGoing(at place: Int64) -> Bool { until == .max && place < naturalEnd }

  mutating func setGain(_ new: Float, at place: Int64, rampFrames: Int) {
    oldGain = gain(at: place, rampFrames)
    gain = new
    gainPlace = place
  }

  /// A round that has begun is played to its end. A stream continues as it was begun.
  mutating func setLoops(_ new: Int, at place: Int64) {
    let done = max(0, place - origin) / Int64(frames)
    loops = new < 0 ? new : max(new, Int(clamping: done))
  }

  private func gain(at place: Int64, _ rampFrames: Int) -> Float {
    let done = place - gainPlace
    if done >= Int64(rampFrames) { return gain }
    return oldGain + (gain - oldGain) * Float(max(0, done)) / Float(rampFrames)
  }

  /// Whether no sample is changed from a place on.
  var isUnity: Bool { gain == 1 && oldGain == 1 }
  var mayExceed: Bool { max(gain, oldGain) > 1 }

  /// Adds its frames.
  /// - Parameters:
  ///   - samples: stereo, interleaved.
  ///   - place: of the first of them.
  func add(
    to target: UnsafeMutablePointer<Float>, frames count: Int, at place: Int64, fadeFrames: Int,
    rampFrames: Int
  ) {
    let last = min(place + Int64(count), end(fadeFrames: fadeFrames))
    var at = max(place, from)
    while at < last {
      let (source, run) = unsafe frames(at: at, wanted: Int(last - at))
      guard run > 0 else { return }
      let to = unsafe target + Int(at - place) * 2
      let isSteady =
        (!fadesIn || at >= from + Int64(fadeFrames)) && at + Int64(run) <= until
        && at >= gainPlace + Int64(rampFrames)
      if isSteady, gain == 1 {
        for index in 0..<2 &* run { unsafe to[index] += source[index] }
      } else if isSteady {
        for index in 0..<2 &* run { unsafe to[index] += source[index] * gain }
      } else {
        for index in 0..<run {
          let factor = factor(at: at + Int64(index), fadeFrames: fadeFrames, rampFrames: rampFrames)
          unsafe to[2 &* index] += source[2 &* index] * factor
          unsafe to[2 &* index &+ 1] += source[2 &* index &+ 1] * factor
        }
      }
      at += Int64(run)
    }
  }

  /// Whether its stream holds too little for it to sound on and be faded out later: it is to fade out at once.
  func isDry(at place: Int64, frames: Int, fadeFrames: Int) -> Bool {
    guard let ring, until == .max, from < place + Int64(frames) else { return false }
    let needed = Int(place - origin) + frames + fadeFrames
    return ring.end.load(ordering: .acquiring) < needed && !ring.isComplete.load(ordering: .acquiring)
  }

  /// The address of a place's frames, and the number of contiguous ones.
  private func frames(at place: Int64, wanted: Int) -> (UnsafePointer<Float>, Int) {
    var frame = place - origin
    if let ring, frame >= Int64(frames) { return unsafe ring.frames(from: Int(frame), wanted: wanted) }
    if ring == nil { frame %= Int64(frames) }
    return unsafe (samples + Int(frame) * 2, min(wanted, frames - Int(frame)))
  }

  private func factor(at place: Int64, fadeFrames: Int, rampFrames: Int) -> Float {
    var factor = gain(at: place, rampFrames)
    if fadesIn { factor *= Self.fade(place - from + 1, of: fadeFrames) }
    if place >= until { factor *= Self.fade(Int64(fadeFrames) - (place - until) - 1, of: fadeFrames) }
    return factor
  }

  /// From 0 to 1, flat at both ends.
  private static func fade(_ done: Int64, of frames: Int) -> Float {
    let x = min(1, max(0, Float(done) / Float(frames)))
    return x * x * (3 - 2 * x)
  }
}
