import Model

/// The columns of tracks.
extension Row {
  /// - Parameter column: a file's name.
  func name(_ column: Int32) throws(StoreError) -> [UInt8] {
    let name = try blob(column)
    guard VolumePath.isValid(component: name) else { throw strange("name") }
    return name
  }

  /// - Parameter wanted: others are left out, which costs next to nothing.
  func moreTags(
    _ column: Int32, _ wanted: StoredTag.Selection = .all
  ) throws(StoreError) -> [TrackDetails.TagValue] {
    if isNull(column) { return [] }
    var values: [TrackDetails.TagValue] = []
    // Stored tags are within the limit; a stick's database may hold anything.
    let isWhole = hasText(column) { bytes in
      bytes.count <= TrackDetails.moreLimit && Self.append(bytes, wanted, to: &values)
    }
    guard isWhole else { throw strange("list of tags") }
    return values
  }

  /// - Returns: whether each number has its text.
  private static func append(
    _ bytes: Span<UInt8>, _ wanted: StoredTag.Selection, to values: inout [TrackDetails.TagValue]
  ) -> Bool {
    forEachMore(bytes) { number, range in
      guard wanted.contains(number), let name = StoredTag.name(number) else { return true }
      guard let text = try? UTF8Span(validating: bytes.extracting(range)) else { return false }
      values.append(.init(name, String(copying: text)))
      return true
    }
  }

  /// - Parameter take: gets the number of each tag and where its text is, until it returns false.
  /// - Returns: whether each number has its text, and `take` took all.
  private static func forEachMore(_ bytes: Span<UInt8>, _ take: (Int, Range<Int>) -> Bool) -> Bool {
    var place = 0
    for _ in 0..<mostTags {
      var number: Int? = 0
      while place < bytes.count, bytes[place] != separator {
        let digit = Int(bytes[place]) - 0x30
        number = number.flatMap { (0...9).contains(digit) && $0 < 1000 ? $0 * 10 + digit : nil }
        place += 1
      }
      guard place < bytes.count else { return false }
      let start = place + 1
      place = start
      while place < bytes.count, bytes[place] != separator { place += 1 }
      if let number, !take(number, start..<place) { return false }
      if place == bytes.count { return true }
      place += 1
    }
    return true
  }

  // MARK: Into records

  /// Appends a file's name as clients see it.
  func appendName(_ column: Int32, to bytes: inout [UInt8]) throws(StoreError) {
    let isPlain = hasBytes(column) { name in
      EscapedName.isPlain(name) && VolumePath.isPlain(component: name)
    }
    if isPlain {
      appendBytes(column, to: &bytes)
    } else {
      bytes.append(contentsOf: EscapedName.text(for: try name(column)).utf8)
    }
  }

  /// Adds the one value of a column.
  func appendText(
    _ column: Int32, _ text: TrackParts.Part, _ keys: [UInt8], to record: inout SongRecord
  ) throws(StoreError) {
    let start = record.bytes.count
    record.bytes.append(contentsOf: keys[text.key])
    let first = record.bytes.count
    guard try appendText(column, to: &record.bytes) else {
      record.bytes.removeLast(text.key.count)
      return
    }
    record.add(tag: text.number, first..<record.bytes.count, from: start, isLine: !text.key.isEmpty)
  }

  /// Adds the values of a column that may hold several, as `texts` has them.
  func appendTexts(
    _ column: Int32, _ text: TrackParts.Part, _ keys: [UInt8], to record: inout SongRecord
  ) throws(StoreError) {
    if isNull(column) { return }
    if hasText(column, where: { $0.count > 0 && !Self.hasSeveral($0) }) {
      return try appendText(column, text, keys, to: &record)
    }
    for value in try texts(column) { record.addLine(text, keys, value) }
  }

  private static func hasSeveral(_ bytes: Span<UInt8>) -> Bool {
    for place in 0..<bytes.count where bytes[place] == separator { return true }
    return false
  }

  /// Adds those of the other tags that are wanted.
  /// - Parameter wanted: by `StoredTag`'s numbers.
  func appendMore(
    _ column: Int32, _ wanted: [TrackParts.Part?], _ keys: [UInt8], to record: inout SongRecord
  ) throws(StoreError) {
    if isNull(column) { return }
    let isWhole = hasText(column) { bytes in
      bytes.count <= TrackDetails.moreLimit
        && Self.forEachMore(bytes) { number, range in
          guard wanted.indices.contains(number), let text = wanted[number] else { return true }
          return record.addLine(text, keys, bytes.extracting(range))
        }
    }
    guard isWhole else { throw strange("list of tags") }
  }

  package func texts(_ column: Int32) throws(StoreError) -> [String] {
    guard let text = try optionalText(column) else { return [] }
    // By bytes: to find where characters end takes longer than all else.
    guard text.utf8.contains(Self.separator) else { return text.isEmpty ? [] : [text] }
    return text.utf8.split(separator: Self.separator).prefix(Self.mostValues).map { String(Substring($0)) }
  }

  /// `SQLValue.separator`.
  private static let separator = UInt8(ascii: "\u{1F}")

  /// As many as are read of one tag of a file.
  private static let mostValues = 16
  /// As many as there are kinds of tags, with all their values.
  private static let mostTags = 600

  /// The values of some fields, in the order of MPD's tags, those of `more` last.
  ///
  /// - Parameters:
  ///   - first: the first column of `artist, album, album_artist, title, track, genre, date, disc, more`.
  ///   - mask: of the fields; other columns may be anything.
  func values(
    from first: Int32, mask: Int64, more wanted: StoredTag.Selection
  ) throws(StoreError) -> [TagTally.Value] {
    var values: [TagTally.Value] = []
    func add(_ bit: Int64, _ field: TagTally.Field, _ column: Int32) throws(StoreError) {
      guard mask & bit != 0, !isNull(column) else { return }
      for text in try texts(column) { values.append(TagTally.Value(field: field, text: text)) }
    }
    func one(_ bit: Int64, _ field: TagTally.Field, _ column: Int32) throws(StoreError) {
      guard mask & bit != 0, let text = try optionalText(column) else { return }
      values.append(TagTally.Value(field: field, text: text))
    }
    try add(1, .tag(.artist), first)
    try one(2, .tag(.album), first + 1)
    try add(4, .tag(.albumArtist), first + 2)
    try one(8, .tag(.title), first + 3)
    if mask & 16 != 0, let track = try optionalInteger(first + 4, as: Int32.self) {
      values.append(TagTally.Value(field: .track, text: TrackNumber.text(of: Int(track))))
    }
    try add(32, .tag(.genre), first + 5)
    try one(64, .tag(.date), first + 6)
    if mask & 128 != 0, let disc = try optionalInteger(first + 7, as: Int32.self) {
      values.append(TagTally.Value(field: .disc, text: "\(disc)"))
    }
    if mask & 256 != 0 {
      for value in try moreTags(first + 8, wanted) {
        values.append(TagTally.Value(field: .tag(value.tag), text: value.text))
      }
    }
    return values
  }
}

extension SongRecord {
  /// Adds a text in a line.
  mutating func addLine(_ text: TrackParts.Part, _ keys: [UInt8], _ value: String) {
    addLine(text, keys, value.utf8Span.span)
  }

  /// - Returns: false where it is not UTF-8.
  @discardableResult
  fileprivate mutating func addLine(
    _ text: TrackParts.Part, _ keys: [UInt8], _ value: Span<UInt8>
  ) -> Bool {
    guard Row.isUTF8(value) else { return false }
    let start = bytes.count
    bytes.append(contentsOf: keys[text.key])
    let first = bytes.count
    for place in 0..<value.count { bytes.append(value[place]) }
    add(tag: text.number, first..<bytes.count, from: start, isLine: !text.key.isEmpty)
    return true
  }
}
