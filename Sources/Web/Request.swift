import Linux
import NIOHTTP1

/// A request, and from where to where it came.
struct Request {
  var method: HTTPMethod
  /// Path and query as they were sent.
  var target: String
  var headers: HTTPHeaders
  var body: [UInt8] = []
  /// The visitor's address; nil for another family.
  var peer: IPAddress?
  /// The address of this machine that the visitor connected to.
  var local: IPAddress?
  /// Whether it came by TLS.
  var isEncrypted = false

  var isReading: Bool { method == .GET || method == .HEAD }

  /// The only value of a header; nil if there is none.
  func header(_ name: String) -> String? { headers.first(name: name) }

  /// The media type of the body, without parameters.
  var mediaType: String? {
    header("content-type").map {
      String($0.prefix { $0 != ";" }.reversed().drop { $0 == " " }.reversed()).lowercased()
    }
  }

  var acceptsGzip: Bool {
    headers[canonicalForm: "accept-encoding"].contains {
      let parts = $0.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      return parts.first == "gzip"
        && !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
    }
  }

  /// The value of a cookie (RFC 6265, 4.2).
  func cookie(_ name: String) -> String? {
    for header in headers["cookie"] {
      for pair in header.split(separator: ";") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2, sides[0].drop(while: { $0 == " " }) == name { return String(sides[1]) }
      }
    }
    return nil
  }
}
