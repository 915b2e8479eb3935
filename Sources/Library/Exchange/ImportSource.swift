public import Interchange

/// Where a playlist that is to be taken over comes from.
public enum ImportSource: Hashable, Sendable {
  /// A file on a volume.
  case file(uri: String)
  /// What a client has read.
  ///
  /// - Parameter path: where the client's file lies, from its machine's root on; nil where that is not known.
  case bytes([UInt8], ListFormat?, path: String?)
}
