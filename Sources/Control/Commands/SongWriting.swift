import Model

extension Call {
  /// A song of the queue with its place there.
  func write(_ song: Song, at position: Int, _ entry: QueueEntry) {
    write(song, as: entry.region)
    client.output.pair("Pos", position)
    client.output.pair("Id", entry.id.rawValue)
    if entry.priority > 0 { client.output.pair("Prio", entry.priority) }
    writeLevels(entry.region)
    if song.isAbsent { client.output.pair("absent", 1) }
  }

  /// A part of a song, which lasts as long as the part.
  func write(_ song: Song, as region: Region) {
    var song = song
    song.duration = region.length(of: song.duration)
    write(song, range: region)
  }

  /// A song with the tags that the client wants to see.
  /// - Parameter range: which part of it is meant.
  func write(_ song: Song, range: Region = .whole) {
    client.output.pair("file", song.uri)
    writeRange(range)
    if let modified = song.modified { client.output.pair("Last-Modified", Timestamp.text(modified)) }
    if let added = song.added { client.output.pair("Added", Timestamp.text(added)) }
    if let format = song.format { client.output.pair("Format", format.description) }
    let wanted = client.tags.intersection(backend.system.machine.tags)
    for tag in song.tags where wanted.contains(tag.tag) {
      client.output.pair(tag.tag.rawValue, tag.value)
    }
    if let duration = song.duration {
      client.output.pair("Time", Decimal.wholeSeconds(duration))
      client.output.pair("duration", Decimal.seconds(duration))
    }
  }

  /// A song in the jukebox's own commands: with the fields that MPD has no word for.
  func writeWhole(_ song: Song) {
    write(song)
    if song.duration != nil, song.durationIsEstimated { client.output.pair("durationEstimated", 1) }
  }

  /// Writes one row after the other, each when the client has room for it: a single song may have tags of any length.
  ///
  /// - Parameter then: what to do when there is room after the last one.
  func writeAll<Row>(
    _ rows: ArraySlice<Row>, then: (() throws(CommandError) -> Answer)? = nil,
    _ write: @escaping (Row) -> Void
  ) -> Answer {
    var rest = rows
    while let next = rest.popFirst() {
      write(next)
      if !client.hasRoom {
        let remaining = rest
        return whenRoom { () throws(CommandError) in self.writeAll(remaining, then: then, write) }
      }
    }
    return then.map { whenRoom($0) } ?? .done
  }
}
