import Client

/// Changes of music files, for people.
enum FileEditText {
  /// In the units of file managers: 1 kB is 1,000 bytes.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) bytes" }
    var (tenths, unit) = (bytes / 100, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while tenths >= 10_000, unit < units.count - 1 { (tenths, unit) = (tenths / 1000, unit + 1) }
    return tenths >= 100 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  static func lines(tags: [WrittenTag]) -> [String] {
    tags.map { "\($0.key): \($0.values.isEmpty ? "(removed)" : $0.values.joined(separator: "; "))" }
  }

  static func line(tagged count: Int, of all: Int, isUndo: Bool) -> String {
    let verb = isUndo ? "restored" : "tagged"
    return count == all
      ? "\(StatusText.count(all, "song")) \(verb)" : "\(count) of \(StatusText.count(all, "song")) \(verb)"
  }

  static func lines(removed items: [TrashedItem]) -> [String] {
    items.map { "\($0.path) is in the trash (\(size($0.bytes)))" }
      + (items.isEmpty ? [] : ["`jukebox trash restore PATH` brings it back."])
  }

  static func lines(restored items: some Sequence<TrashedItem>) -> [String] {
    items.map { "\($0.path) is restored" }
  }

  static func lines(deleted items: [TrashedItem]) -> [String] {
    items.isEmpty
      ? ["The trash is empty."]
      : ["\(items.count) deleted: \(size(items.reduce(0) { $0 + $1.bytes })) are free again"]
  }

  static func lines(trash items: [TrashedItem]) -> [String] {
    if items.isEmpty { return ["The trash is empty."] }
    return items.map { item in
      "\(item.id)  \(item.removed.map { String($0.prefix(10)) } ?? "no date   ")  \(size(item.bytes))  \(item.path)\(item.isFolder ? "/" : "")"
    }
  }

  static func line(copied: Int, known: Int, bytes: Int) -> String {
    let rest = known == 0 ? "" : "; \(known) were there already"
    return "\(copied) \(copied == 1 ? "file" : "files") copied (\(size(bytes)))\(rest)"
  }
}

/// A tag as it was written into a file.
struct WrittenTag: Encodable, Equatable {
  let key: String
  var values: [String] = []

  static func all(_ answer: Answer) -> [WrittenTag] {
    answer.pairs.reduce(into: []) { tags, pair in
      switch pair.key {
      case "tag": tags.append(WrittenTag(key: pair.value))
      case "value" where !tags.isEmpty: tags[tags.count - 1].values.append(pair.value)
      default: break
      }
    }
  }
}

/// An item in the trash of a volume.
struct TrashedItem: Encodable, Equatable {
  let id: String
  var path = ""
  var isFolder = false
  var bytes = 0
  var removed: String?

  static func all(_ answer: Answer) -> [TrashedItem] {
    answer.pairs.reduce(into: []) { items, pair in
      if pair.key == "trash" { items.append(TrashedItem(id: pair.value)) }
      guard !items.isEmpty else { return }
      switch pair.key {
      case "file", "directory":
        (items[items.count - 1].path, items[items.count - 1].isFolder) = (pair.value, pair.key == "directory")
      case "size": items[items.count - 1].bytes = Int(pair.value) ?? 0
      case "removed": items[items.count - 1].removed = pair.value
      default: break
      }
    }
  }
}
