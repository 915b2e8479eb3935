import Model
import Support
import Testing

@testable import Control

@Suite struct FilterTests {
  private static let song = Song(
    uri: "a/b/x.flac",
    tags: [
      .init(.artist, "A"), .init(.artist, "Bee"), .init(.title, "It's \"so\" \\ good"), .init(.date, "1959"),
    ],
    format: AudioFormat(rate: 44_100, sample: .bits(16), channels: 2), modified: 1_000_000_000,
    added: 2_000_000_000)

  private func matches(_ words: [String], foldsCase: Bool = false) throws -> Bool {
    let filter = try FilterParser.parse(words[...], foldsCase: foldsCase)
    let matches = filter.matches(Self.song, priority: 7)
    // A record of the song is judged alike.
    if let parts = filter.recordParts {
      expectEqual(filter.matches(SongRecord(Self.song, parts, withKeys: false)), matches)
    }
    return matches
  }

  @Test(arguments: [
    ("(Artist == 'A')", true), ("(artist == \"Bee\")", true), ("(Artist == 'a')", false),
    ("(Artist != 'A')", false),
    ("(Artist != 'C')", true), ("(!(Artist == 'A'))", false), ("(!(Artist == 'C'))", true),
    ("(Artist contains 'ee')", true), ("(Artist contains '')", true), ("(Artist !contains 'ee')", false),
    ("(Artist starts_with 'Be')", true), ("(Artist !starts_with 'Be')", false),
    ("(Artist starts_with 'ee')", false),
    ("(Artist eq_ci 'BEE')", true), ("(Artist eq_cs 'BEE')", false), ("(Artist !eq_ci 'BEE')", false),
    ("(Artist contains_ci 'EE')", true), ("(Artist contains_cs 'EE')", false),
    ("(Artist starts_with_ci 'BE')", true), ("(Artist starts_with_cs 'BE')", false),
    ("(Artist == 'Bee') ", true), ("( Artist=='Bee' )", true),
    ("((Artist == 'Bee'))", true), ("((Artist == 'Bee') AND (Date == '1959'))", true),
    ("((Artist == 'Bee') AND (Date == '1959') AND (any == 'x'))", false),
    ("((Artist == 'Bee') AND (!(Date == '1960')))", true), ("(any == '1959')", true),
    ("(any != '1959')", false),
    ("(AlbumArtist == 'A')", true), ("(Album == '')", true), ("(Album != '')", false),
    ("(Artist == '')", false),
    (#"(Title == "It's \"so\" \\ good")"#, true), (#"(Title == 'It\'s "so" \\ good')"#, true),
    ("(file == 'a/b/x.flac')", true), ("(file contains '/b/')", true), ("(base 'a/b')", true),
    ("(base 'a')", true), ("(!(base '/no'))", true), ("(!(base 'no/'))", true), ("(!(base '..'))", true),
    ("(base '/a')", false), ("(base 'a/')", false),
    ("(base 'a/b/x.flac')", true), ("(base '')", true), ("(base 'a/bb')", false),
    ("(AudioFormat == '44100:16:2')", true), ("(AudioFormat == '44100:24:2')", false),
    ("(AudioFormat =~ '44100:*:*')", true), ("(AudioFormat =~ '*:f:*')", false),
    ("(modified-since '2001-09-09T01:46:40Z')", true), ("(modified-since '1000000001')", false),
    ("(modified-since '2001-09-09')", true), ("(added-since '2030-01-01')", true),
    ("(added-since '2034-01-01')", false),
    ("(prio >= 7)", true), ("(prio >= 8)", false),
    ("(Artist =~ '^B.e$')", true), ("(Artist=~'^b')", false), ("(Artist !~ '^B')", false),
    ("(Artist !~ 'x')", true),
    ("(Composer =~ '')", true), ("(Composer =~ '.*')", false), ("(Composer !~ '.*')", true),
    ("(AlbumArtist =~ 'ee$')", true), ("(file =~ '/x[.]flac$')", true), ("(any =~ '^19[0-9]{2}$')", true),
    ("(any !~ '^19')", false), ("(!(Artist =~ '^B'))", false),
    (#"(Title =~ '\\\\ good$')"#, true), (#"(Title =~ "^It's \"so\"")"#, true),
  ])
  func `an expression is true or false of a song`(expression: String, isTrue: Bool) throws {
    try expectEqual(matches([expression]), isTrue)
  }

  @Test func `pairs of tag and value all have to be true, exactly or in part`() throws {
    #expect(try matches(["Artist", "Bee", "Date", "1959"]))
    #expect(try !matches(["Artist", "Bee", "Date", "195"]))
    #expect(try !matches(["Artist", "bee"]))
    #expect(try matches(["Artist", "BE", "Date", "95"], foldsCase: true))
    #expect(try matches(["file", "B/X"], foldsCase: true))
    #expect(try matches(["any", "SO"], foldsCase: true))
    #expect(try matches(["(Artist == 'BEE')", "base", "a"], foldsCase: true))
  }

  @Test(arguments: [
    (["artist"], "Incorrect number of filter arguments"), ([""], "Incorrect number of filter arguments"),
    (["foo", "bar"], "Unknown filter type"), (["(foo == \"x\")"], "Unknown filter type: foo"),
    (["(Artist == )"], "Quoted string expected"), (["(Artist"], "Unknown filter operator: "),
    (["(Artist ? \"x\")"], "Unknown filter operator: ? \"x\")"),
    (["(Artist eq 'x')"], "Unknown filter operator: eq 'x')"),
    (["(Artist == \"x y\") foo"], "Unparsed garbage after expression"),
    (["((Artist == \"x\") OR (Title == \"x\"))"], "'AND' expected"),
    (["((Artist == \"x\") and (Title == \"x\"))"], "'AND' expected"),
    (["((Artist == 'A') AND)"], "Word expected"), (["((Artist == 'A')(Title == 'x'))"], "Word expected"),
    (["()"], "Word expected"), (["("], "Word expected"), (["(Artist == 'A'"], "')' expected"),
    (["(!Artist == 'A')"], "'(' expected"), (["(!(Artist == 'A'"], "')' expected"),
    (["(Artist == 'A"], "Closing quote not found"), (["(Artist == 'A\\"], "Closing quote not found"),
    (["(modified-since 'x')"], "Failed to parse date"),
    (["(AudioFormat == '44100:*:*')"], "Failed to parse the sample format"),
    (["(AudioFormat == 'x')"], "Failed to parse the sample format"),
    (["(BASE 'a')"], "Unknown filter type: BASE"), (["Modified-Since", "0"], "Unknown filter type"),
    (["base", "../x"], "Bad URI"), (["base", "a/"], "Bad URI"), (["base", ""], "Bad URI"),
    (["(Artist =~ '(')"], "Error in regex at offset 1: missing closing parenthesis"),
    (["(Artist !~ x)"], "Quoted string expected"), (["(AudioFormat !~ '*:*:2')"], "'==' or '=~' expected"),
    (["(prio == 1)"], "'>=' expected"), (["(prio >= 256)"], "Invalid priority value"),
    (["(prio >= )"], "Number expected"),
  ])
  func `a filter that can't be read is refused with the reason`(words: [String], message: String) {
    #expect(throws: CommandError.argument(message)) { try matches(words) }
  }

  @Test func `regular expressions fold case where the command does, and look into identifiers`() throws {
    #expect(try matches(["(Artist =~ '^b.E$')"], foldsCase: true))
    #expect(try !matches(["(Artist !~ '^b.E$')"], foldsCase: true))
    let song = Song(uri: "a", tags: [.init(.musicBrainzAlbum, "0a-f")])
    #expect(try FilterParser.parse(["(any =~ 'a-f$')"], foldsCase: false).matches(song))
    #expect(try !FilterParser.parse(["(any contains 'a-f')"], foldsCase: false).matches(song))
  }

  @Test(arguments: [
    ("strasse", true), ("STRASSE", true), ("Straße", true), ("stras", true), ("ÄGÄIS", true), ("σοφος", true),
    ("agais", false),
  ])
  func `case is folded as Unicode folds it`(part: String, isPart: Bool) throws {
    let song = Song(uri: "a", tags: [.init(.title, "Straße Ägäis ΣΟΦΟΣ Σοφός σοφος")])
    try expectEqual(FilterParser.parse(["title", part], foldsCase: true).matches(song), isPart)
  }

  @Test func `no text can be taken from a regular expression to look for`() throws {
    #expect(try FilterParser.parse(["(Artist =~ 'Kettle')"], foldsCase: false).needle == nil)
    #expect(try FilterParser.parse(["(any =~ 'Kettle')"], foldsCase: false).needle == nil)
    let both = try FilterParser.parse(["((any =~ 'Kettle') AND (Artist == 'Bee'))"], foldsCase: false)
    expectEqual(both.needle, "Bee")
  }

  @Test func `too many regular expressions are refused, wherever they stand`() {
    let one = "(any =~ 'x')"
    let joined = "(" + Array(repeating: one, count: 17).joined(separator: " AND ") + ")"
    for words in [[joined], Array(repeating: one, count: 17)] {
      #expect(throws: CommandError.argument("Filter is too long")) { try matches(words) }
    }
    #expect(throws: Never.self) { try matches(Array(repeating: one, count: 16)) }
  }

  @Test func `hostile depth and length are refused`() {
    let deep = String(repeating: "(", count: 8000) + "Artist == 'x'" + String(repeating: ")", count: 8000)
    #expect(throws: CommandError.argument("Filter is nested too deeply")) { try matches([deep]) }
    let negated = String(repeating: "(!", count: 4000)
    #expect(throws: CommandError.argument("Filter is nested too deeply")) { try matches([negated]) }
    let long = "((any == 'x')" + String(repeating: " AND (any == 'x')", count: 500) + ")"
    #expect(throws: CommandError.argument("Filter is too long")) { try matches([long]) }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_795_227_888, "2026-11-21T02:24:48Z"),
    (-1, "1969-12-31T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (Int64.max, "9999-12-31T23:59:59Z"),
    (Int64.min, "0000-01-01T00:00:00Z"),
  ])
  func `a time is written in the calendar and read back`(seconds: Int64, text: String) {
    expectEqual(Timestamp.text(seconds), text)
    if (0...1 << 40).contains(seconds) { expectEqual(Timestamp.seconds(text), seconds) }
  }

  @Test(
    arguments: [
      ("2009-02-13T23:31:30Z", 1_234_567_890), ("2009-02-13T23:31:30", 1_234_567_890),
      ("2009-02-14T01:31:30+02:00", 1_234_567_890), ("2009-02-13T18:01:30-0530", 1_234_567_890),
      ("20090213T233130Z", 1_234_567_890), ("20090213T2331", 1_234_567_860),
      ("2009-02-13T23Z", 1_234_566_000),
      ("2009-02-13", 1_234_483_200), ("2009-02-13Z", 1_234_483_200), ("20090213", 1_234_483_200),
      ("1234567890", 1_234_567_890), ("-5", -5), ("0", 0),
      ("", nil), ("T", nil), ("yesterday", nil), ("2009-13-01", nil), ("2009-02-13T", nil),
      ("2009-02-13T25", nil),
      ("2009-02-13T1Z2", nil), ("2009-02-13T12:60", nil), ("2009-02-13T12:00+", nil),
      ("2009-02-13T12:00+99", nil),
      ("2009-02-13T12:00Zulu", nil), ("99999999999999999999", nil), ("2009021é", nil),
    ] as [(String, Int64?)])
  func `a time is read in all forms that MPD reads`(text: String, seconds: Int64?) {
    expectEqual(Timestamp.seconds(text), seconds)
  }
}
