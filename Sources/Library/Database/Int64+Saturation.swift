extension Int64 {
  /// The difference, clamped to the limits: a stored time may be any number.
  func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < other ? .min : .max) : difference
  }

  /// The number after the last one of a column; a stick's number may be any.
  static func following(
    _ last: Int64?, _ column: StaticString, in connection: Connection
  ) throws(StoreError) -> Int64 {
    guard let last else { return 1 }
    guard last < .max else {
      throw StoreError(.foreign, "no number follows the last one of \(column)", path: connection.path)
    }
    return Swift.max(0, last) + 1
  }
}
