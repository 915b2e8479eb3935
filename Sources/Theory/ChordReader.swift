/// Reads the part of a chord's name after its root, such as `m7b5`, `Δ7`, `sus4`, `6/9` or `(add9)`.
struct ChordReader {
  /// The whole name, for messages.
  private let text: String
  private var rest: Substring
  /// The alterations of each interval by its number.
  private var tones: [Int: Set<Int>] = [1: [0], 3: [0], 5: [0]]
  private var isMajorSeventh = false

  private enum Word { case major, minor, triangle, diminished, half, augmented, dominant }

  /// By words of two letters and more, in either case; the longer ones first.
  private static let words: [(String, Word)] = [
    ("half-dim", .half), ("major", .major), ("minor", .minor), ("hdim", .half), ("maj", .major),
    ("min", .minor),
    ("dim", .diminished), ("aug", .augmented), ("dom", .dominant), ("ma", .major), ("mi", .minor),
  ]
  private static let signs: [Character: Word] = [
    "M": .major, "j": .major, "m": .minor, "-": .minor, "−": .minor, "–": .minor, "Δ": .triangle,
    "∆": .triangle,
    "△": .triangle, "°": .diminished, "º": .diminished, "o": .diminished, "ø": .half, "Ø": .half,
    "+": .augmented,
  ]

  static func read(_ suffix: Substring, of text: String) throws(TheoryFault) -> ChordKind {
    var reader = ChordReader(text: text, rest: suffix)
    try reader.base()
    while !reader.rest.isEmpty { try reader.change() }
    return try reader.kind(suffix)
  }

  // MARK: The parts of a name

  /// The triad, and the number after it.
  private mutating func base() throws(TheoryFault) {
    var isTriangle = false
    var isDominant = false
    while let first = rest.first, " (".contains(first) { rest.removeFirst() }
    let first = rest
    while true {
      let before = rest
      guard let word = word() else { break }
      // `m(maj7)` and `m+` have two of them.
      guard before.startIndex == first.startIndex || [.major, .triangle, .augmented].contains(word) else {
        throw fault(at: before)
      }
      switch word {
      case .major: isMajorSeventh = true
      case .triangle: (isMajorSeventh, isTriangle) = (true, true)
      case .minor: tones[3] = [-1]
      case .diminished: (tones[3], tones[5], tones[7]) = ([-1], [-1], nil)
      case .half: (tones[3], tones[5], tones[7]) = ([-1], [-1], [-1])
      case .augmented: tones[5] = [1]
      case .dominant: isDominant = true
      }
      skip()
    }
    let start = rest
    switch number() {
    case nil: if isTriangle || isDominant { addSeventh() }
    case 5:
      // `C+5` has its sharp fifth by now; `C-5` may mean a minor third or a flat fifth.
      if tones[5] == [1] { break }
      guard start.startIndex == first.startIndex else {
        throw fault(at: first)
      }
      tones[3] = nil
    case 6:
      tones[6] = [0]
      if take("/9") || take("9") { tones[9] = [0] }
    case 69: (tones[6], tones[9]) = ([0], [0])
    case 7: addSeventh()
    case 9:
      addSeventh()
      tones[9] = [0]
    case 11:
      addSeventh()
      (tones[9], tones[11]) = ([0], [0])
    case 13:
      addSeventh()
      (tones[9], tones[13]) = ([0], [0])
    case 2: throw fault(at: start, "write sus2 or add9 for \"2\"")
    case 4: throw fault(at: start, "write sus4 or add11 for \"4\"")
    case .some: throw fault(at: start)
    }
  }

  private mutating func addSeventh() {
    guard tones[7] == nil else { return }
    let isDiminished = tones[3] == [-1] && tones[5] == [-1]
    tones[7] = [isMajorSeventh ? 0 : isDiminished ? -2 : -1]
  }

  /// `sus4`, `add9`, `no5`, `b5`, `#9`, `maj7`, `alt`.
  private mutating func change() throws(TheoryFault) {
    skip()
    let start = rest
    guard !start.isEmpty else { return }
    if take("sus") {
      tones[3] = nil
      let number = number() ?? 4
      for digit in number == 24 ? [2, 4] : [number] {
        guard digit == 2 || digit == 4 else { throw fault(at: start, "sus2 and sus4 are known") }
        tones[digit] = [0]
      }
    } else if take("add") {
      let signs = alteration() ?? 0
      try add(start, signs)
    } else if take("omit") || take("no") {
      guard let number = number(), number == 3 || number == 5 else {
        throw fault(at: start, "no3 and no5 are known")
      }
      tones[number] = nil
    } else if take("alt") {
      addSeventh()
      alter(5, by: 1)
      alter(9, by: 1)
    } else if let alteration = alteration() {
      guard let number = number() else {
        // `C7+` is a sharp fifth.
        guard alteration == 1, start.first == "+" else { throw fault(at: start) }
        return alter(5, by: 1)
      }
      guard [5, 9, 11, 13].contains(number) || number == 6 && alteration == -1 else { throw fault(at: start) }
      alter(number, by: alteration)
    } else if let word = word() {
      switch word {
      case .major, .triangle:
        // `m(maj7)`, and `7M`.
        guard tones[7] == [-1] || number() == 7 else { throw fault(at: start) }
        tones[7] = [0]
      case .augmented: alter(5, by: 1)
      default: throw fault(at: start)
      }
    } else {
      try add(start, 0)
    }
  }

  private mutating func add(_ start: Substring, _ alteration: Int) throws(TheoryFault) {
    guard let number = number(), [2, 4, 6, 9, 11, 13].contains(number) else { throw fault(at: start) }
    tones[[2: 9, 4: 11][number] ?? number, default: []].insert(alteration)
  }

  /// An altered interval takes the place of the plain one.
  private mutating func alter(_ number: Int, by alteration: Int) {
    tones[number, default: []].remove(0)
    tones[number, default: []].insert(alteration)
  }

  private func kind(_ suffix: Substring) throws(TheoryFault) -> ChordKind {
    var intervals: [Interval] = []
    for number in tones.keys.sorted() {
      for alteration in tones[number, default: []].sorted() {
        intervals.append(Interval(number: number, alteration: alteration))
      }
    }
    for (index, interval) in intervals.enumerated() {
      if let other = intervals[..<index].first(where: { $0.pitchClass == interval.pitchClass }) {
        throw TheoryFault("Unknown chord \(text): \(other) and \(interval) are the same pitch")
      }
    }
    let symbol = String(
      suffix.map { character -> Character in
        character == "♯" ? "#" : character == "♭" ? "b" : character
      })
    return ChordKind(intervals, symbol: symbol)
  }

  // MARK: Characters

  private mutating func skip() {
    while let first = rest.first, "(), /".contains(first) { rest.removeFirst() }
  }

  private mutating func take(_ word: String) -> Bool {
    guard rest.prefix(word.count).lowercased() == word else { return false }
    rest.removeFirst(word.count)
    return true
  }

  private mutating func word() -> Word? {
    // `madd9` does not begin with `ma`.
    if rest.prefix(4).lowercased() != "madd" {
      for (text, word) in Self.words where take(text) { return word }
    }
    guard let first = rest.first, let word = Self.signs[first] else { return nil }
    if first == "o", rest.prefix(4).lowercased() == "omit" { return nil }
    rest.removeFirst()
    return word
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    // No longer number is part of a chord.
    guard let number = Int(digits.prefix(2)) else { return nil }
    rest.removeFirst(min(2, digits.count))
    return number
  }

  private mutating func alteration() -> Int? {
    guard let first = rest.first else { return nil }
    let step = NoteName.sign(first) ?? (first == "+" ? 1 : "-−–".contains(first) ? -1 : nil)
    guard let step, abs(step) == 1 else { return nil }
    rest.removeFirst()
    return step
  }

  private func fault(at start: Substring, _ advice: String? = nil) -> TheoryFault {
    let place = text.distance(from: text.startIndex, to: start.startIndex) + 1
    return TheoryFault(
      "Unknown chord \(text): \(advice ?? "\"\(start)\" is not understood") (character \(place))")
  }
}
