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
  private let row: Row

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
    self.row = row ?? { call.write($2, at: $0, $1) }
  }

  /// - Parameter then: what to do after the last song.
  func start(then: @escaping () throws(CommandError) -> Answer = { .done }) -> Answer {
    var next = self
    let window = next.takeWindow()
    if window.isEmpty { return call.whenRoom(then) }
    let tracks = window.map { entries[$0].track }
    return call.wait(
      for: { call.backend.catalogue.songs(of: tracks, completion: $0) },
      then: { (songs) throws(CommandError) in
        call.writeAll(
          Array(zip(window, songs))[...], then: { () throws(CommandError) in next.start(then: then) },
          { row($0.0, entries[$0.0], $0.1.telling(entries[$0.0].told)) })
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
