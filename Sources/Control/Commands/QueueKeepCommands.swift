import Linux
import Model

/// The queue before it is replaced: further commands.
enum QueueKeepCommands {
  static let list: [Command] = [
    Command("queueback", .player, 1...3, bringBack),
    Command("queuekeep", .player, 0...0, keep),
  ]

  private static func keep(_ call: Call) throws(CommandError) -> Answer {
    let playback = call.backend.playback
    let number = call.hub.keptQueues.keep(playback.queue.entries, playback.status, at: .now())
    _ = call.hub.later?(KeptQueues.patience) { [weak hub = call.hub] in
      hub?.keptQueues.forgetOld(at: .now())
    }
    call.client.output.pair("kept", number)
    return .done
  }

  /// `COPY [RANGE] [POSITION]`: all of it in place of the queue, or entries of it into the queue, as `load` does.
  private static func bringBack(_ call: Call) throws(CommandError) -> Answer {
    guard let copy = call.hub.keptQueues.copy(try call.arguments.unsigned(0), at: .now()) else {
      throw CommandError(
        key: .nothingToUndo, "No such copy of the queue: it is kept for a minute", about: call.arguments[0])
    }
    guard call.arguments.count > 1 else { return try bringBack(copy, call) }
    let range = try call.arguments.queueRange(1, length: copy.entries.count)
    let place = try call.insertPosition(2)
    return try add(copy.entries[range], at: place, call) { .done }
  }

  private static func bringBack(_ copy: KeptQueues.Copy, _ call: Call) throws(CommandError) -> Answer {
    let status = copy.status
    return try call.edit(.clear) { _ throws(CommandError) in
      try add(copy.entries[...], at: 0, call) { () throws(CommandError) in
        call.backend.playback.noteLoaded(status.lastLoaded)
        _ = try call.perform(.setRandom(status.modes.random))
        guard status.state != .stop, let position = status.current?.position else { return .done }
        _ = try call.perform(.playPosition(position))
        if let elapsed = status.elapsed, elapsed > .seconds(1) {
          _ = try call.perform(.seekPosition(position, to: elapsed))
        }
        return status.state == .pause ? try call.perform(.setPaused(true)) : .done
      }
    }
  }

  private static func add(
    _ entries: ArraySlice<QueueEntry>, at place: Int, _ call: Call,
    then: @escaping () throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    if entries.isEmpty { return try then() }
    let items = entries.map { QueueItem($0.track, $0.region, told: $0.told) }
    return try call.edit(.addItems(items, at: .position(place))) { _ throws(CommandError) in
      let places = entries.indices.filter { entries[$0].priority > 0 }
      let byPriority = Dictionary(grouping: places) { entries[$0].priority }.sorted { $0.key < $1.key }
      return try prioritise(
        byPriority.map { ($0.key, $0.value.map { $0 - entries.startIndex + place }) }, call, then)
    }
  }

  private static func prioritise(
    _ rest: [(priority: UInt8, places: [Int])], _ call: Call,
    _ then: @escaping () throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    guard let first = rest.first else { return try then() }
    return try call.edit(.prioritise(first.places.map { $0..<$0 + 1 }, first.priority)) {
      _ throws(CommandError) in
      try prioritise(Array(rest.dropFirst()), call, then)
    }
  }
}
