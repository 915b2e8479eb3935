import ArgumentParser

/// How a mode of the queue is set.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case off, on, oneshot

  /// As the protocol has it.
  var word: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .oneshot: "oneshot"
    }
  }

  /// Refuses what only some modes know.
  func requirePlain() throws {
    if self == .oneshot { throw ValidationError("Expected on or off: oneshot is for single and consume.") }
  }

  init(word: String?) { self = Self.allCases.first { $0.word == word } ?? .off }
}
