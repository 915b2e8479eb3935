import JSON

/// The keys of an object that this program does not know, stored for programs that do.
struct OtherKeys {
  private var writer = JSONWriter()
  private var isEmpty = true

  /// Takes the value that comes next.
  mutating func take(_ key: String, from reader: inout JSONReader) throws(JSONFault) {
    let range = try reader.skip()
    if isEmpty { writer.beginObject() }
    isEmpty = false
    writer.key(key)
    writer.raw(Self.compact(reader.bytes[range]))
  }

  /// As one JSON object without line ends; nil if there are no other keys.
  var text: String? {
    if isEmpty { return nil }
    var whole = writer
    whole.endObject()
    return String(decoding: Self.compact(whole.bytes[...]), as: UTF8.self)
  }

  /// Writes the pairs of an object into the one that is open; nothing where it is none.
  static func write(_ object: String?, besides known: Set<String>, to writer: inout JSONWriter) {
    guard let object else { return }
    var reader = JSONReader(Array(object.utf8))
    // Beforehand, so that no key is left without its value.
    guard (try? reader.skip()) != nil, (try? reader.end()) != nil else { return }
    reader = JSONReader(Array(object.utf8))
    guard (try? reader.beginObject()) != nil else { return }
    while let key = try? reader.nextKey(), let range = try? reader.skip() {
      if known.contains(key) { continue }
      writer.key(key)
      writer.raw(compact(reader.bytes[range]))
    }
  }

  /// Without the blanks between values.
  static func compact(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var isInString = false
    var isEscaped = false
    for byte in json {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        result.append(byte)
      } else if byte > 0x20 {
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return result
  }
}
