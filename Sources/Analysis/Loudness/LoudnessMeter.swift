import CEbur128
import Glibc
import Model

/// Loudness by EBU R 128 (libebur128): of the whole, its range, its peaks, and where it is quiet.
@safe final class LoudnessMeter {
  private let state: UnsafeMutablePointer<ebur128_state>
  private let channels: Int
  /// The loudness of each block of 0.1 s, as 0.1 LU above -100 LUFS.
  private var blocks: [UInt16] = []
  private var range = LoudnessRange()
  /// Frames of a tenth of a second, as libebur128 counts them, and how many of them are to come.
  private let blockFrames: Int
  private var untilBlock: Int
  private var truePeak: TruePeakMeter

  /// In Hz: the standard's filters have no form at lower ones.
  private static let leastRate = 4000
  /// How much softer than the whole the quiet parts are, in LU.
  static let quiet = 25.0

  init(rate: Int, channels: Int) throws(AnalysisFault) {
    let modes = EBUR128_MODE_I.rawValue | EBUR128_MODE_SAMPLE_PEAK.rawValue
    guard rate >= Self.leastRate, let state = unsafe ebur128_init(UInt32(channels), UInt(rate), Int32(modes))
    else {
      throw .unreadable("\(rate) Hz can't be measured")
    }
    unsafe self.state = state
    self.channels = channels
    blockFrames = (rate + 5) / 10
    untilBlock = blockFrames
    truePeak = TruePeakMeter(rate: rate, channels: channels)
    for (channel, place) in Self.places(channels).enumerated() {
      _ = unsafe ebur128_set_channel(state, UInt32(channel), Int32(bitPattern: place.rawValue))
    }
  }

  deinit {
    var state: UnsafeMutablePointer<ebur128_state>? = unsafe state
    unsafe ebur128_destroy(&state)
  }

  /// As `StreamFormat` orders the channels.
  private static func places(_ channels: Int) -> [channel] {
    let (l, r, c) = (EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER)
    let (bl, br) = (EBUR128_LEFT_SURROUND, EBUR128_RIGHT_SURROUND)
    switch channels {
    case 1: return [c]
    case 2: return [l, r]
    case 3: return [l, r, c]
    case 4: return [l, r, bl, br]
    case 5: return [l, r, c, bl, br]
    case 6: return [l, r, c, EBUR128_UNUSED, bl, br]
    case 7: return [l, r, c, EBUR128_UNUSED, EBUR128_Mp180, bl, br]
    default: return [l, r, c, EBUR128_UNUSED, EBUR128_Mp135, EBUR128_Mm135, bl, br]
    }
  }

  func add(_ samples: UnsafePointer<Float>, frames: Int) {
    unsafe truePeak.add(samples, frames: frames)
    var done = 0
    while done < frames {
      let count = min(untilBlock, frames - done)
      _ = unsafe ebur128_add_frames_float(state, samples + done * channels, count)
      done += count
      untilBlock -= count
      if untilBlock == 0 {
        var loudness = 0.0
        _ = unsafe ebur128_loudness_momentary(state, &loudness)
        blocks.append(Self.block(loudness))
        range.add(loudness)
        untilBlock = blockFrames
      }
    }
  }

  /// - Parameter loudness: in LUFS; no number is silence.
  private static func block(_ loudness: Double) -> UInt16 {
    loudness > -100 ? UInt16(min(loudness + 100, 200) * 10) : 0
  }

  func finish() -> LoudnessFigures {
    var figures = LoudnessFigures()
    var integrated = 0.0
    _ = unsafe ebur128_loudness_global(state, &integrated)
    if integrated.isFinite {
      figures.integrated = integrated
      figures.range = range.range
    }
    var samplePeak = 0.0
    for channel in 0..<UInt32(channels) {
      var peak = 0.0
      _ = unsafe ebur128_sample_peak(state, channel, &peak)
      samplePeak = max(samplePeak, peak)
    }
    if samplePeak > 0 { figures.samplePeak = 20 * log10(samplePeak) }
    if truePeak.peak > 0 { figures.truePeak = 20 * log10(Double(truePeak.peak)) }
    guard let integrated = figures.integrated else { return figures }
    let bound = Self.block(integrated - Self.quiet)
    let loud = blocks.indices.filter { blocks[$0] >= bound }
    guard let first = loud.first, let last = loud.last else { return figures }
    figures.quietStart = Double(first) / 10
    figures.quietEnd = Double(blocks.count - 1 - last) / 10
    return figures
  }
}
