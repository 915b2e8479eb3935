import Model

/// Radio stations that people keep: further commands. They are the entries of an ordinary playlist, each with its name,
/// and those of playlist files of the same name on sticks.
enum StationCommands {
  static let list: [Command] = [
    Command("stationadd", .control, 2...2, add),
    Command("stationremove", .control, 1...1, remove),
    Command("stations", .read, 0...0) { call throws(CommandError) in
      find(call) { (stations) throws(CommandError) in
        call.writeAll(stations[...]) { station in
          call.client.output.pair("station", station.name)
          call.client.output.address("file", station.url)
        }
      }
    },
  ]

  private static let mostNameBytes = 200

  /// `NAME URL`: what is there already is not added again.
  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let (name, url) = (call.arguments[0], call.arguments[1])
    guard !name.isEmpty, name.utf8.count <= mostNameBytes, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw .argument("The name of a station has 1 to \(mostNameBytes) bytes without control characters")
    }
    guard let track = TrackReference(url: url) else { throw .noStream }
    let entry = PlaylistEntry(track, told: [SourceMetadata(.name, name)])
    return find(call) { (stations) throws(CommandError) in
      let isThere = stations.contains { $0.name == name && $0.url == url }
      call.client.output.pair("added", !isThere)
      if isThere { return .done }
      return call.whenDone(of: name) {
        call.backend.playlists.change(Station.playlist, .insert([entry], at: nil), completion: $0)
      }
    }
  }

  /// `NAME`: its name or its URL.
  private static func remove(_ call: Call) throws(CommandError) -> Answer {
    let wanted = call.arguments[0]
    return find(call) { (stations) throws(CommandError) in
      guard let station = stations.first(where: { $0.name == wanted || $0.url == wanted }) else {
        throw CommandError(key: .noSuchStation, about: wanted)
      }
      guard station.isOfPlaylist else { throw Refusal.playlistFile(station.list).commandError }
      return call.whenDone(of: wanted) {
        call.backend.playlists.change(
          Station.playlist, .delete(station.position..<station.position + 1), completion: $0)
      }
    }
  }

  private static func find(
    _ call: Call, then: @escaping ([Station]) throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: { call.backend.stations.all(completion: $0) },
      then: { (result: Result<[Station], Refusal>) throws(CommandError) in
        try then(try result.mapError(\.commandError).get())
      })
  }
}
