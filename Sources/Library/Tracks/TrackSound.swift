/// Properties of a track's sound that its file states: other tags do not change them, another
/// recording nearly always does.
package struct TrackSound: Hashable, Sendable {
  private let format: Int64?
  private let rate: Int64?
  private let channels: Int64?
  private let frames: Int64?
  private let microseconds: Int64?

  package init(_ details: TrackDetails) {
    format = details.format.rawValue
    rate = Int64(details.rate)
    channels = Int64(details.channels)
    frames = details.frames
    microseconds = details.duration?.microseconds
  }

  /// - Parameter row: of a query for `format, rate, channels, frames, duration_us`, from `column` on.
  init(_ row: Row, from column: Int32) throws(StoreError) {
    format = try row.optionalInteger(column, as: Int64.self)
    rate = try row.optionalInteger(column + 1, as: Int64.self)
    channels = try row.optionalInteger(column + 2, as: Int64.self)
    frames = try row.optionalInteger(column + 3, as: Int64.self)
    microseconds = try row.optionalInteger(column + 4, as: Int64.self)
  }
}
