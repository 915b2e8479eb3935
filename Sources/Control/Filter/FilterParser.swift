import Model
import Patterns

/// Reads MPD's filters: `(Artist == "x")` with `AND`, `!(…)` and the operators of MPD 0.24, and the older form of a
/// tag and a value in turn.
struct FilterParser {
  /// Parentheses inside each other; more is hardly meant.
  private static let maximumDepth = 32
  /// Comparisons in one filter.
  private static let maximumTests = 128
  /// Regular expressions in one filter, each of which may be some kilobytes when it is compiled.
  private static let maximumPatterns = 16

  /// Whether comparisons fold case by themselves (`playlistsearch`).
  private let foldsCase: Bool
  private var rest: Substring.UTF8View
  private var tests = 0
  private var patterns: Int

  /// - Parameter patterns: how many regular expressions there are before.
  private init(_ text: String, foldsCase: Bool, patterns: Int) {
    rest = text[...].utf8
    self.foldsCase = foldsCase
    self.patterns = patterns
  }

  /// - Parameter foldsCase: as the `search` commands want it; the older form then also looks for parts of values.
  static func parse(_ words: ArraySlice<String>, foldsCase: Bool) throws(CommandError) -> Filter {
    var words = words
    var parts: [Filter] = []
    var patterns = 0
    guard !words.isEmpty else { throw .argument("Incorrect number of filter arguments") }
    while let word = words.popFirst() {
      if word.utf8.first == UInt8(ascii: "(") {
        var parser = FilterParser(word, foldsCase: foldsCase, patterns: patterns)
        parts.append(try parser.expression(depth: 1))
        patterns = parser.patterns
        guard parser.rest.isEmpty else { throw .argument("Unparsed garbage after expression") }
      } else {
        guard let value = words.popFirst() else { throw .argument("Incorrect number of filter arguments") }
        parts.append(try pair(word, value, foldsCase: foldsCase))
      }
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private static func pair(_ name: String, _ value: String, foldsCase: Bool) throws(CommandError) -> Filter {
    let test = StringTest(foldsCase ? .contains : .equals, value, foldsCase: foldsCase)
    switch Self.keyword(name) {
    case "file", "filename": return .uri(test)
    case "any": return .anyTag(test)
    case "albumfolder": return .albumFolder(test)
    case "base":
      // MPD takes the root in expressions only.
      guard let folder = MusicPath.normalized(value), !folder.isEmpty else { throw .argument("Bad URI") }
      return .base(folder)
    case "modified-since": return .modifiedSince(try time(value))
    case "added-since": return .addedSince(try time(value))
    case "bpm": return .tempo(try number(value, unit: tempoUnit))
    case "loudness": return .loudness(try number(value, unit: loudnessUnit))
    case "key": return .key(try key(value), isNegated: false)
    default:
      guard let tag = Tag(named: name) else { throw .argument("Unknown filter type") }
      return .tag(tag, test)
    }
  }

  /// Names are taken in any case, but for `base` and the two of times, as with MPD.
  private static func keyword(_ name: String) -> String {
    ["base", "modified-since", "added-since"].contains(name.lowercased()) ? name : name.lowercased()
  }

  // MARK: Expressions

  private mutating func expression(depth: Int) throws(CommandError) -> Filter {
    guard depth <= Self.maximumDepth else { throw .argument("Filter is nested too deeply") }
    try expect("(")
    if rest.first == UInt8(ascii: "(") { return try conjunction(depth: depth) }
    if rest.first == UInt8(ascii: "!") {
      rest.removeFirst()
      skipBlanks()
      guard rest.first == UInt8(ascii: "(") else { throw .argument("'(' expected") }
      let inner = try expression(depth: depth + 1)
      try expect(")")
      return .not(inner)
    }
    tests += 1
    guard tests <= Self.maximumTests else { throw .argument("Filter is too long") }
    return try comparison()
  }

  private mutating func conjunction(depth: Int) throws(CommandError) -> Filter {
    var parts = [try expression(depth: depth + 1)]
    while rest.first != UInt8(ascii: ")") {
      guard try word() == "AND" else { throw .argument("'AND' expected") }
      guard rest.first == UInt8(ascii: "(") else { throw .argument("Word expected") }
      parts.append(try expression(depth: depth + 1))
    }
    try expect(")")
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func comparison() throws(CommandError) -> Filter {
    let name = try word()
    let filter: Filter
    switch Self.keyword(name) {
    case "file", "filename": filter = .uri(try test())
    case "any": filter = .anyTag(try test())
    case "albumfolder": filter = .albumFolder(try test())
    case "base":
      // A text that can be no folder's name names no folder: nothing is below it, and everything elsewhere.
      let folder = try quoted()
      filter = .base(MusicPath.normalized(folder) ?? folder)
    case "modified-since": filter = .modifiedSince(try Self.time(quoted()))
    case "added-since": filter = .addedSince(try Self.time(quoted()))
    case "audioformat": filter = .format(try formatTest())
    case "prio": filter = .priority(atLeast: try priorityTest())
    case "bpm": filter = .tempo(try numberTest(unit: Self.tempoUnit))
    case "loudness": filter = .loudness(try numberTest(unit: Self.loudnessUnit))
    case "key":
      let isNegated = take("!=")
      guard isNegated || take("==") else { throw .argument("'==' or '!=' expected") }
      filter = .key(try Self.key(quoted()), isNegated: isNegated)
    default:
      guard let tag = Tag(named: name) else { throw .argument("Unknown filter type: \(name)") }
      filter = .tag(tag, try test())
    }
    try expect(")")
    return filter
  }

  private mutating func test() throws(CommandError) -> StringTest {
    if take("=~") { return StringTest(try pattern(), isNegated: false) }
    if take("!~") { return StringTest(try pattern(), isNegated: true) }
    if take("==") { return StringTest(.equals, try quoted(), foldsCase: foldsCase) }
    if take("!=") { return StringTest(.equals, try quoted(), foldsCase: foldsCase, isNegated: true) }
    let isNegated = take("!")
    let kinds: [(String, StringTest.Kind)] = [
      ("eq", .equals), ("contains", .contains), ("starts_with", .startsWith),
    ]
    for (name, kind) in kinds {
      // `eq` alone is no operator: `==` is.
      let forms: [(String, Bool)] =
        [("_cs ", false), ("_ci ", true)] + (name == "eq" ? [] : [(" ", foldsCase)])
      for (ending, folds) in forms where take(name + ending) {
        return StringTest(kind, try quoted(), foldsCase: folds, isNegated: isNegated)
      }
    }
    throw .argument("Unknown filter operator: \(String(decoding: rest, as: UTF8.self))")
  }

  private mutating func pattern() throws(CommandError) -> Pattern {
    let text = try quoted()
    patterns += 1
    guard patterns <= Self.maximumPatterns else { throw .argument("Filter is too long") }
    do throws(PatternError) {
      return try Pattern(text, foldsCase: foldsCase)
    } catch {
      throw .argument("\(error)")
    }
  }

  private mutating func formatTest() throws(CommandError) -> AudioFormatTest {
    let allowsOpenParts: Bool
    if take("==") {
      allowsOpenParts = false
    } else {
      guard take("=~") else { throw .argument("'==' or '=~' expected") }
      allowsOpenParts = true
    }
    let text = try quoted()
    guard let test = AudioFormatTest(text, allowsOpenParts: allowsOpenParts) else {
      throw .argument("Failed to parse the sample format")
    }
    return test
  }

  /// `> 120`, `<= "95.5"`, `== "120:130"`, with or without quotes.
  private mutating func numberTest(unit: Double) throws(CommandError) -> NumberTest {
    let operators = ["<=", ">=", "==", "!=", "<", ">"]
    guard let sign = operators.first(where: { take($0) }) else {
      throw .argument("'<', '<=', '>', '>=', '==' or '!=' expected")
    }
    let text =
      try rest.first.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") } == true ? quoted() : plain()
    switch sign {
    case "==", "!=":
      let test = try Self.number(text, unit: unit)
      return NumberTest(least: test.least, most: test.most, isNegated: sign == "!=")
    default:
      guard let value = Double(text), value.isFinite else { throw .argument("Number expected: \(text)") }
      let excludesEnds = sign.utf8.count == 1
      return sign.hasPrefix("<")
        ? NumberTest(most: value, excludesEnds: excludesEnds)
        : NumberTest(least: value, excludesEnds: excludesEnds)
    }
  }

  /// Up to a blank or the end of the comparison.
  private mutating func plain() -> String {
    let word = rest.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ")") }
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func priorityTest() throws(CommandError) -> Int {
    guard take(">=") else { throw .argument("'>=' expected") }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw .argument("Number expected") }
    guard let value = Int(String(decoding: digits, as: UTF8.self)), value <= 255 else {
      throw .argument("Invalid priority value")
    }
    rest = rest.dropFirst(digits.count)
    skipBlanks()
    return value
  }

  // MARK: Words

  private mutating func word() throws(CommandError) -> String {
    let word = rest.prefix { byte in
      (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    guard !word.isEmpty else { throw .argument("Word expected") }
    rest = rest.dropFirst(word.count)
    skipBlanks()
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func quoted() throws(CommandError) -> String {
    guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw .argument("Quoted string expected")
    }
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote {
        skipBlanks()
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { break }
        text.append(escaped)
      } else {
        text.append(byte)
      }
    }
    throw .argument("Closing quote not found")
  }

  /// Takes `text`, whatever its case, with the blanks after it.
  private mutating func take(_ text: String) -> Bool {
    guard
      rest.prefix(text.utf8.count).elementsEqual(
        text.utf8, by: { $0 == $1 || ($0 | 0x20) == $1 && $1 >= 0x61 })
    else { return false }
    rest = rest.dropFirst(text.utf8.count)
    skipBlanks()
    return true
  }

  private mutating func expect(_ character: Character) throws(CommandError) {
    guard let byte = rest.first, byte == character.asciiValue else {
      throw .argument("'\(character)' expected")
    }
    rest.removeFirst()
    skipBlanks()
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  // MARK: Values

  /// Tempos and levels that are shown alike are equal.
  private static let tempoUnit = 1.0
  private static let loudnessUnit = 0.1

  private static func number(_ value: String, unit: Double) throws(CommandError) -> NumberTest {
    guard let test = NumberTest(value, unit: unit) else {
      throw .argument("A number or a range such as 120:130 expected: \(value)")
    }
    return test
  }

  private static func key(_ value: String) throws(CommandError) -> MusicalKey {
    guard let key = MusicalKey(value) else {
      throw .argument("Unknown key: \(value); one such as Am, Db, F# minor or 8A expected")
    }
    return key
  }

  private static func time(_ value: String) throws(CommandError) -> Int64 {
    guard let time = Timestamp.seconds(value) else { throw .argument("Failed to parse date") }
    return time
  }
}
