import Linux
import Model

/// A part of an answer that is read while the client takes the part before. Cancelled where nobody needs it any more.
final class Prefetch<Value> {
  private let promise = Promise<Value>()
  private var query: Query?

  init(_ start: (@escaping (Value) -> Void) -> Query) {
    let promise = promise
    query = start { promise.fulfill($0) }
  }

  deinit { cancel() }

  /// For `Call.wait`, once.
  func wait(_ completion: @escaping (Value) -> Void) -> Query {
    promise.then(completion)
    return Query { [self] in cancel() }
  }

  private func cancel() {
    if !promise.isFulfilled { query.take()?.cancel() }
  }
}
