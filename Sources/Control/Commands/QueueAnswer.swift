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
  /// Writes one song; nil where it is written with its place, number and priority.
  private let row: Row?

  /// - Parameter row: writes one song; by default with its place, number and priority.
  init(
    _ call: Call, _ entries: [QueueEntry], in range: Range<Int>? = nil, positions: [Int]? = nil,
    where isWanted: @escaping (QueueEntry) -> Bool = { _ in true }, row: Row? = nil
  ) {
    self.call = call
    self.entries = entries
    self.range = range ?? 0..<(positions?.count ?? entries.count)
    self.positions = positions
    self.isWanted = isWanted
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
    let positions = takeWindow()
    guard row == nil, !positions.isEmpty, positions.allSatisfy({ entries[$0].isPlain }) else {
      return Window(positions: positions)
    }
    let tracks = positions.map { entries[$0].track }
    let lines = Prefetch {
      call.backend.catalogue.lines(of: tracks, at: [], SongParts(shown: call.wantedTags), completion: $0)
    }
    return Window(positions: positions, lines: lines)
  }

  /// Writes a window, and what is left after it.
  private func write(
    _ window: Window, then: @escaping () throws(CommandError) -> Answer
  ) -> Answer {
    if window.positions.isEmpty { return call.whenRoom(then) }
    func goOn() throws(CommandError) -> Answer { start(then: then) }
    guard let lines = window.lines else { return write(window.positions, then: goOn) }
    return call.wait(
      for: lines.wait,
      then: { (songs: [[UInt8]?]) throws(CommandError) in
        if songs.contains(where: { $0 == nil }) { return write(window.positions, then: goOn) }
        var rest = self
        let following = rest.nextWindow()
        let next = rest
        return call.writeAll(
          Array(zip(window.positions, songs))[...],
          then: { () throws(CommandError) in next.write(following, then: then) }
        ) { position, lines in
          call.write(lines: lines ?? [], at: position, entries[position])
        }
      })
  }

  private func write(_ window: [Int], then: @escaping () throws(CommandError) -> Answer) -> Answer {
    let tracks = window.map { entries[$0].track }
    return call.wait(
      for: { call.backend.catalogue.songs(of: tracks, completion: $0) },
      then: { (songs) throws(CommandError) in
        call.writeAll(
          Array(zip(window, songs))[...], then: then,
          { position, song in
            let song = song.telling(entries[position].told)
            if let row {
              row(position, entries[position], song)
            } else {
              call.write(song, at: position, entries[position])
            }
          })
      })
  }

  private mutating func takeWindow() -> [Int] {
    var window: [Int] = []
    while let place = range.first, window.count < call.hub.limits.windowSongs {
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
