/// Called once on the loop, with the answer to a question or the reason for which there is none.
public typealias Completion<Value> = (Result<Value, Refusal>) -> Void

/// A completion that continues with the answer; a refusal goes to `completion`.
public func passingRefusals<Value, Answer>(
  to completion: @escaping Completion<Answer>, _ next: @escaping (Value) -> Void
) -> Completion<Value> {
  { result in
    switch result {
    case .success(let value): next(value)
    case .failure(let refusal): completion(.failure(refusal))
    }
  }
}

/// A question under way. Loop thread only.
open class Query {
  /// Whether nobody waits for the answer. The completion may still be called, once.
  public private(set) var isCancelled = false
  private let onCancel: (() -> Void)?
  /// A further question that its answer takes: cancelled with it.
  public var rest: Query? {
    didSet { if isCancelled { rest?.cancel() } }
  }

  /// - Parameter onCancel: ends the work for the answer.
  public init(onCancel: (() -> Void)? = nil) { self.onCancel = onCancel }

  /// A question that has already been answered, or can't be interrupted.
  public static var done: Query { Query() }

  /// Answers a question at once.
  public static func answered<Value>(_ value: Value, _ completion: (Value) -> Void) -> Query {
    completion(value)
    return .done
  }

  /// Refuses a question at once.
  public static func refused<Value>(_ refusal: Refusal, _ completion: Completion<Value>) -> Query {
    answered(.failure(refusal), completion)
  }

  /// Ends the work for it, too, where it runs already.
  open func cancel() {
    isCancelled = true
    onCancel?()
    rest?.cancel()
  }
}
