/// A file that a client sends in parts, until a command takes it.
struct Upload {
  /// The parts that have come so far.
  private var bytes: [UInt8] = []

  /// - Returns: false where all clients' files together would be too large.
  mutating func add(_ part: [UInt8], _ hub: Hub) -> Bool {
    guard hub.held.files + part.count <= hub.limits.uploadBytes else { return false }
    hub.held.files += part.count
    bytes += part
    return true
  }

  mutating func take(_ hub: Hub) -> [UInt8] {
    hub.held.files -= bytes.count
    defer { bytes = [] }
    return bytes
  }

  mutating func drop(_ hub: Hub) { _ = take(hub) }
}
