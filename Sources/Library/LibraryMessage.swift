import Model

/// From a volume's threads to the loop. `key` identifies the opening of a volume: a late message from one that has been
/// closed since finds no receiver.
enum LibraryMessage: Sendable {
  case opened(
    key: UInt64, VolumeID, name: String, isCopy: Bool, trackCount: Int64, wasScanned: Bool,
    fingerprint: [UInt8])
  case failed(key: UInt64, StoreError)
  /// Another program has the database open, or the volume's own threads of before have; it is tried again.
  case held(key: UInt64, StoreError)
  case closed(key: UInt64)
  case rebuilt(key: UInt64)
  /// The volume's folder was deleted.
  case deleted(key: UInt64)
  case indexed(key: UInt64)
  /// Results of analyses are lost; with the reason, for the log.
  case analysesLost(key: UInt64, String)
  case warning(String)
  case scan(key: UInt64, ScanEvent)
  case reply(any LoopReply)
}
