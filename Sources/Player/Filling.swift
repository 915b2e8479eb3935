import Model

/// Arriving volumes that are added to the queue whole, until somebody edits it.
struct Filling: Sendable {
  var isOn = false
  /// Position from the last time, until the power is on.
  var restored: SavedPosition?
  /// The first tracks that are added play.
  var plays = false
  /// Until then, strange volumes wait for the one that played last.
  var settlesAt: Duration?
  /// Volumes that came back while their entries were there: only what is new on them is added.
  private var refilled: Set<VolumeID> = []
  /// The hashes of what the queue had of those when the first of it was found.
  private var present: [VolumeID: Set<Int>] = [:]

  mutating func begin() { (isOn, plays) = (true, true) }

  mutating func ask(for volume: VolumeID, _ queue: Queue, _ turn: inout Turn) {
    if queue.countByVolume[volume] != nil { refilled.insert(volume) }
    present[volume] = nil
    turn.append(.fillQueue(volume))
  }

  /// Returns what the queue lacks of the tracks that were found.
  mutating func missing(_ tracks: [TrackReference], from volume: VolumeID, _ queue: Queue) -> [TrackReference]
  {
    guard refilled.contains(volume) else { return tracks }
    // Once for all that a scan finds: to go through a long queue for every few hundred files takes seconds in all.
    if present[volume] == nil {
      present[volume] = Set(
        queue.entries.lazy.filter { $0.track.volume == volume }.map(\.track.hashValue))
    }
    return tracks.filter { present[volume]?.insert($0.hashValue).inserted != false }
  }

  mutating func forget(_ volume: VolumeID) { present[volume] = nil }

  /// Tracks have other places.
  mutating func forgetTracks() { present.removeAll() }
}
