package import Model

/// A refused command and its reason: an `ACK`.
package struct CommandRefusal: Equatable {
  /// nil if this client does not know the key, or if the server sends no keys.
  package var key: ErrorKey?
  /// The name, path or number that it is about.
  package var subject: String?
  /// The reason in the jukebox's words, without its numbers.
  package var reason: String
  /// The command that was refused.
  package var words: [String]
  /// Its place in a command list, from 0.
  package var place = 0

  package init(_ key: ErrorKey?, about subject: String? = nil, _ reason: String = "", to words: [String]) {
    self.key = key
    self.subject = subject
    self.reason = reason
    self.words = words
  }

  /// - Parameters:
  ///   - line: `ACK [number@place] {command} sentence`, with `[key "subject"]` before the sentence.
  ///   - hasKeys: whether the jukebox was asked for keys, and has them.
  package init(_ line: String, to words: [String], hasKeys: Bool) {
    self.words = words
    reason = String(
      line.firstIndex(of: "}").map { line[line.index(after: $0)...].drop { $0 == " " } } ?? line[...])
    place =
      line.split(separator: "]").first.flatMap { $0.split(separator: "@").last }.flatMap { Int($0) } ?? 0
    guard hasKeys, let (key, subject, rest) = Self.bracketed(reason) else { return }
    self.key = ErrorKey(rawValue: key)
    self.subject = subject
    reason = rest
  }

  /// As a sentence of its own.
  package var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }

  private static func bracketed(_ text: String) -> (key: String, subject: String?, rest: String)? {
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "[" else { return nil }
    let key = String(rest.prefix { $0 != " " && $0 != "]" })
    rest = rest.drop { $0 != " " && $0 != "]" }
    var subject: String.UnicodeScalarView?
    if rest.starts(with: " \"".unicodeScalars) {
      rest = rest.dropFirst(2)
      var quoted = String.UnicodeScalarView()
      while let scalar = rest.popFirst(), scalar != "\"" {
        guard let plain = scalar == "\\" ? rest.popFirst() : scalar else { return nil }
        quoted.append(plain)
      }
      subject = quoted
    }
    guard rest.popFirst() == "]" else { return nil }
    return (key, subject.map { String($0) }, String(rest.drop { $0 == " " }))
  }
}
