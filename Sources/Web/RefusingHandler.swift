import NIOCore

/// Refuses a visitor, whatever it sends, and hangs up.
final class RefusingHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let status: String

  /// - Parameter status: code and reason of the response (RFC 9112, 4).
  init(status: String) { self.status = status }

  func channelActive(context: ChannelHandlerContext) {
    let text = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    let context = context
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }
}
