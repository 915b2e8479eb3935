import Linux
import Model

/// Playing, stopping, seeking, and what is playing.
enum PlaybackCommands {
  static let list: [Command] = [
    Command("clearerror", .player, 0...0) { call throws(CommandError) in try call.perform(.clearError) },
    Command("currentsong", .read, 0...0, currentSong),
    Command("next", .player, 0...0) { call throws(CommandError) in try call.perform(.next) },
    Command("pause", .player, 0...1) { call throws(CommandError) in
      try call.perform(call.arguments.count > 0 ? .setPaused(call.arguments.boolean(0)) : .togglePause)
    },
    Command("play", .player, 0...1, play),
    Command("playid", .player, 0...1, playID),
    Command("previous", .player, 0...0) { call throws(CommandError) in try call.perform(.previous) },
    Command("seek", .player, 2...2, seek),
    Command("seekcur", .player, 1...1, seekCurrent),
    Command("seekid", .player, 2...2, seekID),
    Command("status", .read, 0...0, status),
    Command("stop", .player, 0...0) { call throws(CommandError) in try call.perform(.stop) },
  ]

  private static func play(_ call: Call) throws(CommandError) -> Answer {
    let position = call.arguments.count > 0 ? try call.arguments.integer(0) : -1
    if call.client.speech.hasAnnounced { return .done }
    if position == -1 { return try call.perform(.play) }
    let entries = call.backend.playback.queue.entries
    guard entries.indices.contains(position) else { throw .badSongIndex }
    return try call.perform(.playID(entries[position].id))
  }

  private static func playID(_ call: Call) throws(CommandError) -> Answer {
    let number = call.arguments.count > 0 ? try call.arguments.integer(0) : -1
    if call.client.speech.hasAnnounced { return .done }
    if number == -1 { return try call.perform(.play) }
    return try call.perform(.playID(existing(number, call)))
  }

  private static func seek(_ call: Call) throws(CommandError) -> Answer {
    let position = try call.arguments.unsigned(0)
    let time = try call.arguments.time(1)
    let entries = call.backend.playback.queue.entries
    guard entries.indices.contains(position) else { throw .badSongIndex }
    return try call.perform(.seekID(entries[position].id, to: time))
  }

  private static func seekID(_ call: Call) throws(CommandError) -> Answer {
    let number = try call.arguments.unsigned(0)
    let time = try call.arguments.time(1)
    return try call.perform(.seekID(existing(number, call), to: time))
  }

  private static func seekCurrent(_ call: Call) throws(CommandError) -> Answer {
    let (time, isRelative) = try call.arguments.signedTime(0)
    return try call.perform(isRelative ? .seekCurrentBy(time) : .seekCurrent(to: time))
  }

  /// The entry that a client names by its number.
  private static func existing(_ number: Int, _ call: Call) throws(CommandError) -> EntryID {
    guard let raw = UInt32(exactly: number), call.backend.playback.position(of: EntryID(rawValue: raw)) != nil
    else {
      throw .noSuchSong
    }
    return EntryID(rawValue: raw)
  }

  private static func currentSong(_ call: Call) throws(CommandError) -> Answer {
    let playback = call.backend.playback
    let entries = call.backend.playback.queue.entries
    guard let place = playback.status.current, entries.indices.contains(place.position) else {
      return .done
    }
    let entry = entries[place.position]
    func write(_ song: Song) {
      call.write(song.telling(entry.told), at: place.position, entry)
    }
    if let song = playback.currentSong {
      write(song)
      return .done
    }
    // Right after a skip: a client that asks then must not get a song without its title.
    return call.wait(
      for: { call.backend.catalogue.songs(of: [entry.track], completion: $0) },
      then: { (songs) throws(CommandError) in
        for song in songs.prefix(1) { write(song) }
        return .done
      })
  }

  private static func status(_ call: Call) throws(CommandError) -> Answer {
    call.wait(for: { call.backend.playback.whenSongIsKnown(completion: $0) }) { writeStatus(call) }
  }

  private static func writeStatus(_ call: Call) -> Answer {
    let status = call.backend.playback.status
    let queue = call.backend.playback.queue
    let modes = status.modes
    call.client.output.pair("volume", status.isMuted ? 0 : status.volume)
    if status.isMuted {
      call.client.output.pair("muted", true)
      call.client.output.pair("unmutedvolume", status.volume)
    }
    call.client.output.pair("repeat", modes.repeat)
    call.client.output.pair("random", modes.random)
    call.client.output.pair("single", modes.single.rawValue)
    call.client.output.pair("consume", modes.consume.rawValue)
    call.client.output.pair("partition", PartitionCommands.name)
    call.client.output.pair("playlist", queue.version)
    call.client.output.pair("playlistlength", queue.entries.count)
    call.client.output.pair("mixrampdb", Decimal.short(modes.mixRampDecibels))
    call.client.output.pair("state", status.state.rawValue)
    call.client.output.pair("lastloadedplaylist", status.lastLoaded)
    if modes.crossfadeSeconds > 0 { call.client.output.pair("xfade", modes.crossfadeSeconds) }
    if let delay = modes.mixRampDelaySeconds, delay > 0 {
      call.client.output.pair("mixrampdelay", Decimal.short(delay))
    }
    call.client.output.pair("clock", call.backend.clock.source.rawValue)
    SoundCommands.write(status, call)
    if let current = status.current {
      call.client.output.pair("song", current.position)
      call.client.output.pair("songid", current.id.rawValue)
    }
    if status.state != .stop { writeProgress(status, call) }
    if status.skipVotes > 0 {
      call.client.output.pair("skipvotes", status.skipVotes)
      call.client.output.pair("skipneeded", status.skipVotesNeeded)
    }
    if let job = call.backend.system.runningJob { call.client.output.pair("updating_db", job) }
    if let error = status.error { call.client.output.address("error", error) }
    if let key = status.errorKey { call.client.output.pair("error_key", key.rawValue) }
    if let stream = status.stream {
      call.client.output.pair("stream", stream.state.rawValue)
      if let retry = stream.retry { call.client.output.pair("stream_retry", Decimal.seconds(retry)) }
    }
    if let next = status.next {
      call.client.output.pair("nextsong", next.position)
      call.client.output.pair("nextsongid", next.id.rawValue)
    }
    return .done
  }

  private static func writeProgress(_ status: PlaybackStatus, _ call: Call) {
    let elapsed = status.elapsed ?? .zero
    let total = status.length.map(Decimal.wholeSeconds) ?? 0
    call.client.output.pair("time", "\(Decimal.wholeSeconds(elapsed)):\(total)")
    call.client.output.pair("elapsed", Decimal.seconds(elapsed))
    call.client.output.pair("bitrate", status.bitrate)
    if let duration = status.length { call.client.output.pair("duration", Decimal.seconds(duration)) }
    if let format = status.format { call.client.output.pair("audio", format.description) }
  }
}
