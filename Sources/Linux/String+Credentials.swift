extension String {
  /// The text without the names and passwords of URLs in it (`scheme://name:password@host`, RFC 3986, 3.2.1): of what is
  /// shown, logged or answered. The text itself where it has none.
  public var withoutCredentials: String {
    // Nearly all texts end here.
    guard utf8.contains(UInt8(ascii: "@")) else { return self }
    var result: [UInt8] = []
    var rest = Array(utf8)[...]
    while let place = rest.indices.first(where: { rest[$0...].starts(with: "://".utf8) }) {
      let authority = rest[(place + 3)...].prefix { $0 > 0x20 && !"/?#\"<>".utf8.contains($0) }
      result += rest[..<(place + 3)]
      let at = authority.lastIndex(of: UInt8(ascii: "@"))
      rest = rest[(at.map { $0 + 1 } ?? authority.startIndex)...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }
}
