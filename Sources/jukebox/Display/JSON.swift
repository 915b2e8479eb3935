import FoundationEssentials

/// Values as JSON, one line each, keys sorted.
enum JSON {
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return escaped(text)
  }

  /// Also escapes DEL and the C1 controls, which a terminal obeys and the encoder leaves as they are.
  private static func escaped(_ text: String) -> String {
    let controls: ClosedRange<UInt32> = 0x7F...0x9F
    guard text.unicodeScalars.contains(where: { controls.contains($0.value) }) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if controls.contains(scalar.value) {
        escaped += "\\u00" + String(scalar.value, radix: 16)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

/// An object for `--json` that only one command prints. Keys without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let values: [(key: String, value: any Encodable)]

  init(dictionaryLiteral pairs: (String, (any Encodable)?)...) {
    values = pairs.compactMap { key, value in value.map { (key, $0) } }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in values { try container.encode(value, forKey: Name(stringValue: key)) }
  }
}
