import Linux
import Model
import Support
import Testing

@testable import Media

@Suite struct TagTests {
  private func facts(_ name: String) throws -> ProbeResult { try probe(of: try Fixture.open(name)) }

  @Test func `the album's tracks say who and where they are, in every format`() throws {
    let names = try Repository.files(below: "Fixtures/album", suffix: "").map {
      String($0.dropFirst("Fixtures/".count))
    }
    expectEqual(names.count, 10)
    for name in names {
      let tags = try facts(name).tags
      // "album/1-02 Ratchet Rag.mp3"
      let stem = name.dropFirst("album/".count).prefix { $0 != "." }
      expectEqual(tags.disc, Int(stem.prefix(1)))
      expectEqual(tags.track, Int(stem.dropFirst(2).prefix(2)))
      expectEqual(tags.title, String(stem.dropFirst(5)))
      expectEqual(tags.album, "Small Hours Workshop")
      expectEqual(tags.albumArtist, "The Bench Lamps")
      #expect(tags.artist?.hasPrefix("The Bench Lamps") == true)
      #expect(tags.date == "2024" && tags.composer == "Fixture Maker" && tags.genre != nil)
      #expect(tags.trackTotal == 5 && tags.discTotal == 2)
    }
  }

  @Test(arguments: [
    "v22", "v23-latin1", "v23-utf16", "v23-unsynchronised", "v23-extended-header", "v24-utf8", "v24-utf16be",
    "v24-footer", "v24-extended-header", "v24-unsynchronised", "v24-plain-sizes", "huge-picture",
  ])
  func `ID3v2 is read in every version and encoding`(name: String) throws {
    let tags = try facts("tags/\(name).mp3").tags
    expectEqual(tags.title, (name == "v22" || name == "v23-latin1" ? "Grüße aus Köln" : "Grüße aus Łódź"))
    expectEqual(tags.artist, "Ålesund Quartett")
    expectEqual(tags.album, "Tag Sampler")
    expectEqual(tags.albumArtist, "Various Hands")
    expectEqual(tags.date, "1999")
    expectEqual(tags.genre, "Jazz")
    expectEqual(tags.composer, "A. N. Other")
    #expect(tags.track == 7 && tags.trackTotal == 12)
    #expect(tags.disc == 2 && tags.discTotal == 3)
  }

  @Test func `several values, genre numbers and old dates are read`() throws {
    let many = try facts("tags/v24-many-values.mp3").tags
    expectEqual(many.all(.title), ["One", "Two"])
    expectEqual(many.all(.artist), ["Ann", "Ben", "Cem"])
    expectEqual(many.all(.genre), ["Rock", "Jazz", "Polka Core"])
    expectEqual(many.albumArtist, "Hidden")
    let old = try facts("tags/v23-genre.mp3").tags
    expectEqual(old.all(.genre), ["Jazz", "Disco", "Free Form"])
    expectEqual(old.date, "2003-11-24")
  }

  @Test func `a second tag fills what the first lacks`() throws {
    let tags = try facts("tags/two-tags.mp3").tags
    expectEqual(tags.all(.album), ["First"])
    expectEqual(tags.title, "Grüße aus Łódź")
  }

  @Test func `UTF-8 that claims to be Latin is recognised`() throws {
    try expectEqual(facts("tags/utf8-in-latin1.mp3").tags.title, "Żółć")
  }

  @Test func `tags at the end are read, the richer first`() throws {
    let old = try facts("tags/v1.mp3").tags
    #expect(old.title == "Old Title" && old.artist == "Old Artist" && old.album == "Old Album")
    #expect(old.date == "1987" && old.track == 9 && old.genre == "Jazz")
    let ape = try facts("tags/ape.mp3").tags
    #expect(
      ape.title == "Ape Title" && ape.all(.artist) == ["Ape", "Artist"] && ape.albumArtist == "Ape Band")
    #expect(ape.track == 3 && ape.trackTotal == 9 && ape.date == "2011")
    let both = try facts("tags/ape-and-v1.mp3").tags
    expectEqual(both.title, "A Title That Is Longer Than Thirty Bytes")
    expectEqual(both.album, "V1 Album")
  }

  @Test(arguments: ["comments.flac", "comments.ogg", "comments.opus", "id3-before.flac"])
  func `Vorbis comments are read in every spelling, past pictures`(name: String) throws {
    let tags = try facts("tags/\(name)").tags
    expectEqual(tags.title, "Lower Case Key")
    expectEqual(tags.all(.artist), ["Ann", "Ben"])
    expectEqual(tags.albumArtist, "Spaced Key")
    expectEqual(tags.date, "2019-05-04")
    #expect(tags.track == 3 && tags.trackTotal == 11 && tags.disc == 1 && tags.discTotal == 2)
  }

  /// What the files that have every tag say, by name.
  private static let everything: [TagName: [String]] = [
    .title: ["Full Title"], .artist: ["Full Artist"], .album: ["Full Album"], .albumArtist: ["Full Band"],
    .date: ["2021-03-04"], .originalDate: ["1971"], .genre: ["Polka"], .composer: ["Full Composer"],
    .titleSort: ["Title, Full"], .artistSort: ["Artist, Full"], .albumSort: ["Album, Full"],
    .albumArtistSort: ["Band, Full"], .composerSort: ["Composer, Full"],
    .performer: ["Full Violinist", "Full Drummer"], .conductor: ["Full Conductor"],
    .ensemble: ["Full Ensemble"], .work: ["Full Work"], .movement: ["Full Movement"],
    .movementNumber: ["2/4"], .showMovement: ["1"], .grouping: ["Full Group"], .mood: ["Full Mood"],
    .location: ["Full Hall"], .label: ["Full Label"], .comment: ["Full Comment"],
    .musicBrainzArtist: ["11111111-aaaa"], .musicBrainzAlbum: ["22222222-aaaa"],
    .musicBrainzAlbumArtist: ["33333333-aaaa"], .musicBrainzReleaseTrack: ["44444444-aaaa"],
    .musicBrainzReleaseGroup: ["55555555-aaaa"], .musicBrainzWork: ["66666666-aaaa"],
    .musicBrainzTrack: ["77777777-aaaa"], .tempo: ["127.6"], .key: ["F#m"],
  ]

  @Test(arguments: ["full-v23.mp3", "full-v24.mp3", "full-ape.mp3", "full.flac", "full.ogg", "full.opus"])
  func `every tag is read in every format`(name: String) throws {
    let tags = try facts("tags/\(name)").tags
    for tag in TagName.allCases where tag != .mixRampStart && tag != .mixRampEnd {
      // Musicians have a frame of their own in ID3v2.4 only.
      if name == "full-v23.mp3", tag == .performer { continue }
      #expect(tags.all(tag) == Self.everything[tag], "\(tag)")
    }
    #expect(tags.isCompilation == true)
    let loudness = tags.loudness
    expectEqual(loudness.trackGain, -6.5)
    expectEqual(loudness.albumGain, 1.25)
    // Opus has gains only.
    expectEqual(loudness.trackPeak, (name.hasSuffix(".opus") ? nil : 0.988))
    expectEqual(loudness.albumPeak, (name.hasSuffix(".opus") ? nil : 1.02))
  }

  @Test func `invalid gains and peaks are skipped`() {
    var loudness = Loudness()
    for text in ["", "dB", "-", "loud", "1e9", "-99 dB", "nan", "inf"] { loudness.add(text, as: .trackGain) }
    for text in ["0", "-1", "101", "0x1"] { loudness.add(text, as: .trackPeak) }
    for text in ["", "99999", "x"] { loudness.add(text, as: .r128AlbumGain) }
    #expect(loudness.isEmpty)
    loudness.add(" -3 dB", as: .trackGain)
    loudness.add("-9 dB", as: .trackGain)
    expectEqual(loudness.trackGain, -3)
  }

  @Test func `lengths without decoding are those of decoding`() throws {
    for folder in ["album", "cut", "formats", "tags"] {
      for path in try Repository.files(below: "Fixtures/\(folder)", suffix: "") {
        let name = String(path.dropFirst("Fixtures/".count))
        let facts = try facts(name)
        let decoder = try Fixture.decoder(name)
        #expect(facts.format == decoder.format, "\(name)")
        #expect(facts.lengthFrames == decoder.lengthFrames || facts.isLengthEstimated, "\(name)")
        #expect(facts.lengthFrames == decoder.estimatedLengthFrames, "\(name)")
        #expect((facts.bitRate ?? 0) > 4000, "\(name)")
      }
    }
  }

  @Test func `a chained file's duration counts each link by its rate`() throws {
    try expectEqual(facts("formats/chained-change.ogg").duration, .seconds(3.5))
    try expectEqual(facts("formats/chained-same.ogg").duration, .seconds(2.5))
  }

  @Test func `a guessed length is marked, and near`() throws {
    for (name, seconds) in [("no-xing", 1.5), ("vbr-no-xing", 1.5)] {
      let facts = try facts("formats/\(name).mp3")
      #expect(facts.isLengthEstimated)
      let guess = Double(facts.lengthFrames ?? 0) / Double(facts.format.rate)
      #expect(abs(guess - seconds) < 0.2, "\(name): \(guess)")
    }
    let flac = try facts("formats/no-length.flac")
    #expect(flac.isLengthEstimated && flac.lengthFrames == 66_150)
  }

  @Test func `text is cleaned, cut and never empty`() {
    expectEqual(TagText.cleaned("  a\tb\n "), "a b")
    #expect(TagText.cleaned("\u{FEFF} \0\u{7F}") == nil)
    for text in ["a  b", "¢", "Ã", "é", "夜", "\u{FF01}", String(repeating: "x", count: Tags.textLimit)] {
      expectEqual(TagText.cleaned(text), text)
    }
    for control in ["\u{80}", "\u{85}", "\u{9F}", "\u{FEFF}", "\u{1F}", "\u{7F}"] {
      expectEqual(TagText.cleaned("a\(control)b"), "a b")
      #expect(TagText.cleaned("a\(control)") == "a" && TagText.cleaned("\(control)a") == "a")
    }
    let long = TagText.cleaned(String(repeating: "ü", count: 5000))
    expectEqual(long?.utf8.count, Tags.textLimit)
    expectEqual(TagText.cleaned(String(repeating: "€", count: 5000))?.utf8.count, Tags.textLimit / 3 * 3)
  }

  @Test func `numbers are what stands before a slash`() {
    expectEqual(TagText.number("07"), 7)
    expectEqual(TagText.number(" 12a"), 12)
    #expect(TagText.number("A1") == nil)
    #expect(TagText.number("0") == nil)
    #expect(TagText.number("99999999999999999999") == nil)
  }

  @Test func `genres are named by number in every writing`() {
    expectEqual(Genre.names("(17)"), ["Rock"])
    expectEqual(Genre.names("(17)Rock"), ["Rock"])
    expectEqual(Genre.names("255"), ["255"])
    expectEqual(Genre.names("((Brackets)"), ["(Brackets)"])
    expectEqual(Genre.names("(RX)(8)"), ["Remix", "Jazz"])
    expectEqual(Genre.name(191), "Psybient")
    #expect(Genre.name(192) == nil)
  }
}
