import Model

/// Actions of buttons, keys and remotes. A gesture that makes no sense now does nothing; the log reports those about a
/// song.
extension Jukebox {
  mutating func perform(_ action: Action, _ effects: inout [Effect]) {
    switch action {
    case .play: play(&effects)
    case .playNamed(let name): effects.append(.loadNamed(name))
    case .pause: setPaused(true, &effects)
    case .toggle: toggle(&effects)
    case .stop: stop(&effects)
    case .next: step(forward: true, &effects)
    case .previous: stepBackOrRestart(&effects)
    case .nextFolder: stepFolder(forward: true, &effects)
    case .previousFolder: stepFolder(forward: false, &effects)
    case .seek(let seconds):
      guard transport != .stop, let currentSlot, !isLive(currentSlot) else { return }
      seek(currentSlot, by: .seconds(seconds), &effects)
    case .volume(let percent): setVolume(volume.saturatingAdd(percent), &effects)
    case .setVolume(let percent): setVolume(percent, &effects)
    case .mute: setMuted(!muted, &effects)
    case .shuffle: setRandom(!modes.random, &effects)
    case .shuffleAlbums:
      setRandom(!modes.randomAlbums, albums: !modes.randomAlbums, &effects)
    case .equalise(let band, let step):
      var shape = modes.shape
      shape.equaliser[band] += Double(step)
      setShape(shape, &effects)
    case .changeSpeed(let step): changeSpeed(to: modes.speed + Double(step) / 100, &effects)
    case .speed(let speed): changeSpeed(to: Double(speed) / 100, &effects)
    case .setSleep(let timer): setSleep(sleep == nil ? timer : nil, &effects)
    case .repeat: setModes(&effects) { $0.repeat.toggle() }
    case .preset(let number): effects.append(.loadPreset(number))
    case .favourite:
      effects.append(current.map { .toggleFavourite($0.track) } ?? .nothingPlays(action))
    case .rate(let rating):
      effects.append(current.map { .rate($0.track, rating) } ?? .nothingPlays(action))
    case .nextCue: stepCue(forward: true, &effects)
    case .previousCue: stepCue(forward: false, &effects)
    case .mix(let slot):
      guard transport != .stop, let current else { return effects.append(.nothingPlays(action)) }
      effects.append(.mix(slot, current.track))
    case .pad(let name): effects.append(.pressPad(name, isDown: true))
    case .padRelease(let name): effects.append(.pressPad(name, isDown: false))
    case .record, .recordKeep: effects.append(.record(action))
    case .announce(let name): effects.append(.announce(name))
    case .padStop: effects.append(.stopPads)
    case .shutdown: effects.append(.shutDown)
    }
  }

  private mutating func changeSpeed(to speed: Double, _ effects: inout [Effect]) {
    if transport != .stop, let currentSlot, isLive(currentSlot) { return }
    setSpeed(speed, &effects)
  }

  private func stepCue(forward: Bool, _ effects: inout [Effect]) {
    guard transport != .stop, let current else { return }
    effects.append(.stepCue(current, from: elapsed(at: now), forward: forward))
  }

  private mutating func toggle(_ effects: inout [Effect]) {
    switch transport {
    case .play: setPaused(true, &effects)
    case .pause: setPaused(false, &effects)
    case .stop:
      if let interruption { setPaused(interruption.state == .play, &effects) } else { play(&effects) }
    }
  }

  /// Unlike the protocol's commands, these also work while stopped: pressing "next" means to hear something.
  private mutating func step(forward: Bool, _ effects: inout [Effect]) {
    clearError()
    failedInARow.removeAll()
    if forward, transport != .stop {
      // It can only be refused where nothing plays.
      try? next(&effects)
      return
    }
    guard let slot = currentSlot else { return play(&effects) }
    if forward {
      guard let other = drawFollowing(slot, byHand: true) else { return }
      arrive(at: other, paused: false, drawn: true, &effects)
    } else {
      stepBack(from: slot, &effects)
    }
  }

  private mutating func stepBackOrRestart(_ effects: inout [Effect]) {
    if transport != .stop, let currentSlot, !isLive(currentSlot), elapsed(at: now) > Self.restartThreshold {
      seek(currentSlot, to: .zero, &effects)
    } else {
      step(forward: false, &effects)
    }
  }

  /// To the first entry of the next or preceding run of entries that lie in one folder.
  private mutating func stepFolder(forward: Bool, _ effects: inout [Effect]) {
    guard let position = currentPosition else { return play(&effects) }
    guard let target = forward ? folderStart(after: position) : folderStart(before: position) else { return }
    play(queue.slot(at: target), &effects)
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
