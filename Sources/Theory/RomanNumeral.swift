/// A chord by the degree of its root, such as `ii7` or `bVII`. Degrees count from the major scale of the tonic, in minor
/// keys as well: in A minor, G is bVII. Small numerals have a minor third.
public struct RomanNumeral: Hashable, Sendable, CustomStringConvertible {
  /// From the tonic up to the root, 1 to 7.
  public let interval: Interval
  public let kind: ChordKind
  /// From the root up to the lowest note, if it is another one.
  public let bass: Interval?

  public init(interval: Interval, kind: ChordKind, bass: Interval? = nil) {
    self.interval = interval
    self.kind = kind
    self.bass = bass
  }

  public init(_ chord: SpelledChord, tonic: Int) {
    interval = Interval.usual[(chord.root.pitchClass - tonic + 12) % 12]
    kind = chord.kind
    bass = chord.bass.map { bass in
      let semitones = (bass.pitchClass - chord.root.pitchClass + 12) % 12
      return chord.kind.intervals.first { $0.pitchClass == semitones } ?? Interval.usual[semitones]
    }
  }

  private static let numerals = ["I", "II", "III", "IV", "V", "VI", "VII"]
  /// The longest first.
  private static let order = [6, 2, 5, 3, 1, 4, 0]

  /// Reads `V7`, `bVII`, `iiø7`, `vii°`, `Imaj7`.
  public init(_ text: String) throws(TheoryFault) {
    let signs = text.prefix { NoteName.sign($0) != nil }
    let rest = text.dropFirst(signs.count)
    guard
      let place = Self.order.first(where: {
        rest.hasPrefix(Self.numerals[$0]) || rest.hasPrefix(Self.numerals[$0].lowercased())
      })
    else { throw TheoryFault("Unknown numeral \(text): I to VII expected (character \(signs.count + 1))") }
    interval = Interval(number: place + 1, alteration: signs.reduce(0) { $0 + (NoteName.sign($1) ?? 0) })
    let suffix = rest.dropFirst(Self.numerals[place].count)
    let isSmall = rest.first?.isLowercase ?? false
    // `vii°` and `iiø7` have the minor third already.
    let hasThird = suffix.hasPrefix("dim") || (suffix.first.map { "°ºøØ".contains($0) } ?? false)
    var own = suffix
    var bass: Interval?
    if let slash = suffix.lastIndex(of: "/"), let interval = Interval(suffix[suffix.index(after: slash)...]),
      interval.number <= 7
    {
      (own, bass) = (suffix[..<slash], interval)
    }
    kind = try ChordReader.read(Substring((isSmall && !hasThird ? "m" : "") + own), of: text)
    self.bass = bass
  }

  public var description: String {
    let number = Self.numerals[(interval.number - 1) % 7]
    return Interval.signs(interval.alteration) + (kind.isMinor ? number.lowercased() : number) + suffix
      + (bass.map { "/\($0)" } ?? "")
  }

  private var suffix: String {
    switch kind.symbol {
    case "dim": "°"
    case "dim7": "°7"
    case "m7b5": "ø7"
    case "aug": "+"
    case "mMaj7": "maj7"
    case "mMaj9": "maj9"
    case let symbol where kind.isMinor && symbol.hasPrefix("m") && !symbol.hasPrefix("maj"):
      String(symbol.dropFirst())
    case let symbol: symbol
    }
  }

  public func chord(on tonic: NoteName) -> SpelledChord {
    let root = tonic.up(interval)
    return SpelledChord(root: root, kind: kind, bass: bass.map { root.up($0) })
  }

  /// Root and kind of triad, by which progressions are compared: sevenths and the like come and go.
  var function: Function {
    let third = kind.contains("b3") ? 3 : kind.contains("3") ? 4 : 0
    let fifth = kind.contains("b5") ? 6 : kind.contains("#5") && !kind.contains("5") ? 8 : 7
    return Function(
      root: interval.pitchClass, third: third, fifth: kind.contains("b7") && third == 4 ? 7 : fifth)
  }

  struct Function: Hashable {
    let root: Int
    let third: Int
    let fifth: Int
  }
}
