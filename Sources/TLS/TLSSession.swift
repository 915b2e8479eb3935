import COpenSSL

/// The server's side of one encrypted connection (TLS 1.2 and 1.3), between bytes: it reads and writes no descriptor. One
/// thread at a time.
@safe public final class TLSSession {
  private let session: OpaquePointer
  /// Owned by `session`.
  private let arriving: OpaquePointer
  private let leaving: OpaquePointer

  /// Plain bytes of one record (RFC 8446, 5.1).
  private static let longestRecord = 16 * 1024

  public init(_ identity: TLSIdentity) throws(TLSFailure) {
    guard let session = unsafe SSL_new(identity.context) else { throw TLSFailure.last }
    unsafe self.session = session
    guard let arriving = unsafe BIO_new(BIO_s_mem()), let leaving = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(session)
      throw TLSFailure.last
    }
    unsafe (self.arriving, self.leaving) = (arriving, leaving)
    unsafe SSL_set_bio(session, arriving, leaving)
    unsafe SSL_set_accept_state(session)
  }

  deinit { unsafe SSL_free(session) }

  /// Takes bytes of the other side.
  /// - Returns: what they say. Call `output` afterwards, also if this throws.
  public func receive(_ bytes: [UInt8]) throws(TLSFailure) -> [UInt8] {
    ERR_clear_error()
    guard unsafe BIO_write(arriving, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      throw TLSFailure.last
    }
    var plain: [UInt8] = []
    var record = [UInt8](repeating: 0, count: Self.longestRecord)
    // Each round takes a record of what has arrived.
    while true {
      let count = unsafe SSL_read(session, &record, Int32(record.count))
      guard count <= 0 else {
        plain += record[..<Int(count)]
        continue
      }
      switch unsafe SSL_get_error(session, count) {
      case SSL_ERROR_WANT_READ, SSL_ERROR_ZERO_RETURN: return plain
      default: throw TLSFailure.last
      }
    }
  }

  /// Encrypts bytes for the other side.
  /// - Throws: if the handshake has not ended.
  public func send(_ bytes: [UInt8]) throws(TLSFailure) -> [UInt8] {
    guard !bytes.isEmpty else { return output() }
    ERR_clear_error()
    // Memory takes all of it.
    guard unsafe SSL_write(session, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      throw TLSFailure.last
    }
    return output()
  }

  /// Takes the bytes that the other side has to get.
  public func output() -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(leaving)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe BIO_read(leaving, &bytes, Int32(count))
    return Array(bytes.prefix(Int(max(0, read))))
  }
}
