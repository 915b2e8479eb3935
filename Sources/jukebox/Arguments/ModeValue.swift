import ArgumentParser

/// A choice that may be off; `none` means the same.
protocol OffValue: RawRepresentable<String>, CaseIterable, ExpressibleByArgument {}

extension OffValue {
  init?(argument: String) { self.init(rawValue: TakenBack.isMeant(by: argument) ? "off" : argument) }
}

/// How a mode of the queue can be set.
protocol ModeValue: OffValue {
  static var off: Self { get }
  /// As the protocol has it.
  var word: String { get }
}

extension ModeValue {
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

/// The order of a list of pads; the raw value is the protocol's word.
enum PadOrder: String, ExpressibleByArgument { case place, name, newest, favourite }

/// Which channels the speakers play.
enum ChannelWord: String, ExpressibleByArgument, CaseIterable { case stereo, mono, left, right, swapped }

/// Whether and what by chance: songs, or whole albums.
enum RandomSwitch: String, OffValue { case on, off, albums }

/// The words that take back a number, colour, choice or switch, the same for all commands. Free text is taken back by an empty
/// value alone: it may be one of these words.
enum TakenBack {
  static func isMeant(by word: String) -> Bool { word == "none" || word == "off" }
}
