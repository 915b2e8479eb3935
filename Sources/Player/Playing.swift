import Model

/// One playing of an entry, and how much of it was really heard: time that sounded, not the position.
///
/// Pauses, seeks, a volume that leaves and comes back, and a restart belong to the same playing, and so do consecutive
/// entries that are parts of the same song. A stop ends it, and playing the entry again starts another one.
struct Playing: Hashable, Sendable {
  /// Identifies it, so that it is counted once however often it is reported.
  let id: UInt64
  private(set) var entry: EntryID
  var track: TrackReference
  /// How long it has sounded, pauses and what was jumped over left out.
  var heard: Duration
  /// Somebody has jumped to its end.
  var soughtEnd: Bool

  /// Start of its entry in the song; nil if the entry is the whole song.
  private(set) var partStart: Duration?
  /// The part of `heard` that belongs to the entry, which may not be the first part of the song.
  private var heardOfEntry: Duration
  /// Half of a part before was heard.
  private var hasPlayedPart = false
  /// It was reported as played.
  var isTold = false
  /// Since the entry's beginning: earlier time has been added to `heard`, or was skipped by a seek.
  private var mark: Duration
  private var markedAt: Duration
  /// How far it has sounded.
  private var reached = Duration.zero
  /// Time that has passed while it sounded and that no progress was seen for yet.
  private var room = Duration.zero

  /// From here on it counts as played, however long it is.
  static let longestUntilPlayed = Duration.seconds(240)
  /// A jump into this last part, or into the last twentieth of a short song, means that somebody wants its end.
  static let endLength = Duration.seconds(10)
  /// The engine reports the position in steps, so that progress may show late, by far less than this.
  private static let mostRoom = Duration.seconds(1)

  init(
    id: UInt64, entry: EntryID, track: TrackReference, partStart: Duration?, at elapsed: Duration,
    now: Duration
  ) {
    self.id = id
    self.entry = entry
    self.track = track
    self.partStart = partStart
    heard = .zero
    heardOfEntry = .zero
    soughtEnd = false
    mark = elapsed
    markedAt = now
  }

  /// As it was kept over a restart.
  init(_ saved: SavedPlaying, of entry: QueueEntry) {
    id = saved.id
    self.entry = entry.id
    track = entry.track
    partStart = entry.region.partStart
    heard = max(.zero, saved.heard)
    heardOfEntry = heard
    soughtEnd = saved.soughtEnd
    mark = .zero
    markedAt = .zero
  }

  var saved: SavedPlaying { SavedPlaying(id: id, entry: entry, heard: heard, soughtEnd: soughtEnd) }

  /// Takes in where the entry is now. Progress counts as heard as far as there was time for it.
  /// - Parameters:
  ///   - sounds: it has sounded since the time before.
  ///   - speed: how much of it sounds in a time.
  mutating func follow(to elapsed: Duration, now: Duration, sounds: Bool, speed: Double) {
    if sounds {
      room = min(room, Self.mostRoom) + max(.zero, now - markedAt) * speed
      let progress = min(max(.zero, elapsed - mark), room)
      heard += progress
      heardOfEntry += progress
      room -= progress
      if progress > .zero { reached = max(reached, elapsed) }
    }
    jump(to: elapsed, now: now)
  }

  /// It continues from another place.
  mutating func jump(to elapsed: Duration, now: Duration) {
    mark = elapsed
    markedAt = now
  }

  /// Another part of the same song follows.
  mutating func goOn(in entry: EntryID, partStart: Duration?, at elapsed: Duration, now: Duration) {
    self.entry = entry
    self.partStart = partStart
    heardOfEntry = .zero
    jump(to: elapsed, now: now)
  }

  /// Somebody jumps within it.
  mutating func seek(to target: Duration, length: Duration?, now: Duration) {
    if let length, target > mark {
      let end = length - min(Self.endLength, length / 20)
      if mark < end, target >= end { soughtEnd = true }
    }
    jump(to: target, now: now)
  }

  /// Whether half of it, or four minutes, have been heard.
  /// - Parameter length: the song's; nil where unknown, so that only the four minutes count.
  func isPlayed(length: Duration?) -> Bool { heard > .zero && heard >= Self.enough(of: length) }

  /// Whether enough was heard of a part of the song, though perhaps not of the song.
  /// - Parameter length: the entry's.
  func isPartPlayed(length: Duration?) -> Bool {
    hasPlayedPart || (partStart != nil && heardOfEntry >= Self.enough(of: length))
  }

  /// Another one follows.
  mutating func leavePart(length: Duration?) { hasPlayedPart = isPartPlayed(length: length) }

  /// When it counts as played, if it sounds on until then; nil where it does already.
  func countsAt(length: Duration?) -> Duration? {
    if isTold { return nil }
    return markedAt + max(Self.enough(of: length) - heard, Self.leastWait)
  }

  private static func enough(of length: Duration?) -> Duration {
    length.map { min($0 / 2, longestUntilPlayed) } ?? longestUntilPlayed
  }

  /// The length that its end shows; nil after a seek to there.
  var lengthHeard: Duration? { mark <= reached ? reached : nil }

  /// A device that stalls just before is not asked all the time.
  private static let leastWait = Duration.milliseconds(100)
}
