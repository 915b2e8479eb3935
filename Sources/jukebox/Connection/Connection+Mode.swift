extension Connection {
  /// Sets a mode of the queue, such as `random`, where a value is given.
  /// - Returns: what it is then.
  func mode<Value: ModeValue>(_ name: String, _ value: Value?) throws(Failure) -> Value {
    if let value { try ask(name, value.word) }
    return Value(word: try ask("status")[name])
  }
}
