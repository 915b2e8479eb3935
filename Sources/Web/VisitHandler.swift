import Linux
import NIOCore
import NIOHTTP1

/// One connection of a visitor: it takes requests, one after another, and sends the answers. Loop thread only.
final class VisitHandler: ChannelInboundHandler, EventSink {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  static let longestHead = 16 * 1024
  static let longestBody = 64 * 1024
  /// For the head of the first request, and for each body.
  private static let requestTime = TimeAmount.seconds(10)
  /// Between two requests.
  private static let pauseTime = TimeAmount.seconds(30)
  /// For the next part of a file.
  private static let partTime = TimeAmount.seconds(30)
  /// For a visitor that still sends a file that was refused: hung up on, it would not read why.
  private static let lingerTime = TimeAmount.seconds(3)
  /// Until the visitor has taken an answer.
  private static let answerTime = TimeAmount.seconds(60)
  /// A body is sent in parts of this size, so that it is seen how much of it the visitor takes.
  static let partBytes = 64 * 1024

  private static let headers = [
    (
      "Content-Security-Policy",
      "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "
        + "require-trusted-types-for 'script'; trusted-types worker"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private let site: Site
  private let machine: String
  /// The visitor's address, and that of this machine.
  private let ends: (peer: IPAddress?, local: IPAddress?)
  /// nil where there is no TLS.
  private let tls: TLSHandler?
  private var context: ChannelHandlerContext?
  private var request: Request?
  private var keepsAlive = true
  /// Whether the rest of the request is of no use any more.
  private var isRefused = false
  private var isListening = false
  /// The body of a request that is sent to the jukebox while it arrives.
  private var upload: UploadStream?
  private var timer: Scheduled<Void>?
  private lazy var sending = AnswerSending(site.outbox) { [weak self] in self?.cut() }

  init(site: Site, machine: String, peer: IPAddress?, local: IPAddress?, tls: TLSHandler?) {
    self.site = site
    self.machine = machine
    ends = (peer, local)
    self.tls = tls
  }

  // MARK: The connection

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func channelActive(context: ChannelHandlerContext) {
    limit(to: Self.requestTime)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
    upload?.cut()
    sending.end()
    if isListening { site.leaveEvents(self, machine) }
    site.left(machine)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// Closes the connection unless something else is awaited by then.
  private func limit(to time: TimeAmount) {
    timer?.cancel()
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      limit(to: Self.requestTime)
      keepsAlive = head.isKeepAlive
      isRefused = false
      let request = Request(
        method: head.method, target: head.uri, headers: head.headers, peer: ends.peer, local: ends.local,
        isEncrypted: tls?.isEncrypted ?? false)
      self.request = request
      if head.method == .PUT, RequestTarget(head.uri)?.names.first.map({ Route($0) }) == .upload {
        return takeFile(request)
      }
      if head.headers.first(name: "content-length").flatMap({ Int($0) }) ?? 0 > Self.longestBody { refuse() }
    case .body(let bytes):
      guard !isRefused else { return }
      if let upload { return upload.put(bytes) }
      request?.body += bytes.readableBytesView
      if request?.body.count ?? 0 > Self.longestBody { refuse() }
    case .end:
      guard !isRefused, let request else { return }
      if let upload {
        timer?.cancel()
        return upload.end()
      }
      if sending.isUnderWay { sending.hasNext = true } else { ask(request) }
    }
  }

  private func ask(_ request: Request) {
    timer?.cancel()
    site.visited()
    site.gateway.answer(request, from: machine, at: .now()) { [weak self] reply in
      self?.answer(request, reply)
    }
  }

  /// Does not wait for the rest of a request that is too large.
  private func refuse() {
    guard let request else { return }
    refuse(
      request, .refusal(.payloadTooLarge, "too-large", "The body has more than \(Self.longestBody) bytes."))
  }

  // MARK: Files

  /// No more of the body is read than the jukebox takes. The gateway answers these at once.
  private func takeFile(_ request: Request) {
    guard let context else { return }
    site.visited()
    let now = Instant.now()
    site.gateway.answer(request, from: machine, at: now) { [weak self] reply in
      guard let self else { return }
      guard case .upload(let file, let range) = reply else {
        if case .response(let response) = reply { refuse(request, response) }
        return
      }
      setReading(false)
      timer?.cancel()
      let loop = context.eventLoop
      let handler = NIOLoopBound(WeakHandler(self), eventLoop: loop)
      let stream = UploadStream(file, range: range, of: machine) {
        loop.execute { handler.value.handler?.readFile() }
      }
      upload = stream
      site.gateway.send(stream, of: request, from: machine, at: now) { [weak self] response in
        self?.endFile(request, response)
      }
    }
  }

  private struct WeakHandler {
    weak var handler: VisitHandler?
    init(_ handler: VisitHandler) { self.handler = handler }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if upload != nil { readFile() }
    context.fireChannelReadComplete()
  }

  /// Reads on in a file as far as the jukebox takes it.
  private func readFile() {
    guard let context, let upload, !upload.isWhole else { return }
    guard upload.hasRoom() else {
      timer?.cancel()
      return
    }
    if upload.isFirstLook(), request?.header("expect")?.lowercased() == "100-continue" {
      context.writeAndFlush(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }
    limit(to: Self.partTime)
    context.read()
  }

  private func endFile(_ request: Request, _ response: Response) {
    guard let upload else { return }
    self.upload = nil
    if upload.isWhole { send(response, to: request) } else { refuse(request, response) }
    setReading(true)
  }

  /// Answers before all of a body is there.
  private func refuse(_ request: Request, _ response: Response) {
    isRefused = true
    keepsAlive = false
    send(response, to: request)
  }

  private func setReading(_ isReading: Bool) {
    try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading)
  }

  // MARK: Answers

  private func answer(_ request: Request, _ reply: Gateway.Reply) {
    switch reply {
    case .response(let response): send(response, to: request)
    case .events(let role, let extras): listen(request, role, extras)
    case .mix(let job, let name, let role): sendMix(request, job, name, role, from: 0, size: nil)
    // Only a PUT is one, and that does not come here.
    case .upload: break
    }
  }

  private func send(_ response: Response, to request: Request) {
    guard let context else { return }
    let isZipped = response.compressed != nil && request.acceptsGzip
    var body = isZipped ? response.compressed ?? ByteBuffer() : response.body
    var head = head(response.status, request)
    for (name, value) in response.headers { head.headers.add(name: name, value: value) }
    if response.compressed != nil { head.headers.add(name: "Vary", value: "Accept-Encoding") }
    let tag = head.headers.first(name: "etag")
    if response.status == .ok, let tag, request.isReading, request.hasTag(tag) {
      head.status = .notModified
      body.clear()
    } else {
      if isZipped { head.headers.add(name: "Content-Encoding", value: "gzip") }
      if response.status != .noContent {
        head.headers.add(name: "Content-Length", value: String(body.readableBytes))
      }
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD, body.readableBytes > 0 { send(body, response.parcel, context) }
    finish(context)
  }

  private func send(_ body: ByteBuffer, _ parcel: Outbox.Parcel?, _ context: ChannelHandlerContext) {
    var rest = body
    sending.begin(parcel)
    while let part = rest.readSlice(length: min(Self.partBytes, rest.readableBytes)), part.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(.byteBuffer(part)))).assumeIsolated().whenSuccess {
        [weak sending] in
        sending?.took()
      }
    }
  }

  func cut() { context?.close(promise: nil) }

  /// Ends an answer.
  private func finish(_ context: ChannelHandlerContext) {
    self.request = nil
    sending.begin()
    limit(to: Self.answerTime)
    let keepsAlive = keepsAlive
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { [weak self] _ in
      guard let self, self.context != nil else { return }
      sending.end()
      if isRefused {
        self.context?.close(mode: .output, promise: nil)
        self.limit(to: Self.lingerTime)
      } else if !keepsAlive {
        self.context?.close(promise: nil)
      } else if sending.hasNext, let request = self.request {
        sending.hasNext = false
        ask(request)
      } else if self.request == nil {
        self.limit(to: Self.pauseTime)
      }
    }
  }

  private func head(_ status: HTTPResponseStatus, _ request: Request) -> HTTPResponseHead {
    var headers = HTTPHeaders(Self.headers)
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }

  // MARK: Mixes

  /// Sends a mix as a file to keep, and asks the jukebox for the next bytes when the visitor has taken the last ones.
  private func sendMix(
    _ request: Request, _ job: Int, _ name: String, _ role: Role, from offset: Int, size: Int?
  ) {
    limit(to: Self.answerTime)
    site.gateway.part(of: job, from: offset, as: role, to: machine) { [weak self] response in
      guard let self, let context = self.context else { return }
      guard response.status == .ok, response.body.readableBytes > 0 || size == nil else {
        // The sent part is incomplete: only the end of the connection can show that.
        return size == nil ? self.send(response, to: request) : context.close(promise: nil)
      }
      let size = size ?? response.headers.first.flatMap { Int($0.value) } ?? 0
      if offset == 0 {
        var head = self.head(.ok, request)
        head.headers.add(name: "Content-Length", value: String(size))
        head.headers.add(name: "Content-Type", value: name.hasSuffix(".wav") ? "audio/wav" : "audio/flac")
        head.headers.add(
          name: "Content-Disposition", value: "attachment; filename*=UTF-8''\(Self.encoded(name))")
        head.headers.add(name: "Cache-Control", value: "no-store")
        context.write(self.wrapOutboundOut(.head(head)), promise: nil)
      }
      let end = offset + response.body.readableBytes
      let body = self.wrapOutboundOut(.body(.byteBuffer(response.body)))
      guard end < size else {
        context.write(body, promise: nil)
        return self.finish(context)
      }
      self.limit(to: Self.answerTime)
      context.writeAndFlush(body).assumeIsolated().whenSuccess { [weak self] in
        self?.sendMix(request, job, name, role, from: end, size: size)
      }
    }
  }

  /// As RFC 8187, 3.2.1 has it.
  private static func encoded(_ name: String) -> String {
    name.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5F].contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // MARK: Events

  private func listen(_ request: Request, _ role: Role, _ extras: Set<Follower.Extra>) {
    guard let context else { return }
    guard site.admission.listen(machine) else { return send(.tooManyListeners, to: request) }
    isListening = true
    var head = head(.ok, request)
    head.headers.add(name: "Content-Type", value: "text/event-stream")
    head.headers.add(name: "Cache-Control", value: "no-store")
    context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    site.listeners.add(self, role: role, extras: extras)
  }

  /// A visitor who takes nothing for too long is disconnected, and comes back by itself if it is there.
  func send(_ text: ByteBuffer) {
    guard let context else { return }
    guard context.channel.isWritable else { return context.close(promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil)
  }
}

extension Request {
  /// Whether the visitor has the content of a tag (RFC 9110, 13.1.2).
  fileprivate func hasTag(_ tag: String) -> Bool {
    func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
    return headers[canonicalForm: "if-none-match"].contains { $0 == "*" || opaque($0) == opaque(tag[...]) }
  }
}
