/// A progression in Roman numerals.
public struct Progression: Hashable, Sendable {
  /// Empty for one without a usual name.
  public let name: String
  /// One for each bar, or for each change where bars differ in length.
  public let numerals: [RomanNumeral]

  private init?(_ name: String, _ text: String) {
    self.name = name
    var numerals: [RomanNumeral] = []
    for word in text.split(separator: " ") {
      guard let numeral = try? RomanNumeral(String(word)) else { return nil }
      numerals.append(numeral)
    }
    self.numerals = numerals
  }

  /// By its name, in either case, or any by its numerals with spaces or dashes: `ii-V-I`.
  public init(_ text: String) throws(TheoryFault) {
    let words = text.split { " -–—,".contains($0) }.map { String($0) }
    let isNumerals = { (numerals: [RomanNumeral]) in numerals.map(\.description) == words }
    if let known = Self.all.first(where: { isNumerals($0.numerals) || isNumerals($0.numerals.map(\.triad)) })
    {
      self = known
      return
    }
    if let plain = Progression("", words.joined(separator: " ")), !words.isEmpty {
      self = plain
      return
    }
    self = try NameSearch.find(text, in: Self.all, "progression") { [$0.name] }
  }

  public func chords(on tonic: NoteName) -> [SpelledChord] { numerals.map { $0.chord(on: tonic) } }

  /// Compared by changes: a chord that continues over several bars counts once.
  var functions: [RomanNumeral.Function] { Self.changes(numerals.map(\.function)) }

  /// A loop without equal neighbours, also over its end.
  static func changes(_ all: [RomanNumeral.Function]) -> [RomanNumeral.Function] {
    var changes: [RomanNumeral.Function] = []
    for function in all where changes.last != function { changes.append(function) }
    while changes.count > 1, changes.first == changes.last { changes.removeLast() }
    return changes
  }

  public static let all: [Progression] = [
    ("Four chords", "I V vi IV"),
    ("Sensitive", "vi IV I V"),
    ("Doo-wop", "I vi IV V"),
    ("Pop-punk", "I IV vi V"),
    ("Stadium", "IV I V vi"),
    ("Three chords", "I IV V"),
    ("Folk", "I IV I V"),
    ("Garage", "I IV V IV"),
    ("Rising thirds", "I iii IV V"),
    ("Stepwise", "I ii iii IV"),
    ("Canon", "I V vi iii IV I IV V"),
    ("Authentic cadence", "V I"),
    ("Plagal cadence", "IV I"),
    ("Deceptive cadence", "V vi"),
    ("Full cadence", "I IV V I"),
    ("Minor plagal", "IV iv I"),
    ("ii–V–I", "ii7 V7 Imaj7"),
    ("Minor ii–V–i", "iiø7 V7 i"),
    ("Turnaround", "I vi ii V"),
    ("Circle", "vi ii V I"),
    ("Jazz turnaround", "iii7 VI7 ii7 V7"),
    ("Ragtime", "III7 VI7 II7 V7"),
    ("Backdoor", "iv7 bVII7 Imaj7"),
    ("Tritone substitution", "ii7 bII7 Imaj7"),
    ("Dameron turnaround", "Imaj7 bIIImaj7 bVImaj7 bIImaj7"),
    ("Coltrane changes", "Imaj7 bIII7 bVImaj7 VII7 IIImaj7 V7 Imaj7"),
    ("Montgomery-Ward bridge", "I7 IV ii V7"),
    ("Diatonic circle", "I IV vii° iii vi ii V I"),
    ("Minor circle", "i iv bVII bIII bVI ii° V i"),
    ("Twelve-bar blues", "I7 I7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7"),
    ("Quick-change blues", "I7 IV7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7"),
    ("Eight-bar blues", "I7 V7 IV7 IV7 I7 V7 I7 V7"),
    ("Minor blues", "i7 i7 i7 i7 iv7 iv7 i7 i7 bVI7 V7 i7 i7"),
    ("Jazz blues", "I7 IV7 I7 I7 IV7 #iv°7 I7 VI7 ii7 V7 I7 V7"),
    ("Andalusian cadence", "i bVII bVI V"),
    ("Folia", "i V i bVII bIII bVII i V i V i"),
    ("Passamezzo antico", "i bVII i V bIII bVII i V i"),
    ("Passamezzo moderno", "I IV I V I IV I V I"),
    ("Romanesca", "bIII bVII i V bIII bVII i V i"),
    ("Royal road", "IVmaj7 V7 iii7 vi"),
    ("Marusa", "IVmaj7 III7 vi7 I7"),
    ("Komuro", "vi IV V I"),
    ("Minor four chords", "i bVI bIII bVII"),
    ("Aeolian", "i bVI bVII"),
    ("Minor climb", "i bVII bVI bVII"),
    ("Minor three chords", "i iv V"),
    ("Dorian vamp", "i7 IV7"),
    ("Phrygian vamp", "i bII"),
    ("Lydian vamp", "I II"),
    ("Mixolydian vamp", "I bVII IV"),
    ("Plagal cascade", "bVI bIII bVII IV I"),
    ("Heroic cadence", "bVI bVII I"),
    ("Major-minor fall", "I III IV iv"),
    ("Line cliché", "i imaj7 i7 i6"),
  ].compactMap { Progression($0, $1) }
}

extension RomanNumeral {
  /// Without sevenths and further tones.
  var triad: RomanNumeral {
    let count = kind.contains("1") ? 3 : kind.intervals.count
    return RomanNumeral(
      interval: interval, kind: ChordKind.usual(Array(kind.intervals.prefix(count))) ?? kind)
  }
}
