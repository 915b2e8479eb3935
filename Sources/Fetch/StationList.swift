public import Interchange

/// Playlist files that name stations.
public enum StationList {
  public struct Station: Hashable, Sendable {
    public let url: FetchURL
    public let name: String?
  }

  /// Limit of a file's size in bytes.
  public static let mostBytes = 1 << 20

  private static let types: [String: ListFormat] = [
    "audio/x-mpegurl": .m3u, "audio/mpegurl": .m3u, "application/x-mpegurl": .m3u,
    "application/mpegurl": .m3u,
    "application/vnd.apple.mpegurl": .m3u, "application/vnd.apple.mpegurl.audio": .m3u,
    "audio/x-scpls": .pls, "audio/scpls": .pls, "application/pls+xml": .pls, "application/pls": .pls,
    "application/xspf+xml": .xspf, "video/x-ms-asf": .asx, "video/x-ms-asx": .asx, "audio/x-ms-wax": .asx,
    "video/x-ms-wvx": .asx, "application/x-ms-asx": .asx,
  ]

  /// The kind of list that an answer is; nil where it is sound. Servers often send lists as plain text or bytes: then the
  /// URL's ending decides.
  public static func format(type: String, at url: FetchURL) -> ListFormat? {
    if let format = types[type] { return format }
    if type.hasPrefix("audio/") || type.hasPrefix("video/") || type == "application/ogg" { return nil }
    guard let format = ListFormat(fileName: "x.\(url.suffix)".utf8), format != .cue else { return nil }
    return format
  }

  /// The stations in a list, in order.
  public static func stations(in bytes: [UInt8], as format: ListFormat, at url: FetchURL) -> [Station] {
    // Many servers send one kind under the name of another.
    let guess = ListFormat(guessing: bytes)
    let format = guess == .m3u || guess == .cue ? format : guess
    let file = PlaylistFile(reading: Array(bytes.prefix(mostBytes)), as: format)
    return file.entries.compactMap { entry in
      let words = [entry.artist, entry.title].compactMap(\.self).joined(separator: " - ")
      return url.resolved(entry.location.text).map { Station(url: $0, name: words.isEmpty ? nil : words) }
    }
  }
}
