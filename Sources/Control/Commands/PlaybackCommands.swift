import Model

/// Playing, stopping, seeking, and what is playing.
enum PlaybackCommands {
  static let list: [Command] = [
    Command("clearerror", .player, 0...0) { call throws(CommandError) in try perform(.clearError, call) },
    Command("currentsong", .read, 0...0, currentSong),
    Command("next", .player, 0...0) { call throws(CommandError) in try perform(.next, call) },
    Command("pause", .player, 0...1) { call throws(CommandError) in
      try perform(.pause(call.arguments.count > 0 ? call.arguments.boolean(0) : nil), call)
    },
    Command("play", .player, 0...1, play),
    Command("playid", .player, 0...1, playID),
    Command("previous", .player, 0...0) { call throws(CommandError) in try perform(.previous, call) },
    Command("seek", .player, 2...2, seek),
    Command("seekcur", .player, 1...1, seekCurrent),
    Command("seekid", .player, 2...2, seekID),
    Command("status", .read, 0...0, status),
    Command("stop", .player, 0...0) { call throws(CommandError) in try perform(.stop, call) },
  ]

  private static func perform(_ command: TransportCommand, _ call: Call) throws(CommandError) -> Answer {
    try call.trying { () throws(Refusal) in try call.backend.transport.perform(command) }
    return .done
  }

  private static func play(_ call: Call) throws(CommandError) -> Answer {
    let position = call.arguments.count > 0 ? try call.arguments.integer(0) : -1
    if position == -1 { return try perform(.play, call) }
    let entries = call.backend.queue.queue.entries
    guard entries.indices.contains(position) else { throw .badSongIndex }
    return try perform(.playEntry(entries[position].id), call)
  }

  private static func playID(_ call: Call) throws(CommandError) -> Answer {
    let number = call.arguments.count > 0 ? try call.arguments.integer(0) : -1
    if number == -1 { return try perform(.play, call) }
    return try perform(.playEntry(existing(number, call)), call)
  }

  private static func seek(_ call: Call) throws(CommandError) -> Answer {
    let position = try call.arguments.unsigned(0)
    let time = try call.arguments.time(1)
    let entries = call.backend.queue.queue.entries
    guard entries.indices.contains(position) else { throw .badSongIndex }
    return try perform(.seek(entries[position].id, to: time), call)
  }

  private static func seekID(_ call: Call) throws(CommandError) -> Answer {
    let number = try call.arguments.unsigned(0)
    let time = try call.arguments.time(1)
    return try perform(.seek(existing(number, call), to: time), call)
  }

  private static func seekCurrent(_ call: Call) throws(CommandError) -> Answer {
    let (time, isRelative) = try call.arguments.signedTime(0)
    return try perform(isRelative ? .seekCurrentBy(time) : .seekCurrent(to: time), call)
  }

  /// The entry that a client names by its number.
  private static func existing(_ number: Int, _ call: Call) throws(CommandError) -> EntryID {
    guard let raw = UInt32(exactly: number), call.backend.queue.position(of: EntryID(rawValue: raw)) != nil
    else {
      throw .noSuchSong
    }
    return EntryID(rawValue: raw)
  }

  private static func currentSong(_ call: Call) throws(CommandError) -> Answer {
    let transport = call.backend.transport
    let entries = call.backend.queue.queue.entries
    guard let place = transport.playback.current, entries.indices.contains(place.position) else {
      return .done
    }
    let entry = entries[place.position]
    func write(_ song: Song) {
      call.write(song.telling(entry.told), at: place.position, entry)
    }
    if let song = transport.currentSong {
      write(song)
      return .done
    }
    // Right after a skip: a client that asks then must not be told a song without its title.
    return call.wait(
      for: { call.backend.catalogue.songs(of: [entry.track], completion: $0) },
      then: { (songs) throws(CommandError) in
        for song in songs.prefix(1) { write(song) }
        return .done
      })
  }

  private static func status(_ call: Call) throws(CommandError) -> Answer {
    call.wait(for: { call.backend.transport.whenSongIsKnown(completion: $0) }) { writeStatus(call) }
  }

  private static func writeStatus(_ call: Call) -> Answer {
    let status = call.backend.transport.playback
    let queue = call.backend.queue.queue
    let options = status.options
    call.client.output.pair("volume", status.volume)
    if status.isMuted {
      call.client.output.pair("muted", true)
      call.client.output.pair("unmutedvolume", status.unmutedVolume)
    }
    call.client.output.pair("repeat", options.repeats)
    call.client.output.pair("random", options.random)
    call.client.output.pair("single", options.single.rawValue)
    call.client.output.pair("consume", options.consume.rawValue)
    call.client.output.pair("partition", PartitionCommands.name)
    call.client.output.pair("playlist", queue.version)
    call.client.output.pair("playlistlength", queue.entries.count)
    call.client.output.pair("mixrampdb", Decimal.short(options.mixRampDecibels))
    call.client.output.pair("state", status.state.rawValue)
    call.client.output.pair("lastloadedplaylist", status.lastLoadedPlaylist)
    if options.crossfadeSeconds > 0 { call.client.output.pair("xfade", options.crossfadeSeconds) }
    if options.mixRampDelaySeconds > 0 {
      call.client.output.pair("mixrampdelay", Decimal.short(options.mixRampDelaySeconds))
    }
    if let current = status.current {
      call.client.output.pair("song", current.position)
      call.client.output.pair("songid", current.id.rawValue)
    }
    if status.state != .stop { writeProgress(status, call) }
    if let job = call.backend.updates.runningJob { call.client.output.pair("updating_db", job) }
    if let error = status.error { call.client.output.pair("error", error) }
    if let next = status.next {
      call.client.output.pair("nextsong", next.position)
      call.client.output.pair("nextsongid", next.id.rawValue)
    }
    return .done
  }

  private static func writeProgress(_ status: PlaybackStatus, _ call: Call) {
    let total = status.duration.map(Decimal.wholeSeconds) ?? 0
    call.client.output.pair("time", "\(Decimal.wholeSeconds(status.elapsed)):\(total)")
    call.client.output.pair("elapsed", Decimal.seconds(status.elapsed))
    call.client.output.pair("bitrate", status.bitrate)
    if let duration = status.duration { call.client.output.pair("duration", Decimal.seconds(duration)) }
    if let format = status.format { call.client.output.pair("audio", format.description) }
  }
}
