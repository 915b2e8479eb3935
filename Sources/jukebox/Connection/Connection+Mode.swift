extension Connection {
  /// Sets a mode of the queue, such as `random`, where a value is given.
  /// - Returns: what it is then.
  func mode(_ name: String, _ value: Switch?) throws(Failure) -> Switch {
    if let value { try ask(name, value.word) }
    return Switch(word: try ask("status")[name])
  }
}
