import CLinux

/// The funnel for C calls that answer -1 and set errno: retries EINTR, traps on what only a bug can cause
/// (EBADF, EFAULT), and throws everything else as a typed value.
///
/// - Parameters:
///   - call: the C function's name, for the message.
///   - path: the path that the call is about, where there is one; evaluated on failure only.
@discardableResult
public func systemCall<Result: FixedWidthInteger & SignedInteger>(
  _ call: StaticString, path: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = Errno(rawValue: clinux_errno())
    switch code {
    case .interrupted: continue
    case .badDescriptor, .badAddress: fatalError("\(call): \(code)")
    default: throw SystemError(code, call: "\(call)", path: path())
    }
  }
}

/// As `systemCall`, with "would block" (EAGAIN) as nil instead of an error.
@discardableResult
public func systemCallUnlessBlocked<Result: FixedWidthInteger & SignedInteger>(
  _ call: StaticString, path: @autoclosure () -> String? = nil, _ body: () -> Result
) throws(SystemError) -> Result? {
  do {
    return try systemCall(call, path: path(), body)
  } catch {
    if error.code == .wouldBlock { return nil }
    throw error
  }
}

/// The funnel for C calls that answer an error number instead of setting errno (the pthread family).
public func pthreadCall(_ call: StaticString, _ body: () -> Int32) throws(SystemError) {
  let code = body()
  if code != 0 { throw SystemError(Errno(rawValue: code), call: "\(call)") }
}
