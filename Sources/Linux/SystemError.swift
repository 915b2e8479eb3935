/// A system call that the world refused: which call, why, and on which path where there is one.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  public let code: Errno
  public let call: String
  public let path: String?

  public init(_ code: Errno, call: String, path: String? = nil) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// The same error, for `path`.
  public func at(_ path: String) -> SystemError { SystemError(code, call: call, path: path) }

  /// The same error for clients, whom it does not concern where files lie on this machine.
  public var withoutPath: SystemError { SystemError(code, call: call) }

  public var description: String {
    if let path { return "\(path): \(code) (\(call))" }
    return "\(code) (\(call))"
  }
}
