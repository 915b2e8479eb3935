/// A URL that may be fetched: `http` or `https`, with a host (RFC 3986).
public struct FetchURL: Hashable, Sendable, CustomStringConvertible {
  /// Without a fragment.
  public let description: String

  public static let mostBytes = 4096

  /// - Returns: nil for any other scheme, without a host, and for what has blanks or control characters.
  public init?(_ text: some StringProtocol) {
    let text = String(text.prefix { $0 != "#" })
    guard text.utf8.count <= Self.mostBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      let rest = Self.rest(of: text), let first = rest.utf8.first, !"/?:@".utf8.contains(first)
    else { return nil }
    description = text
  }

  private static func rest(of text: String) -> Substring? {
    for scheme in ["http://", "https://"] where text.prefix(scheme.count).lowercased() == scheme {
      return text.dropFirst(scheme.count)
    }
    return nil
  }

  private var scheme: Substring { description.prefix { $0 != ":" } }
  private var host: Substring { description.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" } }
  private var pathAndQuery: Substring { description.dropFirst(scheme.count + 3 + host.count) }
  /// Begins with a slash where there is one.
  var path: Substring { pathAndQuery.prefix { $0 != "?" } }

  /// Resolves a reference in a playlist at this URL (RFC 3986, 5.2, without the removal of dots, which the server
  /// does). Blanks around it are ignored; those within it, which people write, become `%20`.
  public func resolved(_ reference: some StringProtocol) -> FetchURL? {
    let reference = Self.withoutBlanks(reference)
    let colon = reference.firstIndex { !$0.isLetter && !$0.isNumber && !"+-.".contains($0) }
    if let colon, reference[colon] == ":", colon != reference.startIndex { return FetchURL(reference) }
    if reference.hasPrefix("//") { return FetchURL("\(scheme):\(reference)") }
    if reference.hasPrefix("/") { return FetchURL("\(scheme)://\(host)\(reference)") }
    if reference.hasPrefix("?") { return FetchURL("\(scheme)://\(host)\(path)\(reference)") }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return FetchURL("\(scheme)://\(host)\(folder)\(reference)")
  }

  private static func withoutBlanks(_ reference: some StringProtocol) -> String {
    let blank = UInt8(ascii: " ")
    var bytes = Array(reference.utf8)[...]
    while bytes.first == blank { bytes.removeFirst() }
    while bytes.last == blank { bytes.removeLast() }
    guard bytes.contains(blank) else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.flatMap { $0 == blank ? Array("%20".utf8) : [$0] }, as: UTF8.self)
  }

  /// The ending of the path's last name, in lower case; empty where it has none.
  var suffix: String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
