/// A stretch of a song in which a progression is repeated.
public struct RepeatedProgression: Hashable, Sendable {
  /// In seconds.
  public let start: Double
  public private(set) var end: Double
  public let numerals: [RomanNumeral]
  /// At least 2.
  public let times: Int
  /// A known progression with these changes.
  public let known: Progression?
  /// At which of its changes the known one begins here, from 0.
  public let offset: Int
  /// Stretches of the same progression have the same number, from 0.
  public let group: Int

  /// `A` to `Z` by the group, then `A2`.
  public var letter: String {
    let letter = String(UnicodeScalar(UInt8(65 + group % 26)))
    return group < 26 ? letter : "\(letter)\(group / 26 + 1)"
  }

  /// A chord of a song with its place.
  public struct Place: Hashable, Sendable {
    public let numeral: RomanNumeral
    public let start: Double
    public let end: Double

    public init(numeral: RomanNumeral, start: Double, end: Double) {
      self.numeral = numeral
      self.start = start
      self.end = end
    }
  }

  private static let longest = 16

  /// The repeated progressions of a song, in order. At each chord the one that covers most is taken.
  public static func find(in song: [Place]) -> [RepeatedProgression] {
    // A chord that is only coloured counts as the same one.
    var chords: [Place] = []
    for place in song {
      if let last = chords.last, last.numeral.function == place.numeral.function {
        chords[chords.count - 1] = Place(numeral: last.numeral, start: last.start, end: place.end)
      } else {
        chords.append(place)
      }
    }
    let functions = chords.map(\.numeral.function)
    var found: [RepeatedProgression] = []
    var groups: [[RomanNumeral.Function]] = []
    var index = 0
    while index < functions.count {
      var start = chords[index].start
      var best = longest(functions, at: index)
      // A chord may end one progression and begin the next.
      if let last = found.last, last.end == start, index > 0,
        let shared = longest(functions, at: index - 1),
        shared.length * shared.times > (best.map { $0.length * $0.times } ?? 0) + 1
      {
        index -= 1
        best = shared
        start = (chords[index].start + chords[index].end) / 2
        found[found.count - 1].end = start
      }
      guard let (length, times) = best else {
        index += 1
        continue
      }
      let part = Array(functions[index..<index + length])
      let group = groups.firstIndex { rotation(of: $0, to: part) != nil } ?? groups.count
      if group == groups.count { groups.append(part) }
      let match = known(part)
      found.append(
        RepeatedProgression(
          start: start, end: chords[index + length * times - 1].end,
          numerals: chords[index..<index + length].map(\.numeral), times: times, known: match?.progression,
          offset: match?.offset ?? 0, group: group))
      index += length * times
    }
    return found
  }

  /// The length of the progression at a chord that covers most of the song with its repetitions.
  private static func longest(_ functions: [RomanNumeral.Function], at index: Int) -> (
    length: Int, times: Int
  )? {
    var best: (length: Int, times: Int)?
    for length in 2...longest where index + 2 * length <= functions.count {
      var times = 1
      while index + (times + 1) * length <= functions.count,
        (0..<length).allSatisfy({ functions[index + $0] == functions[index + times * length + $0] })
      { times += 1 }
      guard times > 1 else { continue }
      if best.map({ length * times > $0.length * $0.times }) ?? true { best = (length, times) }
    }
    return best
  }

  /// The known progression with the same changes; one that begins at the same chord before one that is in another order.
  static func known(_ part: [RomanNumeral.Function]) -> (progression: Progression, offset: Int)? {
    let part = Progression.changes(part)
    var turned: (Progression, Int)?
    for progression in Progression.all {
      let functions = progression.functions
      guard let offset = rotation(of: functions, to: part) else { continue }
      if offset == 0 { return (progression, 0) }
      if turned == nil, functions.count > 2 { turned = (progression, offset) }
    }
    return turned
  }

  /// By how many places a loop has to be turned to become another one.
  private static func rotation(of first: [RomanNumeral.Function], to second: [RomanNumeral.Function]) -> Int?
  {
    guard first.count == second.count, !first.isEmpty else { return nil }
    return first.indices.first { offset in
      second.indices.allSatisfy { first[($0 + offset) % first.count] == second[$0] }
    }
  }
}
