import Model

/// Chapters from a tag, in any of their forms.
struct ChapterMarks: Hashable, Sendable {
  /// Starts from `CHAPTER001` and names from `CHAPTER001NAME`, by number.
  private var starts: [Int: Duration] = [:]
  private var names: [Int: String] = [:]
  /// Chapters that came as a whole.
  private var whole: [Chapter] = []

  private var isEmpty: Bool { starts.isEmpty && whole.isEmpty }

  /// Single comments before a sheet.
  var chapters: [Chapter] {
    if starts.isEmpty { return Chapter.bounded(whole) }
    return Chapter.bounded(
      starts.sorted { $0.key < $1.key }.map { Chapter(start: $0.value, rawTitle: names[$0.key]) })
  }

  /// - Parameters:
  ///   - number: 0 ... 999.
  ///   - text: `00:01:02.345`.
  mutating func addStart(_ number: Int, _ text: String) {
    guard starts[number] == nil, let start = Self.time(text) else { return }
    starts[number] = start
  }

  mutating func addName(_ number: Int, _ text: String) {
    guard names[number] == nil else { return }
    names[number] = TagText.cleaned(text, limit: Chapter.titleLimit)
  }

  /// - Parameter chapters: taken where there are none of their kind yet.
  mutating func add(_ chapters: [Chapter]) {
    if whole.isEmpty { whole = Array(chapters.prefix(Chapter.countLimit)) }
  }

  /// Takes another tag's where this one has none.
  mutating func fill(from other: ChapterMarks) {
    if isEmpty { self = other }
  }

  /// Hours, minutes and seconds, or minutes and seconds, with a fraction of a second or without.
  static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let seconds = last.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    var sum: Int64 = 0
    for part in parts.dropLast() + seconds.prefix(1) {
      guard let number = number(part) else { return nil }
      sum = sum * 60 + number
    }
    var nanoseconds: Int64 = 0
    if seconds.count == 2 {
      let digits = seconds[1].prefix { $0 != " " }
      guard let number = self.number(digits.prefix(6)), digits.utf8.count <= 12 else { return nil }
      nanoseconds = (0..<(9 - min(6, digits.utf8.count))).reduce(number) { value, _ in value * 10 }
    }
    return .seconds(sum) + .nanoseconds(nanoseconds)
  }

  /// Reads one to six digits; blanks are ignored.
  private static func number(_ text: Substring) -> Int64? {
    let digits = text.utf8.filter { $0 != 0x20 }
    guard (1...6).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
