import Model

@testable import Library

extension Bench {
  /// What was waited for did not come. Says what the library told last, each on a short line.
  struct Impatience: Error, CustomStringConvertible {
    static let mostEvents = 10
    static let mostCharacters = 160
    let description: String

    init(events: [LibraryEvent]) {
      let last = events.suffix(Self.mostEvents).map { event in
        String(Self.line(event).prefix(Self.mostCharacters))
      }
      let words = "it did not come; the last of \(events.count) events:"
      description = ([words] + last).joined(separator: "\n  ")
    }

    private static func text(_ track: TrackReference) -> String {
      EscapedName.text(for: track.path)
    }

    private static func line(_ event: LibraryEvent) -> String {
      switch event {
      case .opened(let info): "opened \(info.name) at \(info.path)"
      case .held(let path, let error): "held \(path): \(error)"
      case .failed(let path, let error): "failed \(path): \(error)"
      case .deleted: "deleted"
      case .closed(_, let path): "closed \(path)"
      case .firstTrack(let track): "first track \(text(track.reference))"
      case .found(_, let tracks): "found \(tracks.count) tracks, \(tracks.first.map(text) ?? "none")"
      case .moved(let tracks):
        "moved \(tracks.count) tracks, \(tracks.first.map { "\(text($0.key)) to \(text($0.value))" } ?? "none")"
      case .progress(_, let progress): "progress: \(progress.examined) of \(progress.found) files"
      case .tracksChanged: "tracks changed"
      case .updateBegan(let job): "update \(job) began"
      case .updateEnded(let job): "update \(job) ended"
      case .scanEnded(_, let job, let error):
        "scan of update \(job) ended: \(error.map { "\($0)" } ?? "whole")"
      case .fetched(let episode): "fetched \(episode.folder.url ?? "nothing")"
      case .resumesMarked: "resuming folders marked"
      case .playlistsChanged: "playlists changed"
      case .stickersChanged: "stickers changed"
      case .noted(let changes): "noted \(changes.names)"
      case .cuesChanged(let track): "cues changed of \(text(track))"
      case .playlistEdited: "playlist edited"
      case .indexed: "indexed"
      case .warning(let text): "warning: \(text)"
      }
    }
  }
}
