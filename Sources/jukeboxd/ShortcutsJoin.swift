import Control
import Library
import Model
import Player

/// Mix slots and presets as the protocol has them.
final class ShortcutsJoin: Shortcuts {
  private let conductor: Conductor
  private let library: MusicLibrary

  init(conductor: Conductor, library: MusicLibrary) {
    self.conductor = conductor
    self.library = library
  }

  func mix(slot: Int, completion: @escaping (Result<MixOutcome, Refusal>) -> Void) {
    guard conductor.player.transport != .stop, let track = conductor.player.current?.track else {
      return completion(.failure(.notPlaying))
    }
    conductor.shelves.mix(track, slot: slot, completion: completion)
  }

  func presets(completion: @escaping ([PresetReport]) -> Void) {
    library.playlists { [conductor, library] playlists in
      library.list(.lovely, in: 0..<1) { lovely in
        var names = Dictionary(playlists.map { ($0.identity, $0.name) }) { first, _ in first }
        if (try? lovely.get())?.rows.isEmpty == false { names[.lovelySongs] = LovelySongs.name }
        let sorted = conductor.shelves.presets.sorted { $0.key < $1.key }
        completion(
          sorted.map { number, binding in
            let name = names[binding.playlist]
            return PresetReport(number: number, playlist: name ?? binding.name, isPresent: name != nil)
          })
      }
    }
  }

  func bind(preset: Int, to playlist: String?, completion: @escaping (Refusal?) -> Void) {
    conductor.shelves.bind(preset: preset, to: playlist) { [conductor] refusal in
      if refusal == nil { conductor.announce(.storedPlaylist) }
      completion(refusal)
    }
  }

  func play(preset: Int, completion: @escaping (Refusal?) -> Void) {
    conductor.play(preset: preset, completion: completion)
  }
}
