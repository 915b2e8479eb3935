/// One reader's place in a `TapRing`. One thread uses it.
struct TapReader {
  private let ring: TapRing
  private var place: Int

  init(_ ring: TapRing) {
    self.ring = ring
    place = ring.settled
  }

  /// Rate of the frames in Hz.
  var rate: Int { ring.deviceRate }

  /// Continues with what sounds from now on.
  mutating func skip() { place = ring.settled }

  /// The next frames that have sounded.
  /// - Parameter target: room for `room` stereo frames.
  /// - Returns: how many; 0 where none has yet. A reader that comes too late loses what was overwritten.
  mutating func read(into target: UnsafeMutablePointer<Float>, room: Int) -> Int {
    let frames = min(room, ring.settled - place)
    guard frames > 0 else { return 0 }
    guard unsafe ring.copy(from: place, frames: frames, to: target) else {
      skip()
      return 0
    }
    place += frames
    return frames
  }
}
