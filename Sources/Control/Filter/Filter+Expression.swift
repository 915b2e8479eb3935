import Model

extension Filter {
  /// The filter as the parser reads it without folding case: one text for all ways to write it, which MPD's stickers on
  /// filters are kept by.
  var expression: String {
    switch self {
    case .all(let parts): "(" + parts.map(\.expression).joined(separator: " AND ") + ")"
    case .not(let part): "(!\(part.expression))"
    case .tag(let tag, let test): "(\(tag.word) \(test.expression))"
    case .anyTag(let test): "(any \(test.expression))"
    case .uri(let test): "(file \(test.expression))"
    case .albumFolder(let test): "(AlbumFolder \(test.expression))"
    case .base(let folder): "(base \(StringTest.quoted(folder)))"
    case .modifiedSince(let time): "(modified-since \(StringTest.quoted(Timestamp.text(time))))"
    case .addedSince(let time): "(added-since \(StringTest.quoted(Timestamp.text(time))))"
    case .format(let test): "(AudioFormat =~ \(StringTest.quoted(test.expression)))"
    case .tempo(let test): "(bpm \(test.expression))"
    case .loudness(let test): "(loudness \(test.expression))"
    case .key(let key, let isNegated):
      "(key \(isNegated ? "!=" : "==") \(StringTest.quoted(key.description)))"
    case .priority(let least): "(prio >= \(least))"
    }
  }
}

extension StringTest {
  fileprivate var expression: String { "\(comparison) \(Self.quoted(value))" }

  private var comparison: String {
    switch kind {
    case .matches: return isNegated ? "!~" : "=~"
    case .equals where !foldsCase: return isNegated ? "!=" : "=="
    case .equals: return isNegated ? "!eq_ci" : "eq_ci"
    case .contains: return (isNegated ? "!" : "") + (foldsCase ? "contains_ci" : "contains_cs")
    case .startsWith: return (isNegated ? "!" : "") + (foldsCase ? "starts_with_ci" : "starts_with_cs")
    }
  }

  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "'" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}

extension AudioFormatTest {
  fileprivate var expression: String {
    let form =
      switch sample {
      case .bits(let bits)?: "\(bits)"
      case .float?: "f"
      case nil: "*"
      }
    return "\(rate.map { "\($0)" } ?? "*"):\(form):\(channels.map { "\($0)" } ?? "*")"
  }
}
