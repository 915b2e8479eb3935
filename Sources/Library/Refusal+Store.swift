public import Linux
public import Model

extension Refusal {
  /// Makes the refusal for an error of a database or its storage. The log has the whole error: clients must
  /// not see paths of this machine.
  public init(_ error: StoreError) {
    if error.kind == .closed || error.kind == .cancelled {
      self = .volumeGone
      return
    }
    Log.repeatable(.notice, "refused: \(error)")
    self =
      switch error.kind {
      case .full: .failed(.volumeFull, "The storage is full")
      case .unwritable:
        .failed(.readOnlyVolume, "The storage takes no changes: it is read-only, or the database was deleted")
      default: .system(error.reason)
      }
  }

  /// The same of a system call.
  /// - Parameter what: what failed; it stands before the error.
  public init(system error: SystemError, _ what: String? = nil) {
    let before = what.map { "\($0): " } ?? ""
    Log.repeatable(.notice, "refused: \(before)\(error)")
    self = .system("\(before)\(error.withoutPath)")
  }

  /// The same of work that throws several kinds of errors.
  public init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as SystemError: self.init(system: error)
    case let error as StoreError: self.init(error)
    default: self = .system(String(describing: error))
    }
  }

  /// For warnings.
  package var text: String {
    switch self {
    case .system(let what), .badFile(let what, _), .failed(_, let what, _): what
    case .volumeGone: "the volume has left"
    default: "\(self)"
    }
  }
}

extension Result where Failure == StoreError {
  /// For a client; `missing` where nothing is there.
  package func refused<Value>(missing: Refusal) -> Result<Value, Refusal> where Success == Value? {
    mapError { Refusal($0) }.flatMap { $0.map { .success($0) } ?? .failure(missing) }
  }

  /// For a client, of work that may refuse.
  package func refused<Value>() -> Result<Value, Refusal> where Success == Result<Value, Refusal> {
    mapError { Refusal($0) }.flatMap(\.self)
  }
}

extension Result {
  /// For a caller that waits for the end alone.
  package var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
