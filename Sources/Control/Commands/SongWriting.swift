import Model

extension Call {
  /// A song of the queue with its place there.
  func write(_ song: Song, at position: Int, _ entry: QueueEntry) {
    write(song, as: entry.region)
    writePlace(position, entry)
    writeLevels(entry.region)
    if song.isAbsent { client.output.pair("absent", 1) }
  }

  /// The same of the lines of a song that is played as it is.
  func write(lines: [UInt8], at position: Int, _ entry: QueueEntry) {
    client.output.lines(lines[...])
    writePlace(position, entry)
  }

  private func writePlace(_ position: Int, _ entry: QueueEntry) {
    client.output.pair("Pos", position)
    client.output.pair("Id", entry.id.rawValue)
    if entry.priority > 0 { client.output.pair("Prio", entry.priority) }
    if let guest = entry.told.guest { client.output.pair("guest", guest) }
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
    client.output.song(song, range: range, tags: wantedTags)
  }

  /// The tags that the client wants to see, of those that there are.
  var wantedTags: TagSet { client.tags.intersection(backend.system.machine.tags) }

  /// A song in the jukebox's own commands: with the fields that MPD has no word for.
  func writeWhole(_ song: Song) {
    write(song)
    if song.duration != nil, song.durationIsEstimated { client.output.pair("durationEstimated", 1) }
  }

  /// Writes lines that were made before, as the client has room for them.
  func write(
    lines: ArraySlice<UInt8>, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    let part = lines.prefix(hub.limits.outputBytes)
    client.output.lines(part)
    let rest = lines[part.endIndex...]
    return whenRoom { () throws(CommandError) in
      rest.isEmpty ? try then() : self.write(lines: rest, then: then)
    }
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
