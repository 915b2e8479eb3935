/// snapserver's configuration, an INI file (snapserver(1)).
public enum SnapserverFile {
  public static let path = "/etc/snapserver.conf"

  /// - Parameter source: a line `source = …`.
  static func has(_ source: String, in text: String) -> Bool {
    text.split(separator: "\n").contains { normal($0) == normal(source[...]) }
  }

  /// The text with one source alone: those that are set become comments.
  /// - Parameter source: a line `source = …`.
  public static func replacingSources(in text: String, by source: String) -> String {
    var lines: [String] = []
    var isStream = false
    var isSet = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let plain = normal(line)
      if plain.hasPrefix("[") {
        if isStream, !isSet {
          lines.append(source)
          isSet = true
        }
        isStream = plain == "[stream]"
      }
      guard isStream, plain.hasPrefix("source=") else {
        lines.append(String(line))
        continue
      }
      if !isSet { lines.append(source) }
      isSet = true
      if plain != normal(source[...]) { lines.append("#\(line)") }
    }
    if !isSet {
      if lines.last == "" { lines.removeLast() }
      if !isStream { lines.append("[stream]") }
      lines += [source, ""]
    }
    return lines.joined(separator: "\n")
  }

  /// Without blanks.
  private static func normal(_ line: some StringProtocol) -> String {
    String(line.filter { !$0.isWhitespace })
  }
}
