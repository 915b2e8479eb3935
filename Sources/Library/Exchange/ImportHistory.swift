import Model

/// Which imports this box made, and on which volumes. Volumes that come and go have imports of other boxes, too: those are
/// none of its own, whatever their numbers are.
public struct ImportHistory: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let number: Int64
    /// Those that its playlists were made on, or were to be when the power went.
    var volumes: [VolumeID]
  }

  /// Steps that can be undone; older ones are forgotten.
  static let most = 20

  /// The last one last.
  private(set) var steps: [Step] = []

  public init() {}

  func has(_ number: Int64, on volume: VolumeID) -> Bool {
    steps.contains { $0.number == number && $0.volumes.contains(volume) }
  }

  /// A step that is known keeps its place.
  mutating func add(_ number: Int64, on volume: VolumeID) {
    if has(number, on: volume) { return }
    if let place = steps.firstIndex(where: { $0.number == number }) {
      steps[place].volumes.append(volume)
    } else {
      steps.append(Step(number: number, volumes: [volume]))
      if steps.count > Self.most { steps.removeFirst(steps.count - Self.most) }
    }
  }

  mutating func remove(_ number: Int64, from volume: VolumeID) {
    guard let place = steps.firstIndex(where: { $0.number == number }) else { return }
    steps[place].volumes.removeAll { $0 == volume }
    if steps[place].volumes.isEmpty { steps.remove(at: place) }
  }
}
