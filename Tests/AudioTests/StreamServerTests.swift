import Linux
import Media
import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// HTTP clients of a stream, through real sockets; the tap is filled by hand.
@Suite struct StreamServerTests {
  private final class Bench {
    let loop: EventLoop
    let tap = TapRing(rate: 44_100)
    let server: StreamServer
    let path: String
    private let folder: TemporaryFolder
    let state = State()
    var trust: Trust
    private var frame = 0

    final class State { var reports: [StreamReport] = [] }

    init(most: Int = 2, trust: Trust = .all) throws {
      self.trust = trust
      folder = try TemporaryFolder()
      path = "\(folder.path)/http"
      loop = try EventLoop()
      let state = state
      server = StreamServer(
        loop: loop, TapConverter(tap, format: TapFormat(rate: 44_100, bits: 16)), at: .unix(path: path),
        most: most
      ) { state.reports.append($0) }
      server.start()
    }

    deinit { server.stop() }

    /// Noise, which takes as much room encoded.
    static func sample(_ frame: Int) -> Float {
      var bits = UInt32(truncatingIfNeeded: frame) &* 0x9E37_79B1
      bits = (bits ^ bits >> 15) &* 0x85EB_CA77
      return Float(Int16(truncatingIfNeeded: bits ^ bits >> 13)) * 0x1p-15
    }

    func sound(_ frames: Int) {
      var samples: [Float] = []
      for index in frame..<frame + frames { samples += [Self.sample(index), Self.sample(-index)] }
      frame += frames
      unsafe samples.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe tap.append(base, frames: frames)
      }
      tap.settle(held: 0)
    }

    /// Turns until the server has nothing to do at once; each turn sounds.
    func turn(_ times: Int = 1, sounding frames: Int = 0, gain: Float? = 1) throws {
      for _ in 0..<times {
        if frames > 0 { sound(frames) }
        // Something to do at once, so that it does not wait for clients.
        loop.schedule(after: .zero) {}
        try server.turn(gain: gain, trust: trust)
      }
    }

    func connect(_ request: String = "GET / HTTP/1.1\r\nHost: box\r\n\r\n") throws -> Peer {
      let peer = Peer(try Socket.connect(to: .unix(path: path)))
      _ = try Socket.send(Array(request.utf8).span, to: peer.socket)
      try turn(3)
      return peer
    }
  }

  /// The other end of a connection.
  private final class Peer {
    let socket: Descriptor
    private(set) var bytes: [UInt8] = []
    private(set) var hasEnded = false

    init(_ socket: consuming Descriptor) { self.socket = socket }

    /// Takes what is there.
    func read() throws {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while !hasEnded, try socket.isReadable(within: .zero) {
        var span = buffer.mutableSpan
        // A connection that was closed with a request unread is reset.
        guard let count = try? socket.read(into: &span), count > 0 else {
          hasEnded = true
          return
        }
        bytes += buffer[..<count]
      }
    }

    var head: String {
      let end = bytes.firstOccurrence(of: "\r\n\r\n".utf8)?.upperBound ?? 0
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    var body: [UInt8] { Array(bytes[(bytes.firstOccurrence(of: "\r\n\r\n".utf8)?.upperBound ?? 0)...]) }
  }

  /// The frames of a FLAC file.
  private static func frames(of flac: [UInt8]) throws -> [Float] {
    let file = try Descriptor.inMemory("flac")
    _ = try file.write(flac.span)
    let decoder = try openDecoder(file)
    var all: [Float] = []
    var buffer = [Float](repeating: 0, count: 2 * 4096)
    while true {
      var span = buffer.mutableSpan
      guard case .frames(let count)? = try? decoder.read(into: &span) else { return all }
      all += buffer[..<(2 * count)]
    }
  }

  @Test func `clients get the sound from their connection on, bit for bit`() throws {
    let bench = try Bench()
    let first = try bench.connect()
    try bench.turn(20, sounding: 882)
    let second = try bench.connect("GET /stream.flac HTTP/1.0\r\n\r\n")
    try bench.turn(20, sounding: 882)
    for (peer, start) in [(first, 0), (second, 20 * 882)] {
      try peer.read()
      #expect(peer.head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: audio/flac\r\n"))
      let frames = try Self.frames(of: peer.body)
      #expect(frames.count / 2 >= 40 * 882 - start - 1152)
      let expected = (0..<frames.count / 2).flatMap { index in
        [Bench.sample(start + index), Bench.sample(-start - index)]
      }
      #expect(zip(frames, expected).enumerated().first { $0.element.0 != $0.element.1 } == nil)
    }
  }

  @Test func `a stream is read only for clients, and a client begins with the present sound`() throws {
    let bench = try Bench()
    try bench.turn(10, sounding: 882)
    let peer = try bench.connect()
    try bench.turn(5, sounding: 882)
    try peer.read()
    try expectEqual(Self.frames(of: peer.body).first, Bench.sample(10 * 882))
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\n\r\n", "HTTP/1.1 405 Method Not Allowed"),
    ("GET /\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    ("\u{0}\u{0}\r\n\r\n", "HTTP/1.1 400 Bad Request"),
    ("HEAD / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK"),
    (String(repeating: "x", count: 9000), "HTTP/1.1 431 Request Header Fields Too Large"),
  ])
  func `other requests are answered and closed`(request: String, status: String) throws {
    let bench = try Bench()
    let peer = try bench.connect(request)
    try bench.turn(5)
    try peer.read()
    #expect(peer.head.hasPrefix(status))
    expectEqual(peer.body, [])
    #expect(peer.hasEnded)
  }

  @Test func `one client more than may is refused, and gets in once another has gone`() throws {
    let bench = try Bench(most: 2)
    var peers = [try bench.connect(), try bench.connect()]
    let third = try bench.connect()
    try bench.turn(3)
    try third.read()
    #expect(third.head.hasPrefix("HTTP/1.1 503 Service Unavailable"))
    expectEqual(bench.state.reports.suffix(1), [.full])
    peers.removeFirst()
    try bench.turn(3)
    let fourth = try bench.connect()
    try fourth.read()
    #expect(fourth.head.hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `a client that does not read is dropped, and the others are not held up`() throws {
    let bench = try Bench()
    let slow = try bench.connect()
    let quick = try bench.connect()
    var heard = 0
    while !slow.hasEnded, heard < 400 * 882 {
      try bench.turn(1, sounding: 882)
      try quick.read()
      heard += 882
      if heard > 350 * 882 { try slow.read() }
    }
    #expect(slow.hasEnded)
    #expect(!quick.hasEnded)
    #expect(try Self.frames(of: quick.body).count / 2 >= heard - 1152)
  }

  @Test func `an output that is off has no clients, and one that is on again has`() throws {
    let bench = try Bench()
    let peer = try bench.connect()
    try bench.turn(1, gain: nil)
    try peer.read()
    #expect(peer.hasEnded)
    let other = try bench.connect()
    try other.read()
    #expect(other.head.hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `an address that is not trusted gets nothing`() throws {
    let bench = try Bench(trust: .local)
    // A Unix socket has no address, which only `all` includes.
    let peer = try bench.connect()
    try peer.read()
    #expect(peer.hasEnded && peer.bytes == [])
    expectEqual(bench.state.reports.suffix(1), [.untrusted(nil, .local)])
  }

  @Test func `a client that is not trusted any longer is disconnected`() throws {
    let bench = try Bench()
    let peer = try bench.connect()
    try bench.turn(2, sounding: 882)
    bench.trust = .local
    try bench.turn()
    try peer.read()
    #expect(peer.head.hasPrefix("HTTP/1.1 200 OK") && peer.hasEnded)
    bench.trust = .all
    let other = try bench.connect()
    try other.read()
    #expect(other.head.hasPrefix("HTTP/1.1 200 OK"))
  }
}
