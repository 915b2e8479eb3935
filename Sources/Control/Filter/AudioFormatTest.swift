public import Model

/// A comparison with a form of samples, of which parts may be left open: `44100:*:2`.
public struct AudioFormatTest: Hashable, Sendable {
  public let rate: Int?
  public let sample: AudioFormat.Sample?
  public let channels: Int?

  public init(rate: Int?, sample: AudioFormat.Sample?, channels: Int?) {
    self.rate = rate
    self.sample = sample
    self.channels = channels
  }

  /// - Parameter allowsOpenParts: whether `*` may stand for any value.
  init?(_ text: String, allowsOpenParts: Bool) {
    let values = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard values.count == 3, allowsOpenParts || !values.contains("*") else { return nil }
    func number(_ text: String, _ range: ClosedRange<Int>) -> Int?? {
      if text == "*" { return .some(nil) }
      guard let value = Int(text), range.contains(value) else { return nil }
      return value
    }
    guard let rate = number(values[0], 1...768_000), let channels = number(values[2], 1...64) else {
      return nil
    }
    let sample: AudioFormat.Sample?
    if values[1] == "f" {
      sample = .float
    } else {
      guard let bits = number(values[1], 1...64) else { return nil }
      sample = bits.map { .bits($0) }
    }
    self.init(rate: rate, sample: sample, channels: channels)
  }

  func holds(_ format: AudioFormat) -> Bool {
    (rate ?? format.rate) == format.rate && (sample ?? format.sample) == format.sample
      && (channels ?? format.channels) == format.channels
  }
}
