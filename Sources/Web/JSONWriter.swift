import Client

/// Writes JSON (RFC 8259), as UTF-8.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma stands before the next value.
  private var hasValue = false

  init() {}

  /// One text of JSON that `write` makes.
  static func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  mutating func object(_ write: (inout JSONWriter) -> Void) { nested("{", "}", write) }

  mutating func array(_ write: (inout JSONWriter) -> Void) { nested("[", "]", write) }

  mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    hasValue = false
  }

  mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes += "\\u00".utf8
        bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func value(_ number: Int) {
    separate()
    bytes += String(number).utf8
  }

  mutating func null() {
    separate()
    bytes += "null".utf8
  }

  /// A value that is JSON already.
  mutating func value(json: [UInt8]) {
    separate()
    bytes += json
  }

  /// An object of a part of an answer. The values of a key that repeats become an array.
  mutating func object(of pairs: some Collection<Answer.Pair>) {
    object { writer in
      for (key, values) in Self.grouped(pairs) {
        writer.key(key)
        if values.count == 1 {
          writer.value(values[0])
        } else {
          writer.array { for value in values { $0.value(value) } }
        }
      }
    }
  }

  /// Keys in the order in which they first occur, each with its values.
  static func grouped(_ pairs: some Collection<Answer.Pair>) -> [(key: String, values: [String])] {
    var groups: [(key: String, values: [String])] = []
    // An answer about one thing has few keys, but the tags of a file may have any names.
    var places: [String: Int] = [:]
    let hasMany = pairs.count > 24
    for pair in pairs {
      let place = hasMany ? places[pair.key] : groups.firstIndex { $0.key == pair.key }
      if let place {
        groups[place].values.append(pair.value)
      } else {
        if hasMany { places[pair.key] = groups.count }
        groups.append((pair.key, [pair.value]))
      }
    }
    return groups
  }

  private mutating func nested(_ open: Character, _ close: Character, _ write: (inout JSONWriter) -> Void) {
    separate()
    bytes += String(open).utf8
    hasValue = false
    write(&self)
    bytes += String(close).utf8
    hasValue = true
  }

  private mutating func separate() {
    if hasValue { bytes.append(UInt8(ascii: ",")) }
    hasValue = true
  }
}
