/// A picture as a frame of ID3v2 holds it: `PIC` in version 2.2, `APIC` later.
enum ID3v2Picture {
  /// Most bytes before the picture: a media type and a description.
  private static let headLimit: Int64 = 4096

  static func isName(_ name: String) -> Bool { name == "PIC" || name == "APIC" }

  /// - Parameters:
  /// - feed: at the frame's content.
  /// - size: of the content, in bytes; nil if only reading it gives it.
  /// - isTwo: whether the tag is of version 2.2, which names a kind by three letters instead of a media type.
  static func look(
    _ feed: some ByteFeed, size: Int64?, isTwo: Bool, into choice: inout PictureChoice
  ) throws(MediaError) {
    var picture = feed
    var copy = feed
    let head = try copy.take(Int(min(size ?? .max, headLimit)))
    guard let encoding = head.first, let nameEnd = isTwo ? 4 : head.dropFirst().firstIndex(of: 0),
      let type = head.dropFirst(isTwo ? nameEnd : nameEnd + 1).first
    else { return }
    // A link leads to a picture elsewhere, which nobody fetches.
    guard !head[1..<nameEnd].elementsEqual("-->".utf8) else { return }
    var end = isTwo ? nameEnd + 1 : nameEnd + 2
    let isWide = encoding == 1 || encoding == 2
    while end < head.count, head[end] != 0 || (isWide && end + 1 < head.count && head[end + 1] != 0) {
      end += isWide ? 2 : 1
    }
    guard end < head.count else { return }
    end += isWide ? 2 : 1
    try picture.skip(Int64(end))
    try choice.consider(picture, type: UInt32(type), count: size.map { $0 - Int64(end) })
  }
}
