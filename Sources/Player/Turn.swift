import Model

/// The event being handled, and its effects so far.
struct Turn: Sendable {
  var now = Duration.zero
  /// Somebody asks for another entry than the current one.
  var leavesByHand = false
  private(set) var changed = Subsystems()
  var effects: [Effect] = []

  mutating func change(_ subsystem: Subsystems) { changed.formUnion(subsystem) }

  mutating func append(_ effect: Effect) { effects.append(effect) }

  /// Removes what would be stored, but for places in folders: the music of an alarm is not stored.
  mutating func forgetSaves(from start: Int) {
    let kept = effects[start...].filter { effect in
      switch effect {
      case .save(.folder): true
      case .save: false
      default: true
      }
    }
    effects.replaceSubrange(start..., with: kept)
  }

  mutating func save(_ value: Save) { effects.append(.save(value)) }
}
