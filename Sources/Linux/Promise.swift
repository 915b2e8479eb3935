/// A value that is asked for before it is needed. One thread only.
public final class Promise<Value> {
  private var value: Value?
  private var completion: ((Value) -> Void)?
  /// Whether the value was given.
  public private(set) var isFulfilled = false

  public init() {}

  /// Gives the value, once.
  public func fulfill(_ value: Value) {
    isFulfilled = true
    if let completion = completion.take() { completion(value) } else { self.value = value }
  }

  /// - Parameter completion: called once, at once where the value is there.
  public func then(_ completion: @escaping (Value) -> Void) {
    if let value = value.take() { completion(value) } else { self.completion = completion }
  }
}
