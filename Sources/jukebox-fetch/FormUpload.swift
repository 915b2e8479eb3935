import CCurl
import Fetch
import Linux
import Model

/// One HTTP request by libcurl that sends a file as multipart form data (RFC 7578), without redirects: a sound goes to
/// the server that was named, and to no other one.
@safe final class FormUpload: CurlRequest {
  private let file: Descriptor
  private let size: Int64
  private let timeout: Duration
  private let progress: (Int) -> Void
  private var offset: Int64 = 0
  private var answer: [UInt8] = []
  private var hasTimedOut = false
  /// When a byte moved last, and how many had moved until then.
  private var moved = (at: Instant.now(), bytes: Int64(0))
  /// When all was sent.
  private var sent: Instant?
  /// A connection on which nothing moves for this time is lost.
  private static let stallPatience = Duration.seconds(20)

  /// - Parameters:
  ///   - timeout: in which the server has to answer after it has received all.
  ///   - progress: gets the percentage of the file that was read for the server.
  init(
    _ file: consuming Descriptor, _ size: Int64, to url: FetchURL, timeout: Duration,
    progress: @escaping (Int) -> Void
  ) {
    self.file = file
    (self.size, self.timeout, self.progress) = (size, timeout, progress)
    super.init(url, numbers: [], texts: [])
  }

  /// Sends the file as the field `file` under a name, and waits for the answer.
  func run(as name: String) -> Result<[UInt8], RemoteFailure> {
    let form = unsafe curl_mime_init(handle)
    defer { unsafe curl_mime_free(form) }
    let part = unsafe curl_mime_addpart(form)
    unsafe curl_mime_name(part, "file")
    unsafe curl_mime_filename(part, name)
    unsafe curl_mime_type(part, "application/octet-stream")
    unsafe curl_mime_data_cb(part, Int(size), readCallback, seekCallback, nil, pointer)
    _ = unsafe jukebox_curl_form(handle, form)
    moved = (.now(), 0)
    return result(perform())
  }

  private func result(_ code: CURLcode) -> Result<[UInt8], RemoteFailure> {
    func failure(_ fault: RemoteFault, _ words: String) -> Result<[UInt8], RemoteFailure> {
      .failure(RemoteFailure(fault: fault, words: words))
    }
    if hasTimedOut {
      return sent == nil
        ? failure(.network, "the connection stands still") : failure(.timedOut, "no answer for \(timeout)")
    }
    if isTooLong { return failure(.refused, "the answer is larger than \(RemoteAnswer.mostBytes >> 20) MiB") }
    let status = status
    switch code {
    case CURLE_OK: break
    // A server that has refused need not read the rest.
    case CURLE_SEND_ERROR where status >= 400: break
    case CURLE_COULDNT_RESOLVE_HOST:
      return failure(.network, "the server's name is not known, or there is no network")
    case CURLE_COULDNT_CONNECT: return failure(.network, "the server does not accept the connection")
    case CURLE_OPERATION_TIMEDOUT: return failure(.network, "the server does not answer")
    case CURLE_PEER_FAILED_VERIFICATION: return failure(.refused, "the server's certificate is not valid")
    case CURLE_READ_ERROR, CURLE_ABORTED_BY_CALLBACK: return failure(.refused, "the file cannot be read")
    case CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
      return failure(.network, "the connection broke")
    // Another try would end in the same way.
    default: return failure(.refused, unsafe String(cString: curl_easy_strerror(code)))
    }
    guard let fault = RemoteFailure.fault(ofStatus: status) else { return .success(answer) }
    return failure(fault, RemoteFailure.words(status: status, type: head.type, answer: answer))
  }

  // MARK: From within libcurl

  fileprivate func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    let count = min(Int64(buffer.count), size - offset)
    guard count > 0 else { return 0 }
    guard let bytes = try? file.bytes(Int(count), at: offset), !bytes.isEmpty else { return nil }
    for (index, byte) in bytes.enumerated() { unsafe buffer[index] = byte }
    offset += Int64(bytes.count)
    progress(Int(offset * 100 / size))
    return bytes.count
  }

  /// Continues from another place, when a server wants the form again on another connection.
  fileprivate func seek(to place: Int64) -> Bool {
    guard (0...size).contains(place) else { return false }
    offset = place
    return true
  }

  override func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isTooLong = answer.count + bytes.count > RemoteAnswer.mostBytes
    if !isTooLong { unsafe answer.append(contentsOf: bytes) }
    return !isTooLong
  }

  override func goesOn(_ bytes: Int64, isSent: Bool) -> Bool {
    let now = Instant.now()
    if bytes != moved.bytes { moved = (now, bytes) }
    if isSent, sent == nil { sent = now }
    hasTimedOut = sent.map { now - $0 >= timeout } ?? (now - moved.at >= Self.stallPatience)
    return !hasTimedOut
  }

  fileprivate static func of(_ pointer: UnsafeMutableRawPointer) -> FormUpload {
    unsafe Unmanaged<FormUpload>.fromOpaque(pointer).takeUnretainedValue()
  }
}

private let readCallback: curl_read_callback = { bytes, size, count, client in
  guard let bytes = unsafe bytes, let client = unsafe client else { return Int(CURL_READFUNC_ABORT) }
  let total = size * count
  let read = unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: total) {
    unsafe FormUpload.of(client).read(into: UnsafeMutableBufferPointer(start: $0, count: total))
  }
  return read ?? Int(CURL_READFUNC_ABORT)
}

private let seekCallback: curl_seek_callback = { client, offset, origin in
  guard let client = unsafe client, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
  return unsafe FormUpload.of(client).seek(to: Int64(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}
