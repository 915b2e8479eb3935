import Client

/// An addition to the queue, the same for all commands that add to it.
struct QueueAddition {
  enum Place {
    case end, afterCurrent
    /// In place of all that was there.
    case replacing
  }

  let place: Place
  let plays: Bool

  /// Adds all, then removes what is to be replaced: what can't be added leaves the queue as it is.
  /// - Parameter requests: `add`, `findadd` and others that take a position as their last word.
  /// - Returns: the number of songs that were added.
  func add(_ requests: [[String]], _ connection: Connection) throws(Failure) -> Int {
    let status = try connection.ask("status")
    let before = status.integer("playlistlength") ?? 0
    let current = place == .afterCurrent ? status.integer("song") : nil
    var position = current.map { $0 + 1 }
    for request in requests {
      guard var place = position else {
        _ = try connection.asked(request)
        continue
      }
      _ = try connection.asked(request + (request[0] == "findadd" ? ["position"] : []) + [String(place)])
      place = (current ?? 0) + 1 + (try connection.ask("status").integer("playlistlength") ?? before) - before
      position = place
    }
    let after = try connection.ask("status").integer("playlistlength") ?? before
    guard after > before else { throw .refused("Nothing was added: no songs in these folders.") }
    if plays {
      try connection.play(from: current.map { $0 + 1 } ?? before)
    } else if place == .replacing {
      try connection.ask("stop")
    }
    if place == .replacing, before > 0 { try connection.ask("delete", "0:\(before)") }
    return after - before
  }
}
