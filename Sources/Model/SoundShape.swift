/// Processing of all sound on its way to the speakers; the default leaves every sample as it is.
public struct SoundShape: Hashable, Sendable {
  public var equaliser = EqualiserGains.flat
  public var channels = ChannelMode.stereo
  /// -100 is the left speaker alone, 100 the right one.
  public var balance = 0

  public static let balances = -100...100

  public init() {}
}

/// Gains of an equaliser with three bands, in dB.
public struct EqualiserGains: Hashable, Sendable {
  public static let flat = EqualiserGains()
  /// Range of each band.
  public static let range = -12.0...12.0

  /// Low shelf, 100 Hz.
  public var bass = 0.0
  /// Peak, 1 kHz.
  public var mid = 0.0
  /// High shelf, 6 kHz.
  public var treble = 0.0

  public init(bass: Double = 0, mid: Double = 0, treble: Double = 0) {
    self.bass = bass
    self.mid = mid
    self.treble = treble
  }
}

/// A band of the equaliser; the raw value is the configuration's word.
public enum EqualiserBand: String, Hashable, Sendable, CaseIterable {
  case bass, mid, treble
}

extension EqualiserGains {
  /// In dB; clipped to `range` where it is set.
  public subscript(band: EqualiserBand) -> Double {
    get {
      switch band {
      case .bass: bass
      case .mid: mid
      case .treble: treble
      }
    }
    set {
      let gain = min(max(newValue, Self.range.lowerBound), Self.range.upperBound)
      switch band {
      case .bass: bass = gain
      case .mid: mid = gain
      case .treble: treble = gain
      }
    }
  }
}

/// Which of the two channels each speaker plays; the raw value is the configuration's word.
public enum ChannelMode: String, Hashable, Sendable, CaseIterable {
  case stereo
  /// Both play the mean of both.
  case mono
  /// Both play the left one.
  case left
  /// Both play the right one.
  case right
  case swapped
}
