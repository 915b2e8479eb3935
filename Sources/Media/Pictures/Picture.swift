public import Linux
public import Model

/// A picture in a file, read piece by piece from its beginning. Every read may block on storage.
public struct Picture {
  public let kind: PictureKind
  /// From 1 to `byteLimit`; the file has at least this many bytes.
  public let byteCount: Int64
  private var feed: any ByteFeed
  private var left: Int64

  /// Larger ones are skipped.
  public static let byteLimit: Int64 = 16 * 1024 * 1024
  /// Bytes that are read from storage at a time.
  private static let bufferBytes = 64 * 1024

  /// - Parameters:
  /// - feed: at the picture's first byte.
  /// - count: the stated size; nil if only reading it gives it.
  /// - Returns: nil if its kind is unknown, or it is too large or incomplete.
  init?(_ feed: some ByteFeed, count: Int64?) throws(MediaError) {
    var head = feed
    guard let kind = PictureKind(try head.take(PictureKind.headBytes)) else { return nil }
    if let count {
      guard (1...Self.byteLimit).contains(count), try feed.holds(count) else { return nil }
      byteCount = count
    } else {
      guard let count = try feed.count(upTo: Self.byteLimit), count > 0 else { return nil }
      byteCount = count
    }
    self.kind = kind
    self.feed = feed
    left = byteCount
  }

  /// The next bytes: fewer than `count` at the end, and where the file turns out to be broken.
  public mutating func read(_ count: Int) throws(MediaError) -> [UInt8] {
    let bytes = try feed.take(Int(min(Int64(max(0, count)), left)))
    left -= Int64(bytes.count)
    return bytes
  }

  public mutating func skip(_ count: Int64) throws(MediaError) {
    let count = min(max(0, count), left)
    try feed.skip(count)
    left -= count
  }

  /// The picture that a sound file carries: its front cover, or else its first.
  /// - Parameter descriptor: of a regular file, open for reading.
  public static func embedded(in descriptor: consuming Descriptor) throws(MediaError) -> Picture? {
    let source = try ByteSource(descriptor, capacity: bufferBytes)
    let content = try Content(source)
    var choice = PictureChoice()
    switch content.sound {
    case .flac(let header): try choice.look(at: header, source)
    case .ogg(let stream): try choice.look(at: stream, source)
    case .mpeg4(let file):
      if let range = file.tags { try MPEG4Tags.readPictures(source, range, into: &choice) }
    case .matroska(let file): try file.readPictures(source, into: &choice)
    case .asf(let file): try file.readPictures(source, into: &choice)
    case .mpeg, .wave, .coded: break
    }
    try content.tags.readPictures(source, into: &choice)
    return choice.best
  }

  /// A file that is a picture itself; nil where it is of no known kind, or too large.
  /// - Parameter descriptor: of a regular file, open for reading.
  public static func file(_ descriptor: consuming Descriptor) throws(MediaError) -> Picture? {
    let source = try ByteSource(descriptor, capacity: bufferBytes)
    return try Picture(RangeFeed(source, 0..<source.size), count: source.size)
  }
}
