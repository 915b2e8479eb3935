import Model

/// Goes through the songs of a selection in natural order, a window at a time, as the client takes the answer.
struct SongSearch {
  private let call: Call
  private let selection: SongSelection
  private let window: Range<Int>
  private let withFolderAlbums: Bool
  private let take: (FoundSong) -> Void
  private var after: Cursor?
  /// Index of the next song among those found.
  private var place = 0

  /// - Parameters:
  ///   - window: which of the songs found are taken.
  ///   - withFolderAlbums: whether they come with their albums, if they name no album artist.
  init(
    _ call: Call, _ selection: SongSelection, _ window: Range<Int> = 0..<Int.max,
    withFolderAlbums: Bool = false, take: @escaping (FoundSong) -> Void
  ) {
    self.call = call
    self.selection = selection
    self.window = window
    self.withFolderAlbums = withFolderAlbums
    self.take = take
  }

  /// - Parameter then: what to do after the last song.
  func start(then: @escaping () throws(CommandError) -> Answer = { .done }) -> Answer {
    if window.upperBound == 0 { return call.whenRoom(then) }
    return write(read(), then: then)
  }

  private func read() -> Prefetch<Result<SongPage, Refusal>> {
    Prefetch {
      call.backend.catalogue.select(
        selection, after: after, limit: call.hub.limits.windowSongs, completion: $0)
    }
  }

  private func write(
    _ page: Prefetch<Result<SongPage, Refusal>>, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: page.wait,
      then: { (page) throws(CommandError) in
        try selection.filter.checkPatterns()
        var rest = self
        rest.after = page.next
        rest.place += page.found.count
        let (first, following) = (place, rest)
        let next = page.next == nil || rest.place >= window.upperBound ? nil : rest.read()
        func takeAll(_ found: [FoundSong]) -> Answer {
          call.writeAll(
            Array(found.enumerated())[...],
            then: { () throws(CommandError) in
              if let next { return following.write(next, then: then) }
              return try then()
            },
            { if window.contains(first + $0.offset) { take($0.element) } })
        }
        guard withFolderAlbums else { return takeAll(page.found) }
        return call.wait(
          for: { call.backend.tracks.folderAlbums(ofTracks: page.found.map(\.place), completion: $0) },
          then: { (albums) throws(CommandError) in
            var found = page.found
            for (index, album) in albums.enumerated() { found[index].folderAlbum = album }
            return takeAll(found)
          })
      })
  }
}
