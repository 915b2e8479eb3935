import Model

/// Further commands: stored playlists under headings, what stands in them twice, and adding to them.
enum PlaylistViewCommands {
  static let list: [Command] = [
    Command("playlistduplicates", .read, 1...1, duplicates),
    Command("playlistgroups", .read, 1...2, groups),
    Command("playlistput", .control, 3...Command.any, put),
  ]

  private typealias GroupedEntry = (
    heading: Int, position: Int, track: TrackReference, place: TrackRow?, told: [SourceMetadata]
  )

  /// Limit of the headings' bytes that are held until all songs are known.
  private static let mostHeadingBytes = 8 << 20

  /// The entries whose track stands further up already: the same file, whatever its tags.
  private static func duplicates(_ call: Call) -> Answer {
    var first: [TrackReference: Int] = [:]
    var bytes = 0
    let answer = PlaylistAnswer(call, call.arguments[0], while: { bytes <= QueueLimits.pathBytes }) {
      position, song, entry, _ in
      if let place = first[entry.track] {
        call.client.output.address("file", song.uri)
        call.client.output.pair("Pos", position)
        call.client.output.pair("First", place)
      } else {
        first[entry.track] = position
        bytes += entry.track.path.count
      }
    }
    return answer.start { () throws(CommandError) in
      guard bytes <= QueueLimits.pathBytes else { throw Refusal.playlistFull.commandError }
      return .done
    }
  }

  // MARK: Groups

  /// `NAME [TEMPLATE]`; without, by the playlist's own template.
  private static func groups(_ call: Call) throws(CommandError) -> Answer {
    let name = call.arguments[0]
    let given = try call.arguments.optional(1).map { (text) throws(CommandError) in try GroupTemplate(text) }
    return call.wait(
      for: { call.backend.playlists.texts(of: name, completion: $0) },
      otherwise: { $0.commandError(of: name) },
      then: { (details) throws(CommandError) in
        let own = try details.template.map { (text) throws(CommandError) in try GroupTemplate(text) }
        guard let template = given ?? own else {
          throw CommandError(
            key: .noTemplate, "The playlist has no template: give one, such as {AlbumArtist} – {Album}")
        }
        return groups(name, template, call)
      })
  }

  private static var tooMuch: CommandError {
    .argument("The playlist is too large for grouping: use shorter headings or fewer entries")
  }

  /// The headings in the order of their names, the songs below them in that of the playlist.
  private static func groups(_ name: String, _ template: GroupTemplate, _ call: Call) -> Answer {
    var numbers: [String: Int] = [:]
    var headings: [String] = []
    var items: [GroupedEntry] = []
    /// Values that few entries have, by position: URIs of network streams, and parts of songs.
    var uris: [Int: String] = [:]
    var parts: [Int: Region] = [:]
    var bytes = 0
    var headingBytes = 0
    func fits() -> Bool { bytes <= QueueLimits.pathBytes && headingBytes <= mostHeadingBytes }
    let search = PlaylistAnswer(call, name, while: fits) { position, song, entry, place in
      let text = template.text(for: song)
      let number = numbers[text] ?? headings.count
      if number == headings.count {
        numbers[text] = number
        headings.append(text)
        headingBytes += text.utf8.count + 100
      }
      items.append((number, position, entry.track, place, entry.told))
      bytes += entry.track.path.count + entry.told.bytes
      if song.isInNetwork {
        uris[position] = song.uri
        bytes += song.uri.utf8.count
      }
      if entry.region != .whole {
        parts[position] = entry.region
        bytes += MemoryLayout<Region>.stride
      }
    }
    return search.start { () throws(CommandError) in
      guard fits() else { throw tooMuch }
      let order = ShelfSearch.order(call)
      let keyed = headings.enumerated().map { (key: order.key(ofName: $0.element), number: $0.offset) }
      let sorted = keyed.sorted {
        $0.key.lexicographicallyPrecedes($1.key) || $0.key == $1.key && $0.number < $1.number
      }
      var ranks = [Int](repeating: 0, count: headings.count)
      for (rank, heading) in sorted.enumerated() { ranks[heading.number] = rank }
      items.sort { (ranks[$0.heading], $0.position) < (ranks[$1.heading], $1.position) }
      return write(items[...], under: headings, (uris, parts), after: nil, call)
    }
  }

  private static func write(
    _ items: ArraySlice<GroupedEntry>, under headings: [String],
    _ rare: (uris: [Int: String], parts: [Int: Region]), after last: Int?, _ call: Call
  ) -> Answer {
    let window = items.prefix(call.hub.limits.windowSongs)
    guard let end = window.last else { return .done }
    var heading = last
    return call.wait(
      for: {
        call.backend.catalogue.songs(of: window.map(\.track), at: window.map(\.place), completion: $0)
      },
      then: { (songs) throws(CommandError) in
        call.writeAll(
          Array(zip(songs, window))[...],
          then: { () throws(CommandError) in
            write(items.dropFirst(window.count), under: headings, rare, after: end.heading, call)
          },
          { song, item in
            if item.heading != heading { call.client.output.pair("group", headings[item.heading]) }
            heading = item.heading
            let song = song.or(rare.uris[item.position].map { Song(uri: $0) }, inWhole: false)
            call.writeWhole(song.telling(item.told))
            call.client.output.pair("Pos", item.position)
            if let part = rare.parts[item.position] { call.write(part) }
            if song.isAbsent { call.client.output.pair("absent", 1) }
          })
      })
  }

  // MARK: Adding

  /// `NAME [new] [position N] uri URI…`, `… find FILTER… [sort [-]TAG]` or `… lookup WORD…`: adds the songs that are
  /// not in it yet, or all; answers with the number added.
  private static func put(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words.dropFirst()
    let isNew = words.first == "new"
    if isNew { words = words.dropFirst() }
    var position: Int?
    if words.first == "position", words.count >= 2 {
      position = try call.arguments.number(words.startIndex + 1, in: 0...QueueLimits.entries, "A place")
      words = words.dropFirst(2)
    }
    let place = position
    func add(_ songs: [TrackRow]) -> Answer {
      counting(call) { PlaylistCommands.add(songs, call, at: place, onlyNew: isNew, then: $0) }
    }
    guard let kind = words.popFirst(), !words.isEmpty else {
      throw .argument("uri URI…, find FILTER… or lookup WORD… expected")
    }
    switch kind {
    case "uri":
      return try uris(words, [], call) { tracks in
        counting(call) {
          PlaylistCommands.change(
            call, isNew ? .addNew(tracks, at: place) : .add(tracks, at: place), then: $0)
        }
      }
    case "find":
      let query = try SongQuery(words, call.arguments, foldsCase: false)
      return SearchCommands.places(query, call, orRefuse: .playlistFull, then: add)
    case "lookup":
      return call.wait(
        for: {
          call.backend.catalogue.places(
            lookedUp: words.joined(separator: " "), limit: 1000, completion: $0)
        },
        then: { (songs) throws(CommandError) in add(songs) })
    default: throw .argument("uri URI…, find FILTER… or lookup WORD… expected: \(kind)")
    }
  }

  private static func uris(
    _ words: ArraySlice<String>, _ found: [TrackReference], _ call: Call,
    then add: @escaping ([TrackReference]) -> Answer
  ) throws(CommandError) -> Answer {
    guard let uri = words.first else { return add(found) }
    let isStream = TrackReference(url: uri) != nil
    if !isStream, MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = isStream ? uri : MusicPath.normalized(uri) else {
      throw Refusal.noSuchDirectory.commandError(of: uri)
    }
    return call.wait(
      for: { call.backend.additions.tracks(below: path, completion: $0) },
      otherwise: { call.error($0 == .queueFull ? .playlistFull : $0, of: uri) },
      then: { (tracks) throws(CommandError) in
        guard found.count + tracks.count <= QueueLimits.entries else {
          throw Refusal.playlistFull.commandError
        }
        return try uris(words.dropFirst(), found + tracks, call, then: add)
      })
  }

  /// Changes the playlist, and answers with the number of new entries.
  private static func counting(
    _ call: Call, _ change: @escaping (_ then: @escaping () throws(CommandError) -> Answer) -> Answer
  ) -> Answer {
    count(call) { before in
      change {
        count(call) { after in
          call.client.output.pair("added", max(0, after - before))
          return .done
        }
      }
    }
  }

  /// 0 of one that is not there.
  private static func count(_ call: Call, then: @escaping (Int) -> Answer) -> Answer {
    call.wait(
      for: { (completion: @escaping (Int) -> Void) in
        call.backend.playlists.texts(of: call.arguments[0]) { completion((try? $0.get())?.entries ?? 0) }
      },
      then: { (count) throws(CommandError) in then(count) })
  }
}
