public import Interchange
import Library

/// Source of a playlist to import.
public enum ImportSource: Hashable, Sendable {
  /// A file on a volume.
  case file(uri: String)
  /// A file that a client has read.
  ///
  /// - Parameter path: the path of the client's file, from its machine's root on; nil if unknown.
  case bytes([UInt8], ListFormat?, path: String?)
}
