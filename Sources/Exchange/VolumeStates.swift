import Library

/// State that a part has of each volume, from the first question about it until its threads have ended. Loop thread only.
struct VolumeStates<State: AnyObject> {
  /// By the key of the opening.
  private var states: [UInt64: State] = [:]

  /// - Parameter make: called at the first question.
  subscript(volume: MountedVolume, make: () -> State) -> State {
    mutating get {
      let key = volume.worker.key
      if let state = states[key] { return state }
      let state = make()
      states[key] = state
      return state
    }
  }

  /// Forgets volumes that have gone.
  mutating func keep(only volumes: [MountedVolume]) {
    let keys = Set(volumes.map(\.worker.key))
    states = states.filter { keys.contains($0.key) }
  }
}
