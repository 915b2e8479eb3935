/// The row that stands for a path now, whatever file a scan meets there.
struct RowAtPath: Sendable {
  let id: Int64
  /// Of the file that it was written of, where that could be read.
  let print: Int64?
  /// As `MoveCandidate.isReplaced`.
  let isReplaced: Bool
  let sound: TrackSound
}
