/// The tracks at all depths of a folder that is directly in its volume's root, counted.
struct FolderTally: Sendable {
  /// Empty for tracks in the root itself.
  var name: [UInt8] = []
  var tracks = 0
  var duration = Duration.zero

  mutating func add(_ other: FolderTally) {
    tracks += other.tracks
    duration += other.duration
  }
}
