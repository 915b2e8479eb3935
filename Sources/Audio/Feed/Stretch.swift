import Signal

/// Another speed at the same pitch: a run's frames on their way into the ring.
@safe struct Stretch: ~Copyable {
  private var stretcher: TimeStretcher?
  /// nil: as it is.
  private(set) var speed: Double?
  /// Frames at the run's own speed on their way into the stretcher.
  let plain: UnsafeMutablePointer<Float>
  /// The run's frame from which on stretched ones are counted, and how many those are.
  private var start: Int64 = 0
  private var count = 0

  /// Frames that go in at a time: at a low speed many come out.
  static let frames = 256

  init() {
    unsafe plain = .allocate(capacity: Self.frames * 2)
    unsafe plain.initialize(repeating: 0, count: Self.frames * 2)
  }

  deinit { unsafe plain.deallocate() }

  var isOn: Bool { speed != nil }

  mutating func turnOff() {
    stretcher = nil
    speed = nil
  }

  mutating func set(_ speed: Double, rate: Int) throws(TimeStretcherError) {
    if speed == 1 { return turnOff() }
    stretcher = try TimeStretcher(rate: rate, speed: speed)
    self.speed = speed
  }

  /// One past the run's last frame that the frames up to here represent.
  var end: Int64? {
    guard let speed else { return nil }
    return start + Int64((Double(count) * speed).rounded())
  }

  /// Counts the next frames from here.
  mutating func begin(at frame: Int64) {
    start = frame
    count = 0
  }

  mutating func forgetCount() { count = 0 }

  mutating func move(by frames: Int64) { start += frames }

  /// Whether frames went in that are not flushed.
  func holds(before frame: Int64) -> Bool { isOn && frame > start }

  /// Takes the frames that are in `plain`.
  mutating func write(frames: Int) throws(TimeStretcherError) {
    try unsafe stretcher?.write(plain, frames: frames)
  }

  mutating func flush() throws(TimeStretcherError) { try stretcher?.flush() }

  mutating func read(into target: UnsafeMutablePointer<Float>, room: Int) -> Int {
    let more = unsafe stretcher?.read(into: target, room: room) ?? 0
    count += more
    return more
  }
}
