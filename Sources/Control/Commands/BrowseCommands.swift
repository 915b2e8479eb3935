import Model

/// Further command: the library by artists, albums, genres, years and folders, with counts, a window at a time.
enum BrowseCommands {
  static let list: [Command] = [Command("browse", .read, 1...Command.any, browse)]

  /// The size of `recent` without a window.
  private static let usualRecent = 0..<50

  /// `KIND [FILTER…] [group TEMPLATE] [window START:END]`; for folders, `[URI]` instead of the filter.
  private static func browse(_ call: Call) throws(CommandError) -> Answer {
    guard let kind = BrowseKind(rawValue: call.arguments[0].lowercased()) else {
      let kinds = BrowseKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw .argument("Unknown kind \(call.arguments[0]): \(kinds) expected")
    }
    var words = call.arguments.words.dropFirst()
    let window = try call.arguments.takeWindow(from: &words)
    let template = try words.takeOption("group").map { (place) throws(CommandError) in
      try GroupTemplate(call.arguments[place])
    }
    guard template == nil || kind == .songs else { throw .argument("A template groups only songs") }
    let filter: Filter
    if kind == .folders {
      guard words.count <= 1, let uri = MusicPath.normalized(words.first ?? "") else {
        throw .noSuchDirectory
      }
      filter = .base(uri)
    } else {
      filter = words.isEmpty ? .all([]) : try FilterParser.parse(words, foldsCase: false)
    }
    let selection = SongSelection(filter)
    if let list = kind.listened {
      return listened(list, words.isEmpty ? nil : filter, window ?? usualRecent, call)
    }
    if kind == .recent, words.isEmpty, (window ?? usualRecent).upperBound <= QueueLimits.entries {
      return listened(.recentlyAdded, nil, window ?? usualRecent, call)
    }
    switch kind {
    case .songs: return songs(selection, template, window ?? 0..<Int.max, call)
    case .recent: return recent(selection, window ?? usualRecent, call)
    default: return groups(kind, selection, window ?? 0..<Int.max, call)
    }
  }

  // MARK: Groups

  private static func groups(
    _ kind: BrowseKind, _ selection: SongSelection, _ window: Range<Int>, _ call: Call
  ) -> Answer {
    let countsAlbums = [.artists, .albumartists, .genres, .years].contains(kind)
    let telling = GroupWriter<BrowseGroup.Name, BrowseGroup>(
      call: call, window: window,
      search: { groups, then in
        func add(_ tally: SongTally, _ song: Song) {
          let names = BrowseGroup.names(
            of: song, kind, base: selection.base, folderAlbum: tally.folderAlbum)
          for name in names {
            groups.change(name, from: BrowseGroup()) {
              $0.add(tally, song, countsAlbums: countsAlbums, isAlbum: kind == .albums)
            }
          }
        }
        if kind == .folders, selection.base.isEmpty {
          return topFolders(call, groups, then: then)
        }
        if let tags = kind.tags {
          let told: [Tag] = countsAlbums ? [.album] : [.date, .genre]
          return TallySearch(
            call, selection, tags + told, withFirsts: true, withFolderAlbums: kind == .albums
          ) {
            add($0, Song(uri: "", tags: $0.tags))
          }.start(then: then)
        }
        if selection.filter == .all([]) { return sounds(call, take: add, then: then) }
        return SongSearch(call, selection) { add(SongTally($0), $0.song) }.start(then: then)
      },
      begin: { call.client.output.pair("total", $0) },
      write: { name, group in
        for pair in name.pairs { call.client.output.pair(pair.key, pair.value) }
        if kind.tags != nil {
          for pair in name.pairs where pair.key != BrowseGroup.folderKey {
            if let sorted = call.backend.catalogue.nameWithoutArticle(pair.value) {
              call.client.output.pair("\(pair.key)Sort", sorted)
            }
          }
        }
        if kind == .albums, let date = group.date { call.client.output.pair("Date", date) }
        for genre in group.genresByFrequency.prefix(mostGenres) { call.client.output.pair("Genre", genre) }
        if countsAlbums { call.client.output.pair("albums", group.albums.count) }
        call.client.output.pair("songs", group.songs)
        call.client.output.pair("playtime", group.duration.components.seconds)
        if kind.tags != nil, let first = group.first { call.client.output.pair("file", first.uri) }
      })
    return telling.start(order(of: kind, ShelfSearch.order(call)), countsAll: true)
  }

  /// Those of an album that are listed.
  private static let mostGenres = 8

  /// Songs by tempo and key, which the library counts without a look at each.
  private static func sounds(
    _ call: Call, take: @escaping (SongTally, Song) -> Void,
    then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    func add(_ tallies: [SoundTally]) {
      for tally in tallies {
        var song = Song(uri: "", tempo: tally.group.tempo.map { Double($0) })
        song.musicalKey = tally.group.key
        take(SongTally(tags: [], songs: tally.tracks, duration: tally.duration), song)
      }
    }
    func ended(_: Void) throws(CommandError) -> Answer { try then() }
    return call.wait(for: { call.backend.totals.tallySounds(take: add, completion: $0) }, then: ended)
  }

  /// Those of the root, whose songs the library counts without a look at each.
  private static func topFolders(
    _ call: Call, _ groups: GroupPage<BrowseGroup.Name, BrowseGroup>,
    then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    func add(_ uri: String, _ songs: Int, _ duration: Duration) {
      let tally = SongTally(tags: [], songs: songs, duration: duration)
      groups.change(BrowseGroup.Name(("directory", uri)), from: BrowseGroup()) {
        $0.add(tally, Song(uri: uri), countsAlbums: false)
      }
    }
    func ended(_: Void) throws(CommandError) -> Answer { try then() }
    return call.wait(for: { call.backend.totals.topFolders(take: add, completion: $0) }, then: ended)
  }

  /// Albums stand by artist and date; all else by name.
  private static func order(
    of kind: BrowseKind, _ order: ShelfOrder
  ) -> GroupPage<BrowseGroup.Name, BrowseGroup>.Order {
    func size(_ name: BrowseGroup.Name) -> Int { name.pairs.reduce(240) { $0 + $1.value.utf8.count } }
    func key(_ name: BrowseGroup.Name) -> [UInt8] {
      // Order of albums: by artist, name, folder.
      let values = (name.pairs.prefix(2).reversed() + name.pairs.dropFirst(2)).map(\.value)
      return joined(values.map { order.key(ofName: $0) } + values.map { Array($0.utf8) })
    }
    if kind == .keys {
      // Around the wheel of fifths.
      return .init(
        key: { name in
          let key = name.pairs.first.flatMap { MusicalKey($0.value) }
          return [UInt8(key.map { $0.wheelHour * 2 + ($0.isMinor ? 0 : 1) } ?? 255)]
        }, size: size)
    }
    guard kind == .albums else { return .init(key: key, size: size) }
    return .init(
      key: key,
      // An album's date may turn out to be earlier, so all of an artist's albums are listed together.
      shelf: { key in (key.firstIndex(of: 0) ?? key.endIndex - 1) + 1 },
      keyOnShelf: { name, group in
        let date = group.date ?? ""
        return joined([Array((ShelfPlace.year(of: date) ?? "").utf8), Array(date.utf8), key(name)])
      }, size: size)
  }

  /// One key of several, the first of which counts most.
  private static func joined(_ keys: [[UInt8]]) -> [UInt8] { Array(keys.joined(separator: [0])) }

  // MARK: Songs

  private static func songs(
    _ selection: SongSelection, _ template: GroupTemplate?, _ window: Range<Int>, _ call: Call
  ) -> Answer {
    // Under which the songs before stood.
    var heading: String?
    return ShelfSearch.start(
      call, selection, window, template: template,
      take: telling(call) {
        if let template {
          let text = template.text(for: $0)
          if text != heading { call.client.output.pair("group", text) }
          heading = text
        }
        call.writeWhole($0)
      })
  }

  /// Those of a filter, and of deep windows.
  private static func recent(_ selection: SongSelection, _ window: Range<Int>, _ call: Call) -> Answer {
    let songs = SortedSongs<Int64>(
      call: call, selection: selection, order: .added, window: window, tags: TagSet(),
      key: { { $0.added ?? .min } }, size: { _ in 0 }, isBefore: >,
      take: telling(call) { call.writeWhole($0) })
    return songs.start()
  }

  /// How many there are, once, and then each.
  private static func telling(
    _ call: Call, _ write: @escaping (Song) -> Void
  ) -> SortedSongs<Int64>.Take {
    var isTold = false
    return { (places, total, next) throws(CommandError) in
      if !isTold { call.client.output.pair("total", total) }
      isTold = true
      return FoundSongs.each(places[...], call, then: next ?? { .done }) { write($0.song) }
    }
  }

  /// - Parameter filter: nil for all songs, which is much quicker: else every song of the list is read.
  private static func listened(
    _ list: ListeningList, _ filter: Filter?, _ window: Range<Int>, _ call: Call
  ) -> Answer {
    return call.wait(
      for: {
        call.backend.listening.list(
          list, in: filter == nil ? window : 0..<QueueLimits.entries, completion: $0)
      },
      then: { (songs) throws(CommandError) in
        let reasons = Dictionary(zip(songs.places, songs.reasons)) { first, _ in first }
        func tell(_ places: [TrackRow], of total: Int) -> Answer {
          call.client.output.pair("total", total)
          return FoundSongs.each(places[...], call) {
            call.writeWhole($0.song)
            if let reason = reasons[$0.place] { write(reason, call) }
          }
        }
        guard let filter else { return tell(songs.places, of: songs.total) }
        var found: [TrackRow] = []
        return FoundSongs.each(
          songs.places[...], call,
          then: { () throws(CommandError) in
            tell(Array(found[window.clamped(to: 0..<found.count)]), of: found.count)
          }, { if filter.matches($0.song) { found.append($0.place) } })
      })
  }

  private static func write(_ reason: ListedReason, _ call: Call) {
    switch reason {
    case .lastPlayed(let time): if let time { call.client.output.pair("lastplayed", Timestamp.text(time)) }
    case .plays(let count): call.client.output.pair("plays", count)
    case .unplayed(let days): call.client.output.pair("days", days)
    case .rating(let rating): call.client.output.pair("rating", rating)
    case .score(let score): call.client.output.pair("score", Decimal.thousandths(score))
    }
  }
}
