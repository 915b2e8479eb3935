@testable import Audio

/// What a listener may expect of an engine, without rings, generations and chunks: entries, a cursor, and what the
/// commands say. It follows the frames that come out and says what is wrong with them.
struct EngineModel {
  struct Place: Equatable {
    var plan: SyntheticDecoder.Plan
    var frame: Int64

    static func == (a: Place, b: Place) -> Bool { a.plan.serial == b.plan.serial && a.frame == b.frame }
  }

  private(set) var cursor: Place?
  private(set) var next: SyntheticDecoder.Plan?
  private(set) var isPaused = false
  /// What sounded when a command replaced it: its fade-out may still come.
  private var replaced: Place?
  private var replacedFrames = 0
  /// Where the fade-out that is coming out stands.
  private var fading: Place?
  private(set) var heard = 0
  let fadeFrames: Int64

  init(fadeFrames: Int) { self.fadeFrames = Int64(fadeFrames) }

  // Commands.

  mutating func play(_ plan: SyntheticDecoder.Plan, from frame: Int64, paused: Bool) {
    drop()
    cursor = Place(plan: plan, frame: frame)
    next = nil
    isPaused = paused
  }

  mutating func seek(to frame: Int64) {
    guard let place = cursor else { return }
    drop()
    cursor = Place(plan: place.plan, frame: frame)
  }

  mutating func setNext(_ plan: SyntheticDecoder.Plan?) {
    guard cursor != nil else { return }
    next = plan
  }

  mutating func setPaused(_ paused: Bool) { isPaused = paused }

  mutating func stop() {
    drop()
    cursor = nil
    next = nil
    isPaused = false
  }

  /// The engine has said that what was to follow can't be played.
  mutating func forgetNext() { next = nil }

  private mutating func drop() {
    if replaced == nil { replaced = cursor }
    replacedFrames = 0
    heard = 0
  }

  // Frames.

  /// Of the entry at the cursor, as far as it can be read.
  static func end(of plan: SyntheticDecoder.Plan) -> Int64 { min(plan.frames, plan.failsAt ?? .max) }

  var isAtEnd: Bool {
    guard let cursor else { return true }
    return cursor.frame >= Self.end(of: cursor.plan)
  }

  /// Nothing more has to sound of what is at the cursor.
  var isDone: Bool {
    guard let cursor else { return true }
    if isOver(cursor, false) { return true }
    // What fails soon behind an end takes the end along.
    guard let next, let fails = next.failsAt else { return false }
    return Self.end(of: cursor.plan) - cursor.frame + min(fails, next.frames) <= 2 * fadeFrames
  }

  mutating func silence() { fading = nil }

  /// Frames at full level or in a fade-in: they move the cursor.
  /// - Returns: what is wrong.
  mutating func sound(first: (serial: UInt32, frame: Int64), frames: Int64, isClean: Bool) -> String? {
    fading = nil
    if let old = replaced, !matches(first, cursor), replacedFrames + Int(frames) <= fadeFrames {
      // A fade-in is waited for; it may go on into what followed.
      let goesOn = !isClean && first.frame == 0 && old.frame == Self.end(of: old.plan)
      if matches(first, old) || goesOn {
        replacedFrames += Int(frames)
        replaced = goesOn ? followed(first, frames) : Place(plan: old.plan, frame: old.frame + frames)
        return nil
      }
    }
    if cursor != nil, next.map({ $0.serial & 63 }) != first.serial, !isClean, first.frame == 0, isAtEnd,
      frames < fadeFrames
    {
      // The same with what followed before the last `setNext`.
      replaced = followed(first, frames)
      replacedFrames = Int(frames)
      return nil
    }
    replaced = nil
    step(first)
    guard let place = cursor else { return "frame \(first) while nothing is to sound" }
    guard matches(first, place) else {
      return "frame \(first) instead of \(place.plan.serial), \(place.frame)"
    }
    guard place.frame + frames <= Self.end(of: place.plan) else { return "frames beyond the end of \(first)" }
    cursor = Place(plan: place.plan, frame: place.frame + frames)
    heard += Int(frames)
    return nil
  }

  private func followed(_ first: (serial: UInt32, frame: Int64), _ frames: Int64) -> Place {
    Place(plan: SyntheticDecoder.Plan(serial: first.serial, frames: .max), frame: frames)
  }

  /// Frames in a fade-out: they move nothing, unless the entry is cut there.
  mutating func fadeOut(first: (serial: UInt32, frame: Int64), frames: Int64) -> String? {
    if fading == nil {
      if let old = replaced, matches(first, old) {
        fading = old
      } else {
        replaced = nil
        step(first)
        fading = cursor
      }
    }
    guard var place = fading else { return "fade of \(first) while nothing is to sound" }
    if !matches(first, place) {
      // The signal goes on into what followed.
      guard first.frame == 0 else {
        return "fade of \(first) instead of \(place.plan.serial), \(place.frame)"
      }
      place = Place(plan: SyntheticDecoder.Plan(serial: first.serial, frames: .max), frame: 0)
    }
    fading = Place(plan: place.plan, frame: place.frame + frames)
    if replaced == nil, let fails = place.plan.failsAt, place.frame + frames == fails, fading != cursor {
      cursor = fading
    }
    return nil
  }

  /// From the end of one entry to the beginning of the next.
  private mutating func step(_ first: (serial: UInt32, frame: Int64)) {
    let isExpected = matches(first, cursor)
    while let place = cursor, isOver(place, isExpected), let following = next {
      cursor = Place(plan: following, frame: 0)
      next = nil
    }
  }

  /// Whether nothing more of an entry has to sound: of what is cut off, less than two fades may be left out.
  private func isOver(_ place: Place, _ isExpected: Bool) -> Bool {
    let left = Self.end(of: place.plan) - place.frame
    return left <= 0 || (place.plan.failsAt != nil && left <= 2 * fadeFrames && !isExpected)
  }

  private func matches(_ frame: (serial: UInt32, frame: Int64), _ place: Place?) -> Bool {
    guard let place else { return false }
    return frame.serial == place.plan.serial & 63 && frame.frame == place.frame & 0x3FFF
  }
}
