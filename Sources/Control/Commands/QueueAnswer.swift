import Model

/// Songs of the queue as an answer, made in windows: the catalogue is asked for some songs, they are written, and
/// the next ones are asked for when the client has taken enough.
struct QueueAnswer {
  typealias Row = (_ position: Int, _ entry: QueueEntry, _ song: Song) -> Void

  private let call: Call
  private let entries: [QueueEntry]
  /// The places to look at: all of a range, or these.
  private var range: Range<Int>
  private let positions: [Int]?
  private let isWanted: (QueueEntry) -> Bool
  /// Takes the songs that are written; nil where all are.
  private let filter: Filter?
  /// Which of the songs that the filter takes are written, and how many it has taken.
  private let window: Range<Int>
  private var found = 0
  /// Writes one song; nil where it is written with its place, number and priority.
  private let row: Row?

  /// - Parameters:
  ///   - window: which of the songs that the filter takes are written.
  ///   - row: writes one song; by default with its place, number and priority.
  init(
    _ call: Call, _ entries: [QueueEntry], in range: Range<Int>? = nil, positions: [Int]? = nil,
    where isWanted: @escaping (QueueEntry) -> Bool = { _ in true }, matching filter: Filter? = nil,
    window: Range<Int> = 0..<Int.max, row: Row? = nil
  ) {
    self.call = call
    self.entries = entries
    self.range = range ?? 0..<(positions?.count ?? entries.count)
    self.positions = positions
    self.isWanted = isWanted
    self.filter = filter
    self.window = window
    self.row = row
  }

  /// - Parameter then: what to do after the last song.
  func start(then: @escaping () throws(CommandError) -> Answer = { .done }) -> Answer {
    var rest = self
    let window = rest.nextWindow()
    return rest.write(window, then: then)
  }

  private struct Window {
    let positions: [Int]
    /// Lines of songs that are written as they are; nil where some are not.
    var lines: Prefetch<[[UInt8]?]>?
  }

  private mutating func nextWindow() -> Window {
    let looked = filter.map(\.recordParts) ?? SongParts()
    guard row == nil, looked != nil else {
      return Window(positions: takeWindow(of: call.hub.limits.windowSongs))
    }
    let positions = takeWindow(of: call.hub.limits.windowLines)
    guard !positions.isEmpty, positions.allSatisfy({ entries[$0].isPlain }) else {
      return Window(positions: positions)
    }
    let tracks = positions.map { entries[$0].track }
    let lines = Prefetch {
      call.backend.catalogue.lines(
        of: tracks, at: [], matching: filter, SongParts(shown: call.wantedTags), completion: $0)
    }
    return Window(positions: positions, lines: lines)
  }

  /// Writes a window, and what is left after it.
  private func write(
    _ window: Window, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    if window.positions.isEmpty { return call.whenRoom(then) }
    guard let lines = window.lines else { return write(window.positions[...], then: then) }
    return call.wait(
      for: lines.wait,
      then: { (songs: [[UInt8]?]) throws(CommandError) in
        if songs.contains(where: { $0 == nil }) { return write(window.positions[...], then: then) }
        var rest = self
        let wanted = rest.wanted(zip(window.positions, songs).filter { $0.1?.isEmpty == false })
        let following = rest.nextWindow()
        let next = rest
        return call.writeAll(
          wanted, then: { () throws(CommandError) in try next.goOn(following, then: then) }
        ) {
          position, lines in call.write(lines: lines ?? [], at: position, entries[position])
        }
      })
  }

  private func goOn(
    _ window: Window, then: @escaping () throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    found >= self.window.upperBound ? try then() : write(window, then: then)
  }

  /// Writes songs one by one, and what is left after them.
  private func write(_ positions: ArraySlice<Int>, then: @escaping () throws(CommandError) -> Answer)
    -> Answer
  {
    let window = Array(positions.prefix(call.hub.limits.windowSongs))
    let others = positions.dropFirst(window.count)
    let tracks = window.map { entries[$0].track }
    return call.wait(
      for: { call.backend.catalogue.songs(of: tracks, completion: $0) },
      then: { (songs) throws(CommandError) in
        let told = zip(window, songs).map { (position: $0, song: $1.telling(entries[$0].told)) }
        var rest = self
        let wanted = rest.wanted(
          filter.map { filter in
            told.filter { filter.matches($0.song, priority: entries[$0.position].priority) }
          } ?? told)
        let next = rest
        return call.writeAll(
          wanted,
          then: { () throws(CommandError) in
            if next.found >= self.window.upperBound { return try then() }
            return others.isEmpty ? next.start(then: then) : next.write(others, then: then)
          },
          { position, song in
            if let row {
              row(position, entries[position], song)
            } else {
              call.write(song, at: position, entries[position])
            }
          })
      })
  }

  /// Counts some that the filter took.
  /// - Returns: those of the window.
  private mutating func wanted<Row>(_ taken: [Row]) -> ArraySlice<Row> {
    let first = window.lowerBound - found
    let end = window.upperBound - found
    found += taken.count
    return taken[min(max(0, first), taken.count)..<min(max(0, end), taken.count)]
  }

  private mutating func takeWindow(of limit: Int) -> [Int] {
    var window: [Int] = []
    while let place = range.first, window.count < limit {
      range = range.dropFirst()
      let position = positions?[place] ?? place
      if isWanted(entries[position]) { window.append(position) }
    }
    return window
  }
}

extension QueueEntry {
  /// Whether it is a song of the library as it is.
  var isPlain: Bool { region == .whole && told.isEmpty && track.url == nil }
}
