import ArgumentParser

/// How a mode of the queue can be set.
protocol ModeValue: RawRepresentable<String>, CaseIterable, ExpressibleByArgument {
  static var off: Self { get }
  /// As the protocol has it.
  var word: String { get }
}

extension ModeValue {
  init?(argument: String) { self.init(rawValue: TakenBack.isMeant(by: argument) ? "off" : argument) }

  init(word: String?) { self = Self.allCases.first { $0.word == word } ?? .off }
}

/// A mode that is on or off.
enum Switch: String, ModeValue {
  case off, on

  var word: String { self == .on ? "1" : "0" }
}

/// A mode that is on, off, or on for one use.
enum OnceSwitch: String, ModeValue {
  case off, on, oneshot

  var word: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .oneshot: "oneshot"
    }
  }
}
