import Model

/// PLS: `File1=`, `Title1=`, `Length1=`, in any order; and `Ref1=` of Windows Media's `[Reference]`.
enum PLSReader {
  static func read(_ text: [UInt8]) -> PlaylistFile {
    var file = PlaylistFile()
    var found: [Int64: Parts] = [:]
    for line in TextLines(text[...]) {
      let line = SourceText.trimmed(line)
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let (key, value) = (SourceText.trimmed(line[..<equals]), line[(equals + 1)...])
      if SourceText.rest(of: key, behind: "x-gnome-title")?.isEmpty == true {
        file.title = PlaylistFile.text(value)
        continue
      }
      func number(_ name: StaticString) -> Int64? {
        SourceText.rest(of: key, behind: name).flatMap { SourceText.number($0) }
      }
      if let place = number("file") ?? number("ref") {
        guard found[place] != nil || found.count < PlaylistFile.mostEntries else {
          file.leftOut.surplus += 1
          continue
        }
        let location = Location(value)
        if location == nil { file.leftOut.nameless += 1 }
        found[place, default: Parts()].location = location
      } else if let place = number("title") {
        // A title may stand before its file; one without a file is none.
        guard found[place] != nil || found.count < PlaylistFile.mostEntries else { continue }
        found[place, default: Parts()].title = PlaylistFile.text(value)
      } else if let place = number("length") {
        guard found[place] != nil || found.count < PlaylistFile.mostEntries else { continue }
        found[place, default: Parts()].duration = SourceText.seconds(value).flatMap { $0 > .zero ? $0 : nil }
      }
    }
    for (_, parts) in found.sorted(by: { $0.key < $1.key }) {
      guard let location = parts.location else { continue }
      file.entries.append(ListedEntry(location: location, title: parts.title, duration: parts.duration))
    }
    return file
  }

  private struct Parts {
    var location: Location?
    var title: String?
    var duration: Duration?
  }
}
