/// An element of Matroska (RFC 8794): its ID with the marker bits, and the range of its content.
struct EBMLElement {
  let id: UInt32
  let content: Range<Int64>

  /// Elements that are looked at in one other.
  private static let countLimit = 4096

  /// Calls `body` with each element in a range, until it returns false.
  static func forEach(
    _ source: ByteSource, in range: Range<Int64>, _ body: (EBMLElement) throws(MediaError) -> Bool
  ) throws(MediaError) {
    var at = range.lowerBound
    for _ in 0..<countLimit where at < range.upperBound {
      let head = try source.bytes(12, at: at)
      guard let first = head.first, let idBytes = width(first), idBytes <= 4, head.count > idBytes,
        let sizeBytes = width(head[idBytes]), head.count >= idBytes + sizeBytes
      else { return }
      let id = UInt32(truncatingIfNeeded: BigEndian.number(head[..<idBytes]))
      let mask: UInt64 = (1 << (7 * UInt64(sizeBytes))) - 1
      let size = BigEndian.number(head[idBytes..<(idBytes + sizeBytes)]) & mask
      let start = at + Int64(idBytes + sizeBytes)
      // All ones: to the end.
      let end =
        size == mask || size > UInt64(max(0, range.upperBound - start))
        ? range.upperBound : start + Int64(size)
      guard start <= end, try body(EBMLElement(id: id, content: start..<end)) else { return }
      at = end
    }
  }

  /// Bytes of a number, from the leading zeros of its first one.
  private static func width(_ first: UInt8) -> Int? { first == 0 ? nil : first.leadingZeroBitCount + 1 }

  func bytes(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> [UInt8] {
    try source.bytes(Int(min(Int64(limit), content.upperBound - content.lowerBound)), at: content.lowerBound)
  }

  func number(_ source: ByteSource) throws(MediaError) -> UInt64 {
    BigEndian.number(try bytes(source, atMost: 8))
  }

  /// Reads a floating-point number of 4 or 8 bytes; nil for other sizes.
  func float(_ source: ByteSource) throws(MediaError) -> Double? {
    let bytes = try bytes(source, atMost: 8)
    switch bytes.count {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: BigEndian.number(bytes))))
    case 8: return Double(bitPattern: BigEndian.number(bytes))
    default: return nil
    }
  }

  func text(_ source: ByteSource, atMost limit: Int) throws(MediaError) -> String? {
    TagText.texts(try bytes(source, atMost: limit)[...], .utf8, isCut: content.count > limit).first
  }
}
