import Model

/// Editing the queue.
enum QueueCommands {
  static let list: [Command] = [
    Command("add", .add, 1...2, add),
    Command("addid", .add, 1...2, addID),
    Command("addtagid", .add, 3...3) { call throws(CommandError) in try editTags(call, adds: true) },
    Command("clear", .player, 0...0) { call throws(CommandError) in try call.edit(.clear) },
    Command("cleartagid", .add, 1...2) { call throws(CommandError) in try editTags(call, adds: false) },
    Command("delete", .player, 1...1, delete),
    Command("deleteid", .player, 1...1) { call throws(CommandError) in
      let position = try position(ofNumber: 0, call)
      return try call.edit(.delete(position..<position + 1))
    },
    Command("move", .player, 2...2) { call throws(CommandError) in
      let range = try call.arguments.range(0)
      return try move(range, call)
    },
    Command("moveid", .player, 2...2) { call throws(CommandError) in
      let position = try position(ofNumber: 0, call)
      return try move(position..<position + 1, call)
    },
    Command("prio", .player, 2...Command.any, setPriority),
    Command("prioid", .player, 2...Command.any, setPriorityOfIDs),
    Command("shuffle", .player, 0...1, shuffle),
    Command("swap", .player, 2...2, swap),
    Command("swapid", .player, 2...2) { call throws(CommandError) in
      let first = try position(ofNumber: 0, call)
      return try call.edit(.swap(first, position(ofNumber: 1, call)))
    },
  ]

  // MARK: Adding

  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let path = try call.localPath(otherwise: .noSuchDirectory, mayBeStream: true)
    _ = try call.insertPosition(1)
    if call.client.speech.takes(path, marks: call.backend.system.machine.speechURLs) {
      return SpeechDetour.announce(path, call)
    }
    if let added = addedTogether(call, path, onlySongs: false) { return added.start() }
    return call.wait(
      for: { call.backend.additions.tracks(below: path, completion: $0) },
      then: { (tracks) throws(CommandError) in
        if tracks.isEmpty { return .done }
        return try call.edit(.add(tracks, at: .position(call.insertPosition(1))))
      })
  }

  private static func addedTogether(_ call: Call, _ path: String, onlySongs: Bool) -> AddedTogether? {
    guard call.arguments.count == 1, !MusicPath.hasScheme(path) else { return nil }
    return AddedTogether(call, path, onlySongs: onlySongs) { (tracks, then) throws(CommandError) in
      let end = QueuePlace.position(call.backend.playback.queue.entries.count)
      var result: Result<[EntryID], CommandError> = .success([])
      do throws(CommandError) {
        _ = try call.edit(.add(tracks, at: end)) { (added) throws(CommandError) in
          result = .success(added)
          return .done
        }
      } catch {
        result = .failure(error)
      }
      return try then(result)
    }
  }

  private static func addID(_ call: Call) throws(CommandError) -> Answer {
    let path = try call.localPath(otherwise: .noSuchSong, mayBeStream: true)
    _ = try call.insertPosition(1)
    if let added = addedTogether(call, path, onlySongs: true) { return added.start() }
    return call.wait(
      for: { call.backend.additions.track(at: path, completion: $0) },
      then: { (track) throws(CommandError) in
        try call.edit(.add([track], at: .position(call.insertPosition(1)))) { added in
          for id in added { call.client.output.pair("Id", id.rawValue) }
          return .done
        }
      })
  }

  /// `ID [TAG [VALUE]]`: as MPD, changes the tags of streams alone.
  private static func editTags(_ call: Call, adds: Bool) throws(CommandError) -> Answer {
    let number = try call.arguments.unsigned(0)
    var tag: Tag?
    if call.arguments.count > 1 {
      tag = Tag(named: call.arguments[1])
      if tag == nil { throw .argument("Unknown tag type: \(call.arguments[1])") }
    }
    let entry = call.backend.playback.queue.entries[try position(of: number, call)]
    guard entry.track.volume == .network else {
      throw CommandError(.permission, "Cannot edit tags of local file")
    }
    // Tags that are not kept of a stream are ignored: clients send all that they know.
    let field = tag.flatMap(\.sourceField)
    var tags = entry.told.filter { $0.field == .guest || tag != nil && $0.field != field }
    if adds, let field, case let text = call.arguments[2], !text.isEmpty {
      guard tags.bytes + text.utf8.count <= mostTagBytes else { throw .argument("The tags are too long") }
      tags.append(SourceMetadata(field, text))
    }
    return try call.edit(.setTags(entry.id, tags))
  }

  /// Limit of the tags of one stream together.
  private static let mostTagBytes = 900

  // MARK: Removing and ordering

  private static func delete(_ call: Call) throws(CommandError) -> Answer {
    let range = try call.arguments.queueRange(0, length: call.backend.playback.queue.entries.count)
    return range.isEmpty ? .done : try call.edit(.delete(range))
  }

  private static func move(_ range: Range<Int>, _ call: Call) throws(CommandError) -> Answer {
    let length = call.backend.playback.queue.entries.count
    if range.upperBound == Int.max { throw .argument("Open-ended range not supported") }
    guard range.upperBound <= length, !range.isEmpty else { throw .badSongIndex }
    let destination = try moveDestination(of: range, length: length, call)
    return try call.edit(.move(range, to: .position(destination)))
  }

  private static func moveDestination(
    of range: Range<Int>, length: Int, _ call: Call
  ) throws(CommandError) -> Int {
    guard call.arguments.isRelative(1) else {
      return try call.arguments.unsigned(1, maximum: length - range.count)
    }
    guard let current = call.backend.playback.status.current?.position else { throw .noCurrentSong }
    guard !range.contains(current) else { throw .argument("Cannot move current song relative to itself") }
    // Position of the current song after the moved ones are removed.
    let standing = current < range.lowerBound ? current : current - range.count
    switch try call.arguments.relative(1, after: length - range.count - standing - 1, before: standing) {
    case .after(let distance): return standing + 1 + distance
    case .before(let distance): return standing - distance
    }
  }

  private static func swap(_ call: Call) throws(CommandError) -> Answer {
    let first = try call.arguments.unsigned(0)
    let second = try call.arguments.unsigned(1)
    let places = call.backend.playback.queue.entries.indices
    guard places.contains(first), places.contains(second) else { throw .badSongIndex }
    return try call.edit(.swap(first, second))
  }

  private static func shuffle(_ call: Call) throws(CommandError) -> Answer {
    let length = call.backend.playback.queue.entries.count
    let range = call.arguments.count > 0 ? try call.arguments.queueRange(0, length: length) : 0..<length
    return range.count < 2 ? .done : try call.edit(.shuffle(range))
  }

  // MARK: Priorities

  private static func setPriority(_ call: Call) throws(CommandError) -> Answer {
    let priority = UInt8(try call.arguments.unsigned(0, maximum: 255))
    let length = call.backend.playback.queue.entries.count
    var ranges: [Range<Int>] = []
    for index in 1..<call.arguments.count {
      ranges.append(try call.arguments.queueRange(index, length: length))
    }
    return try call.edit(.prioritise(disjoint(ranges), priority))
  }

  /// The same places, each once: many wide ranges on one line would otherwise be much work.
  private static func disjoint(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func setPriorityOfIDs(_ call: Call) throws(CommandError) -> Answer {
    let priority = UInt8(try call.arguments.unsigned(0, maximum: 255))
    var ranges: [Range<Int>] = []
    for index in 1..<call.arguments.count {
      let position = try position(ofNumber: index, call)
      ranges.append(position..<position + 1)
    }
    return try call.edit(.prioritise(disjoint(ranges), priority))
  }

  /// Returns the position of the entry whose number is an argument.
  private static func position(ofNumber index: Int, _ call: Call) throws(CommandError) -> Int {
    try position(of: call.arguments.unsigned(index), call)
  }

  private static func position(of number: Int, _ call: Call) throws(CommandError) -> Int {
    guard let raw = UInt32(exactly: number),
      let position = call.backend.playback.position(of: EntryID(rawValue: raw))
    else { throw .noSuchSong }
    return position
  }
}
