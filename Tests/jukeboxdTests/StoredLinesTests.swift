import Linux
import Media
import Model
import Support
import Testing

@testable import Control
@testable import Library
@testable import jukeboxd

/// Lines that are made of rows are those that are made of songs, and filters judge rows as they judge songs.
@Suite struct StoredLinesTests {
  private let folder: TemporaryFolder
  private let store: VolumeStore

  init() throws {
    folder = try TemporaryFolder()
    store = try VolumeOpener(
      root: try Root(path: folder.path), label: "Stick", isReadOnly: false, state: nil,
      knownIdentity: { _ in nil }, closing: Cancellation()
    ).open()
  }

  private static let texts = [
    "", "bo", "Bo Lu", "BOLU", "Straße", "STRASSE", "Kapı", "\u{212A}iss", "kiss", "夜想曲", "two\nlines",
    "cr\rlf",
    "x\u{7F}", "1959-03-02", "Jazz", "a@b", String(repeating: "long ", count: 60),
  ]
  private static let names = ["a.flac", "ü.flac", "line\nbreak.flac", "Bo 1.flac", "\u{F701}.flac", "x"]
  private static let more: [TagName] = [
    .titleSort, .artistSort, .albumArtistSort, .composer, .comment, .label, .musicBrainzTrack, .album, .title,
    .tempo,
    .originalDate,
  ]

  private func details(_ dice: inout some RandomNumberGenerator) -> TrackDetails {
    func text() -> String { Self.texts.randomElement(using: &dice) ?? "" }
    func some() -> [String] {
      (0..<Int.random(in: 0...3, using: &dice)).map { _ in text() }.filter { !$0.isEmpty }
    }
    func optional<T>(_ value: @autoclosure () -> T) -> T? { Bool.random(using: &dice) ? value() : nil }
    var details = TrackDetails(
      format: .flac, rate: [44_100, 96_000].randomElement(using: &dice) ?? 1,
      channels: Int.random(in: 1...2, using: &dice))
    details.bits = optional(16)
    details.duration = optional(.microseconds(Int64.random(in: 0...9_999_999_999, using: &dice)))
    details.title = optional(text())
    details.artists = some()
    details.album = optional(text())
    details.albumArtists = some()
    details.genres = some()
    details.date = optional(text())
    details.disc = optional(Int.random(in: 0...20, using: &dice))
    details.track = optional(Int.random(in: 0...1_000_200, using: &dice))
    for _ in 0..<Int.random(in: 0...4, using: &dice) {
      let tag = Self.more.randomElement(using: &dice) ?? .comment
      // The indexes rely on the form of identifiers.
      details.more.append(
        .init(tag, tag == .musicBrainzTrack ? "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d" : text()))
    }
    return details
  }

  /// Writes rows as a scan does, and takes most of them into the text indexes.
  private func fill(_ dice: inout some RandomNumberGenerator) throws {
    for folder in ["", "f", "f/ä b", "g"] {
      var batch = ScanBatch()
      for name in Self.names {
        batch.files.append(
          ScanBatch.File(
            folder: Array(folder.utf8), name: Array(name.utf8), sizeBytes: 1,
            modifiedNanoseconds: Int64.random(in: -5_000_000_000...2_000_000_000_000_000_000, using: &dice),
            content: .details(details(&dice)), isNew: true))
      }
      try store.batches.apply(batch, wallClock: folder.isEmpty ? nil : .seconds(1_700_000_000))
      if folder != "g" { while try store.textIndex.takeNext(limit: 1000).isLeft {} }
    }
  }

  private func test(_ dice: inout some RandomNumberGenerator) -> StringTest {
    let kinds: [StringTest.Kind] = [.equals, .contains, .startsWith]
    return StringTest(
      kinds.randomElement(using: &dice) ?? .equals,
      String((Self.texts.randomElement(using: &dice) ?? "").prefix(20)),
      foldsCase: Bool.random(using: &dice), isNegated: Int.random(in: 0..<5, using: &dice) == 0)
  }

  private func filter(_ dice: inout some RandomNumberGenerator) -> Filter {
    switch Int.random(in: 0..<12, using: &dice) {
    case 0: .all([filter(&dice), filter(&dice)])
    case 1: .not(filter(&dice))
    case 2: .anyTag(test(&dice))
    case 3: .uri(test(&dice))
    case 4: .base(["", "f", "f/ä b", "g/x", "no"].randomElement(using: &dice) ?? "")
    case 5: .modifiedSince(Int64.random(in: 0...2_000_000_000, using: &dice))
    case 6: .addedSince(1_700_000_000)
    case 7: .format(AudioFormatTest(rate: 44_100, sample: nil, channels: 2))
    default: .tag(Tag.allCases.randomElement(using: &dice) ?? .title, test(&dice))
    }
  }

  /// The lines of all pages.
  private func lines(
    _ selection: SongSelection, _ tags: TagSet?, _ window: Range<Int>, limit: Int
  ) throws -> String? {
    var question = try #require(FoundLines.Question(selection, tags, window: window))
    let reader = LineReader(question)
    var albums: ((inout FoundLines, StoredTrack) throws(StoreError) -> Bool)?
    if question.isOfAlbums { albums = reader.mayTake }
    var (text, cursor) = ("", ListingCursor?.none)
    repeat {
      // Another selection may come between two pages.
      if Bool.random() { store.nextFolders.remaining = nil }
      let page = try store.tree.select(
        at: Array(selection.base.utf8), mayBeTrack: cursor == nil && !selection.base.isEmpty,
        onlyNames: false, holding: selection.needle, having: WantedValue.of(selection), after: cursor,
        limit: limit,
        prefix: "Stick/", into: FoundLines(of: question), number: question.number,
        albums: albums,
        add: { (lines, track) throws(StoreError) in try reader.add(to: &lines, track) })
      guard let page else { return nil }
      text += String(decoding: page.sum.lines, as: UTF8.self)
      question.found = page.sum.found
      cursor = page.sum.goesOn ? page.next : nil
    } while cursor != nil
    return text
  }

  @Test func `rows give the lines that songs give, by any filter, window and page`() throws {
    var dice = SystemRandomNumberGenerator()
    try fill(&dice)
    let songs = try store.tree.tree(below: [], after: nil, limit: 10_000, withFolders: false).items.compactMap
    {
      if case .track(let track) = $0 {
        Song(track, uri: "Stick/" + EscapedName.text(for: track.reference.path))
      } else {
        nil
      }
    }
    expectEqual(songs.count, 24)
    let some = TagSet([.title, .albumArtist, .track, .composer])
    var found = 0
    for round in 0..<600 {
      var selection = SongSelection(round == 0 ? .all([]) : filter(&dice))
      // The adapter takes the volume's name off.
      selection.base = ""
      guard selection.filter.recordParts != nil else { continue }
      let tags = [TagSet.all, some, nil].randomElement(using: &dice) ?? nil
      let window = [0..<Int.max, 0..<3, 2..<5].randomElement(using: &dice) ?? 0..<1
      let wanted = songs.filter { selection.filter.matches($0) }
      var output = OutputBuffer()
      for song in wanted[window.clamped(to: wanted.indices)] {
        if let tags { output.song(song, tags: tags) } else { output.address("file", song.uri) }
      }
      let text = try lines(selection, tags, window, limit: Int.random(in: 1...30, using: &dice))
      let asked = selection.filter.expression
      expectEqual(asked + (text ?? ""), asked + String(decoding: output.pending, as: UTF8.self))
      found += wanted.count
    }
    #expect(found > 100)
  }

  @Test func `a length that no sound has is written as the longest one`() throws {
    var dice = SystemRandomNumberGenerator()
    try fill(&dice)
    try store.connection.execute("UPDATE tracks SET duration_us = 9223372036854775807")
    let text = try lines(SongSelection(.all([])), .all, 0..<Int.max, limit: 7)
    expectEqual(text?.split(separator: "\n").count { $0 == "Time: 1000000000000" }, 24)
  }

  @Test func `songs of a queue give their lines, side by side, twice, gone or moved`() throws {
    var dice = SystemRandomNumberGenerator()
    try fill(&dice)
    let tracks = try store.tree.tree(below: [], after: nil, limit: 10_000, withFolders: false).items
      .compactMap {
        if case .track(let track) = $0 { track } else { nil }
      }
    let parts = TrackParts(SongParts(shown: .all))
    for round in 0..<100 {
      var wanted = round == 0 ? tracks : (0..<40).compactMap { _ in tracks.randomElement(using: &dice) }
      if round == 1 { wanted = tracks + tracks.reversed() }
      var paths = wanted.map(\.reference.path)
      // Where each was a moment ago; a wrong place does no harm.
      let rows: [Int64?] =
        round % 2 == 0
        ? [] : wanted.map { Bool.random(using: &dice) ? $0.row : [nil, 1, 99].randomElement() ?? nil }
      let gone = Int.random(in: 0..<paths.count, using: &dice)
      paths[gone] += Array(".gone".utf8)
      var maker = SongLines()
      let lines = try store.tracks.listed(at: paths, inRows: rows, prefix: "Stick/") {
        (track) throws(StoreError) in
        try track.read(parts, into: &maker.record)
        return maker.make()
      }
      for (place, track) in wanted.enumerated() {
        var output = OutputBuffer()
        output.song(Song(track, uri: "Stick/" + EscapedName.text(for: track.reference.path)), tags: .all)
        expectEqual(lines[place], place == gone ? nil : Array(output.pending))
      }
    }
  }
}
