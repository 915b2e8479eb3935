import Model

/// Folders that resume: entering one from elsewhere leads to the place where it was left.
extension Jukebox {
  mutating func learn(_ rules: [FolderRule]) {
    folderPoints.learn(rules)
    plan()
  }

  /// Keeps where the current entry is, where its folder resumes.
  mutating func noteFolder(isAtEnd: Bool = false) {
    // A part of a track is no listening to its folder.
    guard transport != .stop, let track = playing?.track, current?.region.isPart != true else { return }
    if let (folder, point) = folderPoints.note(
      track, at: elapsed(at: now), isAtEnd: isAtEnd, speed: modes.speed)
    {
      turn.save(.folder(folder, point))
    }
  }

  /// How fast an entry plays: a folder that resumes has a speed of its own, and another one keeps what it was given until it
  /// is left.
  func speed(at slot: UInt32) -> Double {
    guard let position = queue.position(ofSlot: slot) else { return 1 }
    if let speed = folderPoints.speed(of: folderPoints.folder(of: queue[position].track)) { return speed }
    guard modes.speed != 1, transport != .stop, let currentPosition,
      folderPoints.speed(of: folderPoints.folder(of: queue[currentPosition].track)) == nil
    else { return 1 }
    return isSameFolder(currentPosition, position) ? modes.speed : 1
  }

  /// The place where an entry begins on a visit.
  ///
  /// Choosing a folder's first entry resumes the folder; choosing another entry means that entry. Within a folder every
  /// entry begins at its beginning.
  /// - Parameter isAnyFirst: whether choosing any of a folder's entries resumes the folder.
  func arrival(at slot: UInt32, isAnyFirst: Bool = false) -> (slot: UInt32, elapsed: Duration) {
    guard !folderPoints.isEmpty, let position = queue.position(ofSlot: slot), entersFolder(at: position),
      !queue[position].region.isPart,
      let point = folderPoints[folderPoints.folder(of: queue[position].track)]
    else { return (slot, .zero) }
    let isEpisode = folderPoints.episode(of: queue[position].track) != nil
    if isEpisode || queue[position].track.path == point.track, !point.isAtEnd { return (slot, point.elapsed) }
    guard !modes.random else { return (slot, .zero) }
    var first = position
    while first > 0, isSameFolder(first - 1, position) { first -= 1 }
    guard isAnyFirst || first == position else { return (slot, .zero) }
    var place = first
    while place < queue.count, isSameFolder(place, position) {
      let isPart = queue[place].region.isPart
      if queue[place].track.path == point.track, !isPart { return left(point, at: place) ?? (slot, .zero) }
      place += 1
    }
    return (slot, .zero)
  }

  /// - Returns: nil where all of the folder was heard.
  private func left(_ point: FolderPoint, at place: Int) -> (slot: UInt32, elapsed: Duration)? {
    let next = point.isAtEnd ? place + 1 : place
    guard next < queue.count, isSameFolder(next, place), isPlayable(queue.slot(at: next)) else { return nil }
    return (queue.slot(at: next), point.isAtEnd ? .zero : point.elapsed)
  }

  private func entersFolder(at position: Int) -> Bool {
    guard transport != .stop, let currentPosition else { return true }
    return !isSameFolder(currentPosition, position)
  }

  /// Whether choosing an entry of an absent volume resumes its folder: not if an entry of it still sounds, or was
  /// interrupted there.
  func comesFromElsewhere(to slot: UInt32) -> Bool {
    guard transport != .stop || interruption?.arrives == false, let currentPosition,
      let position = queue.position(ofSlot: slot)
    else { return true }
    return !isSameFolder(currentPosition, position)
  }

  /// Begins at the place where a visit leads.
  mutating func arrive(
    at slot: UInt32, paused: Bool, drawn: Bool = false, isAnyFirst: Bool = false
  ) {
    let (slot, elapsed) = arrival(at: slot, isAnyFirst: isAnyFirst)
    begin(slot, at: elapsed, paused: paused, drawn: drawn)
  }

  /// Returns the first entry of the folder in the queue that was listened to last; nil where none was left midway.
  func latestFolderStart() -> UInt32? {
    if folderPoints.isEmpty || modes.random { return nil }
    var best: (slot: UInt32, sequence: Int64)?
    for position in 0..<queue.count where position == 0 || !isSameFolder(position - 1, position) {
      guard let point = folderPoints[folderPoints.folder(of: queue[position].track)] else { continue }
      let slot = queue.slot(at: position)
      guard point.sequence > best?.sequence ?? .min, arrival(at: slot) != (slot, .zero) else { continue }
      best = (slot, point.sequence)
    }
    return best?.slot
  }
}
