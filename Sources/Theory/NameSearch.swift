/// Finds entries of a table by their names as a person types them.
enum NameSearch {
  /// The entry that has the name, else the only one with a name that begins so.
  static func find<Entry>(
    _ text: String, in entries: [Entry], _ what: String, names: (Entry) -> [String]
  ) throws(TheoryFault) -> Entry {
    let wanted = folded(text)
    guard !wanted.isEmpty else { throw TheoryFault("The name of a \(what) is missing") }
    if let entry = entries.first(where: { names($0).contains { folded($0) == wanted } }) { return entry }
    let near = entries.filter { names($0).contains { folded($0).hasPrefix(wanted) } }
    if near.count == 1 { return near[0] }
    guard near.isEmpty else {
      let list = near.compactMap { names($0).first }.joined(separator: ", ")
      throw TheoryFault("Several names of a \(what) begin with \(text): \(list)")
    }
    let similar = entries.flatMap(names).filter {
      $0.split(separator: " ").contains { folded(String($0)).hasPrefix(wanted) }
    }
    let advice = similar.isEmpty ? "" : "; similar: \(similar.prefix(6).joined(separator: ", "))"
    throw TheoryFault("Unknown \(what): \(text)\(advice)")
  }

  /// In small letters, without what people write or leave out.
  private static func folded(_ text: String) -> String {
    text.lowercased().filter { !" -–—_'’()".contains($0) }
  }
}
