/// A change to a file's tags.
public enum TagRequest: Hashable, Sendable {
  case write([TagEdit])
  /// Fills in what the file's path gives and the file lacks.
  case fromPath
  /// Writes the values back that the last change replaced.
  case undo
}
