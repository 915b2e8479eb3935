import Signal

/// The device helper's reports to the loop.
enum HelperReport: Sendable {
  case opened(name: String, rate: Int, format: SampleFormat, periodFrames: Int)
  /// It can't be opened; reported once until it can.
  case refused(reason: String, isBusy: Bool)
  case closed
  /// Gain of the card's own control, as a factor.
  case cardGain(Float)
  /// The card has no control with a scale in dB.
  case lacksControl(device: String)
}
