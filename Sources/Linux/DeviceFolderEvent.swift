/// A change of a name in a watched folder. Names are bytes.
public enum DeviceFolderEvent: Hashable, Sendable {
  /// The name exists; perhaps not yet with its permissions.
  case appeared([UInt8])
  /// Its permissions or owner may have changed: opening it may succeed now.
  case attributesChanged([UInt8])
  case disappeared([UInt8])
}
