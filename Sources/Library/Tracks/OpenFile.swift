public import Linux

/// A file that was opened on one thread for another.
public final class OpenFile: Sendable {
  public let descriptor: Descriptor

  public init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
