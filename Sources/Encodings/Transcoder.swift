import Glibc

/// Texts of other encodings as UTF-8, by the C library (iconv(3)).
public enum Transcoder {
  /// - Parameters:
  ///   - encoding: as the C library calls it.
  ///   - mostBytes: what is longer as UTF-8 is cut.
  /// - Returns: the text, and the number of places in it that the encoding can't have, which are U+FFFD; nil where the C library
  ///   does not know the encoding.
  public static func utf8(
    _ bytes: ArraySlice<UInt8>, from encoding: String, mostBytes: Int
  ) -> (text: [UInt8], faults: Int)? {
    // Its size is found first: an array that grows would take twice the memory.
    var size = 0
    guard let faults = convert(bytes, from: encoding, { size += $0.count }) else { return nil }
    size = min(size, mostBytes)
    var result: [UInt8] = []
    result.reserveCapacity(size)
    _ = convert(bytes, from: encoding) { result += $0.prefix(size - result.count) }
    return (result, faults)
  }

  /// - Parameter take: gets the parts of the text, in order.
  /// - Returns: the number of faults; nil where the C library does not know the encoding.
  private static func convert(
    _ bytes: ArraySlice<UInt8>, from encoding: String, _ take: ([UInt8]) -> Void
  ) -> Int? {
    let handle = unsafe iconv_open("UTF-8", encoding)
    guard let handle = unsafe handle, Int(bitPattern: handle) != -1 else { return nil }
    defer { _ = unsafe iconv_close(handle) }
    let unit = encoding.hasPrefix("UTF-32") ? 4 : encoding.hasPrefix("UTF-16") ? 2 : 1
    var faults = 0
    unsafe bytes.withUnsafeBytes { input in
      // iconv does not write there: its parameter is older than const.
      var source = unsafe UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: CChar.self))
      var left = input.count
      while true {
        let (part, failure) = unsafe step(handle, &source, &left)
        take(part)
        guard let failure else { break }
        if failure == E2BIG { continue }
        // A character that the encoding has not, or one that is cut at the end.
        take([0xEF, 0xBF, 0xBD])
        faults += 1
        guard left > unit, failure == EILSEQ else { break }
        unsafe source = unsafe source.map { unsafe $0 + unit }
        left -= unit
      }
    }
    return faults
  }

  private static let mostAtOnce = 1 << 14

  /// - Returns: the next part, and why it ended before the end; nil at the end.
  private static func step(
    _ handle: iconv_t, _ source: inout UnsafeMutablePointer<CChar>?, _ left: inout Int
  ) -> (part: [UInt8], failure: CInt?) {
    var failure: CInt?
    let part = unsafe [UInt8](unsafeUninitializedCapacity: min(mostAtOnce, 4 * left + 16)) { room, count in
      unsafe room.withMemoryRebound(to: CChar.self) { room in
        var target = room.baseAddress
        var free = room.count
        if unsafe iconv(handle, &source, &left, &target, &free) == -1 { failure = errno }
        // Bytes that a stateful encoding still holds.
        if failure == nil { _ = unsafe iconv(handle, nil, nil, &target, &free) }
        count = room.count - free
      }
    }
    return (part, failure)
  }
}
