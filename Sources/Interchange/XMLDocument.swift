import CExpat

/// Interprets a document's elements, in the order of the text.
protocol XMLHandler: AnyObject {
  /// - Parameter name: with the prefix of its namespace, if it has one; empty where it is longer than any that is known.
  func began(_ name: String, _ attributes: [String: String])
  /// The innermost open element has ended.
  /// - Parameter text: since the latest begin or end.
  func ended(_ text: ArraySlice<UInt8>)
}

/// A document read by expat. Reading stops at declared entities: playlists have none, and nested ones can fill
/// the memory.
@safe
final class XMLDocument {
  private let handler: any XMLHandler
  private var depth = 0
  private var text: [UInt8] = []
  private var parser: XML_Parser?

  /// Reading stops at this depth: expat stores open elements, which took 170 MiB for a file of 3 MB.
  private static let tooDeep = 256
  private static let mostTextBytes = 4 * Location.mostBytes
  private static let mostNameBytes = 64
  private static let mostAttributes = 32
  private static let mostAtOnce = 1 << 16

  private init(_ handler: any XMLHandler) { self.handler = handler }

  /// - Parameter encoding: nil for the declared one.
  /// - Returns: whether all of it was read.
  static func read(_ bytes: [UInt8], encoding: String? = nil, to handler: any XMLHandler) -> Bool {
    let document = XMLDocument(handler)
    guard let parser = unsafe XML_ParserCreate(encoding) else { return false }
    defer { unsafe XML_ParserFree(parser) }
    unsafe document.attach(to: parser)
    var start = 0
    var isWhole = false
    repeat {
      let end = min(start + mostAtOnce, bytes.count)
      let status = unsafe bytes[start..<end].withUnsafeBytes { part in
        unsafe XML_Parse(
          parser, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count),
          end == bytes.count ? 1 : 0)
      }
      isWhole = status == XML_STATUS_OK
      start = end
    } while isWhole && start < bytes.count
    return isWhole
  }

  private func attach(to parser: XML_Parser) {
    // The document outlives the parser: both end in the same function.
    unsafe self.parser = unsafe parser
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { data, name, values in unsafe XMLDocument.of(data)?.began(name, values) },
      { data, _ in unsafe XMLDocument.of(data)?.ended() })
    unsafe XML_SetCharacterDataHandler(parser) { data, start, count in
      unsafe XMLDocument.of(data)?.take(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    unsafe XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      guard let parser = unsafe XMLDocument.of(data)?.parser else { return }
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLDocument? {
    unsafe data.map { unsafe Unmanaged<XMLDocument>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter values: names and values in turn, up to a null pointer.
  private func began(
    _ name: UnsafePointer<CChar>?, _ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    depth += 1
    if depth > Self.tooDeep, let parser = unsafe parser { _ = unsafe XML_StopParser(parser, 0) }
    text = []
    var attributes: [String: String] = [:]
    for pair in 0..<Self.mostAttributes {
      guard let values = unsafe values, let key = unsafe values[pair * 2],
        let value = unsafe values[pair * 2 + 1]
      else { break }
      unsafe attributes[String(cString: key)] = unsafe String(cString: value)
    }
    let name = unsafe name.map { unsafe String(cString: $0) } ?? ""
    handler.began(name.utf8.count > Self.mostNameBytes ? "" : name, attributes)
  }

  private func take(_ characters: UnsafeRawBufferPointer) {
    guard text.count + characters.count <= Self.mostTextBytes else { return }
    unsafe text.append(contentsOf: characters)
  }

  private func ended() {
    depth -= 1
    handler.ended(text[...])
    text = []
  }
}
