import Linux
import Media
import Model
import Support
import Testing

@testable import Control
@testable import Library
@testable import jukeboxd

/// Songs that have a value whole are found by the words of it, and are those that a look at each song finds.
@Suite struct WholeValueTests {
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
    "Straße", "STRASSE", "Strasse", "Best Of", "BEST OF", "best of", "Be\u{FB05} of", "Be\u{FB06} OF",
    "The Best Of", "\u{FB01}rst class", "First Class", "First Cla\u{DF}", "Kapı", "Kapi", "KAPI", "Işık",
    "ışık",
    "Björk", "BJÖRK", "Bjork", "Björk, live", "Ångström", "\u{212B}ngström", "ANGSTRÖM", "Don’t Stop",
    "DON’T STOP", "Don't Stop", "夜", "夜想曲", "!!!", "…", "ŉ", "ʼn", "x", "X", "a b", "İstanbul", "i̇stanbul",
    "\u{17F}ingle", "Single", "\u{212A}iss", "Kiss", "éclair", "e\u{301}clair", "ÿ", "Ÿ", "100", "ΣΊΣΥΦΟΣ",
    "σίσυφος",
    "σίσυφοσ", "\u{1C80}ода", "вода", "Вода", "  Best  Of ", "AC/DC", "ac/dc", "a\"b", "*", "(x)", "NEAR",
    "AND",
    "title : x", "Mississippi", "MISSISSIPPI", "Affluffi ffi", "Straße straße straße ffi ffl", "one÷two",
    "ONE÷TWO",
    "\u{1D4D0}", "Part 1", "PART 1", String(repeating: "long ", count: 60),
    String(repeating: "x", count: 300),
  ]

  /// Writes rows as a scan does, and takes them into the text indexes.
  private func fill(_ all: [TrackDetails]) throws {
    for start in stride(from: 0, to: all.count, by: 100) {
      var batch = ScanBatch()
      for index in start..<min(start + 100, all.count) {
        batch.files.append(
          ScanBatch.File(
            folder: Array("f".utf8), name: Array("\(index).flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
            content: .details(all[index]), isNew: true))
      }
      try store.batches.apply(batch, wallClock: nil)
    }
    while try store.textIndex.takeNext(limit: 1000).isLeft {}
  }

  private func details(_ change: (inout TrackDetails) -> Void) -> TrackDetails {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    change(&details)
    return details
  }

  /// Nil where the indexes don't tell.
  private func found(
    _ filter: Filter, holding needle: String? = nil, having values: [WholeValue] = []
  ) throws -> [String]? {
    let wanted = values.compactMap(WantedValue.init)
    guard needle != nil || !wanted.isEmpty else { return nil }
    return try store.search.select(holding: needle, having: wanted, belowFolderWith: []) { track in
      let song = Song(track, uri: String(decoding: track.reference.path, as: UTF8.self))
      return filter.matches(song) ? song.uri : nil
    }
  }

  @Test func `indexes find the same songs as a look at each, for any value, case and sign`()
    throws
  {
    var all: [TrackDetails] = []
    for text in Self.texts {
      all.append(details { $0.title = text })
      all.append(details { $0.artists = ["Other", text] })
      all.append(details { ($0.artists, $0.albumArtists) = (["Other"], [text, "Third"]) })
      all.append(details { $0.more = [.init(.composer, text), .init(.composer, "Other")] })
    }
    try fill(all)
    let songs = try store.tree.tree(below: [], after: nil, limit: 10_000, withFolders: false).items.compactMap
    {
      item in
      if case .track(let track) = item {
        Song(track, uri: String(decoding: track.reference.path, as: UTF8.self))
      } else {
        nil
      }
    }
    expectEqual(songs.count, all.count)
    var told = 0
    for text in Self.texts {
      for tag in [Control.Tag.title, .artist, .albumArtist, .composer, .titleSort] {
        for foldsCase in [false, true] {
          let filter = Filter.tag(tag, StringTest(.equals, text, foldsCase: foldsCase))
          let expected = songs.filter { filter.matches($0) }.map(\.uri)
          if let byWords = try found(filter, having: filter.values) {
            #expect(byWords == expected, "\(tag) \(text) \(foldsCase)")
            told += 1
          }
          if let byParts = try found(filter, holding: filter.needle) {
            #expect(byParts == expected, "\(tag) \(text) \(foldsCase)")
          }
        }
      }
    }
    // Most of them, so that this is about something.
    #expect(told > Self.texts.count * 5)
    store.close()
  }

  @Test func `every letter has the words that it is looked for by`() throws {
    var asked: [(row: Int64, text: String, expression: String)] = []
    for number in UInt32(0x80)..<0x3_0000 {
      guard let scalar = Unicode.Scalar(number) else { continue }
      // Ideographs are alike, and each parts the words around it, which so many texts have that a search for them is slow.
      if scalar.properties.isUnifiedIdeograph, !number.isMultiple(of: 97) { continue }
      let text = "x\(Character(scalar))y"
      let folded = StringTest(.equals, text, foldsCase: true).compared
      if let expression = WantedValue(folded, of: [.title], foldsCase: true).expression {
        asked.append((Int64(number), text, expression))
      }
      // Without regard to what it is folded to, letters are the same words by themselves.
      guard number < 0x700 || number.isMultiple(of: 13) else { continue }
      let alone = String(Character(scalar))
      if let expression = WantedValue(alone, of: [.title], foldsCase: false).expression {
        asked.append((Int64(number) + 0x10_0000, alone, expression))
      }
    }
    #expect(asked.count > 2000)
    try store.connection.transaction { (_) throws(StoreError) in
      for one in asked {
        try store.connection.execute(
          "INSERT INTO songs (rowid, title) VALUES (?1, ?2)", .integer(one.row),
          .text(LookupWords.folded(one.text)))
      }
    }
    for one in asked {
      #expect(
        try store.search.songs(one.expression, limit: 300_000).contains(one.row),
        "\(one.text): \(one.expression)")
    }
    store.close()
  }

  @Test func `a value in few songs is found though parts of it are in many`() throws {
    var all: [TrackDetails] = []
    for number in 0..<1100 {
      all.append(
        details {
          $0.title = "Moon \(number)"
          $0.album = number % 400 == 0 ? "MOON" : "Moon \(number)"
          $0.genres = ["Jazz"]
        })
    }
    try fill(all)
    let filter = Filter.tag(.album, StringTest(.equals, "moon", foldsCase: true))
    #expect(try found(filter, holding: filter.needle) == nil)
    let expected = ["f/0.flac", "f/400.flac", "f/800.flac"]
    try expectEqual(found(filter, holding: filter.needle, having: filter.values), expected)
    let exact = Filter.tag(.album, StringTest(.equals, "MOON", foldsCase: false))
    try expectEqual(found(exact, having: exact.values), expected)
    // All of several values; those of which words don't tell are looked for in the songs.
    let both = Filter.all([filter, .tag(.genre, StringTest(.equals, "Jazz", foldsCase: false)), .base("f")])
    try expectEqual(found(both, having: both.values), expected)
    // Too many to be kept at a time.
    let many = Filter.tag(.genre, StringTest(.equals, "Jazz", foldsCase: false))
    #expect(try found(many, holding: many.needle, having: many.values) == nil)
    // What no index knows yet is looked at, too.
    var batch = ScanBatch()
    batch.files = [
      ScanBatch.File(
        folder: Array("f".utf8), name: Array("new.flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
        content: .details(details { $0.album = "Moon" }), isNew: true)
    ]
    try store.batches.apply(batch, wallClock: nil)
    try expectEqual(found(filter, having: filter.values), expected + ["f/new.flac"])
    store.close()
  }

  /// A song with a value of each tag; neighbours have some of them in common, as songs of an album do.
  private static func tagged(_ number: Int) -> TrackDetails {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    func value(_ tag: TagName, _ every: Int) -> String { "\(tag.rawValue) Über \(number / every)" }
    (details.title, details.album) = (value(.title, 1), value(.album, 4))
    (details.artists, details.albumArtists) = ([value(.artist, 2)], [value(.albumArtist, 8)])
    (details.genres, details.date) = ([value(.genre, 16)], "\(1990 + number / 8)-05-01")
    (details.disc, details.track) = (1 + number % 2, 1 + number)
    let kept: Set<TagName> = [.title, .album, .artist, .albumArtist, .genre, .date]
    // A second title, as where a file has both languages.
    details.more = [TagName.title, .album].map { .init($0, value($0, 3) + " bis") }
    for (index, tag) in TagName.allCases.enumerated() where !kept.contains(tag) {
      details.more.append(.init(tag, value(tag, 1 + index % 5)))
    }
    return details
  }

  /// The ways to ask for a text of a tag.
  private static let forms: [(words: @Sendable (Control.Tag, String) -> [String], foldsCase: Bool)] = [
    ({ [$0.word, $1] }, false),
    ({ [$0.word, String($1.dropFirst().dropLast())] }, true),
    ({ ["(\($0.word) == \"\($1)\")"] }, false),
    ({ ["(\($0.word) == \"\($1.uppercased())\")"] }, true),
    ({ ["(\($0.word) eq_ci \"\($1.uppercased())\")"] }, false),
    ({ ["(\($0.word) contains \"\($1.dropFirst())\")"] }, false),
    ({ ["(\($0.word) starts_with \"\($1.prefix(6))\")"] }, false),
    ({ ["(\($0.word) =~ \"^\($1.prefix(3))\")"] }, false),
    ({ ["(\($0.word) != \"not \($1)\")"] }, false),
    ({ ["(!(\($0.word) == \"not \($1)\"))"] }, false),
  ]

  @Test func `two comparisons of whatever tags find the songs that have both`() throws {
    try fill((0..<48).map { Self.tagged($0) })
    let songs = try store.tree.tree(below: [], after: nil, limit: 100, withFolders: false).items.compactMap {
      item in
      if case .track(let track) = item {
        Song(track, uri: String(decoding: track.reference.path, as: UTF8.self))
      } else {
        nil
      }
    }
    expectEqual(songs.count, 48)
    let tags = Control.Tag.allCases.filter { tag in songs[0].tags.contains { $0.tag == tag } }
    #expect(tags.count > 30)
    var (told, pairs) = (0, 0)
    for first in tags {
      for second in tags where first != second {
        for (form, other) in [
          (0, 0), (0, pairs % Self.forms.count), (pairs % Self.forms.count, pairs / 3 % 10),
        ] {
          // All values from one song, so that it is found.
          let song = songs[pairs % songs.count]
          let (one, two) = (Self.forms[form], Self.forms[other])
          let words =
            one.words(first, try #require(song.values(of: first).last))
            + two.words(second, try #require(song.values(of: second).first))
          let filter = try FilterParser.parse(words[...], foldsCase: one.foldsCase)
          let expected = songs.filter { filter.matches($0) }.map(\.uri)
          pairs += 1
          if let found = try found(filter, holding: filter.needle, having: filter.values) {
            #expect(found == expected, "\(words)")
            if !found.isEmpty { told += 1 }
          }
        }
      }
    }
    #expect(told > pairs / 2, "\(told) of \(pairs)")
    store.close()
  }
}
