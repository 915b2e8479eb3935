import CCurl
import Fetch
import Linux
import Model

/// One HTTP request by libcurl: its handle, and the calls that libcurl makes while it runs.
@safe class CurlRequest {
  let handle: UnsafeMutableRawPointer
  private(set) var head = ResponseHead()
  /// The head of the answer, or in a subclass its body, is longer than is read.
  var isTooLong = false

  init(_ url: FetchURL, numbers: [(CURLoption, Int)], texts: [(CURLoption, String)]) {
    guard let handle = unsafe curl_easy_init() else { fatalError("libcurl has no memory") }
    unsafe self.handle = handle
    for (option, value) in [(CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECTTIMEOUT, 10)] + numbers {
      _ = unsafe jukebox_curl_number(handle, option, value)
    }
    let common = [
      (CURLOPT_URL, url.description), (CURLOPT_PROTOCOLS_STR, "http,https"),
      (CURLOPT_USERAGENT, "jukebox/\(ProgramVersion.current)"),
    ]
    for (option, value) in common + texts { _ = unsafe jukebox_curl_text(handle, option, value) }
  }

  deinit { unsafe curl_easy_cleanup(handle) }

  /// The answer's status code (RFC 9110, 15).
  var status: Int {
    var status = 0
    _ = unsafe jukebox_curl_status(handle, &status)
    return status
  }

  /// The pointer by which callbacks find this request.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Sends the request and waits for the end of the answer (curl_easy_perform(3)).
  func perform() -> CURLcode {
    _ = unsafe jukebox_curl_callbacks(
      handle, { unsafe call($0, $1, $2, $3) { unsafe $0.takeBody($1) } },
      { unsafe call($0, $1, $2, $3) { unsafe $0.takeHead($1) } }, progressCallback, pointer)
    return unsafe curl_easy_perform(handle)
  }

  /// Takes the next bytes of the answer's body.
  /// - Returns: false to end the request.
  func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }

  /// Called now and then.
  /// - Parameters:
  ///   - bytes: sent and received so far.
  ///   - isSent: whether all of the request's body is sent.
  /// - Returns: false to end the request.
  func goesOn(_ bytes: Int64, isSent: Bool) -> Bool { true }

  fileprivate func takeHead(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    isTooLong = unsafe !head.take(bytes)
    return !isTooLong
  }
}

private func call(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ client: UnsafeMutableRawPointer?,
  _ take: (CurlRequest, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int {
  guard let bytes = unsafe bytes, let client = unsafe client else { return 0 }
  let request = unsafe Unmanaged<CurlRequest>.fromOpaque(client).takeUnretainedValue()
  let total = size * count
  let taken = unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: total) {
    unsafe take(request, UnsafeBufferPointer(start: $0, count: total))
  }
  return taken ? total : 0
}

private let progressCallback: curl_xferinfo_callback = { client, _, received, total, sent in
  guard let client = unsafe client else { return 1 }
  let request = unsafe Unmanaged<CurlRequest>.fromOpaque(client).takeUnretainedValue()
  return request.goesOn(Int64(received + sent), isSent: total > 0 && sent >= total) ? 0 : 1
}
