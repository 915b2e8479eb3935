import Model

/// The reports of a running scan.
enum ScanEvent: Sendable {
  case progress(ScanProgress)
  /// The first playable file, before it is in the database.
  case first(Track)
  /// Playable files in natural order, folder by folder, on a volume that was never scanned to its end; they are in the
  /// database.
  case found([TrackReference])
  /// Files that were moved or renamed, and are about to keep their rows: references by path must use the new ones once
  /// the answer is given.
  case moving([(from: [UInt8], to: [UInt8])], Answer<Bool>)
  /// Files that were moved or renamed, and have kept their rows.
  case moved([(from: [UInt8], to: [UInt8])])
  /// Rows have changed.
  case changed
  case warning(String)
  case ended(ScanRequest, StoreError?)
}
