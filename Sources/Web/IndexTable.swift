import Client
import JSON

/// A list of things by columns: the same keys are not written again for each of ten thousand albums.
enum IndexTable {
  /// `{"total": TEXT, "columns": {KEY: [VALUE…]…}}`; a missing value is an empty text, several are an array.
  static func json(_ answer: Answer) -> [UInt8] {
    var pairs = answer.pairs[...]
    var total: String?
    if let first = pairs.first, first.key == "total" {
      total = first.value
      pairs = pairs.dropFirst()
    }
    let items = CommandAnswer.items(pairs, of: "")
    var keys: [String] = []
    for pair in pairs where !keys.contains(pair.key) { keys.append(pair.key) }
    return JSONWriter.text { writer in
      writer.object { writer in
        writer.pair("total", total ?? String(items.count))
        writer.key("columns")
        writer.object { writer in for key in keys { column(key, of: items, &writer) } }
      }
    }
  }

  private static func column(
    _ key: String, of items: [ArraySlice<Answer.Pair>], _ writer: inout JSONWriter
  ) {
    writer.key(key)
    writer.array { writer in
      for item in items {
        let values = item.filter { $0.key == key }
        if values.count > 1 {
          writer.array { writer in for value in values { writer.string(value.value) } }
        } else {
          writer.string(values.first?.value ?? "")
        }
      }
    }
  }
}
