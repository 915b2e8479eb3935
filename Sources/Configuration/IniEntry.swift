/// One `name = value` of an INI file.
struct IniEntry: Hashable, Sendable {
  /// The line, from 1.
  let line: Int
  let name: String
  let value: String
}
