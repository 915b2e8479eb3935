import CLinux
import Linux
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

@Suite struct PictureTests {
  /// Bytes that count as a picture.
  private static func png(_ count: Int, _ byte: UInt8 = 1) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: byte, count: max(0, count - 8))
  }
  private static func jpeg(_ count: Int, _ byte: UInt8 = 1) -> [UInt8] {
    [0xFF, 0xD8, 0xFF] + [UInt8](repeating: byte, count: max(0, count - 3))
  }

  /// A track that carries a picture, and one that doesn't.
  private static func sound(_ name: String) throws -> [UInt8] {
    try Repository.bytes(of: "Fixtures/tags/\(name)")
  }

  private func ask(
    _ bench: Bench, _ uri: String, _ preference: ArtworkQuestion.Place = .song, from offset: Int = 0,
    limit: Int = 1 << 20
  ) throws -> Artwork? {
    try bench.answer { (done: @escaping (Result<Artwork?, Refusal>) -> Void) in
      bench.library.pictures.artwork(
        ArtworkQuestion(uri: uri, first: preference, offset: offset, limit: limit), completion: done)
    }.get()
  }

  private func files(_ bench: Bench) -> [String] { Files.list("\(bench.state.path)/pictures") }

  @Test func `the picture in a file and the one beside it stand in for each other`() throws {
    let stick = try Stick([
      "both/a.flac": try Self.sound("comments.flac"), "both/cover.jpg": Self.jpeg(500),
      "inside/a.opus": try Self.sound("comments.opus"),
      "beside/a.mp3": try Self.sound("none.mp3"), "beside/Folder.PNG": Self.png(400),
      "none/a.mp3": try Self.sound("none.mp3"),
    ])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path)
    func told(_ uri: String, _ preference: ArtworkQuestion.Place) throws -> [String] {
      guard let part = try ask(bench, "Stick/\(uri)", preference) else { return [] }
      #expect(part.size == part.bytes.count)
      return [part.mediaType, part.isEmbedded ? "embedded" : "beside", part.uri]
    }
    let inside = ["image/png", "embedded", "Stick/both/a.flac"]
    let beside = ["image/jpeg", "beside", "Stick/both/cover.jpg"]
    #expect(try told("both/a.flac", .song) == inside)
    #expect(try told("both/a.flac", .folder) == beside)
    #expect(try told("both", .song) == beside)
    for preference in [ArtworkQuestion.Place.song, .folder] {
      #expect(
        try told("inside/a.opus", preference) == ["image/png", "embedded", "Stick/inside/a.opus"])
      #expect(try told("beside/a.mp3", preference) == ["image/png", "beside", "Stick/beside/Folder.PNG"])
      #expect(try told("none/a.mp3", preference) == [])
      #expect(try told("none", preference) == [])
      #expect(throws: Refusal.noSuchSong) { try told("none/b.mp3", preference) }
      #expect(throws: Refusal.noSuchSong) { try told("../a.mp3", preference) }
    }
    #expect(throws: Refusal.noSuchSong) { try ask(bench, "Other/a.mp3") }
    // The same picture in two files, and one more.
    #expect(files(bench).count == 3)
    #expect(bench.warnings == [])
  }

  @Test func `the best name among picture files beside a track is used`() throws {
    let bench = try ExchangeBench(readers: .media)
    let stick = try Stick(["a.mp3": FakeFiles.content()])
    _ = try bench.mount(stick.path, isFixed: true)
    let names = [
      "album.webp", "ALBUM.jpg", "front.png", "Front.JPG", "folder.webp", "folder.jpeg", "cover.webp",
      "COVER.PNG", "Cover.jpeg", "cover.jpg",
    ]
    for (number, name) in names.enumerated() {
      stick.write(name, Self.png(100 + number, UInt8(number)))
      let part = try #require(try ask(bench, "a.mp3"))
      #expect(part.uri == name && part.size == 100 + number)
    }
    for name in ["cover.gif", "acover.jpg", "cover.jpg.bak", "cover"] { stick.write(name, Self.png(9)) }
    #expect(try ask(bench, "a.mp3")?.uri == "cover.jpg")
  }

  @Test func `files that are no pictures of this volume are skipped for the next`() throws {
    let outside = try TemporaryFolder()
    let secret = try outside.write("secret.png", Self.png(333))
    let stick = try Stick(["a.mp3": FakeFiles.content(), "real.png": Self.png(77)])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    _ = unsafe symlink(secret, "\(stick.path)/cover.jpg")
    _ = unsafe symlink("../../../../../..\(secret)", "\(stick.path)/cover.jpeg")
    _ = unsafe symlink("/proc/self/exe", "\(stick.path)/cover.png")
    _ = unsafe symlink("cover.webp", "\(stick.path)/cover.webp")
    _ = unsafe mkfifo("\(stick.path)/folder.jpg", 0o644)
    _ = Files.makeFolder("\(stick.path)/folder.jpeg")
    stick.write("folder.png", Array("no picture at all, whatever it is called".utf8))
    stick.write("front.jpg", [])
    stick.write("front.png", Self.png(50))
    _ = unsafe truncate("\(stick.path)/front.png", 17 << 20)
    #expect(try ask(bench, "a.mp3") == nil)
    _ = unsafe symlink("real.png", "\(stick.path)/album.png")
    #expect(try ask(bench, "a.mp3")?.size == 77)
    #expect(Files.list(outside.path) == ["secret.png"])
    #expect(files(bench).count == 1)
  }

  @Test func `the parts of a picture are those of the whole, from one reading`() throws {
    let stick = try Stick(["a.flac": try Self.sound("comments.flac"), "cover.png": Self.png(1000)])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    let whole = try #require(try ask(bench, "a.flac")).bytes
    var joined: [UInt8] = []
    while joined.count < whole.count {
      let part = try #require(try ask(bench, "a.flac", from: joined.count, limit: 8192))
      #expect(part.size == whole.count && part.bytes.count <= 8192 && !part.bytes.isEmpty)
      joined += part.bytes
      // What was begun comes whole, even of a file that has gone.
      stick.remove("a.flac")
    }
    #expect(joined == whole)
    for offset in [whole.count, whole.count + 1, 1 << 40] {
      let part = try #require(try ask(bench, "a.flac", from: offset))
      #expect(part.bytes == [] && part.size == whole.count)
    }
    #expect(throws: Refusal.noSuchSong) { try ask(bench, "a.flac") }
    #expect(try ask(bench, "", limit: 0)?.bytes == [])
  }

  @Test func `a picture that has changed is read again`() throws {
    let stick = try Stick(["a.mp3": FakeFiles.content(), "cover.png": Self.png(1000)])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    #expect(try ask(bench, "a.mp3")?.bytes == Self.png(1000))
    stick.write("cover.png", Self.jpeg(1200))
    let part = try ask(bench, "a.mp3")
    #expect(part?.bytes == Self.jpeg(1200) && part?.mediaType == "image/jpeg")
    stick.remove("cover.png")
    #expect(try ask(bench, "a.mp3") == nil)
  }

  @Test func `a damaged picture in the cache is made again`() throws {
    let stick = try Stick(["a.flac": try Self.sound("comments.flac")])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    let whole = try #require(try ask(bench, "a.flac")).bytes
    let name = try #require(files(bench).first)
    let path = "\(bench.state.path)/pictures/\(name)"
    for harm in 0..<3 {
      switch harm {
      case 0: Files.write(path, Array(whole.dropLast()))
      case 1: _ = unsafe unlink(path)
      default:
        _ = unsafe unlink(path)
        _ = unsafe symlink("/etc/passwd", path)
      }
      #expect(try ask(bench, "a.flac", from: 10)?.bytes == Array(whole.dropFirst(10)))
      #expect(Files.read(path) == whole)
    }
  }

  @Test func `a volume that leaves ends what was asked of it`() throws {
    let stick = try Stick(["a.flac": try Self.sound("comments.flac")])
    let bench = try ExchangeBench(readers: .media)
    for isOrderly in [true, false] {
      _ = try bench.mount(stick.path)
      var answers: [Result<Artwork?, Refusal>] = []
      for _ in 0..<20 {
        bench.library.pictures.artwork(
          ArtworkQuestion(uri: "Stick/a.flac", first: .song, offset: 0, limit: 100)
        ) {
          answers.append($0)
        }
      }
      try bench.unmount(stick.path, orderly: isOrderly)
      #expect(answers.count == 20)
      for case .failure(let refusal) in answers { #expect(refusal == .volumeGone) }
      #expect(throws: Refusal.noSuchSong) { try ask(bench, "Stick/a.flac") }
    }
  }

  @Test func `more questions than are taken are refused, and each is answered`() throws {
    let stick = try Stick(["a.mp3": FakeFiles.content(), "cover.png": Self.png(20)])
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    var answers = 0
    let requests = (0..<300).map { _ in
      bench.library.pictures.artwork(ArtworkQuestion(uri: "a.mp3", first: .folder, offset: 0, limit: 100)) {
        _ in answers += 1
      }
    }
    requests[299].cancel()
    _ = try bench.wait { answers >= 299 ? true : nil }
    #expect(answers == 299)
  }

  // MARK: Without a cache

  private func reader(
    _ stick: Stick, cache: PictureCache?, warn: @escaping (String) -> Void = { _ in }
  ) throws -> PictureReader {
    PictureReader(
      root: try Root(path: stick.path), open: MediaPicture.open, cache: cache, closing: Cancellation(),
      warn: warn)
  }

  private func read(_ reader: PictureReader, _ path: String, from offset: Int = 0, limit: Int = 1 << 20)
    throws -> [UInt8]?
  {
    let request = PictureRequest(
      path: Array(path.utf8), preference: .song, offset: Int64(offset), limit: limit)
    guard case .part(let part, _) = try reader.answer(request).get() else { return nil }
    return part.bytes
  }

  @Test func `pictures are served without a state folder, uncached`() throws {
    let stick = try Stick([
      "a.opus": try Self.sound("comments.opus"), "b/b.mp3": try Self.sound("none.mp3"),
      "b/cover.png": Self.png(1000),
    ])
    var warnings: [String] = []
    for cache in [nil, PictureCache(in: Array("\(stick.path)/nowhere".utf8))] {
      let reader = try reader(stick, cache: cache) { warnings.append($0) }
      let whole = try #require(try read(reader, "a.opus"))
      #expect(whole.count > 40_000)
      #expect(try read(reader, "a.opus", from: 39_999, limit: 5) == Array(whole[39_999..<40_004]))
      #expect(try read(reader, "b/b.mp3") == Self.png(1000))
      #expect(try read(reader, "b/b.mp3", from: 990) == [UInt8](repeating: 1, count: 10))
    }
    #expect(warnings.count == 1 && warnings.first?.contains("nowhere") == true)
    #expect(!Files.exists("\(stick.path)/nowhere"))
  }

  @Test func `a picture larger than the cache is not kept, and read all the same`() throws {
    let stick = try Stick(["a.opus": try Self.sound("comments.opus")])
    let state = try TemporaryFolder()
    let reader = try reader(stick, cache: PictureCache(in: Array(state.path.utf8), byteLimit: 20_000))
    #expect(try read(reader, "a.opus", from: 40_000, limit: 10)?.count == 10)
    #expect(Files.list("\(state.path)/pictures") == [])
  }

  // MARK: The cache

  private func keep(_ bytes: [UInt8], in cache: PictureCache) throws -> String {
    let arriving = try #require(try cache.begin(Int64(bytes.count)))
    try arriving.append(Array(bytes.prefix(5)))
    try arriving.append(Array(bytes.dropFirst(5)))
    return try cache.keep(arriving)
  }

  @Test func `the picture unused for longest is removed first`() throws {
    let state = try TemporaryFolder()
    let cache = PictureCache(in: Array(state.path.utf8), byteLimit: 350)
    var names = try (1...3).map { try keep(Self.png(100, UInt8($0)), in: cache) }
    #expect(cache.read(names[0], at: 98, count: 2) == [1, 1])
    names.append(try keep(Self.png(100, 4), in: cache))
    #expect(names.map { cache.holds($0) } == [true, false, true, true])
    names.append(try keep(Self.png(250, 5), in: cache))
    #expect(names.map { cache.holds($0) } == [false, false, false, true, true])
    #expect(Files.list("\(state.path)/pictures") == names.suffix(2).sorted())
    #expect(try cache.begin(351) == nil)
    // A smaller bound holds for what is there already.
    let tight = PictureCache(in: Array(state.path.utf8), byteLimit: 260)
    _ = tight.holds("")
    #expect(Files.list("\(state.path)/pictures").count == 1)
  }

  @Test func `a file is checked before its first use after a start`() throws {
    let state = try TemporaryFolder()
    let bytes = Self.png(2000)
    let name = try keep(bytes, in: PictureCache(in: Array(state.path.utf8)))
    let path = "\(state.path)/pictures/\(name)"
    let again = PictureCache(in: Array(state.path.utf8))
    #expect(again.read(name, at: 0, count: 2000) == bytes)
    // As a power cut may leave it: the right size, and zeros.
    for harm in [[UInt8](repeating: 0, count: 2000), Self.png(2000, 2), [], Array(bytes.prefix(100))] {
      Files.write(path, harm)
      let cache = PictureCache(in: Array(state.path.utf8))
      #expect(!cache.holds(name))
      #expect(!Files.exists(path))
      #expect(try keep(bytes, in: cache) == name)
      #expect(cache.read(name, at: 1999, count: 1) == [1])
    }
  }

  @Test func `unfinished pictures are removed, and foreign files stay`() throws {
    let state = try TemporaryFolder()
    let folder = Files.makeFolder("\(state.path)/pictures")
    let kept = ["README", "0123456789abcdef0123456789ABCDEF", "0123456789abcdef"]
    for name in kept + ["incoming-1", "incoming-77"] { Files.write("\(folder)/\(name)", [1]) }
    let cache = PictureCache(in: Array(state.path.utf8), byteLimit: 100)
    do {
      let arriving = try #require(try cache.begin(50))
      try arriving.append(Self.png(50))
      #expect(Files.list(folder).count == kept.count + 1)
      #expect(arriving.byteCount == 50)
    }
    #expect(Files.list(folder) == kept.sorted())
    for name in kept { #expect(!cache.holds(name)) }
    #expect(cache.read("../pictures/README", at: 0, count: 1) == nil)
    #expect(Files.list(folder) == kept.sorted())
  }

  @Test func `a content's hash is that of SipHash's authors`() {
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    func name(_ count: UInt8) -> String {
      var hash = ContentHash(key: key)
      hash.add((0..<count).prefix(3))
      hash.add((0..<count).dropFirst(3))
      return hash.name
    }
    #expect(name(0) == "a3817f04ba25a8e66df67214c7550293")
    #expect(name(1) == "da87c1d86b99af44347659119b22fc45")
    #expect(name(8) == "3b62a9ba6258f5610f83e264f31497b4")
    #expect(name(63) == "5150d1772f50834a503e069a973fbd7c")
    // Numbers are as their bytes, wherever they begin.
    for start in UInt8(0)..<9 {
      var hash = ContentHash(key: key)
      hash.add(0..<start)
      hash.add((0..<8).reduce(UInt64(0)) { $0 | UInt64(start + $1) << UInt64(8 * $1) })
      hash.add((start + 8)..<63)
      #expect(hash.name == name(63))
    }
  }
}
