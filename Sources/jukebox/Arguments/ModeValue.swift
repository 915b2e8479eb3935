import ArgumentParser

/// How a mode of the queue can be set.
protocol ModeValue: RawRepresentable<String>, CaseIterable, ExpressibleByArgument {
  static var off: Self { get }
  /// As the protocol has it.
  var word: String { get }
}

extension ModeValue {
  init(word: String?) { self = Self.allCases.first { $0.word == word } ?? .off }
}
