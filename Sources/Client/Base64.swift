/// Bytes on a line, by RFC 4648.
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while !rest.isEmpty {
      let three = rest.prefix(3)
      let bits = three.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - three.count))
      for place in 0..<4 {
        text.append(
          place > three.count ? UInt8(ascii: "=") : letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)])
      }
      rest = rest.dropFirst(3)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
