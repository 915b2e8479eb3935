import Glibc
import Media
import Model

/// Settings that turn an entry's loudness into its gain, as MPD has them (`replaygain`, `replaygain_preamp`,
/// `replaygain_missing_preamp`, `replaygain_limit`).
public struct LoudnessCorrection: Hashable, Sendable {
  /// In dB, added to each gain that is known.
  public var preamp = 0.0
  /// In dB, for what has none.
  public var missingPreamp = 0.0

  /// Nothing is made louder than this, 23.5 dB.
  static let most = 15.0

  public init() {}

  /// The factor for its samples: what is missing in one of both is taken from the other, and nothing gets beyond full scale
  /// by what is known of its peak.
  /// - Parameter mode: `auto` means the album's.
  func gain(of loudness: Loudness, _ mode: ReplayGainMode) -> Float {
    guard mode != .off else { return 1 }
    let track = loudness.trackGain.map { ($0, loudness.trackPeak) }
    let album = loudness.albumGain.map { ($0, loudness.albumPeak) }
    guard let (decibels, peak) = mode == .track ? track ?? album : album ?? track else {
      return Float(min(pow(10, missingPreamp / 20), Self.most))
    }
    let factor = min(pow(10, (decibels + preamp) / 20), Self.most)
    guard let peak, factor * peak > 1 else { return Float(factor) }
    return Float(1 / peak)
  }
}
