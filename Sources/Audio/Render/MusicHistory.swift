/// The frames that the music bus gave last, before anything shaped them, and the shaping's state now and then: what is
/// taken back from the device is known here as it was. Used on the audio thread only.
@safe final class MusicHistory: @unchecked Sendable {
  // Unchecked: goes from thread to thread with its device.

  /// The state that shapes the frames after it.
  struct Mark {
    /// Frames since the device was taken.
    var position: Int64
    var chain: MixerChain
  }

  /// How many frames at the end are digital silence.
  private(set) var silentTail = 0
  /// How many before those are of a fade-out that makes way for something else.
  private(set) var fadedTail = 0
  /// How many are known.
  private(set) var count = 0
  /// Frames since the device was taken, less those forgotten.
  private(set) var position: Int64 = 0
  /// How many frames are known at most.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  /// The limiter's gain of each frame that it let through.
  private let gains: UnsafeMutablePointer<Float>
  private let region: UnsafeMutablePointer<Float>
  private let regionCapacity: Int
  /// Index of the next frame in `samples`.
  private var end = 0
  private let marks: UnsafeMutablePointer<Mark>
  private var markCount = 0
  private var newestMark = 0

  /// How many states are known, at most.
  private static let markCapacity = 64

  /// Minimum number of frames between two states.
  let markFrames: Int

  /// - Parameters:
  /// - capacity: the most frames it holds.
  /// - region: the most frames looked at in one piece.
  init(capacity: Int, region: Int, chain: MixerChain) {
    self.capacity = capacity
    regionCapacity = region
    markFrames = max(64, capacity / (Self.markCapacity - 4))
    unsafe samples = .allocate(capacity: capacity * 2)
    unsafe samples.initialize(repeating: 0, count: capacity * 2)
    unsafe gains = .allocate(capacity: capacity)
    unsafe gains.initialize(repeating: 1, count: capacity)
    unsafe self.region = .allocate(capacity: region * 2)
    unsafe self.region.initialize(repeating: 0, count: region * 2)
    unsafe marks = .allocate(capacity: Self.markCapacity)
    unsafe marks.initialize(repeating: Mark(position: 0, chain: chain), count: Self.markCapacity)
  }

  deinit {
    unsafe samples.deallocate()
    unsafe gains.deallocate()
    unsafe region.deallocate()
    unsafe marks.deallocate()
  }

  /// - Parameters:
  ///   - from: stereo, interleaved; nil for digital silence.
  ///   - frames: at most the capacity.
  ///   - makingWay: what comes in their place may sound into them.
  func append(_ from: UnsafePointer<Float>?, frames: Int, makingWay: Bool = false) {
    let first = min(frames, capacity - end)
    if let from = unsafe from {
      unsafe (samples + end * 2).update(from: from, count: first * 2)
      unsafe samples.update(from: from + first * 2, count: (frames - first) * 2)
      silentTail = 0
      fadedTail = makingWay ? frames : 0
    } else {
      unsafe (samples + end * 2).update(repeating: 0, count: first * 2)
      unsafe samples.update(repeating: 0, count: (frames - first) * 2)
      silentTail = min(capacity, silentTail + frames)
    }
    end = (end + frames) % capacity
    count = min(capacity, count + frames)
    position += Int64(frames)
  }

  /// Forgets the last frames, and gives the first of them, to be changed: valid until the next call.
  /// - Parameters:
  ///   - frames: at most `count`.
  ///   - keeping: how many to give, at most `frames` and what was said at first.
  func removeLast(_ frames: Int, keeping: Int) -> UnsafeMutablePointer<Float> {
    end = (end + capacity - frames) % capacity
    count -= frames
    position -= Int64(frames)
    fadedTail = max(0, fadedTail - max(0, frames - silentTail))
    silentTail = max(0, silentTail - frames)
    forgetMarks(behind: position)
    let keeping = min(keeping, regionCapacity)
    let first = min(keeping, capacity - end)
    unsafe region.update(from: samples + end * 2, count: first * 2)
    unsafe (region + first * 2).update(from: samples, count: (keeping - first) * 2)
    return unsafe region
  }

  // MARK: - What shaped them

  /// Whether the last known state is so far before a place that another one is due.
  func isMarkDue(at place: Int64) -> Bool {
    unsafe markCount == 0 || place - marks[newestMark].position >= Int64(markFrames)
  }

  /// Remembers what the frames from a place on are shaped with.
  func mark(_ chain: MixerChain, at place: Int64) {
    newestMark = (newestMark + 1) % Self.markCapacity
    unsafe marks[newestMark] = Mark(position: place, chain: chain)
    markCount = min(Self.markCapacity, markCount + 1)
  }

  /// The state at a place: the last known one before it, advanced by the frames in between. Later ones are dropped.
  /// - Parameters:
  /// - scratch: room for `room` frames.
  /// - Returns: nil if none is known.
  func chain(at place: Int64, scratch: UnsafeMutablePointer<Float>, room: Int) -> MixerChain? {
    forgetMarks(behind: place)
    guard markCount > 0 else { return nil }
    var chain = unsafe marks[newestMark].chain
    var at = unsafe marks[newestMark].position
    guard position - at <= Int64(count) else { return nil }
    while at < place, chain.isActive {
      let (samples, frames) = unsafe frames(at: at, wanted: min(room, Int(place - at)))
      unsafe scratch.update(from: samples, count: frames * 2)
      unsafe chain.shapeMusic(scratch, frames: frames)
      unsafe chain.shapeAll(scratch, frames: frames)
      at += Int64(frames)
    }
    return chain
  }

  private func forgetMarks(behind place: Int64) {
    while markCount > 0, unsafe marks[newestMark].position > place {
      newestMark = (newestMark + Self.markCapacity - 1) % Self.markCapacity
      markCount -= 1
    }
  }

  /// Known frames, as many as are contiguous.
  private func frames(at place: Int64, wanted: Int) -> (UnsafePointer<Float>, Int) {
    let back = Int(position - place)
    let at = (end + capacity - back) % capacity
    return unsafe (UnsafePointer(samples) + at * 2, min(wanted, back, capacity - at))
  }

  /// Earlier music, to be shaped again.
  func replay(at place: Int64, wanted: Int) -> Run {
    let back = Int(position - place)
    if back <= silentTail { return unsafe Run(samples: nil, frames: min(wanted, back), exactBits: 0) }
    let (samples, frames) = unsafe frames(at: place, wanted: min(wanted, back - silentTail))
    return unsafe Run(samples: samples, frames: frames, exactBits: 0, isLoud: true)
  }

  /// Remembers the limiter's gains of the frames `ahead` before the end, oldest first.
  func note(gains values: UnsafePointer<Float>?, frames: Int, ahead: Int) {
    var at = (end + 2 * capacity - ahead - frames) % capacity
    for index in 0..<min(frames, capacity) {
      unsafe gains[at] = unsafe values?[index] ?? 1
      at = at + 1 == capacity ? 0 : at + 1
    }
  }

  /// The limiter's gain of the frame before a place.
  func gain(at place: Int64) -> Float {
    let back = Int(position - place) + 1
    return unsafe back <= count ? gains[(end + capacity - back) % capacity] : 1
  }
}
