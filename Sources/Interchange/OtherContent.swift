/// The type of a file that is no playlist, whatever its name. A reader of M3U would take each as lines of text, or as
/// thousands of names. The raw value is the text shown.
public enum OtherContent: String, Hashable, Sendable {
  /// A sound, a picture and the like: it holds zeros.
  case noText = "no text"
  case json = "JSON"
  /// The file that the desktop program shares its playlists by, which a sync takes.
  case mixBoard = "MixBoard's own file, which sync takes"
  case html = "HTML"
  /// XML without a `playlist`.
  case otherXML = "XML of another kind"

  /// nil where the bytes can be a playlist.
  /// - Parameter format: nil to detect the format by content.
  public init?(_ bytes: [UInt8], as format: ListFormat?) {
    let text = SourceText.utf8(bytes)
    if text.contains(0) {
      self = .noText
      return
    }
    let rest = SourceText.trimmed(text[...])
    if Self.isJSON(rest) {
      self = SourceText.rest(of: rest, behindFirst: "\"mixboard-playlists\"") != nil ? .mixBoard : .json
      return
    }
    guard rest.first == UInt8(ascii: "<") else { return nil }
    let root = Self.withoutProlog(rest)
    if Self.begins(root, ["<!doctype html", "<html"]) {
      self = .html
      return
    }
    // Paths may begin with this bracket, too.
    let isXML = (format ?? .xspf) == .xspf || Self.begins(rest, ["<?xml"])
    guard isXML, let name = Self.elementName(root), name != "playlist" else { return nil }
    self = .otherXML
  }

  /// By its first two signs: names of files may begin with a bracket, and hardly with two.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    let next = text.dropFirst().first { $0 > 0x20 }
    switch first {
    case UInt8(ascii: "{"): return next.map { [UInt8](#""}"#.utf8).contains($0) } ?? true
    case UInt8(ascii: "["): return next.map { [UInt8](#"[{"]"#.utf8).contains($0) } ?? true
    default: return false
    }
  }

  /// Without what may stand before a document's element: declarations in `<?…?>` and comments.
  private static func withoutProlog(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while true {
      let end: StaticString
      if begins(text, ["<?"]) {
        end = "?>"
      } else if begins(text, ["<!--"]) {
        end = "-->"
      } else {
        return text
      }
      guard let rest = SourceText.rest(of: text, behindFirst: end) else { return [] }
      text = SourceText.trimmed(rest)
    }
  }

  /// The name of the element that the text begins with, in small letters and without the prefix of a namespace; nil where
  /// it begins with none.
  private static func elementName(_ text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: "<"), let letter = text.dropFirst().first,
      (0x61...0x7A).contains(letter | 0x20)
    else { return nil }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    let own = name.split(separator: UInt8(ascii: ":")).last ?? name
    return String(decoding: own.prefix(64).map { SourceText.lower($0) }, as: UTF8.self)
  }

  private static func begins(_ text: ArraySlice<UInt8>, _ starts: [StaticString]) -> Bool {
    starts.contains { SourceText.rest(of: text, behind: $0) != nil }
  }
}
