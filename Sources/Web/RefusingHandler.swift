import NIOCore

/// Refuses a visitor, whatever it sends, and hangs up. Loop thread only.
final class RefusingHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: (String) -> String
  private let waits: Bool
  private let onEnd: () -> Void
  private var isAnswered = false
  private var timer: Scheduled<Void>?

  /// For what a visitor has to say before it is refused, and for taking that.
  private static let time = TimeAmount.seconds(2)

  /// - Parameters:
  ///   - answer: gets the beginning of the request, and gives all of the response.
  ///   - waits: whether the request is awaited: hung up on before, a browser shows a fault of its own.
  ///   - onEnd: called once, when the connection is over.
  init(waits: Bool, onEnd: @escaping () -> Void = {}, answer: @escaping (String) -> String) {
    (self.waits, self.onEnd, self.answer) = (waits, onEnd, answer)
  }

  func channelActive(context: ChannelHandlerContext) {
    let context = context
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.time) { context.close(promise: nil) }
    if !waits { send("", context) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    if !isAnswered { send(String(buffer: buffer), context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    onEnd()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func send(_ request: String, _ context: ChannelHandlerContext) {
    isAnswered = true
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer(request)))).assumeIsolated().whenComplete
    {
      [waits] _ in
      // While the visitor still sends, a full close would become a reset, and the answer would be lost.
      context.close(mode: waits ? .output : .all, promise: nil)
    }
  }
}
