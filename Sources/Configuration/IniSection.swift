/// One `[name]` of an INI file with what stands below it. What stands above the first is in a section named "".
struct IniSection: Hashable, Sendable {
  /// The line of its heading, from 1.
  let line: Int
  let name: String
  var entries: [IniEntry] = []
}
