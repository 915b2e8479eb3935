/// The format of a picture, by its first bytes: types in tags and names are often wrong.
public enum PictureKind: Hashable, Sendable, CaseIterable {
  case jpeg, png, webp, gif, bmp

  /// Number of bytes that identify it.
  public static let headBytes = 18

  /// - Parameter head: the first `headBytes`, or all where there are fewer.
  public init?(_ head: some Collection<UInt8>) {
    let head = Array(head)
    func says(_ text: String, at offset: Int = 0) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if says("RIFF"), says("WEBP", at: 8) {
      self = .webp
    } else if says("GIF87a") || says("GIF89a") {
      self = .gif
    } else if says("BM"), head.count >= Self.headBytes, head[6..<10].allSatisfy({ $0 == 0 }),
      (12...124).contains(head[14]), head[15..<18].allSatisfy({ $0 == 0 })
    {
      // Two letters alone are found by chance; four reserved bytes and the size of a second head follow.
      self = .bmp
    } else {
      return nil
    }
  }

  /// As the protocols name it.
  public var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .bmp: "image/bmp"
    }
  }
}
