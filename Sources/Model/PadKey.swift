/// The settings of a pad; the raw value is the protocol's word.
public enum PadKey: String, Hashable, Sendable, CaseIterable {
  case name, folder, volume, boost, speed, loops, bass, mid, treble, colour, favourite, start, end, delay,
    mode
  case group, duck

  /// The permitted values, for messages.
  public var expectation: String {
    switch self {
    case .name: "a name of 1 to \(Pad.mostNameBytes) bytes"
    case .folder: "the name of a pad folder, or empty for none"
    case .volume: "0 to 100"
    case .boost: "1 to 2"
    case .speed: "0.25 to 2"
    case .loops: "number of repeats, 0 to \(PadSettings.loopCounts.upperBound), or -1 for endless"
    case .bass, .mid, .treble: "-12 to 12 dB"
    case .colour: "six hexadecimal digits, or empty for none"
    case .favourite: "0 or 1"
    case .start: "seconds from the start of the file, before its end"
    case .end:
      "seconds from the start of the file and after the pad's start, or empty for the end of the file"
    case .delay: "0 to 300 seconds"
    case .mode: "once, toggle, hold or layer"
    case .group: "a name of at most \(Pad.mostNameBytes) bytes, or empty for none"
    case .duck: "0 to 60 dB: lower the music while the pad plays"
    }
  }

  /// Why a pad does not take a value.
  public func refusal(of text: String) -> Refusal {
    let message = "A pad's \(rawValue) is \(expectation): \(text)"
    guard self == .volume, let factor = Self.formerFactor(text) else {
      return .failed(.badArgument, message, about: text)
    }
    var settings = PadSettings()
    settings.volume = factor
    let now = settings.volumePercent
    return .failed(.badArgument, "\(message) in the former scale of 0 to 1 is \(now) now", about: text)
  }

  /// A volume in the former scale of 0 to 1; nil for any other text. `0` and `1` are percent.
  private static func formerFactor(_ text: String) -> Double? {
    guard text.contains("."), let value = Double(text), (0...1).contains(value) else { return nil }
    return value
  }
}

extension Pad {
  /// The pad with another value.
  /// - Returns: nil where the text is none that the key may have.
  public func setting(_ key: PadKey, to text: String) -> Pad? {
    var pad = self
    func number() -> Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
    func seconds() -> Duration? {
      number().flatMap {
        abs($0) <= Double(Cue.latest.components.seconds) ? .milliseconds(Int64(($0 * 1000).rounded())) : nil
      }
    }
    func set<Value>(_ path: WritableKeyPath<PadSettings, Value>, _ value: Value?) -> Bool {
      guard let value else { return false }
      pad.settings[keyPath: path] = value
      return true
    }
    let isSet: Bool
    switch key {
    case .name:
      pad.name = text
      isSet = Self.isName(text)
    case .folder:
      pad.folder = text
      isSet = Self.isName(text, orEmpty: true)
    case .volume:
      isSet = set(\.volumePercent, Int(text).flatMap { (0...100).contains($0) ? $0 : nil })
    case .boost: isSet = set(\.boost, number())
    case .speed: isSet = set(\.speed, number())
    case .loops: isSet = set(\.loops, Int(text))
    case .bass: isSet = set(\.equaliser.bass, number())
    case .mid: isSet = set(\.equaliser.mid, number())
    case .treble: isSet = set(\.equaliser.treble, number())
    case .colour:
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      let colour = digits.utf8.count == 6 && digits.first != "+" ? UInt32(digits, radix: 16) : nil
      isSet = text.isEmpty ? set(\.colour, .some(nil)) : set(\.colour, colour.map { .some($0) })
    case .favourite: isSet = set(\.isFavourite, ["0": false, "1": true][text])
    case .start: isSet = set(\.start, seconds())
    case .end: isSet = text.isEmpty ? set(\.end, .some(nil)) : set(\.end, seconds().map { .some($0) })
    case .delay: isSet = set(\.delay, seconds())
    case .mode: isSet = set(\.mode, PadMode(rawValue: text))
    case .group: isSet = set(\.group, text)
    case .duck: isSet = set(\.duck, number())
    }
    // A start after the end would never sound.
    if let duration, pad.settings.start > .zero, pad.settings.start >= duration { return nil }
    return isSet && pad.settings.isValid ? pad : nil
  }
}
