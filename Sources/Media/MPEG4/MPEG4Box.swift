/// A box of an MPEG-4 file (ISO/IEC 14496-12, 4.2): its type and the range of its content.
struct MPEG4Box {
  /// Four bytes as a number.
  let type: UInt32
  let content: Range<Int64>

  /// Boxes that are looked at in one other.
  private static let countLimit = 4096

  static func code(_ text: StaticString) -> UInt32 {
    unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).reduce(0) {
      $0 << 8 | UInt32($1)
    }
  }

  /// Calls `body` with each box in a range, until it returns false or a size is impossible.
  /// - Parameter limit: of boxes.
  static func forEach(
    _ source: ByteSource, in range: Range<Int64>, limit: Int = countLimit,
    _ body: (MPEG4Box) throws(MediaError) -> Bool
  ) throws(MediaError) {
    var at = range.lowerBound
    for _ in 0..<limit {
      let head = try source.bytes(16, at: at)
      guard head.count >= 8, at + 8 <= range.upperBound else { return }
      var size = Int64(BigEndian.number(head[..<4]))
      var headBytes: Int64 = 8
      if size == 1, head.count == 16 {
        headBytes = 16
        size = Int64(clamping: BigEndian.number(head[8...]))
      } else if size == 0 {
        size = range.upperBound - at
      }
      guard size >= headBytes, at + headBytes <= range.upperBound else { return }
      // The last one of a file that was cut claims more than there is.
      let end = size > range.upperBound - at ? range.upperBound : at + size
      let type = UInt32(truncatingIfNeeded: BigEndian.number(head[4..<8]))
      guard try body(MPEG4Box(type: type, content: (at + headBytes)..<end)) else { return }
      at = end
    }
  }

  /// The first box of a type in a range.
  static func first(_ type: StaticString, _ source: ByteSource, in range: Range<Int64>) throws(MediaError)
    -> MPEG4Box?
  {
    let wanted = code(type)
    var found: MPEG4Box?
    try forEach(source, in: range) { (box) throws(MediaError) in
      if box.type == wanted { found = box }
      return found == nil
    }
    return found
  }

  /// The box at the end of a path of types.
  static func first(_ path: [StaticString], _ source: ByteSource, in range: Range<Int64>) throws(MediaError)
    -> MPEG4Box?
  {
    var box: MPEG4Box?
    for type in path {
      box = try first(type, source, in: box?.content ?? range)
      if box == nil { return nil }
    }
    return box
  }

  /// Its first bytes, `limit` at most.
  func bytes(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> [UInt8] {
    try source.bytes(Int(min(Int64(limit), content.upperBound - content.lowerBound)), at: content.lowerBound)
  }
}
