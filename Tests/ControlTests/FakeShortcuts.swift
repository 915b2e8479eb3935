import Model

@testable import Control

/// Mix slots and presets in memory.
final class FakeShortcuts: Shortcuts {
  var mixed: Result<MixOutcome, Refusal> = .failure(.notPlaying)
  var bound: [Int: String] = [:]
  var refusal: Refusal?
  private(set) var asked: [String] = []

  func mix(slot: Int, completion: @escaping (Result<MixOutcome, Refusal>) -> Void) {
    asked.append("mix \(slot)")
    completion(mixed)
  }

  func presets(completion: @escaping ([PresetReport]) -> Void) {
    completion(
      bound.sorted { $0.key < $1.key }.map {
        PresetReport(number: $0.key, playlist: $0.value, isPresent: $0.key == 1)
      })
  }

  func bind(preset: Int, to playlist: String?, completion: @escaping (Refusal?) -> Void) {
    bound[preset] = playlist
    completion(refusal)
  }

  func play(preset: Int, completion: @escaping (Refusal?) -> Void) {
    asked.append("preset \(preset)")
    completion(refusal)
  }
}
