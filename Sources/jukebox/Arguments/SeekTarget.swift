import ArgumentParser

/// A position in a song, as a person writes it.
enum SeekTarget: Equatable {
  /// Seconds from the beginning.
  case absolute(Double)
  /// Seconds from here.
  case relative(Double)
  /// A share of the song's length, 0 to 1.
  case share(Double)

  /// `90`, `1:30`, `1:02:03.5`, `+10`, `-1:00`, `50%`; nil for anything else.
  init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .share(percent / 100)
      return
    }
    let sign = text.first.map { $0 == "+" || $0 == "-" ? $0 : " " } ?? " "
    guard let seconds = Self.seconds(sign == " " ? text[...] : text.dropFirst()) else { return nil }
    switch sign {
    case "+": self = .relative(seconds)
    case "-": self = .relative(-seconds)
    default: self = .absolute(seconds)
    }
  }

  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = Double(part), value >= 0, value.isFinite,
        part.allSatisfy({ $0.isNumber || $0 == "." }),
        index == 0 || value < 60
      else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}

/// A time in a song, as a person writes it: `90`, `1:30`, `1:02:03.5`.
struct CueTime: ExpressibleByArgument, Equatable {
  let seconds: Double

  init?(argument: String) {
    guard case .absolute(let seconds)? = SeekTarget(argument) else { return nil }
    self.seconds = seconds
  }
}

/// A time in a song as a person writes it: `90`, `1:30`, `1:02:03.5`; or `none` or `off`.
struct TimeArgument: ExpressibleByArgument, Equatable {
  /// As the protocol takes it: seconds, or nothing for `none`.
  let word: String

  init?(argument: String) {
    if TakenBack.isMeant(by: argument) {
      word = ""
      return
    }
    guard let seconds = CueTime(argument: argument)?.seconds else { return nil }
    word = seconds == seconds.rounded() ? String(Int(min(seconds, 1e9))) : String(seconds)
  }
}
