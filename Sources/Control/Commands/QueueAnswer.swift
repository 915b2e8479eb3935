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
    var next = self
    let window = next.takeWindow()
    if window.isEmpty { return call.whenRoom(then) }
    let rest = next
    func goOn() throws(CommandError) -> Answer { rest.start(then: then) }
    let tracks = window.map { entries[$0].track }
    guard row == nil, window.allSatisfy({ entries[$0].isPlain }) else { return write(window, then: goOn) }
    return call.wait(
      for: {
        call.backend.catalogue.lines(of: tracks, at: [], SongParts(shown: call.wantedTags), completion: $0)
      },
      then: { (songs: [[UInt8]?]) throws(CommandError) in
        if songs.contains(where: { $0 == nil }) { return write(window, then: goOn) }
        return call.writeAll(Array(zip(window, songs))[...], then: goOn) { position, lines in
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
