import CDecoder
import CLinux
import Linux
import Support
import Testing

@testable import Media

/// What answers as jukebox-decoder, at the other end of a connection.
private final class Helper: Sendable {
  private let end: Int32
  /// What was asked of it.
  let requests = Guarded<[[UInt8]]>([])

  /// - Parameter answers: the messages, in order; after the last one it is gone.
  init(_ end: Int32, _ answers: [[UInt8]]) throws {
    self.end = end
    _ = try Thread.start(name: "helper", payload: answers) { answers in
      var buffer = [UInt8](repeating: 0, count: 64)
      for answer in answers {
        let count = unsafe recv(end, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        self.requests.withLock { $0.append(Array(buffer.prefix(count))) }
        _ = unsafe send(end, answer, answer.count, Int32(MSG_NOSIGNAL))
      }
      close(end)
    }
  }
}

struct HelperDecoderTests {
  private static func decoder(
    _ answers: [[UInt8]], start: Int64? = nil, length: Int64? = nil
  ) throws -> HelperDecoder {
    var ends: [Int32] = [0, 0]
    expectEqual(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends), 0)
    let connection = HelperConnection(over: PacketSocket(owning: Descriptor(owning: ends[0])))
    _ = try Helper(ends[1], answers)
    return try HelperDecoder(
      try Fixture.open([0]), .init(demuxer: "mov", name: "AAC", start: start, lengthFrames: length),
      over: connection)
  }

  private static func answer(
    _ status: Int32, rate: UInt32 = 44_100, channels: UInt32 = 2, bits: UInt32 = 0, position: Int64 = 0,
    payload: [UInt8] = []
  ) -> [UInt8] {
    var head = decoder_answer(
      status: status, rate: rate, channels: channels, bits: bits, position: position, bytes: 0)
    return unsafe withUnsafeBytes(of: &head) { unsafe Array($0) } + payload
  }

  private static func samples(_ values: [Float]) -> [UInt8] {
    unsafe values.withUnsafeBytes { unsafe Array($0) }
  }

  @Test func `the frames before the start and after the length are cut off`() throws {
    let all = (0..<12).map { Float($0) }
    let decoder = try Self.decoder(
      [
        Self.answer(3), Self.answer(2, payload: Self.samples(Array(all[..<4]))),
        Self.answer(1, payload: Self.samples(Array(all[4..<6]))),
        Self.answer(3, payload: Self.samples(Array(all[6...]))),
      ],
      start: 3, length: 2)
    let run = try #require(try Fixture.drain(decoder).first)
    expectEqual(run.samples, [6, 7, 8, 9])
    expectEqual(decoder.positionFrames, 2)
  }

  private final class Source: HelperSource {
    let size: Int64?
    private var answers: [Result<[UInt8], MediaError>]
    var places: [Int64] = []

    init(size: Int64?, _ answers: [Result<[UInt8], MediaError>]) {
      (self.size, self.answers) = (size, answers)
    }

    func bytes(atMost count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
      places.append(offset)
      return answers.isEmpty ? [] : try Array(answers.removeFirst().get().prefix(count))
    }
  }

  private static func asking(_ source: Source, _ answers: [[UInt8]]) throws -> (HelperDecoder, Helper) {
    var ends: [Int32] = [0, 0]
    expectEqual(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends), 0)
    let connection = HelperConnection(
      over: PacketSocket(owning: Descriptor(owning: ends[0])), source: source)
    let helper = try Helper(ends[1], answers)
    let opened = try connection.open(demuxer: "mov", flags: 0)
    return (try HelperDecoder(opened, .init(demuxer: "mov", name: "AAC"), over: connection), helper)
  }

  private static func wanted(_ count: UInt32, at place: Int64) -> [UInt8] {
    answer(DECODER_WANTED, rate: 0, channels: 0, bits: count, position: place)
  }

  @Test func `a process without a file gets the bytes that it asks for`() throws {
    let source = Source(size: 100, [.success([1, 2, 3]), .success([4])])
    let (decoder, helper) = try Self.asking(
      source,
      [
        Self.wanted(8, at: 0), Self.wanted(2, at: 90), Self.wanted(4, at: 100), Self.answer(3),
        Self.answer(1, payload: Self.samples([1, 2])), Self.answer(0),
      ])
    try expectEqual(Fixture.drain(decoder).flatMap(\.samples), [1, 2])
    expectEqual(source.places, [0, 90, 100])
    let requests = helper.requests.withLock { $0 }
    #expect(requests[0][0] == UInt8(DECODER_OPEN.rawValue) && requests[0][4] == 2 && requests[0][8] == 100)
    #expect(requests[1].count == 19 && requests[1][0] == 4 && requests[1].suffix(3) == [1, 2, 3])
    #expect(requests[2].suffix(1) == [4] && requests[3].count == 16 && requests[3][4] == 0)
  }

  @Test func `bytes that cannot be read are the reason of the failure`() throws {
    let source = Source(size: nil, [.failure(.stream("the server is gone"))])
    #expect(throws: MediaError.stream("the server is gone")) {
      _ = try Self.asking(source, [Self.wanted(8, at: 0), Self.answer(DECODER_UNREADABLE.rawValue)])
    }
    // A process that asks for ever, or for what nobody has, is ended.
    for question in [Self.wanted(0, at: 0), Self.wanted(65_537, at: 0), Self.wanted(1, at: -1)] {
      #expect(throws: MediaError.decoderEnded) {
        _ = try Self.asking(Source(size: 9, []), [question, Self.answer(3)])
      }
    }
    let endless = [[UInt8]](repeating: Self.wanted(1, at: 0), count: 17_000)
    #expect(throws: MediaError.decoderEnded) { _ = try Self.asking(Source(size: 9, []), endless) }
    #expect(throws: MediaError.decoderEnded) { try Self.decoder([Self.wanted(1, at: 0)]) }
  }

  @Test func `another format is announced before its frames`() throws {
    let decoder = try Self.decoder([
      Self.answer(3), Self.answer(1, payload: Self.samples([1, 2])),
      Self.answer(2, rate: 48_000, channels: 1, bits: 16, payload: Self.samples([3, 4])), Self.answer(0),
    ])
    let runs = try Fixture.drain(decoder)
    expectEqual(runs.map(\.samples), [[1, 2], [3, 4]])
    expectEqual(runs.last?.format, StreamFormat(rate: 48_000, channels: 1, exactBits: .bits(16)))
  }

  @Test func `a process that is gone is an error of the file`() throws {
    let decoder = try Self.decoder([Self.answer(3)])
    #expect(throws: MediaError.decoderEnded) { try Fixture.drain(decoder) }
    #expect(throws: MediaError.decoderEnded) { try Self.decoder([]) }
  }

  @Test func `a refusal has its reason`() throws {
    let reason = Array("Invalid data".utf8)
    #expect(throws: MediaError.corrupt(at: 0, "Invalid data")) {
      try Self.decoder([Self.answer(DECODER_CORRUPT.rawValue, payload: reason)])
    }
    #expect(throws: MediaError.outOfMemory) { try Self.decoder([Self.answer(DECODER_NO_MEMORY.rawValue)]) }
  }

  /// What decodes a hostile file may send anything.
  @Test(arguments: 0..<400) func `no answer traps`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let odd: [Int64] = [0, 1, 2, -1, 8, 9, 65_536, Int64(Int32.max), Int64(Int32.min), 1 << 40, .max, .min]
    func number() -> Int64 { dice.below(10) < 5 ? odd[dice.below(odd.count)] : Int64(dice.below(5000)) }
    var answers: [[UInt8]] = []
    for _ in 0..<6 {
      let isSane = dice.below(10) < 6
      let count = dice.below(dice.below(10) < 2 ? 65_537 : 4000)
      let all = Self.answer(
        Int32(truncatingIfNeeded: number()), rate: isSane ? 44_100 : UInt32(truncatingIfNeeded: number()),
        channels: isSane ? 2 : UInt32(truncatingIfNeeded: number()),
        bits: UInt32(truncatingIfNeeded: number()),
        position: number(), payload: [UInt8](repeating: 7, count: count))
      answers.append(Array(all.prefix(dice.below(10) < 1 ? dice.below(40) : all.count)))
    }
    do {
      let decoder = try Self.decoder(answers, start: dice.below(10) < 5 ? 2000 : nil)
      var buffer = [Float](repeating: 0, count: 8192 * 8)
      for _ in 0..<6 {
        var span = buffer.mutableSpan
        if dice.below(10) < 3 { _ = try decoder.seek(toFrame: number()) }
        if case .end = try decoder.read(into: &span) { break }
      }
    } catch is MediaError {}
  }
}
