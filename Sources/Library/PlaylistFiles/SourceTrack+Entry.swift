import Interchange
import JSON
import Model

extension SourceTrack {
  /// - Returns: nil where nothing is said, or the entry was read without it.
  init?(of entry: PlaylistEntry) {
    self.init()
    guard let extra = entry.extra, (try? read(Array(extra.utf8))) != nil else { return nil }
    // Another program's key may be called so, too: only what the path was made of is meant.
    let isMeant = location.flatMap { Location($0.utf8) }.map { location in
      location.start == .web && WantedTrack(location).path(from: nil) == entry.track.path
    }
    if isMeant != true || location?.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) == true {
      file = location.flatMap { Self.file($0, at: entry.track.path) }
      location = nil
    }
    if location == nil, file == nil, title == nil, artist == nil, duration == nil { return nil }
  }

  /// - Parameter path: what stands for the track.
  /// - Returns: nil where that was not made of the text, or it would forge lines.
  private static func file(_ text: String, at path: [UInt8]) -> String? {
    for isURI in [false, true] {
      guard let location = Location(text.utf8, isURI: isURI), location.start != .web,
        WantedTrack(location).path(from: nil) == path
      else { continue }
      // Part of a URI without a scheme: what other kinds of files would take to the letter.
      let text = isURI ? location.readText : text
      return text.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? nil : text
    }
    return nil
  }

  /// Returns the network location of an entry whose track is missing, as its source file spells it, or
  /// derived from its path if there was no room for that; nil for a file.
  package static func location(ofPath path: [UInt8], _ extra: String?) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    guard let colon = path.firstIndex(of: UInt8(ascii: ":")), path[(colon + 1)...].first == slash else {
      return nil
    }
    let track = TrackReference(volume: VolumeID(high: 0, low: 0), path: path)
    if let told = SourceTrack(of: PlaylistEntry(track, extra: extra))?.location { return Array(told.utf8) }
    let guess = path[...colon] + [slash] + path[(colon + 1)...]
    guard let location = Location(guess), location.start == .web,
      WantedTrack(location).path(from: nil) == path
    else { return nil }
    return Array(guess)
  }

  private mutating func read(_ bytes: [UInt8]) throws(JSONFault) {
    var reader = JSONReader(bytes)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch (key, try reader.kind()) {
      case ("location", .string): location = try reader.string()
      case ("title", .string): title = Self.text(try reader.string())
      case ("artist", .string): artist = Self.text(try reader.string())
      case ("duration", .number):
        let seconds = try reader.number()
        duration = seconds > 0 && seconds < 1e7 ? .microseconds(Int64((seconds * 1e6).rounded())) : nil
      default: try reader.skip()
      }
    }
    try reader.end()
  }

  private static func text(_ value: String) -> String? { value.isEmpty ? nil : value }
}
