/// The fields of a song in buffers that serve for one song after the other: lists of many songs are made of them, and filters
/// look at them, without memory of their own for each text.
public struct SongRecord: Sendable {
  /// A text among `bytes`.
  public struct Value: Sendable {
    /// Which tag it is of, as the reader of the record numbers them.
    public let tag: UInt8
    public let range: Range<Int>
    /// The same with what the reader wants before it and behind it.
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

  /// Adds a text that stands in a line at the end of `bytes`.
  public mutating func add(tag: UInt8, _ text: Range<Int>, from start: Int) {
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

  /// Adds a text.
  /// - Parameter key: what stands before it in its line; if there is any, a line end stands behind it.
  public mutating func add(tag: UInt8, key: [UInt8], _ text: String) {
    let start = bytes.count
    bytes += key
    let first = bytes.count
    bytes.append(contentsOf: text.utf8)
    end(tag: tag, key: key, first..<bytes.count, from: start)
  }

  /// Ends a line.
  public mutating func end(tag: UInt8, key: [UInt8], _ text: Range<Int>, from start: Int) {
    if !key.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    add(tag: tag, text, from: start)
  }
}
