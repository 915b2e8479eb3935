import Model

extension Call {
  /// Returns the position to insert at: absolute, or relative to the current song; the end if the argument is missing.
  /// Called again when the songs are there, since the queue may have changed meanwhile.
  func insertPosition(_ index: Int?) throws(CommandError) -> Int {
    let length = backend.playback.queue.entries.count
    guard let index, arguments.count > index else { return length }
    guard arguments.isRelative(index) else { return try arguments.unsigned(index, maximum: length) }
    guard let current = backend.playback.status.current?.position else { throw .noCurrentSong }
    switch try arguments.relative(index, after: length - current - 1, before: current) {
    case .after(let distance): return current + 1 + distance
    case .before(let distance): return current - distance
    }
  }
}
