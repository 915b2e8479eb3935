public import Interchange

/// Playlist files that name stations.
public enum StationList {
  public struct Station: Hashable, Sendable {
    public let url: FetchURL
    public let name: String?
  }

  /// Limit of a file's size in bytes.
  public static let mostBytes = 1 << 20

  /// The stations in a list, in order. Each is made when it is asked for: short references of one list may stand for
  /// URLs of `FetchURL.mostBytes` each.
  public static func stations(
    in bytes: [UInt8], as format: ListFormat, at url: FetchURL
  ) -> some Sequence<Station> {
    // Many servers send one kind under the name of another.
    let guess = ListFormat(guessing: bytes)
    let format = guess == .m3u || guess == .cue ? format : guess
    let file = PlaylistFile(reading: Array(bytes.prefix(mostBytes)), as: format)
    return file.entries.lazy.compactMap { entry in
      let words = [entry.artist, entry.title].compactMap(\.self).joined(separator: " - ")
      return url.resolved(entry.location.text).map { Station(url: $0, name: words.isEmpty ? nil : words) }
    }
  }
}
