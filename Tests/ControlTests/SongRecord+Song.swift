import Model

@testable import Control

extension SongRecord {
  /// What a library would read of a song.
  init(_ song: Song, _ parts: SongParts, withKeys: Bool = true) {
    self.init()
    if parts.uri {
      bytes = Array(song.uri.utf8)
      uri = 0..<bytes.count
    }
    for value in song.tags where parts.tags.contains(value.tag) {
      let start = bytes.count
      if withKeys { bytes += value.tag.key }
      let text = bytes.count..<bytes.count + value.value.utf8.count
      bytes += Array(value.value.utf8)
      add(tag: value.tag.rawValue, text, from: start, isLine: withKeys)
    }
    guard parts.facts else { return }
    microseconds = song.duration.map {
      $0.components.seconds * 1_000_000 + $0.components.attoseconds / 1_000_000_000_000
    }
    (format, modified, added) = (song.format, song.modified, song.added)
  }
}
