import Model

extension Loudness {
  enum Key: Hashable { case trackGain, albumGain, trackPeak, albumPeak, r128TrackGain, r128AlbumGain }

  /// Takes a tag's value if none is set; a text that is no number is ignored.
  mutating func add(_ text: String, as key: Key) {
    switch key {
    case .trackGain: trackGain = trackGain ?? Self.gain(text)
    case .albumGain: albumGain = albumGain ?? Self.gain(text)
    case .trackPeak: trackPeak = trackPeak ?? Self.peak(text)
    case .albumPeak: albumPeak = albumPeak ?? Self.peak(text)
    case .r128TrackGain: trackGain = trackGain ?? Self.r128(text)
    case .r128AlbumGain: albumGain = albumGain ?? Self.r128(text)
    }
  }

  mutating func fill(from other: Loudness) {
    trackGain = trackGain ?? other.trackGain
    albumGain = albumGain ?? other.albumGain
    trackPeak = trackPeak ?? other.trackPeak
    albumPeak = albumPeak ?? other.albumPeak
  }

  /// "-6.5 dB", with a comma too.
  private static func gain(_ text: String) -> Double? { number(text).flatMap(gain) }

  private static func peak(_ text: String) -> Double? { number(text).flatMap(peak) }

  /// nil where it is out of range.
  static func gain(_ value: Double) -> Double? { (-60...60).contains(value) ? value : nil }

  static func peak(_ value: Double) -> Double? { value > 0 && value <= 100 ? value : nil }

  /// 256ths of a dB against -23 LUFS, where ReplayGain means -18.
  private static func r128(_ text: String) -> Double? {
    guard let steps = Int16(text.prefix { $0 == "-" || $0 == "+" || $0.isWholeNumber }) else { return nil }
    return Double(steps) / 256 + 5
  }

  /// A decimal number, with its unit or without.
  private static func number(_ text: String) -> Double? {
    var digits = ""
    var rest = text.drop { $0 == " " || $0 == "\t" }
    while let first = rest.first, "0123456789+-.,".contains(first) {
      digits.append(first == "," ? "." : first)
      rest.removeFirst()
    }
    let unit = rest.filter { $0 != " " }.lowercased()
    return unit.isEmpty || unit == "db" ? Double(digits) : nil
  }
}
