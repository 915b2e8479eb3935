import Model

/// Actions of buttons, keys and remotes. A gesture that makes no sense now does nothing; the log reports those about a
/// song.
extension Jukebox {
  mutating func perform(_ action: Action) {
    if isClosed(to: action) { return turn.append(.signal(.limit)) }
    switch action {
    case .allow(let minutes): followFamily(.allow(minutes: minutes))
    case .giveBudget(let minutes): followFamily(.giveBudget(minutes: minutes))
    case .play: play()
    case .pause: setPaused(true)
    case .toggle: toggle()
    case .stop: stop()
    case .next: step(forward: true)
    case .previous: stepBackOrRestart()
    case .nextFolder: stepFolder(forward: true)
    case .previousFolder: stepFolder(forward: false)
    case .seek(let seconds):
      guard transport != .stop, let currentSlot, !isLive(currentSlot) else { return }
      seek(currentSlot, by: .seconds(seconds))
    case .volume(let percent): level.setVolume(volume.saturatingAdd(percent), policy, &turn)
    case .setVolume(let percent): level.setVolume(percent, policy, &turn)
    case .mute: level.setMuted(!level.isMuted, &turn)
    case .shuffle: setRandom(!modes.random)
    case .shuffleAlbums: setRandom(!modes.randomAlbums, albums: !modes.randomAlbums)
    case .equalise(let band, let step):
      var shape = modes.shape
      shape.equaliser[band] += Double(step)
      setShape(shape)
    case .changeSpeed(let step): changeSpeed(to: modes.speed + Double(step) / 100)
    case .speed(let speed): changeSpeed(to: Double(speed) / 100)
    case .setSleep(let timer): setSleep(level.sleep == nil ? timer : nil)
    case .repeat: setModes { $0.repeat.toggle() }
    case .favourite:
      turn.append(current.map { .toggleFavourite($0.track) } ?? .nothingPlays(action))
    case .rate(let rating):
      turn.append(current.map { .rate($0.track, rating) } ?? .nothingPlays(action))
    case .nextCue: stepCue(forward: true)
    case .previousCue: stepCue(forward: false)
    case .mix(let slot):
      guard transport != .stop, let current else { return turn.append(.nothingPlays(action)) }
      turn.append(.mix(slot, current.track))
    case .preset, .playNamed, .pad, .padRelease, .padStop, .record, .recordKeep, .announce, .say,
      .alarmSnooze,
      .alarmStop, .lock, .shutdown, .hotspot:
      turn.append(.perform(action))
    }
  }

  private mutating func changeSpeed(to speed: Double) {
    if transport != .stop, let currentSlot, isLive(currentSlot) { return }
    setSpeed(speed)
  }

  private mutating func stepCue(forward: Bool) {
    guard transport != .stop, let current else { return }
    turn.append(.stepCue(current, from: elapsed(at: now), forward: forward))
  }

  private mutating func toggle() {
    switch transport {
    case .play: setPaused(true)
    case .pause: setPaused(false)
    case .stop:
      if let interruption { setPaused(interruption.state == .play) } else { play() }
    }
  }

  /// Unlike the protocol's commands, these also work while stopped: pressing "next" means to hear something.
  private mutating func step(forward: Bool) {
    trouble.clearError(&turn)
    trouble.failedInARow.removeAll()
    if forward, transport != .stop {
      // It can only be refused where nothing plays.
      try? skip()
      return
    }
    guard let slot = currentSlot else { return play() }
    if forward {
      guard let other = drawFollowing(slot, byHand: true) else { return }
      arrive(at: other, paused: false, drawn: true)
    } else {
      stepBack(from: slot)
    }
  }

  private mutating func stepBackOrRestart() {
    if transport != .stop, let currentSlot, !isLive(currentSlot), elapsed(at: now) > Self.restartThreshold {
      seek(currentSlot, to: .zero)
    } else {
      step(forward: false)
    }
  }

  /// To the first entry of the next or preceding run of entries that lie in one folder.
  private mutating func stepFolder(forward: Bool) {
    guard let position = currentPosition else { return play() }
    guard let target = forward ? folderStart(after: position) : folderStart(before: position) else { return }
    play(queue.slot(at: target))
  }

  /// An episode is a folder of its own, as a URL and as a file.
  func isSameFolder(_ a: Int, _ b: Int) -> Bool {
    queue[a].track.volume == queue[b].track.volume && folder(at: a) == folder(at: b)
      && folderPoints.episode(of: queue[a].track) == folderPoints.episode(of: queue[b].track)
  }

  private func folder(at position: Int) -> ArraySlice<UInt8> {
    let (volume, path) = (queue[position].track.volume, queue[position].track.path)
    // As FolderReference has it.
    if volume == .network { return path[...] }
    return path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
  }

  private func isPresent(at position: Int) -> Bool { presentVolumes.contains(queue[position].track.volume) }

  private func folderStart(after position: Int) -> Int? {
    let behind = (position + 1..<queue.count).first { !isSameFolder($0, position) && isPresent(at: $0) }
    if behind != nil || !modes.repeat { return behind }
    return (0..<position).first { !isSameFolder($0, position) && isPresent(at: $0) }
  }

  private func folderStart(before position: Int) -> Int? {
    var last = (0..<position).last { !isSameFolder($0, position) && isPresent(at: $0) }
    if last == nil, modes.repeat {
      last = (position + 1..<queue.count).last { !isSameFolder($0, position) && isPresent(at: $0) }
    }
    guard var start = last else { return nil }
    while start > 0, isSameFolder(start - 1, start) { start -= 1 }
    return start
  }
}
