import Signal

/// Mono sound at another rate, block by block (libsoxr).
@safe final class RateConverter {
  private static let room = 8192
  private let resampler: Shared?
  private var buffer = [Float](repeating: 0, count: room)

  /// So that it can be optional.
  private final class Shared {
    let resampler: Resampler

    init(_ resampler: consuming Resampler) { self.resampler = resampler }
  }

  init(from source: Int, to target: Int) throws(AnalysisFault) {
    do throws(ResamplerError) {
      resampler =
        source == target
        ? nil : Shared(try Resampler(from: source, to: target, channels: 1, quality: .measuring))
    } catch {
      throw .unreadable("\(source) Hz can't be resampled: \(error.reason)")
    }
  }

  /// - Parameters:
  /// - samples: nil at the end: the remaining frames come out.
  /// - taker: called with the frames at the new rate, as often as needed.
  func process(
    _ samples: UnsafePointer<Float>?, count: Int,
    _ taker: (UnsafePointer<Float>, Int) throws(AnalysisFault) -> Void
  ) throws(AnalysisFault) {
    guard let resampler else {
      if let samples = unsafe samples { try unsafe taker(samples, count) }
      return
    }
    try unsafe buffer.withUnsafeMutableBufferPointer { (buffer) throws(AnalysisFault) in
      guard let target = buffer.baseAddress else { return }
      var done = 0
      while true {
        let given: Int
        do throws(ResamplerError) {
          if let samples = unsafe samples {
            guard done < count else { return }
            let step = try unsafe resampler.resampler.process(
              samples + done, frames: count - done, to: target, room: Self.room)
            done += step.taken
            given = step.given
          } else {
            given = try unsafe resampler.resampler.drain(to: target, room: Self.room)
            if given == 0 { return }
          }
        } catch {
          throw .unreadable("it can't be resampled: \(error.reason)")
        }
        if given > 0 { try unsafe taker(target, given) }
      }
    }
  }
}
