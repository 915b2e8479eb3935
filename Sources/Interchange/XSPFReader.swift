import CExpat

/// XSPF, by expat. Reading stops at declared entities: playlists have none, and nested ones can fill the memory.
@safe final class XSPFReader {
  private var file = PlaylistFile()
  private var location: Location?
  private var entry = EntryParts()
  /// The names of the elements that are open, of which the outermost few matter.
  private var path: [String] = []
  private var depth = 0
  private var text: [UInt8] = []
  private var isFull = false
  private var parser: XML_Parser?

  /// More elements within each other than any playlist has.
  private static let deepest = 16
  /// Reading stops at this depth: expat stores open elements, which took 170 MiB for a file of 3 MB.
  private static let tooDeep = 256
  private static let mostTextBytes = 4 * Location.mostBytes
  private static let mostAtOnce = 1 << 16

  static func read(_ bytes: [UInt8]) -> PlaylistFile {
    let first = read(bytes, encoding: nil)
    // The file declares a wrong encoding, or none; every byte is a character in Latin-1.
    guard first.isCut, first.entries.isEmpty, !SourceText.isUTF8(bytes) else { return first }
    let second = read(bytes, encoding: "ISO-8859-1")
    return second.entries.isEmpty ? first : second
  }

  private static func read(_ bytes: [UInt8], encoding: String?) -> PlaylistFile {
    let reader = XSPFReader()
    guard let parser = unsafe XML_ParserCreate(encoding) else { return PlaylistFile(isCut: true) }
    defer { unsafe XML_ParserFree(parser) }
    unsafe reader.attach(to: parser)
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
    if !isWhole { reader.file.isCut = true }
    return reader.file
  }

  private func attach(to parser: XML_Parser) {
    // The reader outlives the parser: both end in the same function.
    unsafe self.parser = unsafe parser
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { data, name, _ in unsafe XSPFReader.of(data)?.began(XSPFReader.name(name)) },
      { data, _ in unsafe XSPFReader.of(data)?.ended() })
    unsafe XML_SetCharacterDataHandler(parser) { data, start, count in
      unsafe XSPFReader.of(data)?.take(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
    unsafe XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      guard let parser = unsafe XSPFReader.of(data)?.parser else { return }
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XSPFReader? {
    unsafe data.map { unsafe Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Without the prefix of a namespace.
  private static func name(_ name: UnsafePointer<CChar>?) -> String {
    guard let name = unsafe name else { return "" }
    let whole = unsafe String(cString: name)
    return whole.utf8.count > 64 ? "" : whole.split(separator: ":").last.map(String.init) ?? ""
  }

  // MARK: What the parser meets

  private func began(_ name: String) {
    depth += 1
    if depth > Self.tooDeep, let parser = unsafe parser { _ = unsafe XML_StopParser(parser, 0) }
    if depth <= Self.deepest { path.append(name) }
    text = []
    if path == ["playlist", "trackList", "track"], depth == 3 { (location, entry) = (nil, EntryParts()) }
  }

  private func take(_ characters: UnsafeRawBufferPointer) {
    guard text.count + characters.count <= Self.mostTextBytes else { return }
    unsafe text.append(contentsOf: characters)
  }

  private func ended() {
    defer {
      depth -= 1
      if depth < path.count { path.removeLast() }
      text = []
    }
    guard depth == path.count, !isFull else { return }
    let value = text[...]
    switch path.count {
    case 2 where path[1] == "title": file.title = PlaylistFile.text(value)
    case 3 where path[1] == "trackList" && path[2] == "track": finish()
    case 4 where path[1] == "trackList": take(value, of: path[3])
    case 5 where path[3] == "extension" && path[4] == "option":
      entry.take(option: SourceText.trimmed(value))
    default: return
    }
  }

  private func take(_ value: ArraySlice<UInt8>, of name: String) {
    switch name {
    case "location": if location == nil { location = Location(value, isURI: true) }
    case "title": entry.title = PlaylistFile.text(value)
    case "creator": entry.artist = PlaylistFile.text(value)
    case "album": entry.album = PlaylistFile.text(value)
    case "duration":
      if let milliseconds = SourceText.number(SourceText.trimmed(value)),
        (1...31_622_400_000).contains(milliseconds)
      {
        entry.duration = .milliseconds(milliseconds)
      }
    default: return
    }
  }

  private func finish() {
    guard let found = location.map({ entry.entry(at: $0) }) ?? entry.entryUntold() else {
      file.isCut = true
      return
    }
    isFull = !file.append(found)
  }
}
