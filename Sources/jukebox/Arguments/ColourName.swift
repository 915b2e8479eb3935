/// Colours that have names, as people say them.
enum ColourName {
  static let all: [(name: String, digits: String)] = [
    ("red", "E53935"), ("orange", "FB8C00"), ("yellow", "FDD835"), ("green", "43A047"),
    ("turquoise", "00ACC1"), ("blue", "1E88E5"), ("purple", "8E24AA"), ("pink", "EC407A"),
    ("brown", "6D4C41"), ("grey", "757575"), ("white", "FFFFFF"), ("black", "000000"),
  ]

  /// `RRGGBB`, as the protocol has it, for a name, or for six hexadecimal digits with or without the mark; nil for anything else.
  static func digits(_ text: String) -> String? {
    let name = text.lowercased() == "gray" ? "grey" : text.lowercased()
    if let known = all.first(where: { $0.name == name }) { return known.digits }
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).uppercased()
    guard digits.count == 6,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
    else { return nil }
    return digits
  }

  /// A name where there is one, else `#RRGGBB`.
  static func text(_ digits: String) -> String {
    all.first { $0.digits == digits.uppercased() }?.name ?? "#\(digits)"
  }

  /// What to say of one that is none.
  static func refusal(_ text: String) -> String {
    "“\(text)” is no colour; expected #rrggbb or a name: \(all.map(\.name).joined(separator: ", "))."
  }
}
