import Model

extension OutputBuffer {
  /// A song with those of its tags that are wanted.
  /// - Parameter range: which part of it is meant.
  mutating func song(_ song: Song, range: Region = .whole, tags: TagSet) {
    address("file", song.uri)
    self.range(range)
    if let modified = song.modified { pair("Last-Modified", time: modified) }
    if let added = song.added { pair("Added", time: added) }
    if let format = song.format { pair("Format", format.description) }
    for tag in song.tags where tags.contains(tag.tag) { pair(tag.tag.word, tag.value) }
    if tags.contains(.name), let server = song.serverName, !song.tags.contains(Song.TagValue(.name, server)) {
      pair("serverName", server)
    }
    if let duration = song.duration {
      pair("Time", Decimal.wholeSeconds(duration))
      pair("duration", seconds: duration)
    }
  }

  /// The part of a song that is meant; nothing for the whole.
  mutating func range(_ region: Region) {
    guard region.isPart else { return }
    let end = region.end.map { Decimal.seconds($0) } ?? ""
    pair("Range", "\(Decimal.seconds(region.start))-\(end)")
  }
}
