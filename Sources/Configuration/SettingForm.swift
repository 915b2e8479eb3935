import Linux

/// A form of values: the words for it, and how a text becomes a value and a value a text.
struct SettingForm<Value>: Sendable {
  /// For messages: the words after "expected".
  let expected: String
  /// The value of a text; nil where it is none.
  let read: @Sendable (String) -> Value?
  let write: @Sendable (Value) -> String

  init(
    _ expected: String, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    (self.expected, self.read, self.write) = (expected, read, write)
  }

  /// The same form, or a word for no value.
  /// - Parameter word: empty for an empty text.
  func or(_ word: String) -> SettingForm<Value?> {
    SettingForm<Value?>("\(expected), or \(word.isEmpty ? "nothing" : word)") { text in
      text == word ? .some(nil) : read(text).map { .some($0) }
    } write: {
      $0.map(write) ?? word
    }
  }
}

extension SettingForm where Value: CaseIterable & RawRepresentable<String> & Sendable {
  /// One of the words of a type: `a, b or c`.
  static var choice: SettingForm {
    let all = Value.allCases.map(\.rawValue)
    let head = all.dropLast().joined(separator: ", ")
    return SettingForm(head.isEmpty ? all.joined() : "\(head) or \(all.last ?? "")") {
      Value(rawValue: $0)
    } write: {
      $0.rawValue
    }
  }
}

extension SettingForm where Value: CustomStringConvertible & Sendable {
  /// Values that have a text of their own.
  static func described(_ expected: String, _ read: @escaping @Sendable (String) -> Value?) -> SettingForm {
    SettingForm(expected, read: read) { $0.description }
  }
}

extension SettingForm where Value == Int {
  /// - Parameter unit: the words after the range.
  static func number(_ range: ClosedRange<Int>, _ unit: String = "") -> SettingForm {
    number("\(range.lowerBound) to \(range.upperBound)\(unit)", range)
  }

  static func number(_ expected: String, _ range: ClosedRange<Int>) -> SettingForm {
    .described(expected) { SettingText.number($0, range) }
  }
}

extension SettingForm where Value == Double {
  static func decibels(_ range: ClosedRange<Double>) -> SettingForm {
    let (lowest, highest) = (SettingText.short(range.lowerBound), SettingText.short(range.upperBound))
    return SettingForm("\(lowest) to \(highest) (dB)") {
      SettingText.decimal($0, range)
    } write: {
      SettingText.short($0)
    }
  }
}

extension SettingForm where Value == Bool {
  static var onOrOff: SettingForm {
    SettingForm("on or off") {
      ["on": true, "off": false][$0]
    } write: {
      $0 ? "on" : "off"
    }
  }
}

extension SettingForm where Value == Duration {
  static func minutes(_ range: ClosedRange<Int>) -> SettingForm {
    SettingForm("\(range.lowerBound) to \(range.upperBound)") {
      SettingText.number($0, range).map { .seconds(60 * $0) }
    } write: {
      "\($0.components.seconds / 60)"
    }
  }

  static func milliseconds(_ range: ClosedRange<Int>) -> SettingForm {
    SettingForm("\(range.lowerBound) to \(range.upperBound)") {
      SettingText.number($0, range).map { .milliseconds($0) }
    } write: {
      "\($0.nanoseconds / 1_000_000)"
    }
  }
}

extension SettingForm where Value == String {
  /// A text that is not empty.
  static func text(
    _ expected: String, where isRight: @escaping @Sendable (String) -> Bool = { _ in true }
  ) -> SettingForm {
    .described(expected) { !$0.isEmpty && isRight($0) ? $0 : nil }
  }

  static var path: SettingForm { .text("an absolute path", where: SettingText.isAbsolute) }
}

extension SettingForm where Value == [String] {
  /// Words between blanks.
  static func words(
    _ expected: String, where areRight: @escaping @Sendable ([String]) -> Bool = { _ in true }
  ) -> SettingForm {
    SettingForm(expected) {
      let words = $0.split(separator: " ").map(String.init)
      return areRight(words) ? words : nil
    } write: {
      $0.joined(separator: " ")
    }
  }
}
