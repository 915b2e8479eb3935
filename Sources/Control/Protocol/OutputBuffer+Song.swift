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

  private static let file = Array("file: ".utf8)
  /// A song of the library with what its record has; the lines of its tags begin with `Tag.key`.
  mutating func song(_ record: SongRecord) {
    line(after: Self.file, record.bytes[record.uri])
    if let modified = record.modified { pair("Last-Modified", time: modified) }
    // Songs that came together were added in one second, and most have one format.
    if let added = record.added {
      if lastAdded.seconds != added || lastAdded.line.isEmpty {
        var line = OutputBuffer()
        line.pair("Added", time: added)
        lastAdded = (added, Array(line.pending))
      }
      lines(lastAdded.line[...])
    }
    if let format = record.format {
      if lastFormat.format != format {
        var line = OutputBuffer()
        line.pair("Format", format.description)
        lastFormat = (format, Array(line.pending))
      }
      lines(lastFormat.line[...])
    }
    if record.isInOrder, let first = record.values.first, let last = record.values.last {
      lines(record.bytes[first.line.lowerBound..<last.line.upperBound])
    } else {
      for value in record.values { lines(record.bytes[value.line]) }
    }
    if let microseconds = record.microseconds {
      let milliseconds = (microseconds + 500) / 1000
      pair("Time", number: (milliseconds + 500) / 1000)
      pair("duration", milliseconds: milliseconds)
    }
  }

  /// The part of a song that is meant; nothing for the whole.
  mutating func range(_ region: Region) {
    guard region.isPart else { return }
    let end = region.end.map { Decimal.seconds($0) } ?? ""
    pair("Range", "\(Decimal.seconds(region.start))-\(end)")
  }
}

extension Tag {
  /// The beginning of the lines of its values.
  public var key: [UInt8] { Array("\(word): ".utf8) }
}
