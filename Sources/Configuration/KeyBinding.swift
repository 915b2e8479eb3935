public import Inputs

/// A section `[key NAME]`: a key of a keyboard, remote or headset, and what it does.
public struct KeyBinding: Hashable, Sendable {
  public let code: KeyCode
  public var binding: Binding

  public init(_ code: KeyCode, _ binding: Binding = Binding()) {
    self.code = code
    self.binding = binding
  }
}
