import Model

/// Goes through the songs of a filter by the values of some of their tags, for commands that count and group.
///
/// If the filter looks at nothing but tags, songs with equal tags come together: the library counts them and reads
/// nothing else of them. Otherwise they come one by one.
struct TallySearch {
  private let call: Call
  private let selection: SongSelection
  private let tags: TagSet
  private let withFirsts: Bool
  private let withFolderAlbums: Bool
  private let take: (SongTally) -> Void

  /// - Parameters:
  /// - tags: the tags to read, with their substitutes.
  /// - withFirsts: whether the first song of each combination is wanted.
  /// - withFolderAlbums: whether the albums of songs that name no album artist are.
  /// - take: gets each combination of values, some several times, each time with a part of its songs; and may get
  ///   further tags with it.
  init(
    _ call: Call, _ selection: SongSelection, _ tags: [Tag], withFirsts: Bool = false,
    withFolderAlbums: Bool = false, take: @escaping (SongTally) -> Void
  ) {
    self.call = call
    self.selection = selection
    self.withFirsts = withFirsts
    self.withFolderAlbums = withFolderAlbums
    self.tags = TagSet(tags.flatMap { [$0] + $0.standIns })
    self.take = take
  }

  func start(then: @escaping () throws(CommandError) -> Answer) -> Answer {
    // Regular expressions may take their time, which the loop has not.
    let isSlow = !selection.filter.patterns.isEmpty
    if selection.base.isEmpty, !isSlow, let looked = selection.filter.tags {
      return together(tags.union(looked), then: then)
    }
    let take = take
    return SongSearch(call, selection, withFolderAlbums: withFolderAlbums) { take(SongTally($0)) }
      .start(then: then)
  }

  private func together(
    _ tags: TagSet, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    let (selection, filter, take, catalogue) = (selection, selection.filter, take, call.backend.catalogue)
    let (withFirsts, withFolderAlbums) = (withFirsts, withFolderAlbums)
    let takesAll = filter == .all([])
    func pass(_ tallies: ArraySlice<SongTally>) {
      for tally in tallies where takesAll || filter.matches(Song(uri: "", tags: tally.tags)) { take(tally) }
    }
    func ended(_: Void) throws(CommandError) -> Answer { try then() }
    return call.wait(
      for: { (completion: @escaping Completion<Void>) -> Query in
        catalogue.tally(
          tags, of: selection, withFirsts: withFirsts, withFolderAlbums: withFolderAlbums, take: pass,
          completion: completion)
      }, then: ended)
  }
}
