import Client

/// The jukebox's status in words.
enum StatusText {
  /// Several lines, for `jukebox status`.
  static func lines(_ status: Status) -> [String] {
    var lines: [String] = []
    if let song = status.song {
      lines.append(song.name)
      if let album = song.album { lines.append(album + (song.date.map { " (\($0))" } ?? "")) }
      if let server = song.serverName { lines.append("the server calls it \(server)") }
      lines.append(song.uri)
      let place = "\((song.position ?? 0) + 1) of \(status.queueLength)"
      lines.append("\(word(status.state)), \(place), \(times(status))")
    } else {
      lines.append("\(word(status.state)), \(count(status.queueLength, "song")) in the queue")
    }
    lines.append(([volume(status)] + modes(status)).joined(separator: ", "))
    if status.output == "off" {
      lines.append("the output is off: nothing sounds (`jukebox output on` switches it on)")
    }
    if status.ringing == true {
      lines.append("the alarm rings (`jukebox alarm snooze`, `jukebox alarm stop`)")
    }
    if let seconds = status.snoozed {
      lines.append(
        "the alarm rings again in \(SleepText.left(seconds: seconds)) (`jukebox alarm stop` ends it)")
    }
    if let name = status.announcement { lines.append("announcement: \(name)") }
    if status.scan != nil { lines.append("scanning (see `jukebox scan`)") }
    if let error = status.error { lines.append("error: \(error)") }
    return lines
  }

  /// One line with a position bar, for `jukebox watch`.
  static func line(_ status: Status, columns: Int) -> String {
    let symbol = status.state == "play" ? "▶" : status.state == "pause" ? "⏸" : "⏹"
    let volume =
      status.output == "off" ? "output off" : status.muted ? "muted" : status.volume.map { "\($0)%" } ?? ""
    guard let song = status.song, status.state != "stop" else {
      return Columns.fit("\(symbol) \(status.error ?? "stopped")  \(volume)", columns)
    }
    let times = times(status)
    let fixed = Columns.width(symbol) + Columns.width(times) + Columns.width(volume) + 4
    let room = max(0, columns - fixed)
    let barWidth = min(30, room / 3)
    let share = status.duration.flatMap { $0 > 0 ? (status.elapsed ?? 0) / $0 : nil }
    let width = max(0, room - barWidth)
    let name = Columns.pad(Columns.fit(status.error ?? song.name, width), width)
    return Columns.fit("\(symbol) \(name) \(Bar.text(share, width: barWidth)) \(times) \(volume)", columns)
  }

  static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  private static func volume(_ status: Status) -> String {
    let bounds = bounds(status)
    let limits = bounds.isEmpty ? "" : " (\(bounds.joined(separator: ", ")))"
    if status.muted {
      return "muted" + (status.unmutedVolume.map { " (volume \($0) when unmuted)" } ?? "") + limits
    }
    return "volume \(status.volume.map(String.init) ?? "–")\(limits)"
  }

  private static func bounds(_ status: Status) -> [String] {
    var bounds: [String] = []
    if let floor = status.floor { bounds.append("at least \(floor)") }
    if let ceiling = status.ceiling { bounds.append("at most \(ceiling)") }
    if status.night == true { bounds.append("night") }
    return bounds
  }

  /// Why the volume is another one than somebody asked for; nil where it is not.
  static func whyClamped(_ wanted: Int, _ status: Status) -> String? {
    guard let volume = status.volume, volume != wanted else { return nil }
    if wanted > volume, volume == status.ceiling {
      let name = status.night == true ? "night-volume or max-volume" : "max-volume"
      return
        "The volume is at most \(volume)\(status.night == true ? " at night" : "") ([player] \(name) in the configuration)."
    }
    guard wanted < volume, volume == status.floor else { return nil }
    return "The volume is at least \(volume) ([player] min-volume in the configuration)."
  }

  private static func times(_ status: Status) -> String {
    "\(Clock.text(status.elapsed ?? 0)) / \(Clock.text(status.duration))"
  }

  private static func word(_ state: String) -> String {
    switch state {
    case "play": "playing"
    case "pause": "paused"
    default: "stopped"
    }
  }

  private static func modes(_ status: Status) -> [String] {
    var modes: [String] = []
    if status.repeat { modes.append("repeat") }
    if status.random { modes.append(status.randomAlbums ? "random albums" : "random") }
    for (name, value) in [("single", status.single), ("consume", status.consume)] where value != "off" {
      modes.append(value == "on" ? name : "\(name) (once)")
    }
    if let seconds = status.crossfade { modes.append("crossfade \(seconds) s") }
    if let start = status.loopStart, let end = status.loopEnd {
      modes.append("loop \(Clock.text(start)) to \(Clock.text(end))")
    }
    if let gains = status.eq { modes.append("eq \(gains)") }
    if let channels = status.channels { modes.append(channels) }
    if let balance = status.balance { modes.append("balance \(balance)") }
    if let speed = status.speed { modes.append("speed \(speed)") }
    if let sleep = SleepText.line(seconds: status.sleep, after: status.sleepAfter) { modes.append(sleep) }
    return modes + limits(status)
  }

  private static func limits(_ status: Status) -> [String] {
    var limits: [String] = []
    if let quiet = status.quiet { limits.append(quiet) }
    if let seconds = status.allowed { limits.append("allowed for \(SleepText.left(seconds: seconds))") }
    if let seconds = status.budget {
      limits.append(seconds > 0 ? "\(SleepText.left(seconds: seconds)) left today" : "nothing left today")
    }
    if status.locked == true { limits.append("locked") }
    return limits
  }
}

/// The sleep timer in words.
enum SleepText {
  /// The event that the timer waits for, as a sentence; nil if it is off.
  /// - Parameters:
  ///   - seconds: seconds until then; 0 if not yet known.
  ///   - end: `track` or `album`; nil for a time.
  static func line(seconds: Int?, after end: String?) -> String? {
    guard let seconds else { return nil }
    let time = seconds > 0 ? "in \(left(seconds: seconds))" : nil
    let event = end.map { "after this \($0 == "track" ? "song" : "album")" }
    return (["pauses"] + [event, time].compactMap { $0 }).joined(separator: " ")
  }

  static func left(seconds: Int) -> String {
    let minutes = seconds / 60
    if minutes >= 60 { return "\(minutes / 60) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
