/// The meaning of a JSON text, independent of its spelling: equal values are equal.
enum JSONValue: Hashable {
  struct Member: Hashable {
    /// In UTF-8: strings of Swift's are equal that are spelled with other letters.
    let key: [UInt8]
    let value: JSONValue
  }

  /// In the order of their keys; several of one key stay as they stand.
  case object([Member])
  case array([JSONValue])
  case string([UInt8])
  case number(String)
  case boolean(Bool)
  case null

  /// Reads the value that comes next. A reader goes no deeper than some tens of values within each other.
  init(_ reader: inout JSONReader) throws(JSONFault) {
    switch try reader.kind() {
    case .object:
      var members: [(index: Int, member: Member)] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        members.append((members.count, Member(key: Array(key.utf8), value: try JSONValue(&reader))))
      }
      members.sort { first, second in
        if first.member.key == second.member.key { return first.index < second.index }
        return first.member.key.lexicographicallyPrecedes(second.member.key)
      }
      self = .object(members.map(\.member))
    case .array:
      var elements: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try JSONValue(&reader)) }
      self = .array(elements)
    case .string: self = .string(Array(try reader.string().utf8))
    case .number:
      let range = try reader.skip()
      self = .number(Self.number(reader.bytes[range]))
    case .boolean: self = .boolean(try reader.boolean())
    case .null:
      guard try reader.null() else { throw JSONFault(reader.offset, expected: "value") }
      self = .null
    }
  }

  /// As JSON, the same for all that says the same.
  var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    func list<Element>(
      _ open: Unicode.Scalar, _ elements: [Element], _ close: Unicode.Scalar,
      _ body: (Element, inout [UInt8]) -> Void
    ) {
      bytes.append(UInt8(ascii: open))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        body(element, &bytes)
      }
      bytes.append(UInt8(ascii: close))
    }
    func string(_ text: [UInt8], _ bytes: inout [UInt8]) {
      var writer = JSONWriter()
      writer.string(String(decoding: text, as: UTF8.self))
      bytes += writer.bytes
    }
    switch self {
    case .object(let members):
      list("{", members, "}") { member, bytes in
        string(member.key, &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    case .array(let elements): list("[", elements, "]") { $0.write(to: &$1) }
    case .string(let text): string(text, &bytes)
    case .number(let digits): bytes += digits.utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    }
  }

  /// 120, 120.0, 1.2e2 are one number. By its digits, since a double has not as many as the text may.
  private static func number(_ text: ArraySlice<UInt8>) -> String {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let isNegative = parts[0].first == UInt8(ascii: "-")
    var digits: [UInt8] = []
    var power = 0
    if parts.count == 2 {
      // An exponent beyond any use stays as written.
      guard let given = Int(String(decoding: parts[1], as: UTF8.self)), given.magnitude < 1 << 32 else {
        return String(decoding: text, as: UTF8.self)
      }
      power = given
    }
    var isFraction = false
    for byte in parts[0] {
      switch byte {
      case 0x30...0x39:
        digits.append(byte)
        if isFraction { power -= 1 }
      case UInt8(ascii: "."): isFraction = true
      default: continue
      }
    }
    digits = Array(digits.drop { $0 == 0x30 })
    while digits.last == 0x30 {
      digits.removeLast()
      power += 1
    }
    if digits.isEmpty { return "0" }
    // Whole ones are easily read.
    if (0...20).contains(power) {
      digits += repeatElement(0x30, count: power)
      power = 0
    }
    let sign = isNegative ? "-" : ""
    return sign + String(decoding: digits, as: UTF8.self) + (power == 0 ? "" : "e\(power)")
  }
}
