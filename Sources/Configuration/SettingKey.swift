/// One key of the configuration: how it is read, written and explained. All tables of `SettingKeys` are made of it,
/// so that reading, `--check`, rereading and the documentation can't drift apart.
struct SettingKey<Target>: Sendable {
  let name: String
  /// The form of a value, for messages: the words after "expected".
  let expected: String
  let effect: SettingEffect
  /// Whether it may stand more than once.
  let isRepeatable: Bool
  /// Takes a value; false where it isn't one.
  let set: @Sendable (inout Target, String) -> Bool
  /// Problem of a value, and the expected one; nil if `expected` says enough.
  let fault: @Sendable (String) -> (problem: String, expected: String)?
  /// The value now, as the file would give it; one per occurrence.
  let values: @Sendable (Target) -> [String]

  init(
    _ name: String, expected: String, effect: SettingEffect, isRepeatable: Bool = false,
    set: @escaping @Sendable (inout Target, String) -> Bool,
    fault: @escaping @Sendable (String) -> (problem: String, expected: String)? = { _ in nil },
    values: @escaping @Sendable (Target) -> [String]
  ) {
    self.name = name
    self.expected = expected
    self.effect = effect
    self.isRepeatable = isRepeatable
    self.set = set
    self.fault = fault
    self.values = values
  }

  /// A key of one value.
  init<Value>(
    _ name: String, _ place: any WritableKeyPath<Target, Value> & Sendable, _ form: SettingForm<Value>,
    _ effect: SettingEffect = .atNextStart
  ) {
    self.init(name, expected: form.expected, effect: effect) { target, text in
      guard let value = form.read(text) else { return false }
      target[keyPath: place] = value
      return true
    } values: {
      [form.write($0[keyPath: place])]
    }
  }

  /// A key that need not stand: without it there is no value.
  init<Value>(
    _ name: String, ifAny place: any WritableKeyPath<Target, Value?> & Sendable, _ form: SettingForm<Value>,
    _ effect: SettingEffect = .atNextStart
  ) {
    self.init(name, expected: form.expected, effect: effect) { target, text in
      guard let value = form.read(text) else { return false }
      target[keyPath: place] = value
      return true
    } values: {
      $0[keyPath: place].map { [form.write($0)] } ?? []
    }
  }
}
