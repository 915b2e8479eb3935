/// Suggestion of other words if nothing is found.
struct WordSuggestion {
  private let connection: Connection
  private let index: TextIndex
  private let search: TextSearch
  private let tracks: TrackTable

  init(_ store: VolumeStore) {
    connection = store.connection
    index = store.textIndex
    search = store.search
    tracks = store.tracks
  }

  /// Number of words that are replaced or left out in turn, the last ones first: those are the ones just typed.
  private static let mostTried = 3
  /// Number of replacements to try for one word.
  private static let mostOthers = 3

  /// Suggests words that find something: replaces unknown words by similar known ones, or leaves them out. If
  /// no track has all of these together, one of them is replaced or left out, too. nil if nothing is similar.
  /// - Returns: the words that are kept as they were typed, the others as a track's tags have them.
  func suggestion(for words: LookupWords) throws(StoreError) -> String? {
    guard index.isCurrent else { return nil }
    return try index.using { () throws(StoreError) in
      guard let meant = try meant(by: words.folded) else { return nil }
      var shown: [String] = []
      for word in meant {
        if let place = words.folded.firstIndex(of: word) {
          shown.append(words.words[place])
        } else {
          shown.append(try spelling(of: word))
        }
      }
      return shown.joined(separator: " ")
    }
  }

  /// - Parameter words: folded, as all words below.
  private func meant(by words: [String]) throws(StoreError) -> [String]? {
    var isOther = false
    var result: [String] = []
    for word in words {
      if try isKnown(LookupWords.beginning(word)) {
        result.append(word)
      } else {
        isOther = true
        if let other = try known(like: word) { result.append(other) }
      }
    }
    guard isOther else { return try together(words) }
    if let all = LookupWords.expression(for: result), try isKnown(all) { return result }
    return try together(result)
  }

  /// A word of the index as the tags of a track have it.
  private func spelling(of word: String) throws(StoreError) -> String {
    guard let id = try search.songs(LookupWords.quoted(word), limit: 1).first,
      let details = try tracks.inRows([id]).first??.details
    else { return word }
    let texts =
      [details.title, details.album].compactMap(\.self) + details.artists + details.albumArtists
      + details.genres + details.more.map(\.text)
    for text in texts {
      // A word ends where a character has nothing of one.
      let runs = text.unicodeScalars.split { scalar in
        let folded = FoldedName.fold(UTF8.encode(scalar).map { Array($0) } ?? [])
        return !folded.isEmpty && FoldedName.words(of: folded).isEmpty
      }
      if let run = runs.lazy.map({ String($0) }).first(where: { LookupWords.folded($0) == word }) {
        return run
      }
    }
    return word
  }

  /// Whether any track has what the expression asks for.
  private func isKnown(_ expression: String) throws(StoreError) -> Bool {
    if try !search.songs(expression, limit: 1).isEmpty { return true }
    return try !search.paths(expression, limit: 1).isEmpty
  }

  /// Replaces one of some known words by a similar one, or leaves it out, so that a track may have all of
  /// them; nil if that is not necessary or finds nothing.
  private func together(_ words: [String]) throws(StoreError) -> [String]? {
    guard words.count > 1 else { return nil }
    // The paths may have them all, where nothing but the playable tracks is found by lookup.
    if let all = LookupWords.expression(for: words), try isKnown(all) { return nil }
    for place in words.indices.suffix(Self.mostTried).reversed() {
      for other in try near(words[place], most: Self.mostOthers) {
        var changed = words
        changed[place] = other
        if let expression = LookupWords.expression(for: changed), try isKnown(expression) {
          return changed
        }
      }
    }
    for place in words.indices.suffix(Self.mostTried).reversed() {
      var rest = words
      rest.remove(at: place)
      if let expression = LookupWords.expression(for: rest), try isKnown(expression) {
        return rest
      }
    }
    return nil
  }

  // MARK: Words of the index

  private typealias Near = (distance: Int, count: Int64, term: String)

  /// The word of the index that is nearest to `word`, of equals the one in most tracks: of those with the same first
  /// letter, and where none of those is like it, of those that come of it by one slip at its beginning; then the one that
  /// begins most like it, since people are shown what is found as they type.
  private func known(like word: String) throws(StoreError) -> String? {
    if let best = try near(word, most: 1).first { return best }
    let wanted = Array(word.unicodeScalars)
    var least = Spelling.tolerance(ofLength: wanted.count)
    guard least > 0 else { return nil }
    var best: Near?
    for beginning in Self.slips(wanted) {
      for found in try terms(beginning, limit: Self.mostOfSlip, wanted, within: least)
      where found.distance > 0 {
        if let best, (best.distance, -best.count) <= (found.distance, -found.count) { continue }
        best = found
        least = found.distance
      }
    }
    if let best { return best.term }
    guard wanted.count >= Self.leastOfBeginning, let first = wanted.first else { return nil }
    return try terms([first], limit: .max, wanted, within: least, isBeginning: true)
      .min { ($0.distance, -$0.count, $0.term) < ($1.distance, -$1.count, $1.term) }?.term
  }

  /// Fewer letters are like the beginning of too many words.
  private static let leastOfBeginning = 4

  /// The words of the index with the same first letter that are like `word` and not the same, the nearest first, of equals
  /// those in most tracks.
  private func near(_ word: String, most: Int) throws(StoreError) -> [String] {
    let wanted = Array(word.unicodeScalars)
    let least = Spelling.tolerance(ofLength: wanted.count)
    guard let first = wanted.first, least > 0 else { return [] }
    let found = try terms([first], limit: .max, wanted, within: least).filter { $0.distance > 0 }
    return found.sorted { ($0.distance, -$0.count, $0.term) < ($1.distance, -$1.count, $1.term) }
      .prefix(most).map(\.term)
  }

  /// Number of words with one of the beginnings to look at.
  private static let mostOfSlip = 100

  /// Returns the beginnings of words that become this one if their first letter is left out, replaced, added,
  /// or swapped with the second: some fifty, of two or three letters each.
  private static func slips(_ word: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    guard word.count >= 3 else { return [] }
    var slips = [Array(word[1...].prefix(3)), [word[1], word[0], word[2]]]
    for letter in alphabet(of: word[0]) where letter != word[0] {
      slips.append([letter] + word[1...2])
      slips.append([letter] + word[0...1])
    }
    return slips
  }

  /// The letters of the script that a letter is of, without marks, as the index has them; none for other scripts.
  private static func alphabet(of letter: Unicode.Scalar) -> [Unicode.Scalar] {
    let scripts: [ClosedRange<UInt32>] = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F]
    return scripts.first { $0.contains(letter.value) }?.compactMap { Unicode.Scalar($0) } ?? []
  }

  /// The words of the index that begin so and are near to `wanted`.
  /// - Parameter isBeginning: whether `wanted` may be but the beginning of the word.
  private func terms(
    _ beginning: [Unicode.Scalar], limit: Int, _ wanted: [Unicode.Scalar], within most: Int,
    isBeginning: Bool = false
  ) throws(StoreError) -> [Near] {
    guard let last = beginning.last, let next = Unicode.Scalar(last.value + 1) else { return [] }
    func text(_ scalars: some Sequence<Unicode.Scalar>) -> SQLValue {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return .text(String(view))
    }
    let longest = wanted.count + Spelling.tolerance(ofLength: wanted.count)
    var found: [Near] = []
    try connection.forEach(
      "SELECT term, doc FROM words WHERE term >= ?1 AND term < ?2 LIMIT ?3", text(beginning),
      text(beginning.dropLast() + [next]), .number(limit)
    ) { (row) throws(StoreError) in
      let term = try row.text(0)
      guard found.count < Self.mostNear else { return }
      let distance: Int?
      if isBeginning {
        distance = Spelling.distance(
          wanted, toBeginningOf: Array(term.unicodeScalars.prefix(longest)), most: most)
      } else {
        // No letter takes more than four bytes.
        guard term.utf8.count <= 4 * longest else { return }
        distance = Spelling.distance(wanted, Array(term.unicodeScalars), most: most)
      }
      guard let distance else { return }
      found.append((distance, try row.integer(1), term))
    }
    return found
  }

  /// A stick's words may all be like each other; no more are compared by how many tracks have them.
  private static let mostNear = 1000
}
