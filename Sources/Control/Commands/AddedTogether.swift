import Model

/// `add URI`, `addid URI`, or `playlistadd NAME URI` to one playlist, that follow each other in a command list: their songs are
/// looked up in one step, and are one edit. Each is answered, or refused, as if it ran alone.
struct AddedTogether {
  /// Adds tracks at the end, and continues with the new entries of the queue, or with why nothing was added.
  typealias Adding = (
    _ tracks: [TrackReference],
    _ then: @escaping (Result<[EntryID], CommandError>) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer

  private let call: Call
  private let paths: [String]
  private let onlySongs: Bool
  private let explain: (Refusal) -> CommandError
  private let add: Adding

  /// Takes the commands that follow; nil where there are none. The URI is the last argument.
  ///
  /// - Parameters:
  ///   - first: what `call` is to add.
  ///   - explain: the error for a path that can't be added.
  init?(
    _ call: Call, _ first: String, onlySongs: Bool,
    explain: @escaping (Refusal) -> CommandError = \.commandError,
    add: @escaping Adding
  ) {
    guard call.client.isInList else { return nil }
    let others = [call.name] + call.arguments.words.dropLast()
    var paths = [first]
    call.client.takeFollowing(most: call.hub.limits.addsTogether - 1) { line in
      guard let path = Self.path(in: line, after: others) else { return false }
      paths.append(path)
      return true
    }
    if paths.count == 1 { return nil }
    (self.call, self.paths, self.onlySongs) = (call, paths, onlySongs)
    (self.explain, self.add) = (explain, add)
  }

  /// Returns the path that a line adds; nil unless it consists of the command, the same other arguments and a valid
  /// path.
  private static func path(in line: ArraySlice<UInt8>, after others: [String]) -> String? {
    var tokenizer = Tokenizer(line)
    do throws(CommandError) {
      guard try tokenizer.command() == others.first else { return nil }
      for other in others.dropFirst() {
        guard let word = try tokenizer.argument(), word.utf8.elementsEqual(other.utf8) else { return nil }
      }
      guard let uri = try tokenizer.argument(), !MusicPath.hasScheme(uri), try tokenizer.argument() == nil
      else { return nil }
      return MusicPath.normalized(uri)
    } catch {
      return nil
    }
  }

  func start() -> Answer {
    call.wait(
      for: { call.backend.additions.tracks(belowEach: paths, onlySongs: onlySongs, completion: $0) },
      then: { (found) throws(CommandError) in try put(found, from: 0) })
  }

  private typealias Found = [Result<[TrackReference], Refusal>?]

  /// Adds what was found from the command `start` on.
  private func put(_ found: Found, from start: Int) throws(CommandError) -> Answer {
    var songs: [[TrackReference]] = []
    while start + songs.count < paths.count, case .success(let some)? = found[start + songs.count] {
      songs.append(some)
    }
    let next = start + songs.count
    return try putTogether(songs[...], from: start) { () throws(CommandError) in
      if next == paths.count { return .done }
      guard case .failure(let refusal)? = found[next] else { return putAlone(found, next) }
      throw explain(refusal)
    }
  }

  /// All in one edit; one by one where there is no room for all.
  private func putTogether(
    _ songs: ArraySlice<[TrackReference]>, from start: Int,
    then: @escaping () throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    let tracks = songs.flatMap(\.self)
    func answer(_ added: [EntryID]) throws(CommandError) -> Answer {
      for offset in 0..<songs.count { tell(onlySongs ? [added[offset]] : [], start + offset) }
      return try then()
    }
    if tracks.isEmpty { return try answer([]) }
    return try add(tracks) { (result) throws(CommandError) in
      switch result {
      case .success(let added): return try answer(added)
      case .failure(let error):
        if songs.count == 1 { throw error }
        return try putTogether(songs.prefix(1), from: start) { () throws(CommandError) in
          try putTogether(songs.dropFirst(), from: start + 1, then: then)
        }
      }
    }
  }

  /// Answers the command `index`.
  private func tell(_ ids: [EntryID], _ index: Int) {
    for id in ids { call.client.output.pair("Id", id.rawValue) }
    if index + 1 < paths.count { call.client.countFollowing() }
  }

  /// A folder of many songs, or what lies on another volume than the first.
  private func putAlone(_ found: Found, _ index: Int) -> Answer {
    let additions = call.backend.additions
    func put(_ tracks: [TrackReference]) throws(CommandError) -> Answer {
      try putTogether([tracks], from: index) { () throws(CommandError) in
        try index + 1 == paths.count ? .done : self.put(found, from: index + 1)
      }
    }
    if onlySongs {
      return call.wait(
        for: { additions.track(at: paths[index], completion: $0) }, otherwise: explain,
        then: { (track) throws(CommandError) in try put([track]) })
    }
    return call.wait(
      for: { additions.tracks(below: paths[index], completion: $0) }, otherwise: explain,
      then: { (tracks) throws(CommandError) in try put(tracks) })
  }
}
