import Linux

/// A jukebox that answers OK to everything, on a thread of its own.
final class FakeJukebox {
  private let heard = Guarded<[String]>([])
  private let isEnding = Guarded(false)
  private var thread: Thread?

  /// The commands about cards.
  var lines: [String] { heard.withLock { $0 } }

  init(_ path: String) throws(SystemError) {
    let listener = try Socket.listen(on: .unix(path: path))
    thread = try Thread.start(name: "jukebox", payload: listener) { [heard, isEnding] listener in
      while !isEnding.withLock({ $0 }) {
        do throws(SystemError) {
          try Self.serve(listener, heard, isEnding)
        } catch {
          // That client has left.
        }
      }
      Socket.removeName(path)
    }
  }

  /// Closes its connections, and waits for that.
  func end() {
    isEnding.withLock { $0 = true }
    thread.take()?.join()
  }

  private static func isReadable(_ descriptor: borrowing Descriptor) throws(SystemError) -> Bool {
    !(try Poll.wait(for: descriptor, .read, atMost: .milliseconds(10))).isEmpty
  }

  /// Answers one client until it leaves.
  private static func serve(
    _ listener: borrowing Descriptor, _ heard: Guarded<[String]>, _ isEnding: Guarded<Bool>
  ) throws(SystemError) {
    var peer: IPAddress?
    guard try isReadable(listener), let socket = try Socket.accept(listener, peer: &peer) else { return }
    _ = try Socket.send(Array("OK MPD 0.24.0\n".utf8).span, to: socket)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isEnding.withLock({ $0 }) {
      guard try isReadable(socket) else { continue }
      var span = buffer.mutableSpan
      guard let count = try socket.read(into: &span), count > 0 else { return }
      for line in buffer[..<count].split(separator: UInt8(ascii: "\n")) {
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("card") { heard.withLock { $0.append(text) } }
        _ = try Socket.send(Array("OK\n".utf8).span, to: socket)
      }
    }
  }
}
