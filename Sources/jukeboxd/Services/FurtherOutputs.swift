import Audio
import Configuration
import Library
import Linux

/// The outputs of the sections `[output NAME]`, and what the box remembers of them. Loop thread only.
final class FurtherOutputs {
  /// For the engine; nil where there is no output.
  let tap: TapRing?
  private let store: BoxStore
  private let outputs: [(kind: OutputSettings.Kind, output: TapOutput)]

  init(_ settings: Settings, state: BoxState, store: BoxStore) throws(SystemError) {
    self.store = store
    guard !settings.outputs.isEmpty else {
      tap = nil
      outputs = []
      return
    }
    let tap = TapRing(rate: settings.audio.rate)
    self.tap = tap
    var outputs: [(OutputSettings.Kind, TapOutput)] = []
    for output in settings.outputs {
      guard let kind = output.kind else { continue }
      var volume = 100
      if case .integer(let saved)? = state.values[Self.volumeSetting(output.name)] {
        volume = Int(clamping: saved)
      }
      let made = try TapOutput(
        name: output.name, TapOutput.Target(output, kind),
        format: TapFormat(rate: output.format.rate, bits: output.format.bits), ring: tap,
        isEnabled: state.values[Self.offSetting(output.name)] == nil, volume: volume,
        trust: settings.control.trust)
      outputs.append((kind, made))
    }
    self.outputs = outputs
  }

  var status: [(name: String, kind: OutputSettings.Kind, isEnabled: Bool, volume: Int)] {
    outputs.map { ($0.output.name, $0.kind, $0.output.isEnabled, $0.output.volume) }
  }

  /// - Parameter number: of `status`.
  func set(_ number: Int, enabled: Bool) {
    let output = outputs[number].output
    output.isEnabled = enabled
    store.save(enabled ? nil : .integer(1), as: Self.offSetting(output.name))
  }

  /// - Parameters:
  ///   - number: of `status`.
  ///   - volume: percent.
  func set(_ number: Int, volume: Int) {
    let output = outputs[number].output
    output.volume = volume
    store.save(volume == 100 ? nil : .integer(Int64(volume)), as: Self.volumeSetting(output.name))
  }

  /// Which addresses may connect as HTTP clients.
  func set(trust: Trust) {
    for (_, output) in outputs { output.trust = trust }
  }

  /// Once the engine has ended.
  func close() {
    let deadline = Instant.now() + Self.patience
    for (_, output) in outputs { output.close(by: deadline) }
  }

  /// Its threads wait for nothing.
  private static let patience = Duration.milliseconds(100)

  /// Under these names the box remembers them.
  private static func offSetting(_ name: String) -> String { "\(PlaybackAdapter.outputSetting) \(name)" }
  private static func volumeSetting(_ name: String) -> String { "output-volume \(name)" }
}

extension TapOutput.Target {
  fileprivate init(_ output: OutputSettings, _ kind: OutputSettings.Kind) {
    if kind == .http, let address = output.listen {
      self = .http(.tcp(host: address.host, port: address.port), clients: output.clients)
    } else {
      self = .pipe(path: output.pipePath)
    }
  }
}
