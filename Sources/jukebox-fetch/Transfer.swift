import CCurl
import Fetch
import Linux
import Model

/// One HTTP request by libcurl, which follows redirects and verifies certificates with those of the system.
@safe final class Transfer: CurlRequest {
  enum Outcome {
    /// All of the answer came.
    case complete
    /// The connection ended, where only its end shows the end of the answer.
    case closed
    /// The receiver wanted no more.
    case stopped
    case failed(StreamReport.Ending)
  }

  private var url: FetchURL
  private let receive: (ArraySlice<UInt8>, Transfer) -> Bool
  private let isWanted: () -> Bool
  /// nil where all of the file is wanted.
  private var part: FilePart?
  /// Called once, before any byte comes, where the server refuses to send a part of the file.
  private let partRefused: () -> Void
  private var watch = StallWatch()
  private var wasStopped = false

  /// - Parameters:
  ///   - withMetadata: asks the server for titles in the stream.
  ///   - isText: asks the server to pack its answer (gzip), which is for texts alone. Whatever it has packed unasked is
  ///     unpacked as well.
  ///   - range: the wanted bytes of the file. If the server refuses to send a part, with whatever error or in silence,
  ///     the file is read from its start.
  ///   - partRefused: called then, before any byte comes.
  ///   - isWanted: asked now and then; false ends the transfer.
  ///   - receive: gets the bytes in order; false ends the transfer.
  init(
    _ url: FetchURL, withMetadata: Bool = false, isText: Bool = false, range: Range<Int64>? = nil,
    partRefused: @escaping () -> Void = {}, isWanted: @escaping () -> Bool,
    receive: @escaping (ArraySlice<UInt8>, Transfer) -> Bool
  ) {
    self.url = url
    part = range.map { FilePart($0) }
    self.partRefused = partRefused
    self.isWanted = isWanted
    self.receive = receive
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_FOLLOWLOCATION, 1), (CURLOPT_MAXREDIRS, 10), (CURLOPT_FAILONERROR, 1),
      (CURLOPT_TCP_KEEPALIVE, 1), (CURLOPT_BUFFERSIZE, 16 << 10),
    ]
    let texts: [(CURLoption, String)] = [
      (CURLOPT_REDIR_PROTOCOLS_STR, "http,https"),
      // In memory, for this chain of redirects alone.
      (CURLOPT_COOKIEFILE, ""), (CURLOPT_ACCEPT_ENCODING, isText ? "gzip, deflate" : "identity"),
    ]
    super.init(url, numbers: numbers, texts: texts)
    // SHOUTcast's first servers answer so.
    _ = unsafe jukebox_curl_list(handle, CURLOPT_HTTP200ALIASES, curl_slist_append(nil, "ICY 200 OK"))
    if withMetadata {
      _ = unsafe jukebox_curl_list(handle, CURLOPT_HTTPHEADER, curl_slist_append(nil, "Icy-MetaData: 1"))
    }
    if let part { _ = unsafe jukebox_curl_text(handle, CURLOPT_RANGE, part.request) }
  }

  /// The URL after redirects.
  var place: FetchURL {
    guard let text = unsafe jukebox_curl_final_url(handle) else { return url }
    return FetchURL(unsafe String(cString: text)) ?? url
  }

  func run() -> Outcome {
    watch.begin()
    var code = perform()
    if code == CURLE_BAD_CONTENT_ENCODING, !watch.hasBody {
      // It says so of bytes that are not packed.
      _ = unsafe jukebox_curl_number(handle, CURLOPT_HTTP_CONTENT_DECODING, 0)
      code = perform()
    }
    if let part, !watch.hasBody, !wasStopped, status >= 400 || part.isOther {
      self.part?.refuse()
      partRefused()
      _ = unsafe jukebox_curl_text(handle, CURLOPT_RANGE, nil)
      watch.begin()
      code = perform()
    }
    if part?.left == 0 { return .complete }
    if wasStopped { return .stopped }
    if code == CURLE_OK, let part, part.unwanted > 0 { return .failed(.refused(Self.words[416] ?? "")) }
    if code == CURLE_OK { return head.saysWhereItEnds ? .complete : .closed }
    return .failed(ending(code))
  }

  private func ending(_ code: CURLcode) -> StreamReport.Ending {
    if isTooLong { return .refused("the answer's head is longer than \(ResponseHead.mostBytes >> 10) KiB") }
    if watch.hasStalled { return .cut(watch.words) }
    let status = status
    switch code {
    case CURLE_HTTP_RETURNED_ERROR:
      let words = "the server answers \(status)\(Self.words[status].map { " (\($0))" } ?? "")"
      return (400..<500).contains(status) && ![408, 425, 429].contains(status) ? .refused(words) : .cut(words)
    case CURLE_PEER_FAILED_VERIFICATION:
      return .refused("the server's certificate is not valid for \(place.description.withoutCredentials)")
    case CURLE_TOO_MANY_REDIRECTS: return .refused("more than 10 redirects")
    case CURLE_UNSUPPORTED_PROTOCOL: return .refused("only http and https are fetched")
    case CURLE_URL_MALFORMAT: return .refused("the URL is not valid")
    // libcurl reports a line of the head that is too long by either; the second has no name in Debian 12.
    case CURLE_OUT_OF_MEMORY where !watch.hasBody, CURLcode(100):
      return .refused("the answer's head is longer than \(ResponseHead.mostBytes >> 10) KiB")
    case CURLE_WEIRD_SERVER_REPLY: return .cut("the server's answer is not HTTP")
    case CURLE_SSL_CONNECT_ERROR: return .cut("the server does not answer with TLS")
    case CURLE_COULDNT_RESOLVE_HOST: return .cut("the server's name is not known, or there is no network")
    case CURLE_COULDNT_CONNECT: return .cut("the server does not accept the connection")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: return .cut("the connection broke")
    default: return .cut(unsafe String(cString: curl_easy_strerror(code)))
    }
  }

  private static let words = [
    401: "a password is needed", 403: "forbidden", 404: "not found", 410: "gone",
    416: "the file is shorter than it said",
  ]

  // MARK: From within libcurl

  override func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if !watch.hasBody, let part {
      guard self.part?.begin(at: status == 206 ? head.firstByte : 0) == true else { return false }
      if !part.isRefused, self.part?.isRefused == true { partRefused() }
    }
    watch.take(bytes.count)
    let before = Instant.now()
    let all = unsafe Array(bytes)[...]
    let goesOn = receive(part?.take(all) ?? all, self)
    watch.allow(.now() - before)
    wasStopped = !goesOn
    return goesOn && part?.left != 0
  }

  override func goesOn(_ bytes: Int64, isSent: Bool) -> Bool {
    if !isWanted() {
      wasStopped = true
      return false
    }
    return watch.check()
  }
}
