import CLinux
import Linux
import Model
import Support
import Testing

@testable import Media

/// What reading may cost, whatever the file claims.
@Suite struct BoundsTests {
  /// Bytes that this thread has read by system calls (proc_pid_io(5)).
  private func bytesRead() throws -> Int {
    let file = Descriptor(
      owning: try systemCall("open") { unsafe clinux_open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC, 0) })
    var bytes = [UInt8](repeating: 0, count: 512)
    var span = bytes.mutableSpan
    let count = try file.read(into: &span) ?? 0
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar:") })
    return try #require(Int(line.dropFirst("rchar: ".count)))
  }

  private func open(_ path: String, _ flags: Int32 = O_RDONLY) throws -> Descriptor {
    Descriptor(owning: try systemCall("open", path: path) { unsafe clinux_open(path, flags | O_CLOEXEC, 0) })
  }

  /// An MP3 file behind an ID3v2 tag with a picture of `size` bytes, most of it a hole in the file.
  private func pictured(_ folder: TemporaryFolder, size: Int) throws -> String {
    func safe(_ n: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(n >> $0 & 0x7F) } }
    let title = Array("TIT2".utf8) + [0, 0, 0, 7, 0, 0, 0] + Array("Behind".utf8)
    let body = 10 + size + title.count
    var head = Array("ID3".utf8) + [3, 0, 0] + safe(body) + Array("APIC".utf8)
    head += [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + [0, 0]
    let path = try folder.write("big.mp3", head)
    let file = try open(path, O_WRONLY)
    try file.seek(to: Int64(head.count + size))
    let rest = title + Fixture.sound
    let written = try file.write(rest.span)
    expectEqual(written, rest.count)
    return path
  }

  @Test func `a picture of 100 MB costs nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try pictured(folder, size: 100_000_000)
    let before = try bytesRead()
    let facts = try probe(of: try open(path))
    let decoder = try openDecoder(try open(path))
    var buffer = [Float](repeating: 0, count: 4096)
    var span = buffer.mutableSpan
    guard case .frames = try decoder.read(into: &span) else {
      Issue.record("no sound")
      return
    }
    #expect(try bytesRead() - before < 200_000)
    expectEqual(facts.tags.title, "Behind")
    expectEqual(facts.lengthFrames, 12_000)
  }

  @Test func `facts of ordinary files take few bytes`() throws {
    for (name, limit) in [
      ("album/1-01 Kettle Waltz.flac", 20_000), ("album/1-02 Ratchet Rag.mp3", 20_000),
      ("album/1-03 Lamp Oil.ogg", 40_000), ("album/1-04 Windowsill.opus", 48_000),
      ("tags/huge-picture.mp3", 48_000),
    ] {
      let file = try Fixture.open(name)
      let before = try bytesRead()
      _ = try probe(of: file)
      let taken = try bytesRead() - before
      #expect(taken <= limit + 600, "\(name): \(taken)")
    }
  }

  @Test func `a library sees no long comments, and the same sound`() throws {
    let file = try ByteSource(try Fixture.open("tags/comments.ogg"), capacity: 65_536)
    let content = try Content(file)
    guard case .ogg(let stream) = content.sound, let front = try OggFront(file, stream, try OggHead(stream))
    else {
      Issue.record("no stream")
      return
    }
    #expect(front.commentBytes > 48_000)
    let part = try #require(try front.rebuilt(file, .vorbis, body: content.range))
    #expect(part.size < 16_000)
    // The checksums are right: the library takes the pages.
    try expectEqual(VorbisDecoder(file, stream, body: content.range).lengthFrames, 13_230)
  }

  @Test func `rubbish is searched for a first frame so far and no farther`() throws {
    let folder = try TemporaryFolder()
    let limit = Int(MPEGFinder.junkLimit)
    let near = try folder.write("near", [UInt8](repeating: 0xFF, count: limit - 1) + Fixture.sound)
    let far = try folder.write("far", [UInt8](repeating: 0x55, count: limit + 10) + Fixture.sound)
    #expect(try openDecoder(try open(near)).lengthFrames == 12_000)
    #expect(throws: MediaError.notAudio) { try openDecoder(try open(far)) }
    let before = try bytesRead()
    #expect(throws: MediaError.notAudio) { try probe(of: try open(far)) }
    #expect(try bytesRead() - before < limit + 200_000)
  }

  /// Of this thread.
  private func processorTime() -> Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func `marks of a head without one cost little time`() throws {
    let folder = try TemporaryFolder()
    let sound = try Repository.bytes(of: "Fixtures/broken/twice.ogg")
    let marks = [[UInt8]](repeating: [1] + Array("vorbis".utf8), count: 100_000).joined()
    let path = try folder.write("marks.ogg", sound + marks)
    let begin = processorTime()
    #expect(throws: MediaError.self) { try openDecoder(try open(path)) }
    #expect(processorTime() - begin < .seconds(5))
  }

  /// A setup packet with one table of values of one bit, and the least of the rest (Vorbis I 4.2.4).
  private func setup(entries log: Int, dimensions: Int) -> [UInt8] {
    var (bytes, bit) = (Array("\u{5}vorbis".utf8), 0)
    func put(_ number: Int, _ width: Int) {
      for i in 0..<width {
        if bit & 7 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8(number >> i & 1) << UInt8(bit & 7)
        bit += 1
      }
    }
    let book = [
      (0, 8), (0x564342, 24), (dimensions, 16), (1 << log, 24), (1, 1), (log - 1, 5), (1 << log, log + 1),
      (2, 4), (0, 32), (0, 32), (0, 4), (0, 1),
    ]
    for (number, width) in book { put(number, width) }
    for _ in 0..<dimensions << log { put(0, 1) }
    let rest = [
      (0, 6), (0, 16), (0, 6), (1, 16), (0, 5), (0, 2), (0, 4), (0, 6), (0, 16), (0, 24), (0, 24), (0, 24),
      (0, 6), (0, 8), (0, 3), (0, 1), (0, 6), (0, 16), (0, 1), (0, 1), (0, 2), (0, 8), (0, 8), (0, 8),
      (0, 6), (0, 1), (0, 16), (0, 16), (0, 8), (1, 1),
    ]
    for (number, width) in rest { put(number, width) }
    return bytes
  }

  /// A stream of Ogg that is a head and no more.
  private func stream(_ serial: UInt32, head: [UInt8], _ setup: [UInt8]) -> [UInt8] {
    let packets = [VorbisSetup.noComments, setup]
    let lacing = packets.flatMap {
      [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
    }
    var body = packets.flatMap { $0 }[...]
    var bytes = OggPage.bytes(flags: 2, serial: serial, sequence: 0, lacing: [30], body: head[...])
    var continues: UInt8 = 0
    for (number, start) in stride(from: 0, to: lacing.count, by: 255).enumerated() {
      let part = lacing[start..<min(lacing.count, start + 255)]
      let size = part.reduce(0) { $0 + Int($1) }
      bytes += OggPage.bytes(
        flags: continues, serial: serial, sequence: UInt32(number + 1), lacing: part, body: body.prefix(size))
      body = body.dropFirst(size)
      continues = part.last == 255 ? 1 : 0
    }
    return bytes
  }

  @Test func `tables of a chain have a bound in memory, however often the same come`() throws {
    let folder = try TemporaryFolder()
    let head = Array(try Repository.bytes(of: "Fixtures/broken/twice.ogg")[28..<58])
    // 3.1 MB each in libvorbis, out of 49 KB.
    let one = setup(entries: 12, dimensions: 96)
    for (count, isBorne) in [(30, true), (33, false)] {
      let chain = (0..<count).flatMap { stream(UInt32($0), head: head, one) }
      let path = try folder.write("chain", chain)
      let guardian = VorbisLinkGuard(try ByteSource(try open(path), capacity: 65_536))
      #expect(guardian.passes(chain, at: 0) == isBorne, "\(count)")
    }
  }

  @Test func `a file that is not regular is refused with the system's error`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: MediaError.self) { try openDecoder(try open(folder.path)) }
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    let writing = Descriptor(owning: ends[1])
    do {
      _ = try openDecoder(Descriptor(owning: ends[0]))
      Issue.record("a pipe was opened")
    } catch {
      guard case .io(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      expectEqual(reason.call, "lseek")
    }
    _ = consume writing
  }

  @Test func `decoding allocates at the start and never again`() throws {
    guard AllocationProbe.works else { return }
    for name in ["album/1-01 Kettle Waltz.flac", "album/1-02 Ratchet Rag.mp3", "album/1-04 Windowsill.opus"] {
      let decoder = try Fixture.decoder(name)
      var buffer = [Float](repeating: 0, count: 16_384)
      var frames = 0
      func read() throws(MediaError) -> Bool {
        var span = buffer.mutableSpan
        guard case .frames(let count) = try decoder.read(into: &span) else { return false }
        frames += count
        return true
      }
      for _ in 0..<4 { #expect(try read()) }
      let count = try AllocationProbe.count { () throws(MediaError) in while try read() {} }
      #expect(frames == decoder.lengthFrames.map { Int($0) })
      // Ending may tell an error its place.
      #expect(count.allocations <= 2, "\(name): \(count)")
    }
  }

  @Test func `every format decodes on a stack of 256 KiB`() throws {
    for name in [
      "formats/channels-8.flac", "formats/channels-8.ogg", "formats/channels-8.opus",
      "album/1-02 Ratchet Rag.mp3",
      "formats/ogg.oga", "formats/chained-change.opus",
    ] {
      let thread = try Thread.start(name: "small", stackBytes: 256 * 1024, payload: name) { name in
        let decoder = try? Fixture.decoder(name)
        let runs = try? decoder.map { try Fixture.drain($0) }
        if runs.flatMap({ $0 })?.isEmpty != false { fatalError("no sound from \(name)") }
        _ = try? probe(of: try Fixture.open(name))
      }
      thread.join()
    }
  }

  @Test func `no broken file needs more than a stack of 256 KiB`() throws {
    let thread = try Thread.start(name: "small", stackBytes: 256 * 1024, payload: BrokenFile.all) { files in
      for file in files {
        _ = try? probe(of: try Fixture.open(file.path))
        _ = try? Fixture.drain(try Fixture.decoder(file.path))
      }
    }
    thread.join()
  }
}
