import Signal

/// How a further output takes frames; two channels, little-endian.
public struct TapFormat: Hashable, Sendable {
  /// In Hz, 8,000 ... 384,000.
  public let rate: Int
  /// 16, 24 (in the lower three of four bytes) or 32.
  public let bits: Int

  public init(rate: Int, bits: Int) { (self.rate, self.bits) = (rate, bits) }

  var samples: SampleFormat { bits == 16 ? .s16 : bits == 24 ? .s24 : .s32 }
  var bytesPerFrame: Int { samples.bytesPerFrame }
  var bytesPerSecond: Int { rate * bytesPerFrame }
}
