extension Connection {
  /// Bytes that are asked for at a time.
  private static let pieceBytes = 32 * 1024
  /// Larger ones are no pictures of a jukebox.
  private static let pictureLimit = 64 * 1024 * 1024

  /// The whole picture of a song or a folder; nil where it has none.
  func picture(of uri: String) throws(Failure) -> [UInt8]? {
    try ask("binarylimit", String(Self.pieceBytes))
    var bytes: [UInt8] = []
    var size: Int?
    while bytes.count < size ?? .max {
      let answer = try ask("readpicture", uri, String(bytes.count))
      guard let whole = answer.integer("size") else {
        if size == nil { return nil }
        throw Self.changed
      }
      guard whole == size ?? whole, whole <= Self.pictureLimit, whole == 0 || !answer.binary.isEmpty else {
        throw Self.changed
      }
      size = whole
      bytes += answer.binary
    }
    return bytes
  }

  private static var changed: Failure { .refused("The picture changed while it was read. Try again.") }
}
