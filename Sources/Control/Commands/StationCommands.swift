import Model

/// Radio stations that people keep: further commands. They are the entries of an ordinary playlist, each with its name,
/// and those of playlist files of the same name on sticks.
enum StationCommands {
  static let list: [Command] = [
    Command("stationadd", .control, 2...2, add),
    Command("stationremove", .control, 1...1, remove),
    Command("stations", .read, 0...0) { call throws(CommandError) in
      find(call) { (stations) throws(CommandError) in
        for station in stations {
          call.client.output.pair("station", station.name)
          call.client.output.address("file", station.url)
        }
        return .done
      }
    },
  ]

  private static let playlist = "Stations"
  private static let mostNameBytes = 200

  private struct Station {
    /// Its playlist, or the URI of its playlist file.
    let list: String
    let position: Int
    let name: String
    let url: String
  }

  /// `NAME URL`
  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let (name, url) = (call.arguments[0], call.arguments[1])
    guard !name.isEmpty, name.utf8.count <= mostNameBytes, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw .argument("The name of a station has 1 to \(mostNameBytes) bytes without control characters")
    }
    guard let track = TrackReference(url: url) else { throw .noStream }
    let entry = PlaylistEntry(track, told: [SourceMetadata(.name, name)])
    func write(_ mode: PlaylistChange.SaveMode, _ completion: @escaping (Refusal?) -> Void) {
      call.backend.playlists.change(playlist, .write([entry], mode, []), completion: completion)
    }
    return call.whenDone(of: name) { completion in
      write(.append) { refusal in
        if refusal == .noSuchPlaylist { write(.create, completion) } else { completion(refusal) }
      }
    }
  }

  /// `NAME`: its name or its URL.
  private static func remove(_ call: Call) throws(CommandError) -> Answer {
    let wanted = call.arguments[0]
    return find(call) { (stations) throws(CommandError) in
      guard let station = stations.first(where: { $0.name == wanted || $0.url == wanted }) else {
        throw CommandError(key: .noSuchSong, "No such station", about: wanted)
      }
      guard station.list == playlist else { throw Refusal.playlistFile(station.list).commandError }
      return call.whenDone(of: wanted) {
        call.backend.playlists.change(
          playlist, .delete(station.position..<station.position + 1), completion: $0)
      }
    }
  }

  /// Those of the playlist first.
  private static func find(
    _ call: Call, then: @escaping ([Station]) throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: { call.backend.playlists.files(completion: $0) },
      then: { (result: Result<[PlaylistFileReport], Refusal>) throws(CommandError) in
        let files = try result.mapError(\.commandError).get().filter(namesStations).map(\.uri)
        return try gather(call, from: ([playlist] + files)[...], [], then: then)
      })
  }

  /// Whether it is called `Stations`, and is at the root of its volume.
  private static func namesStations(_ file: PlaylistFileReport) -> Bool {
    let folder = file.volume + "/"
    let path = file.uri.hasPrefix(folder) ? file.uri.dropFirst(folder.count) : file.uri[...]
    guard !path.contains("/"), let dot = path.lastIndex(of: ".") else { return false }
    return path[..<dot].lowercased() == playlist.lowercased()
  }

  private static func gather(
    _ call: Call, from lists: ArraySlice<String>, _ found: [Station],
    then: @escaping ([Station]) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    guard let list = lists.first else { return try then(found) }
    return call.wait(
      for: {
        call.backend.playlists.entries(
          of: list, after: nil, skipping: 0, limit: call.hub.limits.windowEntries, texts: false,
          completion: $0)
      },
      then: { (result: Result<PlaylistEntries, Refusal>) throws(CommandError) in
        var found = found
        switch result {
        case .failure(.noSuchPlaylist): break
        // A file may be gone with its stick, or name none.
        case .failure(let refusal) where list == playlist: throw refusal.commandError
        case .failure: break
        case .success(let page):
          found += page.entries.enumerated().compactMap { position, entry in
            entry.track.url.map { url in
              let name = entry.told.first { $0.field == .name }?.text ?? url
              return Station(list: list, position: position, name: name, url: url)
            }
          }
        }
        return try gather(call, from: lists.dropFirst(), found, then: then)
      })
  }
}
