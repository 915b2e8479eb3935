/// A track of an MPEG-4 file.
struct MPEG4Track {
  enum Kind { case sound, text, other }

  let number: Int
  let kind: Kind
  /// Ticks of a second, at least 1.
  let timescale: Int
  /// Length of the media in ticks; 0 where fragments state it.
  let duration: Int64
  /// nil for what is not sound, and for codecs that are not known.
  let codec: MPEG4Codec?
  /// Start of the first edit in the media, in ticks of the media.
  let editStart: Int64?
  /// Length of all edits together, in ticks of the film.
  let editLength: Int64?
  /// Numbers of the tracks with its chapters.
  let chapterTracks: [Int]
  /// The content of `stbl`.
  let sampleTables: Range<Int64>

  private static let editLimit = 64

  /// nil where it lacks what every track has.
  init?(_ source: ByteSource, _ track: MPEG4Box) throws(MediaError) {
    let range = track.content
    guard let head = try MPEG4Box.first("tkhd", source, in: range)?.bytes(source, atMost: 24),
      let media = try MPEG4Box.first("mdia", source, in: range),
      let times = try MPEG4Box.first("mdhd", source, in: media.content).flatMap({ (box) throws(MediaError) in
        Self.times(try box.bytes(source, atMost: 32))
      }),
      let handler = try MPEG4Box.first("hdlr", source, in: media.content)?.bytes(source, atMost: 12),
      handler.count == 12,
      let tables = try MPEG4Box.first(["minf", "stbl"], source, in: media.content)
    else { return nil }
    number = Int(BigEndian.number(head, head.first == 1 ? 20 : 12, 4) ?? 0)
    (timescale, duration) = times
    sampleTables = tables.content
    switch String(decoding: handler[8...], as: UTF8.self) {
    case "soun": kind = .sound
    case "text", "sbtl": kind = .text
    default: kind = .other
    }
    codec =
      kind == .sound
      ? try MPEG4Box.first("stsd", source, in: tables.content).flatMap { (box) throws(MediaError) in
        try MPEG4Codec(source, box)
      } : nil
    (editStart, editLength) = try Self.edits(source, range)
    chapterTracks =
      try MPEG4Box.first(["tref", "chap"], source, in: range)
      .map { (box) throws(MediaError) in
        let bytes = try box.bytes(source, atMost: 64)
        return stride(from: 0, to: bytes.count, by: 4).compactMap {
          BigEndian.number(bytes, $0, 4).map { Int($0) }
        }
      } ?? []
  }

  /// Timescale and duration of `mvhd` and `mdhd`.
  static func times(_ bytes: [UInt8]) -> (scale: Int, duration: Int64)? {
    let isLong = bytes.first == 1
    guard let scale = BigEndian.number(bytes, isLong ? 20 : 12, 4), scale > 0,
      let duration = BigEndian.number(bytes, isLong ? 24 : 16, isLong ? 8 : 4)
    else { return nil }
    // All ones: unknown.
    let isKnown =
      duration != (isLong ? .max : UInt64(UInt32.max)) && duration < UInt64(StreamFormat.frameLimit)
    return (Int(scale), isKnown ? Int64(duration) : 0)
  }

  /// An empty edit at the beginning is a pause before the sound, which nobody means for music.
  private static func edits(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError)
    -> (start: Int64?, length: Int64?)
  {
    guard let list = try MPEG4Box.first(["edts", "elst"], source, in: range) else { return (nil, nil) }
    let bytes = try list.bytes(source, atMost: 8 + editLimit * 20)
    let width = bytes.first == 1 ? 8 : 4
    var start: Int64?
    var length: Int64 = 0
    for index in 0..<Int(min(BigEndian.number(bytes, 4, 4) ?? 0, UInt64(editLimit))) {
      let at = 8 + index * (2 * width + 4)
      guard let duration = BigEndian.number(bytes, at, width),
        let raw = BigEndian.number(bytes, at + width, width)
      else { break }
      let time = width == 8 ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
      guard time >= 0, time < StreamFormat.frameLimit, duration < UInt64(StreamFormat.frameLimit) else {
        continue
      }
      start = start ?? time
      length += Int64(duration)
    }
    return (start, start == nil || length == 0 ? nil : length)
  }
}
