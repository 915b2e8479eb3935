import Client
import JSON

extension JSONWriter {
  /// One text of JSON, without spaces, that `write` makes.
  static func text(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(isCompact: true)
    write(&writer)
    return writer.bytes
  }

  /// An object of a part of an answer. The values of a key that repeats become an array.
  mutating func object(of pairs: some Collection<Answer.Pair>) {
    object { writer in
      for (key, values) in Self.grouped(pairs) {
        writer.key(key)
        if values.count == 1 {
          writer.string(values[0])
        } else {
          writer.array { for value in values { $0.string(value) } }
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
}
