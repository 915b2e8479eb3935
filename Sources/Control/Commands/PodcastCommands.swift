import Model

/// Podcasts: further commands. A podcast is a playlist whose entries come from a feed.
enum PodcastCommands {
  static let list: [Command] = [
    Command("podcasts", .read, 0...0, podcasts),
    Command("playlistsubscribe", .control, 1...2, subscribe),
    Command("playlistfetch", .control, 0...3, fetch),
    Command("playlistheard", .control, 3...3, mark),
  ]

  private static func podcasts(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.podcasts.podcasts(completion: $0) },
      then: { (podcasts) throws(CommandError) in
        call.writeAll(podcasts[...]) { podcast in
          call.client.output.pair("playlist", podcast.playlist)
          call.client.output.address("url", podcast.url)
          if let time = podcast.checked { call.client.output.pair("checked", Timestamp.text(time)) }
          if let problem = podcast.problem { call.client.output.address("problem", problem) }
          call.client.output.pair("episodes", podcast.episodes)
          call.client.output.pair("unheard", podcast.unheard)
        }
      })
  }

  /// `URL [NAME]`
  private static func subscribe(_ call: Call) throws(CommandError) -> Answer {
    let url = FeedLink.url(call.arguments[0])
    guard TrackReference(url: url) != nil else { throw .noStream }
    let name = call.arguments.count > 1 ? call.arguments[1] : nil
    return call.wait(
      for: { completion in
        call.backend.podcasts.subscribe(to: url, name: name, completion: completion)
        return .done
      },
      otherwise: { $0.commandError(of: name ?? url) },
      then: { (made: (playlist: String, added: Int)) throws(CommandError) in
        call.client.output.pair("playlist", made.playlist)
        call.client.output.pair("added", made.added)
        return .done
      })
  }

  /// `[NAME RANGE [VOLUME]]` or `stop`; without arguments what is being fetched.
  private static func fetch(_ call: Call) throws(CommandError) -> Answer {
    if call.arguments.count == 0 {
      for fetch in call.backend.podcasts.fetches { write(fetch, call) }
      return .done
    }
    if call.arguments.count == 1 {
      guard call.arguments[0] == "stop" else {
        throw .argument("A playlist and a range, or stop, are expected")
      }
      call.backend.podcasts.stopFetching()
      return .done
    }
    let name = call.arguments[0]
    let volume = call.arguments.count > 2 ? call.arguments[2] : nil
    return try episodes(call) { entries in
      call.wait(
        for: { completion in
          call.backend.podcasts.fetch(entries, of: name, onto: volume, completion: completion)
          return .done
        },
        otherwise: { $0.commandError(of: volume ?? name) },
        then: { (count: Int) throws(CommandError) in
          call.client.output.pair("fetching", count)
          return .done
        })
    }
  }

  /// `NAME RANGE 0|1`
  private static func mark(_ call: Call) throws(CommandError) -> Answer {
    let isHeard = try call.arguments.boolean(2)
    return try episodes(call) { entries in
      call.wait(
        for: { completion in
          call.backend.podcasts.mark(entries, isHeard: isHeard, completion: completion)
          return .done
        },
        otherwise: { $0.commandError(of: call.arguments[0]) },
        then: { (count: Int) throws(CommandError) in
          call.client.output.pair("marked", count)
          return .done
        })
    }
  }

  /// `NAME RANGE …`: those entries, if an episode is among them.
  private static func episodes(
    _ call: Call, then: @escaping ([PlaylistEntry]) -> Answer
  ) throws(CommandError) -> Answer {
    let name = call.arguments[0]
    return PlaylistAnswer.entries(call, name, in: try call.arguments.range(1)) {
      (entries) throws(CommandError) in
      guard entries.contains(where: { $0.episode != nil }) else {
        throw CommandError(key: .noSuchSong, "There is no episode of a podcast", about: name)
      }
      return then(entries)
    }
  }

  private static func write(_ fetch: EpisodeFetch, _ call: Call) {
    call.client.output.address("url", fetch.url)
    call.client.output.pair("playlist", fetch.playlist)
    if let title = fetch.title { call.client.output.pair("Title", title) }
    call.client.output.pair("state", fetch.state.rawValue)
    call.client.output.pair("received", fetch.received)
    if let size = fetch.size { call.client.output.pair("size", size) }
    if let file = fetch.file { call.client.output.address("file", file) }
    if let problem = fetch.problem { call.client.output.address("problem", problem) }
  }
}
