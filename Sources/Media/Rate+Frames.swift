extension Int {
  /// Returns the frame nearest to a time at this rate; never below 0.
  public func frame(at time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(self))
    // Rates are far below 10⁹, so that nanoseconds times rate fit.
    let part = (attoseconds / 1_000_000_000 * Int64(self) + 500_000_000) / 1_000_000_000
    return overflow ? .max / 2 : Swift.min(whole, .max / 2) + part
  }
}
