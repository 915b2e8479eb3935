/// What happened to a name in a watched folder. Names are bytes.
public enum DeviceFolderEvent: Hashable, Sendable {
  /// It is there; perhaps not yet with its permissions.
  case appeared([UInt8])
  /// Its permissions or owner may have changed: what could not be opened is worth another try.
  case attributesChanged([UInt8])
  case disappeared([UInt8])
}
