import Glibc

/// The time in which an entry goes and the next one comes.
struct Overlap {
  enum Phase {
    /// The next entry is open, the overlap has not begun.
    case waiting
    case mixing
    /// The first entry ended early: the next one still fades in alone.
    case alone
  }

  let source: Source
  let curve: Transition.Curve
  /// In device frames.
  let frames: Int
  var done = 0
  var phase = Phase.waiting
  /// Loudness corrections of both, which are mixed in.
  var gains = SIMD2<Float>(1, 1)

  /// Frame at which the next entry becomes the current one.
  var middle: Int { max(1, frames / 2) }

  /// How many frames may be made until something of it changes.
  var limit: Int { phase == .mixing && done < middle ? middle - done : frames - done }

  /// Mixes what comes over what goes.
  /// - Parameters:
  ///   - samples: of the entry that goes; changed in place.
  ///   - incoming: as many of the one that comes.
  mutating func mix(
    _ incoming: UnsafePointer<Float>, over samples: UnsafeMutablePointer<Float>, frames count: Int
  ) {
    guard curve == .equalPower else {
      for index in 0..<2 &* count {
        unsafe samples[index] = samples[index] * gains.x + incoming[index] * gains.y
      }
      done += count
      return
    }
    var (cosine, sine) = angle
    let (turnCosine, turnSine) = turn
    for index in 0..<count {
      let (out, into) = (Float(cosine) * gains.x, Float(sine) * gains.y)
      unsafe samples[2 &* index] = samples[2 &* index] * out + incoming[2 &* index] * into
      unsafe samples[2 &* index &+ 1] = samples[2 &* index &+ 1] * out + incoming[2 &* index &+ 1] * into
      (cosine, sine) = (cosine * turnCosine - sine * turnSine, sine * turnCosine + cosine * turnSine)
    }
    done += count
  }

  /// Brings up what comes, alone.
  mutating func bringUp(_ samples: UnsafeMutablePointer<Float>, frames count: Int) {
    defer { done += count }
    guard curve == .equalPower else { return }
    var (cosine, sine) = angle
    let (turnCosine, turnSine) = turn
    for index in 0..<count {
      unsafe samples[2 &* index] *= Float(sine)
      unsafe samples[2 &* index &+ 1] *= Float(sine)
      (cosine, sine) = (cosine * turnCosine - sine * turnSine, sine * turnCosine + cosine * turnSine)
    }
  }

  /// Angle of the next frame; the frames' middles are evenly spaced within a quarter turn.
  private var angle: (Double, Double) {
    let angle = (Double(done) + 0.5) / Double(frames) * Double.pi / 2
    return (cos(angle), sin(angle))
  }

  private var turn: (Double, Double) {
    let step = Double.pi / 2 / Double(frames)
    return (cos(step), sin(step))
  }
}
