import Model

/// Which part of a song of the queue sounds.
enum QueueRangeCommands {
  static let list: [Command] = [Command("rangeid", .add, 2...2, range)]

  /// `ID START:END`, in seconds; either may be left out.
  private static func range(_ call: Call) throws(CommandError) -> Answer {
    let number = try call.arguments.unsigned(0)
    let (start, end) = try times(call.arguments[1])
    guard let raw = UInt32(exactly: number),
      let position = call.backend.playback.position(of: EntryID(rawValue: raw))
    else { throw .noSuchSong }
    let track = call.backend.playback.queue.entries[position].track
    return call.wait(
      for: { call.backend.catalogue.songs(of: [track], completion: $0) },
      then: { (songs) throws(CommandError) in
        // It may have gone meanwhile.
        guard let position = call.backend.playback.position(of: EntryID(rawValue: raw)) else {
          throw .noSuchSong
        }
        let entry = call.backend.playback.queue.entries[position]
        var region = entry.region
        region.start = start
        region.end = end
        if let length = songs.first?.duration {
          if start > length { throw .argument("Invalid start offset") }
          if end ?? .zero >= length { region.end = nil }
        }
        guard region.isValid else { throw .argument("Bad range") }
        return try call.edit(.setRegion(entry.id, region))
      })
  }

  private static func times(_ text: String) throws(CommandError) -> (start: Duration, end: Duration?) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .argument("Bad range") }
    var times: [Duration?] = []
    for part in parts {
      if part.isEmpty {
        times.append(nil)
      } else if let seconds = Double(part), seconds >= 0, seconds <= 360_000 {
        times.append(.microseconds(Int64((seconds * 1_000_000).rounded())))
      } else {
        throw .argument("Bad range")
      }
    }
    let (start, end) = (times[0] ?? .zero, times[1] ?? .zero)
    guard end == .zero || end > start else { throw .argument("Bad range") }
    return (start, end == .zero ? nil : end)
  }
}
