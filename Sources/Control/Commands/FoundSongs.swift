import Model

/// Reads songs that were found before again, a window at a time, as the client takes the answer.
enum FoundSongs {
  /// The tracks alone.
  ///
  /// - Parameters:
  ///   - then: what to do after the last one.
  ///   - take: is given each one that is still there.
  static func eachTrack(
    _ places: ArraySlice<TrackRow>, _ call: Call, then: @escaping () throws(CommandError) -> Answer,
    _ take: @escaping (TrackReference) -> Void
  ) -> Answer {
    let window = Array(places.prefix(call.hub.limits.windowSongs))
    if window.isEmpty { return call.whenRoom(then) }
    return call.wait(
      for: { call.backend.tracks.references(in: window, completion: $0) },
      then: { (found) throws(CommandError) in
        for case let track? in found { take(track) }
        return eachTrack(places.dropFirst(window.count), call, then: then, take)
      })
  }

  /// - Parameters:
  ///   - then: what to do after the last song.
  ///   - take: is given each one that is still there.
  static func each(
    _ places: ArraySlice<TrackRow>, _ call: Call,
    then: @escaping () throws(CommandError) -> Answer = { .done }, _ take: @escaping (FoundSong) -> Void
  ) -> Answer {
    let window = Array(places.prefix(call.hub.limits.windowSongs))
    if window.isEmpty { return call.whenRoom(then) }
    return call.wait(
      for: { call.backend.catalogue.found(at: window, completion: $0) },
      then: { (found) throws(CommandError) in
        call.writeAll(
          found.compactMap { $0 }[...],
          then: { () throws(CommandError) in each(places.dropFirst(window.count), call, then: then, take) },
          take)
      })
  }
}
