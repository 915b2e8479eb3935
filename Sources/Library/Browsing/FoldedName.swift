import CLinux
import CUtf8proc

/// A name as people compare it: compatible forms made one, case folded, marks dropped (utf8proc_map).
enum FoldedName {
  /// The folded form of a name in any bytes, as valid UTF-8 without control characters.
  ///
  /// A byte that isn't valid UTF-8 and each control byte becomes U+F700 + byte, as in URIs.
  static func fold(_ name: some Collection<UInt8>) -> [UInt8] {
    if name.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      return name.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    }
    let valid = escape(Array(name))
    let options =
      UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue
      | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_STRIPMARK.rawValue
    var result: UnsafeMutablePointer<UInt8>?
    let count = unsafe valid.withUnsafeBufferPointer { bytes in
      unsafe utf8proc_map(bytes.baseAddress, bytes.count, &result, utf8proc_option_t(rawValue: options))
    }
    defer { unsafe free(result) }
    guard count >= 0, let result = unsafe result else { return valid }
    return unsafe Array(UnsafeBufferPointer(start: result, count: count))
  }

  /// `bytes` with everything that isn't printable UTF-8 as U+F700 + byte.
  private static func escape(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    unsafe bytes.withUnsafeBufferPointer { source in
      var index = 0
      while index < source.count {
        var scalar: Int32 = 0
        let length = unsafe utf8proc_iterate(
          source.baseAddress.map { unsafe $0 + index }, source.count - index, &scalar)
        if length > 0, scalar >= 0x20, scalar != 0x7F {
          unsafe result.append(contentsOf: source[index..<(index + length)])
          index += length
        } else {
          // U+F700...U+F7FF in UTF-8: EF 9C..9F 80..BF.
          let byte = unsafe source[index]
          result += [0xEF, 0x9C | byte >> 6, 0x80 | byte & 0x3F]
          index += 1
        }
      }
    }
    return result
  }
}
