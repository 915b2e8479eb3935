/// A file that a client sends in parts, until a command takes it.
extension Client {
  /// - Returns: false where all clients' files together would be too large.
  func upload(_ bytes: [UInt8]) -> Bool {
    guard hub.held.files + bytes.count <= hub.limits.uploadBytes else { return false }
    hub.held.files += bytes.count
    uploaded += bytes
    return true
  }

  func takeUpload() -> [UInt8] {
    hub.held.files -= uploaded.count
    defer { uploaded = [] }
    return uploaded
  }

  func dropUpload() { _ = takeUpload() }
}
