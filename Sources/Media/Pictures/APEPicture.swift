/// A picture as a binary item of an APE tag holds it: a file's name, a NUL, the picture.
enum APEPicture {
  /// Longest name in bytes.
  private static let nameLimit = 1024

  /// - Parameters:
  ///   - feed: at the item's value.
  ///   - size: of the value, in bytes.
  static func look(
    _ key: String, _ feed: some ByteFeed, size: Int64, into choice: inout PictureChoice
  ) throws(MediaError) {
    let key = key.lowercased()
    guard key.hasPrefix("cover art (") else { return }
    var picture = feed
    var copy = feed
    guard let end = try copy.take(Int(min(size, Int64(nameLimit)))).firstIndex(of: 0) else { return }
    try picture.skip(Int64(end) + 1)
    try choice.consider(
      picture, type: key == "cover art (front)" ? PictureChoice.frontCover : 0, count: size - Int64(end) - 1)
  }
}
