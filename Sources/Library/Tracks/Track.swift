import Glibc
public import Model

/// A playable file on a volume with everything known of it.
public struct Track: Hashable, Sendable {
  public let reference: TrackReference
  /// Its row in the volume's database, by which it is found at once; 0 where it has none yet.
  public var row: Int64 = 0
  public var sizeBytes: Int64
  /// Time of the file's last change, since 1970 (stat(2) st_mtim).
  public var modified: Duration
  /// When the scan first met it, since 1970, where the clock was known then.
  public var added: Duration?
  public var details: TrackDetails
  /// Beats per minute and key, as far as people, tags that make sense, or an analysis said them.
  public var settledTempo: Double?
  public var settledKey: MusicalKey?
  /// As an analysis measured them: in LUFS, and the true peak in dB.
  public var measuredLoudness: Double?
  public var measuredPeak: Double?

  /// Beats per minute; else as the file says; nil where that is no number from 1 to 999.
  public var tempo: Double? {
    if let settledTempo, Self.tempos.contains(settledTempo) { return settledTempo }
    return details.more.lazy.filter { $0.tag == .tempo }
      .compactMap { Double(String($0.text.map { $0 == "," ? "." : $0 })) }.first { Self.tempos.contains($0) }
  }

  /// The key of the sound; else what the file says.
  public var key: String? { settledKey?.description ?? details.more.first { $0.tag == .key }?.text }

  static let tempos: ClosedRange<Double> = 1...999

  /// Loudness by the tags; without them as measured, at ReplayGain 2.0's -18 LUFS.
  public var loudness: Loudness {
    guard details.loudness.trackGain == nil, details.loudness.albumGain == nil, let measuredLoudness,
      (-70...20).contains(measuredLoudness)
    else { return details.loudness }
    var loudness = Loudness()
    // One channel is heard from two speakers: twice the power.
    let heard = measuredLoudness + (details.channels == 1 ? 10 * log10(2) : 0)
    loudness.trackGain = max(-60, min(-18 - heard, 60))
    loudness.trackPeak = measuredPeak.flatMap { (-100...30).contains($0) ? pow(10, $0 / 20) : nil }
    return loudness
  }
}
