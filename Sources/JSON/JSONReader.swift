/// Reads JSON from a buffer, as `JSONStream` does, and reports the range of a value in it.
public struct JSONReader {
  public let bytes: [UInt8]
  private var stream: JSONStream

  public init(_ bytes: [UInt8]) {
    self.init(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// Reads a value within a larger text.
  public init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    stream = JSONStream(bytes, from: offset)
  }

  /// Offset of the reader.
  public var offset: Int { stream.offset }

  public mutating func kind() throws(JSONFault) -> JSONStream.Kind { try stream.kind() }

  public mutating func beginObject() throws(JSONFault) { try stream.beginObject() }

  public mutating func beginArray() throws(JSONFault) { try stream.beginArray() }

  /// - Returns: nil at the end of the object.
  public mutating func nextKey() throws(JSONFault) -> String? { try stream.nextKey() }

  /// - Returns: false at the end of the array.
  public mutating func nextElement() throws(JSONFault) -> Bool { try stream.nextElement() }

  public mutating func string() throws(JSONFault) -> String { try stream.string() }

  /// A finite number.
  public mutating func number() throws(JSONFault) -> Double { try stream.number() }

  public mutating func integer() throws(JSONFault) -> Int64 { try stream.integer() }

  /// A number as it stands there.
  public mutating func digits() throws(JSONFault) -> String { try stream.digits() }

  public mutating func boolean() throws(JSONFault) -> Bool { try stream.boolean() }

  /// - Returns: whether a value was skipped.
  public mutating func null() throws(JSONFault) -> Bool { try stream.null() }

  /// Passes a value over; texts in it have to be UTF-8.
  /// - Returns: where it stands.
  @discardableResult
  public mutating func skip() throws(JSONFault) -> Range<Int> {
    _ = try stream.kind()
    let start = offset
    try stream.skip(isChecked: true)
    return start..<offset
  }

  /// Throws unless only blanks are left.
  public mutating func end() throws(JSONFault) { try stream.end() }
}
