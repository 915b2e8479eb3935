import Linux
import Media

/// An HTTP client of a `StreamServer`, from its connection to its end (RFC 9112).
final class StreamClient {
  /// Its address; nil over a Unix socket.
  let peer: IPAddress?
  private let socket: Descriptor
  private let loop: EventLoop
  private let format: TapFormat
  /// Its request is read and refused: closed before, the connection would be reset, and the answer lost.
  private let isSurplus: Bool
  private let onEnd: (StreamClient) -> Void
  private var registration: EventLoop.Registration?
  private var request: [UInt8] = []
  /// Its head is sent, and frames follow.
  private var encoder: FLACStreamEncoder?
  private var outbox: [UInt8] = []
  private var awaitsRoom = false
  /// Nothing follows what is in the outbox.
  private var isLast = false
  private var isClosed = false

  private static let longestRequest = 8192
  static let requestPatience = Duration.seconds(10)
  /// In bytes: some 5 s of CD sound. A client that lets more wait is dropped.
  private static let longestOutbox = 512 << 10

  /// - Parameter onEnd: called once, when it has gone or was dropped.
  init(
    _ socket: consuming Descriptor, from peer: IPAddress?, loop: EventLoop, format: TapFormat,
    isSurplus: Bool,
    onEnd: @escaping (StreamClient) -> Void
  ) {
    self.socket = socket
    self.peer = peer
    self.loop = loop
    self.format = format
    self.isSurplus = isSurplus
    self.onEnd = onEnd
  }

  func start() throws(SystemError) {
    registration = try loop.register(socket, for: .read) { [weak self] readiness in
      self?.act(on: readiness)
    }
    loop.schedule(after: Self.requestPatience) { [weak self] in
      if let self, encoder == nil { close() }
    }
  }

  var isStreaming: Bool { encoder != nil }

  /// - Parameter samples: in the stream's format.
  func send(_ samples: Span<Int32>) {
    guard let encoder, !isClosed else { return }
    do throws(MediaError) {
      try encoder.encode(samples)
    } catch {
      return close()
    }
    outbox += encoder.takeBytes()
    guard outbox.count <= Self.longestOutbox else { return close() }
    flush()
  }

  /// Answers without sound, then ends.
  private func refuse(_ status: StaticString) {
    isLast = true
    outbox += "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8
    flush()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    if let registration { loop.remove(registration) }
    onEnd(self)
  }

  private func act(on readiness: EventLoop.Readiness) {
    if readiness.contains(.write) { flush() }
    guard !isClosed, !readiness.isDisjoint(with: [.read, .hangup, .error]) else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    do throws(SystemError) {
      var span = buffer.mutableSpan
      guard let count = try socket.read(into: &span) else { return }
      guard count > 0 else { return close() }
      // Bytes after the request are ignored.
      if encoder == nil, !isLast { take(buffer[..<count]) }
    } catch {
      close()
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    request += bytes
    guard
      request.firstOccurrence(of: "\r\n\r\n".utf8) != nil || request.firstOccurrence(of: "\n\n".utf8) != nil
    else {
      if request.count > Self.longestRequest { refuse("431 Request Header Fields Too Large") }
      return
    }
    let line = request.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return refuse("400 Bad Request") }
    guard words[0] == "GET" || words[0] == "HEAD" else { return refuse("405 Method Not Allowed") }
    if isSurplus { return refuse("503 Service Unavailable") }
    if words[0] == "GET" {
      do throws(MediaError) {
        encoder = try FLACStreamEncoder(rate: format.rate, bits: format.bits)
      } catch {
        return refuse("500 Internal Server Error")
      }
    }
    isLast = encoder == nil
    outbox +=
      """
      HTTP/1.1 200 OK\r
      Content-Type: audio/flac\r
      Accept-Ranges: none\r
      Cache-Control: no-store\r
      Connection: close\r
      \r

      """.utf8
    if let encoder { outbox += encoder.takeBytes() }
    flush()
  }

  private func flush() {
    var sent = 0
    let bytes = outbox
    do throws(SystemError) {
      while sent < bytes.count, let count = try Socket.send(bytes.span.extracting(sent...), to: socket) {
        sent += count
      }
      outbox.removeFirst(sent)
      if outbox.isEmpty, isLast { return close() }
      if awaitsRoom == outbox.isEmpty, let registration {
        awaitsRoom.toggle()
        try loop.change(registration, to: awaitsRoom ? [.read, .write] : .read)
      }
    } catch {
      close()
    }
  }
}
