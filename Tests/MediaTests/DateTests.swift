import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

/// Which of several dates counts, and of several keys for one tag.
@Suite struct DateTests {
  /// Of a FLAC file; each comment is `KEY=text`.
  private func commented(_ comments: [String]) throws -> Tags {
    try Fixture.tags(of: Make.flac([Make.block(4, Make.comments(comments.map { Make.text($0) }))]))
  }

  /// Of an MP3 file; each frame is `NAME=text`, one of one's own `TXXX:KEY=text`.
  private func framed(_ frames: [String], behind: [UInt8] = [], version: UInt8 = 4) throws -> Tags {
    let body = frames.flatMap { frame -> [UInt8] in
      let parts = frame.split(separator: "=", maxSplits: 1).map { String($0) }
      let names = parts[0].split(separator: ":").map { String($0) }
      let content = [3] + Make.text(names.count > 1 ? "\(names[1])\0\(parts[1])" : parts[1])
      return Make.frame(names[0], content)
    }
    return try Fixture.tags(of: Make.id3(body, version: version) + Fixture.sound + behind)
  }

  private func items(_ texts: [String]) -> [UInt8] {
    Make.ape(
      texts.map { text in
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
        return (key: parts[0], flags: UInt8(0), value: Make.text(parts[1]))
      })
  }

  @Test(arguments: [
    (["RELEASEDATE=2011-03-01", "DATE=1975"], ["1975"]), (["DATE=1975", "RELEASEDATE=2011-03-01"], ["1975"]),
    (["RELEASE DATE=2011", "YEAR=1975"], ["1975"]), (["RELEASEDATE=2011-03-01"], ["2011-03-01"]),
    (["YEAR=1976", "DATE=1975"], ["1975"]), (["DATE=1975", "YEAR=1976"], ["1975"]),
    (["DATE=1975", "DATE=1976"], ["1975", "1976"]), (["DATE=unknown", "YEAR=1976"], ["1976"]),
    (["DATE=unknown", "RELEASEDATE=2011"], ["2011"]), (["DATE=unknown", "DATE=1975"], ["1975"]),
    (["DATE=1975", "DATE=unknown"], ["1975"]), (["DATE=unknown", "RELEASEDATE=soon"], ["unknown"]),
    (["DATE=", "YEAR=1976"], ["1976"]), (["DATE=12.05.1999", "YEAR=1976"], ["12.05.1999"]),
    (["DATE=May 1999", "YEAR=1976"], ["May 1999"]),
  ])
  func `a date counts before a year, before a release's, before one without a year`(
    comments: [String], dates: [String]
  ) throws {
    try expectEqual(commented(comments).all(.date), dates)
    let apes = comments.filter { !$0.hasSuffix("=") }
    try expectEqual(Fixture.tags(of: Fixture.sound + items(apes)).all(.date), dates)
    #expect(try framed(apes.map { "TXXX:\($0)" }).date == dates[0])
  }

  @Test(arguments: [
    (["ORIGINALDATE=1971-02-01", "ORIGINALYEAR=1971"], ["1971-02-01"]),
    (["ORIGINALYEAR=1971", "ORIGINALDATE=1970-02-01"], ["1970-02-01"]),
    (["ORIGINAL YEAR=1971", "ORIGINAL DATE=1970-02-01"], ["1970-02-01"]),
    (["ORIGINALDATE=?", "ORIGINALYEAR=1971"], ["1971"]),
  ])
  func `a first date counts before a first year`(comments: [String], dates: [String]) throws {
    let tags = try commented(comments)
    #expect(tags.all(.originalDate) == dates && tags.date == nil)
  }

  @Test(arguments: [
    (["TDRL=2001-02-03"], "2001-02-03"), (["TDRL=2001-02-03", "TYER=1999"], "1999"),
    (["TYER=1999", "TDAT=2411", "TDRL=2001"], "1999-11-24"), (["TDRL=2001", "TDRC=1998"], "1998"),
    (["TYER=1999", "TDRC=1998-05"], "1998-05"), (["TDRC=1998-05", "TYER=1999"], "1998-05"),
    (["TYER=unknown", "TDRL=2001"], "2001"), (["TDRC=unknown", "TYER=1999"], "1999"),
    (["TYER=unknown"], "unknown"), (["TYER=unknown", "TYER=1999"], "1999"),
    (["TXXX:RELEASEDATE=2011-03-01", "TDRC=1975"], "1975"), (["TXXX:DATE=1974", "TDRC=1975"], "1975"),
    (["TXXX:YEAR=1974", "TYER=1975"], "1975"), (["TXXX:DATE=1974", "TDRL=2001"], "1974"),
    (["TDRC=soon", "TXXX:RELEASEDATE=2011"], "2011"), (["TXXX:RELEASEDATE=2011-03-01"], "2011-03-01"),
  ])
  func `frames' dates count in the same order, before those of one's own`(
    frames: [String], date: String
  ) throws {
    for version in [3, 4] as [UInt8] {
      try expectEqual(framed(frames, version: version).all(.date), [date])
    }
  }

  @Test func `a frame for the first date counts before one for its year`() throws {
    for frames in [["TORY=1971", "TDOR=1970-03"], ["TDOR=1970-03", "TORY=1971"]] {
      try expectEqual(framed(frames).all(.originalDate), ["1970-03"])
    }
    try expectEqual(framed(["TORY=1971"]).all(.originalDate), ["1971"])
  }

  @Test func `a second tag's date counts where the first has a release's or none with a year`() throws {
    try expectEqual(framed(["TDRL=2011"], behind: items(["Year=1975"])).all(.date), ["1975"])
    try expectEqual(framed(["TDRC=unknown"], behind: items(["Year=1975"])).all(.date), ["1975"])
    try expectEqual(framed(["TYER=1999"], behind: items(["Date=1975"])).all(.date), ["1999"])
    try expectEqual(framed(["TDRC=unknown"], behind: items(["Year=never"])).all(.date), ["unknown"])
    // The year of the same release.
    try expectEqual(framed(["TDRL=2011-03-01"], behind: items(["Year=2011"])).all(.date), ["2011-03-01"])
  }

  @Test func `a tag's own key counts before others, wherever it stands`() throws {
    let keys = [
      (TagName.albumArtist, ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"]),
      (.label, ["LABEL", "ORGANIZATION", "PUBLISHER"]), (.grouping, ["GROUPING", "CONTENTGROUP"]),
      (.tempo, ["BPM", "TEMPO", "TBPM"]),
      (.musicBrainzAlbum, ["MUSICBRAINZ_ALBUMID", "MUSICBRAINZ ALBUM ID"]),
    ]
    for (name, keys) in keys {
      let comments = keys.enumerated().map { "\($0.element)=\($0.offset)" }
      try expectEqual(commented(comments).all(name), ["0"])
      try expectEqual(commented(comments.reversed()).all(name), ["0"])
      try expectEqual(commented(Array(comments.dropFirst())).all(name), ["1"])
      try expectEqual(commented(["\(keys[0])=a", "\(keys[0])=b"]).all(name), ["a", "b"])
    }
  }

  @Test func `texts of one's own count where the frames made for it don't`() throws {
    let own = ["TXXX:ARTIST=Own", "TXXX:ALBUM=Own", "TXXX:TRACKTOTAL=9", "TXXX:ALBUMARTIST=Own"]
    for frames in [own + ["TPE1=Frame", "TRCK=1/7"], ["TPE1=Frame", "TRCK=1/7"] + own] {
      let tags = try framed(frames)
      #expect(tags.all(.artist) == ["Frame"] && tags.all(.album) == ["Own"])
      #expect(tags.all(.albumArtist) == ["Own"] && tags.trackTotal == 7)
    }
  }

  @Test func `MOVEMENT is a number where it is one, and a name else`() throws {
    let tagger = try commented(["MOVEMENT=2", "MOVEMENTNAME=Allegro", "MOVEMENTTOTAL=4"])
    #expect(tagger.all(.movement) == ["Allegro"] && tagger.all(.movementNumber) == ["2"])
    let named = try commented(["MOVEMENT=2. Allegro", "MOVEMENTNUMBER=2"])
    #expect(named.all(.movement) == ["2. Allegro"] && named.all(.movementNumber) == ["2"])
  }

  @Test func `a further interpreter is a performer`() throws {
    try expectEqual(framed(["TPE4=Re Mixer"]).all(.performer), ["Re Mixer"])
  }
}
