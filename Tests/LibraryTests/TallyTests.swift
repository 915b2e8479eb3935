import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Tracks counted by their tags are those that a look at every track counts.
@Suite struct TallyTests {
  private static let fields: [TagTally.Field] = [.disc, .track] + TagName.allCases.map { .tag($0) }
  /// What an index of albums has.
  private static let ofAlbums: [TagTally.Field] = [
    .tag(.artist), .tag(.album), .tag(.albumArtist), .tag(.genre), .tag(.date),
  ]

  private func file(_ number: Int, _ dice: inout SystemRandomNumberGenerator) -> ScanBatch.File {
    func some(_ words: String...) -> String? {
      Bool.random(using: &dice) ? words.randomElement(using: &dice) : nil
    }
    let name = Array("\(number).flac".utf8)
    guard Int.random(in: 0..<10, using: &dice) > 0 else {
      return ScanBatch.File(
        folder: [], name: name, sizeBytes: 1, modifiedNanoseconds: 1, content: .unreadable("broken"))
    }
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = some("1", "Moon", "12")
    details.artists = [some("A", "B"), some("C", "AB")].compactMap { $0 }
    details.album = some("B", "C", "Album")
    details.albumArtists = [some("A", "Various")].compactMap { $0 }
    details.genres = [some("Jazz"), some("Folk")].compactMap { $0 }
    details.date = some("1999", "2001-05-05")
    details.disc = some("1", "2").flatMap { Int($0) }
    details.track = some("1", "12").flatMap { Int($0) }
    details.duration = some("x").map { _ in .milliseconds(Int.random(in: 0...9999, using: &dice)) }
    details.more = [
      some("Bach").map { .init(.composer, $0) }, some("Moon").map { .init(.title, $0) },
      some("B").map { .init(.album, $0) },
      some("2003").map { .init(.date, $0) }, some("ID\(number)").map { .init(.musicBrainzTrack, $0) },
    ].compactMap { $0 }
    return ScanBatch.File(
      folder: [], name: name, sizeBytes: 1, modifiedNanoseconds: 1, content: .details(details))
  }

  private struct Sum: Equatable {
    var tracks = 0
    var duration = Duration.zero
  }

  /// By the texts of each field, in the order of a field's values.
  private func key(_ values: [(TagTally.Field, String)], of fields: Set<TagTally.Field>) -> [[String]] {
    Self.fields.filter { fields.contains($0) }.map { field in values.compactMap { $0.0 == field ? $0.1 : nil }
    }
  }

  private func values(_ details: TrackDetails) -> [(TagTally.Field, String)] {
    var values: [(TagTally.Field, String)] = []
    if let disc = details.disc { values.append((.disc, "\(disc)")) }
    if let track = details.track { values.append((.track, "\(track)")) }
    for (name, texts) in [
      (TagName.title, [details.title].compactMap { $0 }), (.artist, details.artists),
      (.album, [details.album].compactMap { $0 }), (.albumArtist, details.albumArtists),
      (.genre, details.genres), (.date, [details.date].compactMap { $0 }),
    ] {
      for text in texts { values.append((.tag(name), text)) }
    }
    return values + details.more.map { (.tag($0.tag), $0.text) }
  }

  @Test func `each combination of values has the tracks and the time that a look at every track gives it`()
    throws
  {
    var dice = SystemRandomNumberGenerator()
    let stick = try Stick()
    let store = try stick.open()
    var batch = ScanBatch()
    batch.files = (1...300).map { file($0, &dice) }
    try store.batches.apply(batch, wallClock: nil)
    let gone = Int64.random(in: 1...300, using: &dice)
    _ = try store.vanished.sweep([]) { $0 != gone }
    let tracks = try store.tree.tree(below: [], after: nil, limit: 1000, withFolders: false).items.compactMap
    {
      item in
      if case .track(let track) = item { track.details } else { nil }
    }
    for turn in 0..<90 {
      let count = Int.random(in: 0...4, using: &dice)
      let fields = Set(
        (0..<count).compactMap { _ in
          (turn % 3 == 0 ? Self.ofAlbums : Self.fields).randomElement(using: &dice)
        })
      var expected: [[[String]]: Sum] = [:]
      for details in tracks {
        let key = key(values(details), of: fields)
        expected[key, default: Sum()].tracks += 1
        expected[key, default: Sum()].duration += details.duration ?? .zero
      }
      var found: [[[String]]: Sum] = [:]
      var after: Int64? = .min
      let limit = Int.random(in: 1...400, using: &dice)
      while let place = after {
        let (tallies, next) = try store.totals.tally(fields, after: place, limit: limit)
        #expect(Set(tallies.map(\.values)).count == tallies.count, "each once in a window")
        for tally in tallies {
          #expect(tally.values.allSatisfy { fields.contains($0.field) })
          let key = key(tally.values.map { ($0.field, $0.text) }, of: fields)
          found[key, default: Sum()].tracks += tally.tracks
          found[key, default: Sum()].duration += tally.duration
        }
        after = next
      }
      #expect(found == expected, "\(fields)")
    }
    store.close()
  }

  @Test(arguments: [3000, 1])
  func `an album without an album artist is its folder's, and its artist that of most of its songs`(
    _ limit: Int
  )
    throws
  {
    let stick = try Stick()
    let store = try stick.open()
    var batch = ScanBatch()
    func add(_ path: String, _ artists: [String], owner: String? = nil, album: String? = "A") {
      let (folder, name) = VolumePath.split(Array(path.utf8))
      var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
      (details.artists, details.album, details.albumArtists) = (artists, album, owner.map { [$0] } ?? [])
      batch.append(
        ScanBatch.File(
          folder: folder, name: name, sizeBytes: 1, modifiedNanoseconds: 1, content: .details(details)))
    }
    for number in 0..<7 { add("mix/\(number)", ["Singer \(number)"]) }
    add("mix/7", ["X"], album: "Other")
    for (path, artists) in [("two/cd1/1", ["Bo"]), ("two/CD2/2", ["Bo", "Di"]), ("two/CD2/3", ["Cy"])] {
      add(path, artists)
    }
    add("two/CD3/4", ["Cy"], owner: "Bo")
    add("two/cd3/5", [])
    add("1", ["Di"])
    add("2", ["Bo"], album: nil)
    try store.batches.apply(batch, wallClock: nil)
    // In windows, where the index of albums has not all fields.
    let fields: Set<TagTally.Field> = [.tag(.album), .tag(.albumArtist), .tag(.artist), .folderAlbum]
    var found: [FolderAlbum?: Int] = [:]
    var (after, firsts): (Int64?, Set<String>) = (.min, [])
    while let place = after {
      let (tallies, next) = try store.totals.tally(
        limit == 1 ? fields.union([.tag(.composer)]) : fields, prefix: "s/", after: place, limit: limit)
      for tally in tallies {
        found[tally.folderAlbum, default: 0] += tally.tracks
        if tally.folderAlbum?.folder == "s/two" { firsts.insert(tally.first?.uri ?? "") }
      }
      after = next
    }
    expectEqual(
      found,
      [
        FolderAlbum(folder: "s/mix", artist: ""): 7, FolderAlbum(folder: "s/mix", artist: "X"): 1,
        FolderAlbum(folder: "s/two", artist: ""): 4, FolderAlbum(folder: "s", artist: "Di"): 1, nil: 2,
      ])
    #expect(firsts.contains("s/two/cd1/1"))
    // The same for single tracks.
    var albums = FolderAlbums(store, prefix: "s/")
    var looked: [FolderAlbum?: Int] = [:]
    for row in 1...batch.files.count { looked[try albums.album(ofTrack: Int64(row)), default: 0] += 1 }
    expectEqual(looked, found)
    store.close()
  }

  @Test func `a window ends early where many tracks differ, and none is left out`() throws {
    let stick = try Stick()
    let store = try stick.open()
    var batch = ScanBatch()
    let count = 2 * TagCounts.mostDifferent + 10
    for number in 1...count {
      var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
      details.title = "\(number)"
      batch.append(
        ScanBatch.File(
          folder: [], name: Array("\(number).flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
          content: .details(details)))
    }
    try store.batches.apply(batch, wallClock: nil)
    var sizes: [Int] = []
    var after: Int64? = .min
    while let place = after {
      let (tallies, next) = try store.totals.tally([.tag(.title)], after: place, limit: 3000)
      sizes.append(tallies.count)
      after = next
    }
    expectEqual(sizes, [TagCounts.mostDifferent, TagCounts.mostDifferent, 10])
    store.close()
  }

  @Test func `the songs of top folders are counted at all depths, those of a further volume together`() throws
  {
    let (first, second) = (
      try Stick(
        ["a/1.flac", "a/b/2.flac", "a/b/c/3.flac", "ab/4.flac", "5.flac"].reduce(into: [:]) {
          $0[$1] = FakeFiles.content(title: $1, seconds: 10)
        }),
      try Stick(
        ["a/1.flac", "2.flac"].reduce(into: [:]) { $0[$1] = FakeFiles.content(title: $1, seconds: 7) })
    )
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    var found: [String: [Int]] = [:]
    let result = try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      bench.library.totals.topFolders(
        take: { uri, tracks, duration in
          let before = found[uri] ?? [0, 0]
          found[uri] = [before[0] + tracks, before[1] + Int(duration.components.seconds)]
        }, completion: done)
    }
    try result.get()
    expectEqual(found, ["a": [3, 30], "ab": [1, 10], "Second": [2, 14]])
    // In windows, too.
    try bench.unmount(first.path)
    let store = try first.open()
    defer { store.close() }
    var (names, after): ([String], Int64?) = ([], .min)
    while let place = after {
      let (tallies, next) = try store.totals.topFolders(after: place, limit: 2)
      names += tallies.flatMap {
        [String](repeating: String(decoding: $0.name, as: UTF8.self), count: $0.tracks)
      }
      after = next
    }
    expectEqual(names.sorted(), ["", "a", "a", "a", "ab"])
  }

  @Test func `all volumes are counted, one after the other`() throws {
    let (first, second) = (try Stick(), try Stick())
    for number in 1...7 {
      first.write("\(number).flac", FakeFiles.content(title: "\(number)", artist: number < 3 ? "A" : "B"))
      second.write("\(number).flac", FakeFiles.content(title: "\(number)", artist: "B"))
    }
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    var counts: [String: Int] = [:]
    let result = try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
      bench.library.totals.tally(
        [.tag(.artist)], make: { $0 },
        take: { for tally in $0 { counts[tally.values.map(\.text).joined(), default: 0] += tally.tracks } },
        completion: done)
    }
    try result.get()
    expectEqual(counts, ["A": 2, "B": 12])
  }

  @Test
  func `counts are made again only after a change, a volume that moves in the tree included`()
    throws
  {
    let stick = try Stick(["1.mp3": FakeFiles.content(title: "1", artist: "Ann")])
    let bench = try Bench()
    _ = try bench.mount(stick.path, label: "Stick")
    func count(withFirsts: Bool = true) throws -> [String: [String]] {
      var counts: [String: [String]] = [:]
      try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
        bench.library.totals.tally(
          [.tag(.artist)], withFirsts: withFirsts, make: { $0 },
          take: {
            for tally in $0 { counts[tally.values[0].text] = ["\(tally.tracks)", tally.first?.uri ?? ""] }
          },
          completion: done)
      }.get()
      return counts
    }
    func folders() throws -> [String: Int] {
      var counts: [String: Int] = [:]
      try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
        bench.library.totals.topFolders(take: { uri, tracks, _ in counts[uri] = tracks }, completion: done)
      }.get()
      return counts
    }
    let first = ["Ann": ["1", "Stick/1.mp3"]]
    #expect(try count() == first && folders() == ["Stick": 1])
    let volume = try #require(bench.library.ordered.first)
    let version = bench.library.version
    // The rows change where the library does not see it: it takes what it has.
    try bench.answer { (done: @escaping (Result<Void, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { (store) throws(StoreError) in
          try store.scanWrite { (_) throws(StoreError) in
            try store.connection.execute("UPDATE tracks SET artist = 'Ben'")
          }
        }, completion: done)
    }.get()
    #expect(try count() == first && folders() == ["Stick": 1])
    try expectEqual(count(withFirsts: false), ["Ben": ["1", ""]])
    stick.write("2.mp3", FakeFiles.content(title: "2", artist: "Cem"))
    try bench.scan()
    #expect(bench.library.version != version)
    try expectEqual(count(), ["Ben": ["1", "Stick/1.mp3"], "Cem": ["1", "Stick/2.mp3"]])
    try expectEqual(folders(), ["Stick": 2])
    try bench.unmount(stick.path)
    try expectEqual(count(), [:])
    _ = try bench.mount(stick.path, isFixed: true)
    try expectEqual(count(), ["Ben": ["1", "1.mp3"], "Cem": ["1", "2.mp3"]])
  }

  @Test
  func `an index that leads to some tracks leaves none of them out, and gives the first of each group`()
    throws
  {
    var dice = SystemRandomNumberGenerator()
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    // Rows in another order than that of the tree, albums over several folders.
    var batch = ScanBatch()
    batch.files = (1...200).shuffled(using: &dice).map { number in
      let made = file(number, &dice)
      return ScanBatch.File(
        folder: Array(["", "b", "b/c", "a"].randomElement(using: &dice)!.utf8), name: made.name, sizeBytes: 1,
        modifiedNanoseconds: 1, content: made.content)
    }
    try store.batches.apply(batch, wallClock: nil)
    let tracks = try store.tree.tree(below: [], after: nil, limit: 1000, withFolders: false).items.compactMap
    {
      item in
      if case .track(let track) = item { track } else { nil }
    }
    let fields: Set<TagTally.Field> = [.tag(.album), .tag(.genre), .tag(.artist)]
    // Before the indexes know the rows, while they know a part of them, and when they know all.
    for part in [0, 60, 1000] {
      if part > 0 { _ = try store.textIndex.takeNext(limit: part) }
      for (values, needle) in [
        ([], nil), ([WantedValue("Jazz", of: [.genre], foldsCase: false)], "Jazz"),
        ([WantedValue("jazz", of: [.genre], foldsCase: true)], nil), ([], "lbu"), ([], "a"),
        ([WantedValue("A", of: [.artist, .albumArtist], foldsCase: false)], nil),
        ([WantedValue("1999", of: [.date], foldsCase: false)], "1999"),
        ([WantedValue("nothing", of: [.genre], foldsCase: false)], "nothing"),
      ] as [([WantedValue], String?)] {
        func isWanted(_ texts: [(TagTally.Field, String)]) -> Bool {
          if let needle, !texts.contains(where: { $0.1.lowercased().contains(needle.lowercased()) }) {
            return false
          }
          return values.allSatisfy { value in
            texts.contains { field, text in
              guard case .tag(let tag) = field, value.tags.contains(tag) else { return false }
              return (value.foldsCase ? text.lowercased() : text) == value.text
            }
          }
        }
        var expected: [[[String]]: [String]] = [:]
        for track in tracks where isWanted(self.values(track.details)) {
          expected[key(self.values(track.details), of: fields), default: []].append(
            "Stick/" + EscapedName.text(for: track.reference.path))
        }
        var found: [[[String]]: (count: Int, first: TagTally.First)] = [:]
        var after: Int64? = .min
        while let place = after {
          let (tallies, next) = try store.totals.tally(
            fields, having: values, holding: needle, prefix: "Stick/", after: place,
            limit: Int.random(in: 1...300, using: &dice))
          for tally in tallies {
            let key = key(tally.values.map { ($0.field, $0.text) }, of: fields)
            let first = try #require(tally.first)
            let known = found[key]
            let isEarlier = known.map { first.place.lexicographicallyPrecedes($0.first.place) } ?? true
            found[key] = ((known?.count ?? 0) + tally.tracks, isEarlier ? first : known?.first ?? first)
          }
          after = next
        }
        let about = "\(values) \(needle ?? "-") \(part)"
        for (key, uris) in expected {
          let group = try #require(found[key], "\(about): \(key)")
          #expect(group.count >= uris.count, "\(about)")
          // Others of the group come as well where the index can't tell them apart.
          if group.count == uris.count { #expect(group.first.uri == uris[0], "\(about): \(key)") }
        }
        if needle == "nothing", part == 1000 { #expect(found.isEmpty) }
      }
    }
  }

  @Test func `a tempo that somebody gives counts at once`() throws {
    let stick = try Stick(["1.mp3": FakeFiles.content(title: "1")])
    let bench = try Bench()
    let volume = try bench.mount(stick.path, isFixed: true)
    func tempos() throws -> [Int?] {
      var tempos: [Int?] = []
      try bench.answer { (done: @escaping (Result<Void, Refusal>) -> Void) in
        bench.library.totals.tallySounds(take: { tempos += $0.map(\.group.tempo) }, completion: done)
      }.get()
      return tempos
    }
    try expectEqual(tempos(), [])
    for tempo in [120, 90] {
      _ = try bench.answer { (done: @escaping (Result<AnalysisReport, Refusal>) -> Void) in
        bench.library.analyses.say(
          tempo: Double(tempo), key: nil,
          of: TrackReference(volume: volume.id, path: Array("1.mp3".utf8)), completion: done)
      }.get()
      #expect(try tempos() == [tempo] && tempos() == [tempo])
    }
  }

  @Test func `tracks are counted by tens of beats per minute and by key`() throws {
    let stick = try Stick()
    let store = try stick.open()
    defer { store.close() }
    var batch = ScanBatch()
    for number in 1...7 {
      batch.files.append(
        ScanBatch.File(
          folder: [], name: Array("\(number).flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
          content: .details(
            {
              var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
              details.duration = .seconds(number)
              return details
            }())))
    }
    try store.batches.apply(batch, wallClock: nil)
    let minor = try #require(MusicalKey("Am"))
    for (number, tempo, key) in [
      (1, 119.996, minor), (2, 120, minor), (3, 129.99, nil), (4, nil, minor), (5, 4000, nil), (6, 60, minor),
    ] as [(Int, Double?, MusicalKey?)] {
      try store.connection.execute(
        "INSERT INTO analyses (track, bpm, music_key) VALUES (?1, ?2, ?3)", .number(number), .optional(tempo),
        .optional(key?.number))
    }
    _ = try store.vanished.sweep([]) { $0 != 6 }
    for limit in [1, 2, 100] {
      var found: [SoundTally.Group: [Int]] = [:]
      var after: Int64? = .min
      while let place = after {
        let (tallies, next) = try store.totals.tallySounds(after: place, limit: limit)
        for tally in tallies {
          let before = found[tally.group] ?? [0, 0]
          found[tally.group] = [before[0] + tally.tracks, before[1] + Int(tally.duration.components.seconds)]
        }
        after = next
      }
      expectEqual(
        found,
        [
          .init(tempo: 120, key: minor): [2, 3], .init(tempo: 120, key: nil): [1, 3],
          .init(tempo: nil, key: minor): [1, 4], .init(tempo: nil, key: nil): [1, 5],
        ])
    }
  }
}
