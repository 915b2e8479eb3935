/// A row whose file may now be elsewhere.
struct MoveCandidate: Sendable {
  let id: Int64
  let print: Int64
  /// Where the file was.
  let folder: [UInt8]
  let name: [UInt8]
  /// Whether it had vanished before this scan.
  let isVanished: Bool
  /// Whether its file is known to be another now (`ScanBatch.File.keepsPrint`).
  var isReplaced = false
  /// Of the file, as the row says.
  var sizeBytes: Int64 = -1
  var modifiedNanoseconds: Int64 = 0
  var sound: TrackSound?
  /// Whether another file is in its place.
  var hasSuccessor = false
}
