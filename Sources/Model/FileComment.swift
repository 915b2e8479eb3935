/// A comment as it stands in a file: what its writer called it, and its text.
public struct FileComment: Hashable, Sendable {
  public let key: String
  public let text: String

  package init(key: String, text: String) {
    self.key = key
    self.text = text
  }
}
