import Control
import Model
import Player

extension Refusal {
  init(_ refusal: PlayerRefusal) {
    switch refusal {
    case .badSongIndex: self = .badSongIndex
    case .noSuchSong: self = .noSuchSong
    case .queueFull: self = .queueFull
    case .notPlaying: self = .notPlaying
    case .noCurrentSong: self = .noCurrentSong
    case .plays: self = .plays
    case .badLoop, .movesCurrentSong: self = .unsupported(refusal.description)
    }
  }
}
