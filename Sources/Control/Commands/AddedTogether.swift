import Model

/// `add URI`, or `addid URI`, that follow each other in a command list: their songs are looked up in one step, and are
/// one edit of the queue. Each is answered, or refused, as if it ran alone.
struct AddedTogether {
  private let call: Call
  private let paths: [String]
  private let onlySongs: Bool

  /// Takes the commands that follow; nil where there are none.
  /// - Parameter first: what `call` is to add.
  init?(_ call: Call, _ first: String, onlySongs: Bool) {
    guard call.client.isInList, call.arguments.count == 1 else { return nil }
    var paths = [first]
    call.client.takeFollowing(most: call.hub.limits.addsTogether - 1) { line in
      guard let path = Self.path(in: line, of: call.name) else { return false }
      paths.append(path)
      return true
    }
    if paths.count == 1 { return nil }
    self.call = call
    self.paths = paths
    self.onlySongs = onlySongs
  }

  /// What a line adds; nil where that is not all that it says, or nothing that can be there.
  private static func path(in line: ArraySlice<UInt8>, of command: String) -> String? {
    var tokenizer = Tokenizer(line)
    do throws(CommandError) {
      guard try tokenizer.command() == command, let uri = try tokenizer.argument(), !MusicPath.hasScheme(uri),
        try tokenizer.argument() == nil
      else { return nil }
      return MusicPath.normalized(uri)
    } catch {
      return nil
    }
  }

  func start() -> Answer {
    call.wait(
      for: { call.backend.catalogue.tracks(belowEach: paths, onlySongs: onlySongs, completion: $0) },
      then: { (found) throws(CommandError) in try put(found, from: 0) })
  }

  private typealias Found = [Result<[TrackReference], Refusal>?]

  /// Adds what was found from the command `start` on.
  private func put(_ found: Found, from start: Int) throws(CommandError) -> Answer {
    var songs: [[TrackReference]] = []
    while start + songs.count < paths.count, case .success(let some)? = found[start + songs.count] {
      songs.append(some)
    }
    try putTogether(songs, from: start)
    let next = start + songs.count
    if next == paths.count { return .done }
    guard case .failure(let refusal)? = found[next] else { return putAlone(found, next) }
    throw refusal.commandError
  }

  /// All in one edit; one by one where there is no room for all.
  private func putTogether(_ songs: [[TrackReference]], from start: Int) throws(CommandError) {
    do throws(CommandError) {
      try add(songs.flatMap(\.self)) { (added) throws(CommandError) in
        for offset in songs.indices { tell(onlySongs ? [added[offset]] : [], start + offset) }
      }
    } catch {
      if songs.count == 1 { throw error }
      for (offset, some) in songs.enumerated() {
        try add(some) { (added) throws(CommandError) in tell(onlySongs ? added : [], start + offset) }
      }
    }
  }

  private func add(
    _ tracks: [TrackReference], then: @escaping ([EntryID]) throws(CommandError) -> Void
  ) throws(CommandError) {
    if tracks.isEmpty { return try then([]) }
    let end = QueuePlace.position(call.backend.playback.queue.entries.count)
    _ = try call.edit(.add(tracks, at: end)) { (added) throws(CommandError) in
      try then(added)
      return .done
    }
  }

  /// Answers the command `index`.
  private func tell(_ ids: [EntryID], _ index: Int) {
    for id in ids { call.client.output.pair("Id", id.rawValue) }
    if index + 1 < paths.count { call.client.countFollowing() }
  }

  /// A folder of many songs, or what lies on another volume than the first.
  private func putAlone(_ found: Found, _ index: Int) -> Answer {
    let catalogue = call.backend.catalogue
    if onlySongs {
      return call.wait(
        for: { catalogue.track(at: paths[index], completion: $0) },
        then: { (track) throws(CommandError) in
          try putTogether([[track]], from: index)
          return try index + 1 == paths.count ? .done : put(found, from: index + 1)
        })
    }
    return call.wait(
      for: { catalogue.tracks(below: paths[index], completion: $0) },
      then: { (tracks) throws(CommandError) in
        try putTogether([tracks], from: index)
        return try index + 1 == paths.count ? .done : put(found, from: index + 1)
      })
  }
}
