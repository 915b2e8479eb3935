public import Linux

/// A GPIO line that holds a chip in reset while it is low.
public final class ResetLine {
  private let line: GPIOOutput

  /// Requests the line, low at first.
  public init(_ address: LineAddress) throws(SystemError) {
    line = try GPIOOutput(address, active: .high)
  }

  public func release() throws(SystemError) { try line.set(true) }
}
