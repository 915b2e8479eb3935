/// Why a text can't be used as a regular expression.
public enum PatternError: Error, Hashable {
  /// In PCRE2's words; the offset is in bytes.
  case wrong(String, offset: Int)
  case tooLong(mostBytes: Int)
  /// Though short, it says much: `((a{1,100}){1,100}){1,10}`.
  case tooLarge
}

extension PatternError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrong(let message, let offset): "Error in regex at offset \(offset): \(message)"
    case .tooLong(let mostBytes): "A regular expression may have \(mostBytes) bytes"
    case .tooLarge: "The regular expression is too large"
    }
  }
}
