import Model

/// Looking through the library's folders, and scanning them.
enum DatabaseCommands {
  static let list: [Command] = [
    Command("listall", .read, 0...1) { call throws(CommandError) in
      try listing(call, isRecursive: true, withTags: false)
    },
    Command("listallinfo", .read, 0...1) { call throws(CommandError) in
      try listing(call, isRecursive: true, withTags: true)
    },
    Command("lsinfo", .read, 0...1) { call throws(CommandError) in
      try listing(call, isRecursive: false, withTags: true)
    },
    Command("rescan", .control, 0...1) { call throws(CommandError) in try update(call, rescan: true) },
    Command("scan", .read, 0...0, scanProgress),
    Command("stats", .read, 0...0, statistics),
    Command("update", .control, 0...1) { call throws(CommandError) in try update(call, rescan: false) },
  ]

  private static func listing(_ call: Call, isRecursive: Bool, withTags: Bool) throws(CommandError) -> Answer
  {
    guard let path = MusicPath.normalized(call.arguments.optional(0) ?? "") else { throw .noSuchDirectory }
    var listing = Listing(uri: path, isRecursive: isRecursive, tags: withTags ? call.wantedTags : nil)
    listing.withPlaylists = !hidesPlaylists(of: listing, call)
    return write(read(listing, call), of: listing, call)
  }

  private static func hidesPlaylists(of listing: Listing, _ call: Call) -> Bool {
    listing.uri.isEmpty && call.client.features.contains(.hidePlaylistsInRoot)
  }

  private static func read(_ listing: Listing, _ call: Call) -> Prefetch<Result<ListingPage, Refusal>> {
    Prefetch { call.backend.catalogue.page(listing, completion: $0) }
  }

  private static func write(
    _ page: Prefetch<Result<ListingPage, Refusal>>, of listing: Listing, _ call: Call
  ) -> Answer {
    call.wait(
      for: page.wait,
      otherwise: { $0 == .noSuchSong ? .noSuchDirectory : $0.commandError },
      then: { (page) throws(CommandError) in
        var rest = listing
        rest.after = page.next
        let following = rest
        let next = page.next == nil ? nil : read(following, call)
        return call.write(lines: page.lines) { () throws(CommandError) in
          if let next { return write(next, of: following, call) }
          // As with MPD, stored playlists come after the top level.
          let hasStored = listing.uri.isEmpty && !listing.isRecursive && !hidesPlaylists(of: listing, call)
          return hasStored ? PlaylistReadingCommands.writeAll(call) : .done
        }
      })
  }

  private static func update(_ call: Call, rescan: Bool) throws(CommandError) -> Answer {
    guard let path = MusicPath.normalized(call.arguments.optional(0) ?? "") else {
      throw .argument("Malformed path")
    }
    let job = try call.trying { () throws(Refusal) in try call.backend.system.update(path, rescan: rescan) }
    call.client.output.pair("updating_db", job)
    return .done
  }

  /// Further command: how far the running scans are.
  private static func scanProgress(_ call: Call) throws(CommandError) -> Answer {
    if let job = call.backend.system.runningJob { call.client.output.pair("updating_db", job) }
    for (volume, progress) in call.backend.system.progress {
      call.client.output.pair("volume", volume)
      call.client.output.pair("found", progress.found)
      call.client.output.pair("examined", progress.examined)
      call.client.output.pair("opened", progress.opened)
      call.client.output.pair("unreadable", progress.unreadable)
      for line in progress.notPlayed.lines { call.client.output.pair("not_played", line) }
      if let expected = progress.expected { call.client.output.pair("expected", expected) }
      call.client.output.pair("rate", Int(progress.rate.rounded()))
      if let left = progress.secondsLeft { call.client.output.pair("seconds_left", left) }
      call.client.output.pair("complete", progress.isWalkOver)
    }
    for (volume, outcome) in call.backend.system.outcomes {
      call.client.output.pair("scanned", volume)
      call.client.output.pair("job", outcome.job)
      call.client.output.pair("found", outcome.progress.found)
      call.client.output.pair("opened", outcome.progress.opened)
      call.client.output.pair("unreadable", outcome.progress.unreadable)
      call.client.output.pair("not_read", outcome.progress.notRead)
      call.client.output.pair("forbidden", outcome.progress.forbidden)
      for line in outcome.progress.notPlayed.lines { call.client.output.pair("not_played", line) }
      for problem in outcome.problems { call.client.output.pair("problem", problem) }
      if let error = outcome.error { call.client.output.pair("error", error) }
    }
    return .done
  }

  private static func statistics(_ call: Call) throws(CommandError) -> Answer {
    call.wait(
      for: { call.backend.catalogue.statistics(completion: $0) },
      then: { (statistics) throws(CommandError) in
        let clock = call.backend.system
        call.client.output.pair("uptime", clock.uptime.components.seconds)
        call.client.output.pair("playtime", clock.playtime.components.seconds)
        call.client.output.pair("artists", statistics.artists)
        call.client.output.pair("albums", statistics.albums)
        call.client.output.pair("songs", statistics.songs)
        call.client.output.pair("db_playtime", statistics.duration.components.seconds)
        call.client.output.pair("db_update", statistics.updated)
        return .done
      })
  }
}
