import Linux
import NIOCore
import TLS

/// Encrypts a connection whose first byte begins a handshake of TLS (RFC 8446, 5.1), and passes on any other: HTTP and HTTPS share
/// a port. Loop thread only.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum State {
    case begun
    case plain
    case encrypted(TLSSession)
  }

  private static let handshake: UInt8 = 22

  private let identity: TLSIdentity
  private var state = State.begun

  init(_ identity: TLSIdentity) { self.identity = identity }

  var isEncrypted: Bool { if case .encrypted = state { true } else { false } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if case .begun = state, let first = bytes.readableBytesView.first {
      let session = first == Self.handshake ? try? TLSSession(identity) : nil
      state = session.map { .encrypted($0) } ?? .plain
    }
    guard case .encrypted(let session) = state else { return context.fireChannelRead(data) }
    do throws(TLSFailure) {
      let plain = try session.receive(Array(bytes.readableBytesView))
      put(session.output(), context)
      if !plain.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: plain))) }
    } catch {
      // The alert says why; a browser that does not know the authority yet sends one itself.
      put(session.output(), context)
      context.close(promise: nil)
    }
  }

  private func put(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard !bytes.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .encrypted(let session) = state else { return context.write(data, promise: promise) }
    do throws(TLSFailure) {
      let bytes = try session.send(Array(unwrapOutboundIn(data).readableBytesView))
      context.write(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: promise)
    } catch {
      promise?.fail(error)
      context.close(promise: nil)
    }
  }
}
