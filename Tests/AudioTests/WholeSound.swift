import Glibc
import Testing

@testable import Audio
@testable import Signal

/// Whole signals, stereo and interleaved, for comparing what came out with what went in.
enum WholeSound {
  /// Everything that an engine makes of files in a row, for a device of this rate.
  static func played(_ paths: [String], rate: Int) throws -> [Float] {
    let rig = try Rig(rate: rate, pace: .entriesOnly)
    var following = 1
    rig.onReport = { [weak rig] report in
      guard case .started(let serial, _) = report, serial.rawValue == following, following < paths.count
      else {
        return
      }
      following += 1
      rig?.engine.setNext(Playlist.entry(following, paths[following - 1]))
    }
    rig.engine.play(Playlist.entry(1, paths[0]))
    if paths.count > 1 {
      following = 2
      rig.engine.setNext(Playlist.entry(2, paths[1]))
    }
    var samples: [Float] = []
    while !rig.reports.contains(where: { if case .drained = $0 { true } else { false } }) {
      rig.feed()
      let more = rig.collect(20_000)
      samples += more
    }
    return samples
  }

  /// One run of the resampler over everything.
  static func resampled(_ samples: [Float], from source: Int, to target: Int) throws -> [Float] {
    guard source != target else { return samples }
    let resampler = try Resampler(from: source, to: target)
    let frames = samples.count / 2
    let room = frames * target / source + 4096
    var result = [Float](repeating: 0, count: room * 2)
    let count = try unsafe result.withUnsafeMutableBufferPointer { result in
      try unsafe samples.withUnsafeBufferPointer { samples in
        guard let from = samples.baseAddress, let to = result.baseAddress else { return 0 }
        var given = try unsafe resampler.process(from, frames: frames, to: to, room: room).given
        while true {
          let more = try unsafe resampler.drain(to: to + given * 2, room: room - given)
          if more == 0 { return given }
          given += more
        }
      }
    }
    return Array(result.prefix(count * 2))
  }

  /// The largest difference of two signals over ranges of frames, in dB of full scale.
  static func worstError(_ a: [Float], _ b: [Float], _ ranges: [Range<Int>]) -> Double {
    var worst: Float = 0
    unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        for range in ranges {
          var i = max(0, range.lowerBound * 2)
          let end = min(range.upperBound * 2, min(a.count, b.count))
          while i < end {
            let difference = unsafe abs(a[i] - b[i])
            if difference > worst { worst = difference }
            i += 1
          }
        }
      }
    }
    return worst == 0 ? -.infinity : 20 * log10(Double(worst))
  }
}
