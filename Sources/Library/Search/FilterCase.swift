/// Texts that filters take for the same where they fold case are the same in folded form (`FoldedName`), with one exception:
/// the iota below a Greek letter is a letter of its own to filters and an accent here.
enum FilterCase {
  /// A text in the small letters of its capitals, as filters compare it.
  static func form(of text: String) -> String { text.uppercased().lowercased() }

  /// Whether a character of the folded form of `form(of:)` may be missing in the folded form of a text that is the same to
  /// a filter.
  static func isUnsure(_ scalar: Unicode.Scalar) -> Bool { scalar == "ι" }
}
