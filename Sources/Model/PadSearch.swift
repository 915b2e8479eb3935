/// Which pad a person means: by its id or number, its whole name, its beginning, or words of it.
public enum PadSearch {
  /// - Parameter pads: in the order of their numbers.
  /// - Returns: its place among them.
  public static func find(_ text: String, in pads: [Pad]) -> Int? {
    if let place = pads.firstIndex(where: { $0.id.description == text }) { return place }
    if let place = pads.firstIndex(where: { $0.name == text }) { return place }
    if let number = Int(text), pads.indices.contains(number - 1) { return number - 1 }
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return nil }
    let names = pads.map { $0.name.lowercased() }
    if let place = names.firstIndex(of: wanted) { return place }
    if let place = names.firstIndex(where: { $0.hasPrefix(wanted) }) { return place }
    let words = wanted.split(separator: " ")
    return names.firstIndex { name in
      let parts = name.split { !$0.isLetter && !$0.isNumber }
      return !words.isEmpty && words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
  }
}
