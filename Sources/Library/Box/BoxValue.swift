/// A value that the box remembers by name.
public enum BoxValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
}
