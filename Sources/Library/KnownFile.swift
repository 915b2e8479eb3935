/// What a database already says of a file that the scan meets.
struct KnownFile: Sendable {
  let id: Int64
  let sizeBytes: Int64
  let modifiedNanoseconds: Int64
  let state: TrackState
  /// Whether it was readable when it was opened.
  let isPlayable: Bool
  let sortKey: [UInt8]
  /// Which TrackDetails.reader read it.
  let reader: Int64
}
