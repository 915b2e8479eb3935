/// Playlists as XSPF 1.
public enum XSPFWriter {
  public static func text(title: String?, _ entries: some Sequence<WrittenEntry>) -> [UInt8] {
    var text = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    func open(_ line: StaticString) { text += "\(line)\n".utf8 }
    func element(_ indent: StaticString, _ name: StaticString, _ value: String?) {
      guard let value else { return }
      text += "\(indent)<\(name)>".utf8
      escape(value, into: &text)
      text += "</\(name)>\n".utf8
    }
    open(
      "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\" xmlns:vlc=\"http://www.videolan.org/vlc/playlist/ns/0/\">"
    )
    element("  ", "title", title)
    open("  <trackList>")
    for entry in entries {
      open("    <track>")
      element("      ", "location", uri(entry.path))
      element("      ", "title", entry.title)
      element("      ", "creator", entry.artist)
      element("      ", "album", entry.album)
      element("      ", "duration", entry.duration.map { "\(milliseconds($0))" })
      if entry.start != nil || entry.end != nil {
        open("      <extension application=\"http://www.videolan.org/vlc/playlist/0\">")
        element("        ", "vlc:option", entry.start.map { "start-time=\(Seconds.text($0))" })
        element("        ", "vlc:option", entry.end.map { "stop-time=\(Seconds.text($0))" })
        open("      </extension>")
      }
      open("    </track>")
    }
    open("  </trackList>")
    open("</playlist>")
    return text
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }

  /// A path as a URI reference: from a root on with `file://`, else as it is; each byte that can't stand in one as `%41`.
  private static func uri(_ path: String) -> String {
    if let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), path.utf8[colon...].starts(with: "://".utf8) {
      return path
    }
    var bytes = Array(path.utf8)
    var result = path.first == "/" ? "file://" : ""
    if Location.isDrive(bytes[...]) {
      result = "file:///"
      bytes = bytes.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    } else if path.prefix(while: { $0 != "/" }).contains(":") {
      // A colon in the first name would end a scheme.
      result = "./"
    }
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","),
        UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: ":"), UInt8(ascii: "@"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  /// Control characters can't stand in XML at all.
  private static func escape(_ value: String, into text: inout [UInt8]) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;".utf8
      case "<": text += "&lt;".utf8
      case ">": text += "&gt;".utf8
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": text.append(0x20)
      default: text += String(Character(scalar)).utf8
      }
    }
  }
}
