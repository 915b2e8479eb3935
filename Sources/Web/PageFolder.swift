import Compression
package import Linux

/// The files of the page, read once.
package struct PageFolder: Sendable {
  private struct File: Sendable {
    var bytes: [UInt8]
    var compressed: [UInt8]?
    let type: String
    var hash: String
  }

  /// By their paths below the folder.
  private var files: [String: File] = [:]
  /// Hash of all files.
  private let hash: String
  /// The languages that the page has: the names of the files in `texts`.
  let languages: [String]

  /// The certificate of the box's own authority, as PEM, for visitors to trust; nil if there is none.
  package var authority: [UInt8]?

  private static let authorityName = "ca.crt"
  private static let index = "index.html"
  private static let worker = "worker.js"
  /// In index.html this stands for the address of the files, which then contains their hash.
  private static let place = "/a/-/"
  /// In index.html, for the language.
  private static let noLanguage = "data-language=\"\""
  private static let longestFile = 4 << 20
  private static let deepest = 4

  /// - Parameter language: that of browsers which have not chosen one; nil: their own.
  /// - Throws: if the folder or a file in it can't be read.
  package init(path: String, language: String? = nil) throws(SystemError) {
    let root = try Root(path: path)
    var files: [String: File] = [:]
    try Self.read([], of: root, depth: 0, into: &files)
    hash = ContentHash.of(
      files.sorted { $0.key < $1.key }.flatMap { Array("\($0.key)\n\($0.value.hash)\n".utf8) })
    if var page = files[Self.index] {
      page.bytes = Self.replaced(Self.place, in: page.bytes, by: "/a/\(hash)/")
      if let language {
        page.bytes = Self.replaced(Self.noLanguage, in: page.bytes, by: "data-language=\"\(language)\"")
      }
      page.hash = ContentHash.of(page.bytes)
      page.compressed = Self.compressed(page.bytes, page.type)
      files[Self.index] = page
    }
    languages = files.keys.compactMap { name in
      let parts = name.split(separator: "/")
      guard parts.count == 2, parts[0] == "texts" else { return nil }
      return parts[1].split(separator: ".").first.map(String.init)
    }.sorted()
    self.files = files
  }

  private static func replaced(_ place: String, in bytes: [UInt8], by text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let next = rest.indices.first(where: { rest[$0...].starts(with: place.utf8) }) {
      result += rest[..<next] + Array(text.utf8)
      rest = rest[(next + place.utf8.count)...]
    }
    return result + rest
  }

  /// - Parameter names: the path of a request below the root of the server.
  /// - Returns: nil if it is no address of the page.
  func response(to names: [String]) -> Response? {
    if names == [""] { return files[Self.index].map { Self.response($0, isImmutable: false) } }
    if names == [Self.authorityName], let authority { return Self.certificate(authority) }
    // A service worker rules only what is below its own address.
    if names == [Self.worker] { return files[Self.worker].map { Self.response($0, isImmutable: false) } }
    guard names.count > 2, names[0] == "a", names[1] == "-" || names[1] == hash else { return nil }
    return files[names.dropFirst(2).joined(separator: "/")].map {
      Self.response($0, isImmutable: names[1] == hash)
    }
  }

  /// A certificate that browsers offer to install, by the media type that Netscape gave it.
  private static func certificate(_ pem: [UInt8]) -> Response {
    Response(
      headers: [
        ("Content-Type", "application/x-x509-ca-cert"), ("Cache-Control", "no-cache"),
        ("Content-Disposition", "attachment; filename=\"jukebox-ca.crt\""),
      ], body: pem)
  }

  private static func response(_ file: File, isImmutable: Bool) -> Response {
    Response(
      headers: [
        ("Content-Type", file.type), ("ETag", "W/\"\(file.hash)\""),
        ("Cache-Control", isImmutable ? Response.immutable : "no-cache"),
      ], body: file.bytes, compressed: file.compressed)
  }

  private static func read(
    _ folder: [UInt8], of root: Root, depth: Int, into files: inout [String: File]
  ) throws(SystemError) {
    var stream = try root.list(folder)
    while let entry = try stream.next() {
      guard entry.name.first != UInt8(ascii: "."), let name = String(validating: entry.name, as: UTF8.self)
      else { continue }
      let path = folder.isEmpty ? entry.name : folder + [UInt8(ascii: "/")] + entry.name
      switch entry.kind {
      case .directory where depth < deepest: try read(path, of: root, depth: depth + 1, into: &files)
      case .regular:
        guard let type = type(of: name) else { continue }
        let bytes = try root.open(path).readAll(atMost: longestFile)
        files[String(decoding: path, as: UTF8.self)] = File(
          bytes: bytes, compressed: compressed(bytes, type), type: type, hash: ContentHash.of(bytes))
      default: continue
      }
    }
  }

  private static func compressed(_ bytes: [UInt8], _ type: String) -> [UInt8]? {
    guard !type.hasPrefix("image/") || type.hasPrefix("image/svg"), type != "font/woff2" else { return nil }
    return Gzip.compressed(bytes, level: 9).flatMap { $0.count < bytes.count ? $0 : nil }
  }

  /// - Returns: nil for a file that is no part of a page.
  private static func type(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "txt": "text/plain; charset=utf-8"
    case "woff2": "font/woff2"
    default: nil
    }
  }
}
