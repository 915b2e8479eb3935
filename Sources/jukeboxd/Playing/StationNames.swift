import Library
import Model

/// The names that people gave to stations, for whatever has only their URLs: a queue that a client filled, a preset. Loop
/// thread only.
final class StationNames: LibraryObserver {
  private let library: MusicLibrary
  private let controller: PlaybackController
  private let streams: Streams
  private var isReading = false
  /// They may have changed since the reading began.
  private var isOutdated = false

  init(library: MusicLibrary, controller: PlaybackController, streams: Streams) {
    self.library = library
    self.controller = controller
    self.streams = streams
  }

  func receive(_ event: LibraryEvent) {
    switch event {
    // At the end nobody waits for an answer: a question would keep the library.
    case .playlistsChanged, .scanEnded: if !library.volumes.isEmpty { read() }
    default: break
    }
  }

  private func read() {
    if isReading {
      isOutdated = true
      return
    }
    isReading = true
    library.playlists.stations.all { [weak self] result in
      guard let self else { return }
      isReading = false
      // Names stay if the stations can't be read now.
      if let stations = try? result.get() { take(stations) }
      guard isOutdated else { return }
      isOutdated = false
      read()
    }
  }

  private func take(_ stations: [Station]) {
    let named = stations.filter { $0.name != $0.url }
    let names = Dictionary(named.map { ($0.url, $0.name) }) { first, _ in first }
    guard names != streams.names else { return }
    streams.names = names
    streams.changed()
    controller.report(.factsChanged(.network))
  }
}
