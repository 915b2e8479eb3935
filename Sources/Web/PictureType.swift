/// The format of a picture, by its first bytes: what a file says of itself could be a page with scripts.
enum PictureType {
  /// The media type; nil for another format.
  static func name(of bytes: [UInt8]) -> String? {
    func begins(_ start: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: start) }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins([0x89] + Array("PNG\r\n".utf8)) { return "image/png" }
    if begins(Array("GIF8".utf8)) { return "image/gif" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if begins(Array("BM".utf8)) { return "image/bmp" }
    return nil
  }
}
