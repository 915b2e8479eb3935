import COpenSSL

/// The certificate of a server and its key (OpenSSL's `SSL_CTX`). From any thread.
// OpenSSL counts the references of a context by itself, and nothing here changes it after `init`.
@safe public final class TLSIdentity: @unchecked Sendable {
  let context: OpaquePointer

  /// - Parameter file: PEM with the certificate, those above it, and the key without a password.
  /// - Throws: why the file cannot be used.
  public init(file: String) throws(TLSFailure) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw TLSFailure.last }
    unsafe self.context = context
    unsafe jukebox_tls_limit(context)
    guard unsafe SSL_CTX_use_certificate_chain_file(context, file) == 1,
      unsafe SSL_CTX_use_PrivateKey_file(context, file, SSL_FILETYPE_PEM) == 1,
      unsafe SSL_CTX_check_private_key(context) == 1
    else { throw TLSFailure.last }
  }

  deinit { unsafe SSL_CTX_free(context) }
}

/// The reason that OpenSSL gives for a failure.
public struct TLSFailure: Error, CustomStringConvertible {
  public let description: String

  /// The last one of this thread; what it said before is forgotten.
  static var last: TLSFailure {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard code != 0, let reason = unsafe ERR_reason_error_string(code) else {
      return TLSFailure(description: "no reason given")
    }
    return TLSFailure(description: unsafe String(cString: reason))
  }
}
