import CLinux
import Linux
import Model
import Support
import Testing

@testable import Media

private typealias Make = PictureFiles

@Suite struct PictureTests {
  private func whole(_ picture: Picture?, piece: Int = 4096) throws -> [UInt8]? {
    guard var picture else { return nil }
    var bytes: [UInt8] = []
    while true {
      let next = try picture.read(piece)
      if next.isEmpty { return bytes }
      bytes += next
    }
  }

  private func embedded(_ bytes: [UInt8]) throws -> [UInt8]? {
    let picture = try Picture.embedded(in: try Fixture.open(bytes))
    let read = try whole(picture)
    if let picture, let read { #expect(picture.byteCount >= read.count) }
    return read
  }

  /// A file of each way in which a picture can be embedded.
  private func files(with picture: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    let wide: [UInt8] = [0xFF, 0xFE, 0x41, 0, 0, 0]
    let plain = Make.attached(picture)
    let later = Make.frame(
      Make.synchsafe(plain.count) + Make.unsynchronised(plain), version: 4, flags: 3)
    let comment = Make.comments([
      Make.comment("TITLE", [0x54]),
      Make.comment("metadata_block_picture", Make.base64(Make.pictured(picture))),
    ])
    return [
      (
        "PIC",
        Make.id3(Make.frame(Make.attached(picture, version: 2), version: 2), version: 2) + Fixture.sound
      ),
      ("APIC", Make.id3(Make.frame(plain)) + Fixture.sound),
      (
        "APIC with a description of two bytes a letter",
        Make.id3(Make.frame(Make.attached(picture, encoding: 1, description: wide))) + Fixture.sound
      ),
      ("APIC in a group", Make.id3(Make.frame([5] + plain, flags: 0x20)) + Fixture.sound),
      ("a tag unsynchronised", Make.id3(Make.unsynchronised(Make.frame(plain)), flags: 0x80) + Fixture.sound),
      ("APIC of 2.4", Make.id3(Make.frame(plain, version: 4), version: 4) + Fixture.sound),
      ("a frame unsynchronised", Make.id3(later, version: 4) + Fixture.sound),
      ("all frames unsynchronised", Make.id3(later, version: 4, flags: 0x80) + Fixture.sound),
      ("the second tag", Make.id3([]) + Make.id3(Make.frame(plain)) + Fixture.sound),
      ("FLAC", Make.flac([Make.block(6, Make.pictured(picture))])),
      ("FLAC's comments", Make.flac([Make.block(4, comment)])),
      ("ID3v2 before FLAC", Make.id3(Make.frame(plain)) + Make.flac([])),
      ("Opus", Make.opus(comment)), ("Vorbis", Make.vorbis(comment)),
      ("Ogg FLAC's comments", Make.oggFLAC([Make.block(4, comment, isLast: true)])),
      (
        "Ogg FLAC",
        Make.oggFLAC([Make.block(4, Make.comments([])), Make.block(6, Make.pictured(picture), isLast: true)])
      ),
      ("COVERART", Make.vorbis(Make.comments([Make.comment("COVERART", Make.base64(picture))]))),
      ("APE", Fixture.sound + Make.ape([("Cover Art (Front)", 2, Array("a.png\0".utf8) + picture)])),
    ]
  }

  @Test(arguments: [100, 1000, 1001, 1002, 70_000])
  func `a picture is read from every format, byte for byte`(count: Int) throws {
    let picture = Make.picture(.png, count)
    for file in files(with: picture) {
      let found = try Picture.embedded(in: try Fixture.open(file.bytes))
      #expect(found?.kind == .png && found?.byteCount == Int64(count), "\(file.name)")
      #expect(try whole(found) == picture, "\(file.name)")
      #expect(try whole(found, piece: 7) == picture, "\(file.name)")
    }
  }

  @Test func `a part after skipped bytes is the same`() throws {
    let picture = Make.picture(.jpeg, 9000)
    for file in files(with: picture) {
      for (offset, count) in [(0, 10), (1, 5), (2, 4000), (4095, 3), (4096, 100), (8999, 5), (9000, 1)] {
        var found = try #require(try Picture.embedded(in: try Fixture.open(file.bytes)))
        try found.skip(Int64(offset))
        #expect(try found.read(count) == Array(picture.dropFirst(offset).prefix(count)), "\(file.name)")
      }
    }
  }

  @Test func `pictures that encoders embed are read`() throws {
    let picture = try #require(try whole(try Picture.embedded(in: try Fixture.open("tags/comments.flac"))))
    #expect(PictureKind(picture) == .png && picture.count > 40_000)
    #expect(picture.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]))
    for name in ["comments.opus", "id3-before.flac"] {
      #expect(try whole(try Picture.embedded(in: try Fixture.open("tags/\(name)"))) == picture, "\(name)")
    }
    for name in ["none.mp3", "comments.ogg", "huge-picture.mp3", "full.ogg"] {
      #expect(try Picture.embedded(in: try Fixture.open("tags/\(name)")) == nil, "\(name)")
    }
  }

  @Test(arguments: PictureKind.allCases)
  func `the kind is recognised by the content, whatever the tag has`(kind: PictureKind) throws {
    let picture = Make.picture(kind)
    let frame = Make.frame(Make.attached(picture, name: "image/x-other"))
    let found = try #require(try Picture.embedded(in: try Fixture.open(Make.id3(frame) + Fixture.sound)))
    expectEqual(found.kind, kind)
    let file = try #require(try Picture.file(try Fixture.open(picture)))
    #expect(file.kind == kind && file.byteCount == 1000)
    try expectEqual(whole(file), picture)
  }

  @Test func `bytes that are no picture are ignored`() throws {
    for bytes in [
      [], [0xFF], Array("BM, and text".utf8), Array("GIF90a".utf8), Array("<svg/>".utf8), Fixture.sound,
    ] {
      #expect(try Picture.file(try Fixture.open(bytes)) == nil)
      let frame = Make.frame(Make.attached(bytes))
      #expect(try Picture.embedded(in: try Fixture.open(Make.id3(frame) + Fixture.sound)) == nil)
    }
  }

  @Test func `the front cover comes before others, and the first before the rest`() throws {
    let (back, front, leaf) = (Make.picture(.png, 500), Make.picture(.jpeg, 600), Make.picture(.gif, 700))
    let blocks = [(back, 4), (front, 3), (leaf, 5)].map { Make.block(6, Make.pictured($0, type: $1)) }
    try expectEqual(embedded(Make.flac(blocks)), front)
    try expectEqual(embedded(Make.flac([blocks[2], blocks[0]])), leaf)
    let frames = [(back, 4), (front, 3)].map { Make.frame(Make.attached($0, type: $1)) }
    try expectEqual(embedded(Make.id3(frames[0] + frames[1]) + Fixture.sound), front)
    // A front cover of the second kind of tag comes before anything of the first.
    let comment = Make.comment("METADATA_BLOCK_PICTURE", Make.base64(Make.pictured(front)))
    try expectEqual(embedded(Make.flac([blocks[0], Make.block(4, Make.comments([comment]))])), front)
    let bare = Make.comment("COVERART", Make.base64(back))
    try expectEqual(embedded(Make.opus(Make.comments([bare, comment]))), front)
  }

  @Test func `a link is no picture`() throws {
    let (picture, other) = (Make.picture(), Make.picture(.gif, 300))
    let next = Make.frame(Make.attached(other, type: 0))
    try expectEqual(
      embedded(Make.id3(Make.frame(Make.attached(picture, name: "-->")) + next) + Fixture.sound), other)
    let two = Make.frame(Make.attached(picture, version: 2, name: "-->"), version: 2)
    #expect(try embedded(Make.id3(two, version: 2) + Fixture.sound) == nil)
    #expect(try embedded(Make.flac([Make.block(6, Make.pictured(picture, name: "-->"))])) == nil)
  }

  @Test func `a tag that only claims to be unsynchronised is read as it is`() throws {
    let picture = Make.picture(.jpeg)
    let frame = Make.frame(Make.attached(picture), version: 4, flags: 2)
    try expectEqual(embedded(Make.id3(frame, version: 4, flags: 0x80) + Fixture.sound), picture)
  }

  @Test func `sizes beyond the file are believed nowhere`() throws {
    let picture = Make.picture()
    let huge = 0xFFFF_FFFF
    let good = Make.block(6, Make.pictured(Make.picture(.gif, 300), type: 0))
    for size in [picture.count + 1, 0x7FFF_FFFF, huge] {
      let bad = Make.pictured(picture, size: size)
      try expectEqual(embedded(Make.flac([Make.block(6, bad), good])), Make.picture(.gif, 300))
      let comment = Make.comment("METADATA_BLOCK_PICTURE", Make.base64(bad))
      #expect(try embedded(Make.opus(Make.comments([comment]))) == nil)
      let frame = Make.frame(Make.attached(picture), size: min(13 + size, huge))
      #expect(try embedded(Make.id3(frame) + Fixture.sound) == nil)
    }
    // The lengths of the media type and of the description.
    for at in [4, 8 + "image/png".utf8.count] {
      var block = Make.pictured(picture)
      block.replaceSubrange(at..<at + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
      #expect(try embedded(Make.flac([Make.block(6, block)])) == nil)
    }
    let comment = Make.comment("METADATA_BLOCK_PICTURE", Make.base64(Make.pictured(picture)))
    var comments = Make.comments([comment], counted: huge)
    try expectEqual(embedded(Make.vorbis(comments)), picture)
    comments.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try embedded(Make.opus(comments)) == nil)
    let ape = Make.ape([("Cover Art (Front)", 2, Array("a.png\0".utf8) + picture)])
    #expect(try embedded(Fixture.sound + [0xFF, 0xFF, 0xFF, 0x7F] + ape.dropFirst(4)) == nil)
  }

  @Test func `a picture above the limit is skipped, one at the limit is not`() throws {
    let folder = try TemporaryFolder()
    let sound = Fixture.sound
    let limit = Int(Picture.byteLimit)
    for (count, isTaken) in [(limit, true), (limit + 1, false)] {
      let path = try folder.write("big.mp3", "")
      let descriptor = Descriptor(
        owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDWR | O_CLOEXEC, 0) })
      // Most of it is a hole in the file.
      var head = Array("ID3".utf8) + [3, 0, 0] + Make.synchsafe(23 + count)
      head += Make.frame(Make.attached(Make.picture()), size: 13 + count)
      try expectEqual(descriptor.write(head.span), head.count)
      try descriptor.seek(to: Int64(33 + count))
      try expectEqual(descriptor.write(sound.span), sound.count)
      let found = try Picture.embedded(in: descriptor)
      expectEqual(found?.byteCount, (isTaken ? Picture.byteLimit : nil))
    }
  }

  @Test func `a file cut anywhere gives its whole picture or none`() throws {
    let picture = Make.picture(.png, 600)
    for file in files(with: picture) {
      for count in stride(from: 0, to: file.bytes.count, by: 41) {
        let cut = try Fixture.open(Array(file.bytes[..<count]))
        // Without sound there is no file to look at.
        guard let found = try? Picture.embedded(in: cut) else { continue }
        #expect(try whole(found) == picture, "\(file.name) cut to \(count)")
      }
    }
  }

  @Test func `base64 that breaks off gives no more than what is before`() throws {
    let picture = Make.picture(.png, 3000)
    for place in [1, 100, 2000, 3999] {
      var text = Make.base64(Make.pictured(picture))
      text[place] = UInt8(ascii: "*")
      let comments = Make.comments([Make.comment("METADATA_BLOCK_PICTURE", text)])
      let read = try embedded(Make.opus(comments))
      #expect(read == nil || (read?.count ?? 0) < 3000 && picture.starts(with: read ?? []))
      var bare = Make.base64(picture)
      bare[place] = 0
      let short = try embedded(Make.opus(Make.comments([Make.comment("COVERART", bare)])))
      #expect(short == nil || (short?.count ?? 0) < 3000 && picture.starts(with: short ?? []))
    }
  }

  @Test func `base64 without its padding is read, and skipping is the same as reading`() throws {
    for count in 0...20 {
      let bytes = (0..<count).map { UInt8($0 * 11) }
      let padded = Make.base64(bytes)
      for text in [padded, Array(padded.prefix { $0 != UInt8(ascii: "=") })] {
        let source = try ByteSource(try Fixture.open(text), capacity: 0)
        for skipped in 0...(count + 1) {
          var feed = Base64Feed(RangeFeed(source, 0..<source.size))
          try expectEqual(feed.take(skipped / 2), Array(bytes.prefix(skipped / 2)))
          try feed.skip(Int64(skipped - skipped / 2))
          try expectEqual(feed.take(100), Array(bytes.dropFirst(skipped)))
        }
      }
    }
  }

  @Test func `a limited number of a thousand pictures is read`() throws {
    let (first, front) = (Make.picture(.gif, 300), Make.picture(.png, 400))
    func many(_ place: Int) -> [[UInt8]] {
      (0..<990).map { Make.block(6, Make.pictured($0 == place ? front : first, type: $0 == place ? 3 : 4)) }
    }
    try expectEqual(embedded(Make.flac(many(200))), front)
    try expectEqual(embedded(Make.flac(many(900))), first)
    let frames = many(-1).flatMap { _ in Make.frame(Make.attached(first, type: 4)) }
    try expectEqual(embedded(Make.id3(frames) + Fixture.sound), first)
  }

  @Test func `a wrong byte anywhere does no harm`() throws {
    for file in files(with: Make.picture(.png, 300)) {
      for place in stride(from: 0, to: min(700, file.bytes.count), by: 5) {
        for byte: UInt8 in [0, 0x7F, 0xFF] {
          var bytes = file.bytes
          bytes[place] = byte
          let changed = try Fixture.open(bytes)
          guard let found = try? Picture.embedded(in: changed) else { continue }
          #expect(try (whole(found)?.count ?? 0) <= bytes.count, "\(file.name), \(place)")
        }
      }
    }
  }
}
