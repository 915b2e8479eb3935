import Linux
package import Model

/// An region as four columns: start_us, end_us, gain, crossfade_us. NULL is the track as it is.
extension Region {
  var values: (start: SQLValue, end: SQLValue, gain: SQLValue, crossfade: SQLValue) {
    (
      start == .zero ? .null : .integer(start.microseconds), .optional(end?.microseconds),
      gain == 0 ? .null : .real(gain), .optional(crossfade?.microseconds)
    )
  }
}

extension Row {
  /// - Parameter column: the first of the four.
  package func region(_ column: Int32) throws(StoreError) -> Region {
    // Nearly all have none.
    if isNull(column), isNull(column + 1), isNull(column + 2), isNull(column + 3) { return .whole }
    func time(_ column: Int32) throws(StoreError) -> Duration? {
      guard let microseconds = try optionalInteger(column, as: Int64.self) else { return nil }
      guard microseconds >= 0 else { throw refuse(column, "a time") }
      return .microseconds(microseconds)
    }
    let region = Region(
      start: try time(column) ?? .zero, end: try time(column + 1), gain: try optionalReal(column + 2) ?? 0,
      crossfade: try time(column + 3))
    guard region.isValid else { throw refuse(column, "a part of a track") }
    return region
  }
}
