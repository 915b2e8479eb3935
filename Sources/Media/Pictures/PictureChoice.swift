import Model

/// Chooses among the pictures that are found in a file, without reading them: the front cover, or else the first.
struct PictureChoice {
  private var first: Picture?
  private var front: Picture?
  private var looksLeft = PictureChoice.lookLimit

  /// Pictures that are looked at: nobody tags more.
  private static let lookLimit = 256
  /// As ID3v2 and FLAC number what a picture shows.
  static let frontCover: UInt32 = 3

  var best: Picture? { front ?? first }

  /// Whether nothing that is yet to come is taken.
  var isMade: Bool { front != nil || looksLeft == 0 }

  /// - Parameters:
  /// - type: what it shows.
  /// - feed: at the picture's first byte.
  /// - count: the stated size; nil if only reading it gives it.
  mutating func consider(_ feed: some ByteFeed, type: UInt32, count: Int64?) throws(MediaError) {
    guard !isMade else { return }
    looksLeft -= 1
    let isFront = type == Self.frontCover
    guard isFront || first == nil, let picture = try Picture(feed, count: count) else { return }
    if isFront { front = picture } else { first = picture }
  }

  mutating func look(at header: FLACHeader, _ source: ByteSource) throws(MediaError) {
    for block in header.pictures { try FLACPicture.look(RangeFeed(source, block), into: &self) }
    if let comments = header.comments {
      try VorbisPictures.look(RangeFeed(source, comments), into: &self)
    }
  }

  mutating func look(at stream: OggStream, _ source: ByteSource) throws(MediaError) {
    let head = try OggHead(stream)
    var packets = OggPacketFeed(source, stream)
    guard stream.type == .oggFLAC else {
      guard try packets.next(), head.startsComments(try packets.take(head.commentMark.count)) else { return }
      return try VorbisPictures.look(packets, into: &self)
    }
    // Each metadata block is a packet; pictures may be blocks of their own.
    for _ in 0..<FLACHeader.blockLimit {
      guard !isMade, try packets.next(), let mark = try packets.take(4).first, mark != 0xFF else { return }
      switch mark & 0x7F {
      case 4: try VorbisPictures.look(packets, into: &self)
      case 6: try FLACPicture.look(packets, into: &self)
      default: break
      }
      if mark & 0x80 != 0 { return }
    }
  }
}
