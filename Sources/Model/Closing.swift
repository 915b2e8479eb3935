/// Why no music may begin.
public enum Closing: String, Hashable, Sendable {
  case quiet, budget
}
