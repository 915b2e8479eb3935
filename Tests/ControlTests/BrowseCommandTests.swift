import Model
import Support
import Testing

@testable import Control

/// The library by artists, albums, genres, years and folders.
@Suite struct BrowseCommandTests {
  private func conversation() -> Conversation {
    let conversation = Conversation()
    let fake = conversation.fake
    fake.songs = [:]
    func add(_ uri: String, _ tags: [Song.TagValue], added: Int64? = nil) {
      fake.add(Song(uri: uri, tags: tags, duration: .seconds(100), added: added))
    }
    add(
      "m/kind/1.mp3",
      [
        .init(.artist, "Miles"), .init(.artist, "Coltrane"), .init(.album, "Kind"), .init(.title, "So What"),
        .init(.date, "1959-08-17"), .init(.genre, "Jazz"), .init(.track, "1"),
      ], added: 300)
    add(
      "m/kind/2.mp3",
      [
        .init(.artist, "Miles"), .init(.album, "Kind"), .init(.title, "Freddie"), .init(.date, "1959"),
        .init(.genre, "Jazz"), .init(.genre, "Cool"), .init(.track, "2"),
      ], added: 100)
    add(
      "m/b/1.mp3",
      [
        .init(.artist, "Miles"), .init(.album, "Birth"), .init(.title, "Move"), .init(.date, "1957"),
        .init(.track, "10"),
      ], added: 200)
    add(
      "j/1.mp3",
      [
        .init(.artist, "Joni"), .init(.albumArtist, "Various"), .init(.album, "Kind"),
        .init(.date, "1.2.1971"),
        .init(.title, "Blue"),
      ])
    add("x.mp3", [])
    return conversation
  }

  private func ask(_ line: String) -> [String] { conversation().ask(line) }

  @Test func `artists are listed with their counts and a file`() {
    expectEqual(
      ask("browse artists"),
      [
        "total: 3", "Artist: Coltrane", "albums: 1", "songs: 1", "playtime: 100", "file: m/kind/1.mp3",
        "Artist: Joni", "albums: 1", "songs: 1", "playtime: 100", "file: j/1.mp3",
        "Artist: Miles", "albums: 2", "songs: 3", "playtime: 300", "file: m/b/1.mp3", "OK",
      ])
    expectEqual(
      ask("browse artists window 1:2"),
      [
        "total: 3", "Artist: Joni", "albums: 1", "songs: 1", "playtime: 100", "file: j/1.mp3", "OK",
      ])
    expectEqual(ask("browse artists window 7:9"), ["total: 3", "OK"])
    #expect(
      ask("browse albumartists \"(Album == 'Kind')\"").filter { $0.hasPrefix("AlbumArtist") } == [
        "AlbumArtist: Coltrane", "AlbumArtist: Miles", "AlbumArtist: Various",
      ])
  }

  @Test func `albums of one name by different artists are different, and stand by artist and date`() {
    expectEqual(
      ask("browse albums"),
      [
        "total: 3", "Album: Birth", "AlbumArtist: Miles", "AlbumFolder: m/b", "Date: 1957", "songs: 1",
        "playtime: 100",
        "file: m/b/1.mp3",
        "Album: Kind", "AlbumArtist: Miles", "AlbumFolder: m/kind", "Date: 1959", "Genre: Jazz",
        "Genre: Cool",
        "songs: 2", "playtime: 200", "file: m/kind/1.mp3",
        "Album: Kind", "AlbumArtist: Various", "Date: 1.2.1971", "songs: 1", "playtime: 100",
        "file: j/1.mp3", "OK",
      ])
    // The first song of those that the filter takes, however they are found.
    for filter in ["Genre == 'Cool'", "Title contains 'red'", "Title =~ 'd+ie'", "file == 'm/kind/2.mp3'"] {
      #expect(
        ask("browse albums \"(\(filter))\"") == [
          "total: 1", "Album: Kind", "AlbumArtist: Miles", "AlbumFolder: m/kind", "Date: 1959", "Genre: Jazz",
          "Genre: Cool",
          "songs: 1", "playtime: 100", "file: m/kind/2.mp3", "OK",
        ], "\(filter)")
    }
  }

  /// The first artist of a song, its album, its folder, and its album artist if it has one.
  private func albums(_ songs: [(String, String, String, String?)]) -> Conversation {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for (number, (artist, album, folder, owner)) in songs.enumerated() {
      var tags = [Song.TagValue(.artist, artist), .init(.album, album), .init(.title, "T\(number % 2)")]
      if let owner { tags.append(.init(.albumArtist, owner)) }
      conversation.fake.add(Song(uri: "\(folder)\(number).mp3", tags: tags, duration: .seconds(10)))
    }
    return conversation
  }

  @Test(arguments: ["", " \"(file contains '.mp3')\""])
  func `songs without an album artist are one album in a folder`(_ filter: String) {
    let conversation = albums(
      (0..<7).map { ("Singer \($0)", "Mixtape", "mix/", nil) } + [
        ("Abba", "Greatest Hits", "abba/", nil), ("Queen", "Greatest Hits", "queen/", nil),
        ("Queen", "Opera", "opera/CD1/", "Queen"), ("Queen", "Opera", "opera/bonus/", "Queen"),
        ("Bo", "Two Discs", "two/CD 1/", nil), ("Bo", "Two Discs", "two/disc-02/", nil),
        ("Bo", "Two Discs", "two/Discography/", nil), ("Bo", "Two Discs", "two/", "Bo"),
      ])
    func answered(_ line: String, _ keys: String...) -> [String] {
      conversation.ask(line).filter { line in keys.contains { line.hasPrefix($0) } }
    }
    expectEqual(
      answered("browse albums\(filter)", "Album:", "AlbumFolder", "AlbumArtist:", "songs"),
      [
        "Album: Greatest Hits", "AlbumArtist: Abba", "AlbumFolder: abba", "songs: 1",
        "Album: Two Discs", "AlbumArtist: Bo", "songs: 1",
        "Album: Two Discs", "AlbumArtist: Bo", "AlbumFolder: two", "songs: 2",
        "Album: Two Discs", "AlbumArtist: Bo", "AlbumFolder: two/Discography", "songs: 1",
        "Album: Greatest Hits", "AlbumArtist: Queen", "AlbumFolder: queen", "songs: 1",
        "Album: Opera", "AlbumArtist: Queen", "songs: 2",
        "Album: Mixtape", "AlbumArtist: ", "AlbumFolder: mix", "songs: 7",
      ])
    for (test, count) in [
      ("(Album == 'Mixtape') AND (AlbumFolder == 'mix')", 7), ("(AlbumFolder == 'two')", 2),
      ("(Album == 'Two Discs') AND (AlbumArtist == 'Bo') AND (AlbumFolder == '')", 1),
      ("(albumfolder != '') AND (Artist == 'Queen')", 1),
    ] {
      let filter = "\"(\(test))\""
      #expect(answered("browse songs \(filter)", "file").count == count, "\(test)")
      #expect(answered("find \(filter)", "file").count == count, "\(test)")
    }
    expectEqual(conversation.ask("count albumfolder mix").first, "songs: 7")
  }

  @Test func `an album of a folder has the order of its tracks, whatever artists and years they have`() {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for (track, artist) in ["Nova", "Abba", "Milo", "Abba"].enumerated() {
      conversation.fake.add(
        Song(
          uri: "mix/\(9 - track).mp3",
          tags: [
            .init(.artist, artist), .init(.album, "Mixtape"), .init(.track, "\(track + 1)"),
            .init(.date, "\(2000 - track)"),
          ], duration: .seconds(10)))
    }
    let files = (0..<4).map { "file: mix/\(9 - $0).mp3" }
    let filter = "\"((Album == 'Mixtape') AND (AlbumFolder == 'mix'))\""
    #expect(conversation.ask("browse songs \(filter)").filter { $0.hasPrefix("file") } == files)
    expectEqual(conversation.ask("findadd \(filter)"), ["OK"])
    #expect(conversation.ask("playlistinfo").filter { $0.hasPrefix("file") } == files)
  }

  @Test func `a group has its sort name if its article is ignored`() {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for (number, artist) in ["The Kites", "Bo", "Theo"].enumerated() {
      conversation.fake.add(
        Song(uri: "\(number).mp3", tags: [.init(.artist, artist), .init(.album, "The \(artist)")]))
    }
    func names(_ line: String) -> [String] {
      conversation.ask(line).filter { $0.hasPrefix("Al") || $0.hasPrefix("Artist") }
    }
    expectEqual(
      names("browse artists"), ["Artist: Bo", "Artist: The Kites", "ArtistSort: Kites", "Artist: Theo"])
    expectEqual(
      names("browse albums"),
      [
        "Album: The Bo", "AlbumArtist: Bo", "AlbumFolder: /", "AlbumSort: Bo",
        "Album: The The Kites", "AlbumArtist: The Kites", "AlbumFolder: /", "AlbumSort: The Kites",
        "AlbumArtistSort: Kites",
        "Album: The Theo", "AlbumArtist: Theo", "AlbumFolder: /", "AlbumSort: Theo",
      ])
  }

  @Test func `an album lists its most frequent genres, those of most songs first`() {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for number in 0..<12 {
      // The genre of number 11 is that of all songs, and so on down to one song.
      let genres = (number..<12).map { Song.TagValue(.genre, "G\($0)") }
      conversation.fake.add(Song(uri: "a/\(number).mp3", tags: [.init(.album, "A")] + genres))
    }
    let told = conversation.ask("browse albums").filter { $0.hasPrefix("Genre") }
    #expect(told == (4...11).reversed().map { "Genre: G\($0)" })
  }

  @Test func `tempos by tens and keys around the wheel are listed, with and without a filter`() {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    for (number, (tempo, key)) in [(119.996, "C"), (120, "Am"), (129.99, "C"), (61, nil), (nil, "E")]
      .enumerated()
    {
      var song = Song(
        uri: "\(number).mp3", tags: [.init(.artist, "A")], duration: .seconds(10), tempo: tempo)
      song.musicalKey = key.flatMap { MusicalKey($0) }
      conversation.fake.add(song)
    }
    for filter in ["", " \"(Artist == 'A')\""] {
      expectEqual(
        conversation.ask("browse tempos\(filter)"),
        [
          "total: 2", "bpm: 120", "songs: 3", "playtime: 30", "bpm: 60", "songs: 1", "playtime: 10", "OK",
        ])
      #expect(
        conversation.ask("browse keys\(filter)").filter { !$0.hasPrefix("playtime") } == [
          "total: 3", "key: Am", "camelot: 8A", "songs: 1", "key: C", "camelot: 8B", "songs: 2",
          "key: E", "camelot: 12B", "songs: 1", "OK",
        ])
    }
  }

  @Test func `favourites and rated songs come from the library's lists`() {
    let conversation = conversation()
    conversation.fake.people.lists = [.favourites: ["j/1.mp3", "x.mp3"], .rated: ["x.mp3", "m/b/1.mp3"]]
    conversation.fake.people.reasons = [.rated: [.rating(10), .rating(7)]]
    func told(_ line: String) -> [String] {
      conversation.ask(line).filter { line in ["total", "file", "rating"].contains { line.hasPrefix($0) } }
    }
    expectEqual(told("browse favourites"), ["total: 2", "file: j/1.mp3", "file: x.mp3"])
    expectEqual(told("browse favourites \"(Artist == 'Joni')\""), ["total: 1", "file: j/1.mp3"])
    expectEqual(told("browse rated window 1:2"), ["total: 2", "file: m/b/1.mp3", "rating: 7"])
  }

  @Test func `genres, years and folders are listed`() {
    #expect(
      ask("browse genres").filter { $0.hasPrefix("Genre") || $0.hasPrefix("songs") } == [
        "Genre: Cool", "songs: 1", "Genre: Jazz", "songs: 2",
      ])
    #expect(
      ask("browse years").filter { $0.hasPrefix("Date") } == ["Date: 1957", "Date: 1959", "Date: 1971"])
    expectEqual(
      ask("browse folders"),
      [
        "total: 2", "directory: j", "songs: 1", "playtime: 100", "directory: m", "songs: 3", "playtime: 300",
        "OK",
      ])
    #expect(
      ask("browse folders m").filter { $0.hasPrefix("directory") } == ["directory: m/b", "directory: m/kind"])
    expectEqual(ask("browse folders m/b"), ["total: 0", "OK"])
    #expect(ask("browse folders nowhere") == ["ACK [50@0] {browse} No such directory"])
  }

  private func files(_ line: String) -> [String] {
    ask(line).filter { $0.hasPrefix("file") || $0.hasPrefix("group") || $0.hasPrefix("ACK") }
  }

  @Test func `songs stand as on a shelf, and under headings`() {
    expectEqual(
      files("browse songs"),
      [
        "file: m/b/1.mp3", "file: m/kind/1.mp3", "file: m/kind/2.mp3", "file: j/1.mp3", "file: x.mp3",
      ])
    expectEqual(files("browse songs window 1:3"), ["file: m/kind/1.mp3", "file: m/kind/2.mp3"])
    #expect(
      files("browse songs group \"{Album}: {Folder}{BPM}\"") == [
        "group: : ", "file: x.mp3", "group: Birth: m/b", "file: m/b/1.mp3", "group: Kind: j", "file: j/1.mp3",
        "group: Kind: m/kind", "file: m/kind/1.mp3", "file: m/kind/2.mp3",
      ])
    #expect(files("browse songs group \"{Nothing}\"").first?.contains("{Nothing} is unknown") == true)
    #expect(files("browse songs group \"{Album\"").first?.contains("'}' expected") == true)
  }

  @Test func `headings have tempo and key, and estimated times are marked`() {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    conversation.fake.add(
      Song(
        uri: "a.mp3", tags: [.init(.title, "Moon")], duration: .seconds(9), durationIsEstimated: true,
        tempo: 128,
        key: "F#m"))
    conversation.fake.add(Song(uri: "b.mp3", durationIsEstimated: true, tempo: 99))
    let moon = ["file: a.mp3", "Title: Moon", "Time: 9", "duration: 9.000"]
    let marked = moon + ["durationEstimated: 1"]
    let answer = conversation.ask("browse songs group \"{BPM} {Key}\"")
    #expect(answer.filter { $0.hasPrefix("group") }.sorted() == ["group: 128 F#m", "group: 99 "])
    let place = answer.firstIndex(of: "group: 128 F#m") ?? 0
    expectEqual(Array(answer[(place + 1)...].prefix(marked.count)), marked)
    // Where there is no time, there is nothing to mark; and MPD's own commands tell what MPD tells.
    #expect(answer.count { $0.hasPrefix("durationEstimated") } == 1)
    expectEqual(conversation.ask("find \"(file == 'a.mp3')\""), moon + ["OK"])
    expectEqual(conversation.ask("lookup moon"), marked + ["OK"])
  }

  @Test func `recent songs come latest first`() {
    // By the library's list.
    let conversation = conversation()
    conversation.fake.people.lists[.recentlyAdded] = ["m/b/1.mp3", "x.mp3", "j/1.mp3"]
    let found = conversation.ask("browse recent window 0:2").filter { !$0.hasPrefix("T") }
    #expect(
      found.first == "total: 3"
        && found.filter { $0.hasPrefix("file") } == ["file: m/b/1.mp3", "file: x.mp3"])
    // By a look at each song, where the list does not reach.
    expectEqual(
      files("browse recent window 0:100000"),
      [
        "file: m/kind/1.mp3", "file: m/b/1.mp3", "file: m/kind/2.mp3", "file: j/1.mp3", "file: x.mp3",
      ])
    expectEqual(files("browse recent \"(base '')\" window 1:2"), ["file: m/b/1.mp3"])
    expectEqual(files("browse recent \"(Genre == 'Cool')\""), ["file: m/kind/2.mp3"])
  }

  @Test func `a name may begin with a mark, and two forms of a name are two`() {
    func folders(_ uris: [String], in base: String) -> [[UInt8]] {
      var names: Set<BrowseGroup.Name> = []
      for uri in uris { names.formUnion(BrowseGroup.names(of: Song(uri: uri), .folders, base: base)) }
      return names.flatMap(\.pairs).map { Array($0.value.utf8) }
    }
    #expect(folders(["caf\u{E9}/1.mp3", "cafe\u{301}/1.mp3"], in: "").count == 2)
    #expect(folders(["a/\u{301}b/1.mp3"], in: "a") == [Array("a/\u{301}b".utf8)])
    #expect(folders(["a/\u{301}b/1.mp3"], in: "") == [Array("a".utf8)])
  }

  @Test func `long headings are cut`() {
    let conversation = conversation()
    conversation.fake.add(
      Song(
        uri: "l.mp3", tags: [.init(.comment, String(repeating: "x", count: 40_000))], duration: .seconds(1)))
    let template = String(repeating: "{Comment}", count: 100)
    let headings = conversation.ask("browse songs group \(template)").filter { $0.hasPrefix("group: x") }
    expectEqual(headings, ["group: " + String(repeating: "x", count: 256)])
  }

  @Test func `a listing of recent songs finds the latest of many`() {
    let conversation = conversation()
    for number in 0..<3000 {
      conversation.fake.add(
        Song(
          uri: "n/\(number).mp3", tags: [], duration: .seconds(1), added: Int64((number * 7919) % 3000) + 1000
        ))
    }
    let found = conversation.ask("browse recent \"(base '')\" window 0:3").filter { $0.hasPrefix("file") }
    let expected = (0..<3000).sorted { ($0 * 7919) % 3000 > ($1 * 7919) % 3000 }.prefix(3)
    #expect(found == expected.map { "file: n/\($0).mp3" })
  }

  @Test func `a kind or option that browse does not know is refused`() {
    #expect(
      ask("browse nothing") == [
        "ACK [2@0] {browse} Unknown kind nothing: artists, albumartists, albums, genres, years, folders, tempos, "
          + "keys, recent, songs, recentlyplayed, mostplayed, neverplayed, forgotten, ranking, favourites, rated expected"
      ])
    #expect(ask("browse artists group \"{Album}\"").first?.hasPrefix("ACK [2@0]") == true)
    #expect(ask("browse artists window x").first == "ACK [2@0] {browse} Integer or range expected: x")
  }
}
