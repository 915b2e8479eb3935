/// The fields of a song in buffers that serve for one song after the other: lists of many songs are made of them, and filters
/// look at them, without memory of their own for each text.
public struct SongRecord: Sendable {
  /// A text among `bytes`.
  public struct Value: Sendable {
    /// Which tag it is of, as the reader of the record numbers them.
    public let tag: UInt8
    public let range: Range<Int>
    /// The same with what the reader wants before it and after it.
    public let line: Range<Int>
  }

  /// The texts, in UTF-8.
  public var bytes: [UInt8] = []
  /// The tags in the order of their numbers; those of one tag in the order in which the file has them.
  public private(set) var values: [Value] = []
  /// Whether the lines of the tags lie side by side in their order.
  public private(set) var isInOrder = true
  /// The song's path among `bytes`, as clients see it; empty where it was not asked for.
  public var uri = 0..<0
  /// Its length in microseconds; nil where unknown.
  public var microseconds: Int64?
  public var format: AudioFormat?
  /// When the file was changed last, and when the library saw it first, in seconds since 1970 (UTC).
  public var modified: Int64?
  public var added: Int64?

  public init() {}

  /// Begins with the next song.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    isInOrder = true
    uri = 0..<0
    (microseconds, format, modified, added) = (nil, nil, nil, nil)
  }

  /// Adds a text that stands at the end of `bytes`.
  ///
  /// - Parameters:
  ///   - start: where its line begins.
  ///   - isLine: whether it ends a line of an answer: a line end is added, and a line end or NUL inside becomes a space, so
  ///     that a value can't forge an answer.
  public mutating func add(tag: UInt8, _ text: Range<Int>, from start: Int, isLine: Bool) {
    if isLine {
      if hasLineEnd(text) {
        for place in text where [0, 0x0A, 0x0D].contains(bytes[place]) { bytes[place] = 0x20 }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let value = Value(tag: tag, range: text, line: start..<bytes.count)
    guard let last = values.last, last.tag > tag else { return values.append(value) }
    isInOrder = false
    var place = values.count
    values.append(value)
    while place > 0, values[place - 1].tag > tag {
      values[place] = values[place - 1]
      place -= 1
    }
    values[place] = value
  }

  /// Decides nothing for a single byte: lists of many songs have millions.
  private func hasLineEnd(_ range: Range<Int>) -> Bool {
    let bytes = bytes.span
    var lowest = UInt8.max
    for place in range { lowest = min(lowest, bytes[place]) }
    return lowest <= 0x0D
  }
}
