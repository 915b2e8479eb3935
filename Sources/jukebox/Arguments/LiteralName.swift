/// Names that are words of a command, too: `./none` is what is called none. No name has a slash in it, so nothing else can
/// be meant.
enum LiteralName {
  static func name(_ text: String) -> String { text.hasPrefix("./") ? String(text.dropFirst(2)) : text }
}
