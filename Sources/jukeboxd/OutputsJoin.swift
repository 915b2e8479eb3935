import Audio
import Configuration
import Control
import Library
import Model

/// The engine's one output, which can be switched off and on; the box remembers which.
final class OutputsJoin: Outputs {
  private let engine: Engine
  private let store: BoxStore
  private let choice: OutputChoice
  private let announce: (Subsystems) -> Void
  /// Under this name the box remembers that the output is switched off.
  static let setting = "output-off"

  /// - Parameter announce: told what changed, for `idle`.
  init(
    engine: Engine, store: BoxStore, choice: OutputChoice, announce: @escaping (Subsystems) -> Void
  ) {
    self.announce = announce
    self.engine = engine
    self.store = store
    self.choice = choice
  }

  var outputs: [OutputStatus] {
    let device = engine.status.device
    return [
      OutputStatus(name: device.isEmpty ? plugin : device, plugin: plugin, isEnabled: engine.isOutputEnabled)
    ]
  }

  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal) {
    guard number == 0 else { throw .noSuchOutput }
    let enabled = enabled ?? !engine.isOutputEnabled
    if enabled == engine.isOutputEnabled { return }
    if case .file = choice { throw .system("a file is written as long as the jukebox runs") }
    engine.isOutputEnabled = enabled
    store.save(enabled ? nil : .integer(1), as: Self.setting)
    announce(.output)
  }

  private var plugin: String {
    switch choice {
    case .alsa: "alsa"
    case .null: "null"
    case .file: "file"
    }
  }
}
