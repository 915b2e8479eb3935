/// One `[name]` of an INI file with its entries. Entries before the first heading are in a section named "".
struct IniSection: Hashable, Sendable {
  /// The line of its heading, from 1.
  let line: Int
  let name: String
  var entries: [IniEntry] = []
}
