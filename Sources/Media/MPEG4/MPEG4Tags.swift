import Glibc
import Model

/// The items of `ilst`, iTunes' tags.
enum MPEG4Tags {
  struct Item {
    /// Type of the box.
    let type: UInt32
    /// Name of an item whose type is `----`; else empty.
    let name: String
    let values: [Value]
  }

  struct Value {
    /// As QuickTime numbers types of data: 1 UTF-8, 2 UTF-16, 13 JPEG, 14 PNG, 21 a signed number, 0 by the item.
    let type: UInt64
    let content: Range<Int64>

    func bytes(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> [UInt8] {
      try source.bytes(
        Int(min(Int64(limit), content.upperBound - content.lowerBound)), at: content.lowerBound)
    }
  }

  private static let itemLimit = 1024
  private static let valueLimit = 64
  private static let freeform = MPEG4Box.code("----")

  static func forEach(
    _ source: ByteSource, _ range: Range<Int64>, _ body: (Item) throws(MediaError) -> Bool
  ) throws(MediaError) {
    try MPEG4Box.forEach(source, in: range, limit: itemLimit) { (box) throws(MediaError) in
      var name = ""
      var values: [Value] = []
      try MPEG4Box.forEach(source, in: box.content, limit: valueLimit) { (part) throws(MediaError) in
        if part.type == MPEG4Box.code("data") {
          let head = try part.bytes(source, atMost: 8)
          if let type = BigEndian.number(head, 1, 3), head.count == 8 {
            values.append(Value(type: type, content: (part.content.lowerBound + 8)..<part.content.upperBound))
          }
        } else if part.type == MPEG4Box.code("name"), box.type == freeform {
          name = String(decoding: try part.bytes(source, atMost: 4 + 64).dropFirst(4), as: UTF8.self)
        }
        return true
      }
      return try body(Item(type: box.type, name: name, values: values))
    }
  }

  static func read(_ source: ByteSource, _ range: Range<Int64>) throws(MediaError) -> Tags {
    var tags = Tags()
    var soundCheck: String?
    try forEach(source, range) { (item) throws(MediaError) in
      if item.name == "iTunNORM" {
        soundCheck = try item.values.first.flatMap { (value) throws(MediaError) in
          String(decoding: try value.bytes(source, atMost: 128), as: UTF8.self)
        }
      }
      for value in item.values {
        guard let key = key(item) else { break }
        for text in try texts(source, item, value, limit: key.textLimit) { key.add(text, to: &tags) }
      }
      return true
    }
    if tags.loudness.trackGain == nil, let gain = soundCheck.flatMap(gain(ofSoundCheck:)) {
      tags.loudness.trackGain = gain
    }
    return tags
  }

  /// The comments of `readComments`: the items of no type of their own.
  static func readComments(_ source: ByteSource, _ range: Range<Int64>, into list: inout CommentList)
    throws(MediaError)
  {
    try forEach(source, range) { (item) throws(MediaError) in
      for value in item.values where item.type == freeform && value.type == 1 {
        list.add(item.name, String(decoding: try value.bytes(source, atMost: Tags.textLimit), as: UTF8.self))
      }
      return true
    }
  }

  /// Looks at the lyrics among the items.
  static func readLyrics(_ source: ByteSource, _ range: Range<Int64>, into choice: inout LyricsChoice)
    throws(MediaError)
  {
    try forEach(source, range) { (item) throws(MediaError) in
      guard item.type == own("lyr") || (item.type == freeform && LyricsChoice.isKey(item.name)) else {
        return true
      }
      for value in item.values where !choice.isMade {
        let size = value.content.upperBound - value.content.lowerBound
        let bytes = try value.bytes(source, atMost: LyricsText.byteLimit)
        let encoding = value.type == 2 ? TagText.Encoding.utf16BigEndian : .utf8
        let texts = TagText.texts(bytes[...], encoding, isCut: Int64(bytes.count) < size)
        choice.consider(texts.joined(separator: "\n"))
      }
      return !choice.isMade
    }
  }

  static func readPictures(_ source: ByteSource, _ range: Range<Int64>, into choice: inout PictureChoice)
    throws(MediaError)
  {
    try forEach(source, range) { (item) throws(MediaError) in
      guard item.type == MPEG4Box.code("covr") else { return true }
      for value in item.values where !choice.isMade {
        try choice.consider(
          RangeFeed(source, value.content), type: PictureChoice.frontCover,
          count: value.content.upperBound - value.content.lowerBound)
      }
      return true
    }
  }

  private static func key(_ item: Item) -> TagKey? {
    item.type == freeform ? TagKey(item.name) : known[item.type]
  }

  private static func texts(_ source: ByteSource, _ item: Item, _ value: Value, limit: Int) throws(MediaError)
    -> [String]
  {
    let bytes = try value.bytes(source, atMost: limit * 2)
    func number(_ at: Int) -> Int { Int(BigEndian.number(bytes, at, 2) ?? 0) }
    switch item.type {
    case MPEG4Box.code("trkn"), MPEG4Box.code("disk"):
      guard bytes.count >= 4 else { return [] }
      return [number(4) > 0 ? "\(number(2))/\(number(4))" : "\(number(2))"]
    case MPEG4Box.code("gnre"):
      // Counted from 1.
      return Genre.name(number(0) - 1).map { [$0] } ?? []
    case MPEG4Box.code("tmpo"):
      // iTunes writes 0 where it knows none.
      return number(0) > 0 ? ["\(number(0))"] : []
    case MPEG4Box.code("cpil"), MPEG4Box.code("shwm"), movementNumber, movementCount:
      guard (1...8).contains(bytes.count) else { return [] }
      return ["\(BigEndian.number(bytes))"]
    default:
      let isCut = bytes.count < value.content.count
      return TagText.texts(bytes[...], value.type == 2 ? .utf16BigEndian : .utf8, isCut: isCut)
    }
  }

  /// Sound Check: the loudness of both channels in 1/1,000 of a reference, as hexadecimal numbers. The louder one counts.
  private static func gain(ofSoundCheck text: String) -> Double? {
    let numbers = text.split(separator: " ").prefix(2).compactMap { UInt32($0, radix: 16) }
    guard numbers.count == 2, let loudest = numbers.max(), loudest > 0 else { return nil }
    let gain = -10 * log10(Double(loudest) / 1000)
    return (-60...60).contains(gain) ? gain : nil
  }

  /// © is one byte here.
  private static func own(_ rest: StaticString) -> UInt32 { 0xA9 << 24 | MPEG4Box.code(rest) }

  private static let movementNumber = own("mvi")
  private static let movementCount = own("mvc")

  private static let known: [UInt32: TagKey] = [
    own("nam"): .text(.title), own("ART"): .text(.artist), own("alb"): .text(.album),
    MPEG4Box.code("aART"): .text(.albumArtist), own("day"): .text(.date), own("gen"): .text(.genre),
    MPEG4Box.code("gnre"): .text(.genre, rank: 1), own("wrt"): .text(.composer), own("cmt"): .text(.comment),
    MPEG4Box.code("desc"): .text(.comment, rank: 1), own("grp"): .text(.grouping), own("wrk"): .text(.work),
    own("mvn"): .text(.movement), movementNumber: .text(.movementNumber),
    MPEG4Box.code("shwm"): .text(.showMovement),
    own("con"): .text(.conductor), own("pub"): .text(.label),
    MPEG4Box.code("trkn"): .track, MPEG4Box.code("disk"): .disc, MPEG4Box.code("tmpo"): .text(.tempo),
    MPEG4Box.code("cpil"): .compilation, MPEG4Box.code("sonm"): .text(.titleSort),
    MPEG4Box.code("soar"): .text(.artistSort), MPEG4Box.code("soal"): .text(.albumSort),
    MPEG4Box.code("soaa"): .text(.albumArtistSort), MPEG4Box.code("soco"): .text(.composerSort),
  ]
}
