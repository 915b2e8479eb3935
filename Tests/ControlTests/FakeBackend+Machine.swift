import Model

@testable import Control

extension FakeBackend {
  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal) {
    outputs[number].isEnabled = enabled ?? !outputs[number].isEnabled
  }

  func setOutput(_ number: Int, volume: Int) throws(Refusal) { outputs[number].volume = volume }

  func restart() { restarts += 1 }

  func shutDown() throws(Refusal) {
    if let refusal { throw refusal }
    shutdowns += 1
  }

  func findUpgrades(completion: @escaping Completion<FoundUpgrades>) {
    completion(
      refusal.map { .failure($0) }
        ?? .success(FoundUpgrades(files: ["/media/sda1/new.raucb"], hasFailed: true, other: "0.0.9")))
  }

  func revertUpgrade(completion: @escaping Completion<String>) {
    completion(refusal.map { .failure($0) } ?? .success("0.0.9"))
  }

  func installUpgrade(from source: String) throws(Refusal) {
    if let refusal { throw refusal }
    upgrade?.source = source
    upgrade?.state = .working
  }

  func restartMachine() throws(Refusal) { try shutDown() }

  func examine(completion: @escaping (Examination) -> Void) {
    completion(Examination(version: "1.2.3", findings: findings))
  }

  func join(network name: String, password: String) throws(Refusal) {
    if let refusal { throw refusal }
    joins.append([name, password])
  }

  func settings(completion: @escaping Completion<[SettingReport]>) { completion(.success(settings)) }

  func set(
    _ key: String, in section: String, to value: String?, completion: @escaping Completion<SettingReport>
  ) {
    if let refusal { return completion(.failure(refusal)) }
    let setting = SettingReport(
      section: section, key: key, value: value ?? "usual", usual: "usual", expected: "a word", isNow: false,
      place: nil)
    settings.append(setting)
    completion(.success(setting))
  }

  func play(_ tone: TestTone) throws(Refusal) {
    if let refusal { throw refusal }
    tones.append(tone)
  }

  func unboundInputs(lines: [String]) throws(Refusal) -> (lines: Int, changes: [UnboundInput]) {
    askedLines.append(lines)
    return (13, unbound)
  }

  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void) {
    let volume = reports.first { $0.name == name }
    if let volume { neighbors.append((name, volume.path)) }
    _ = answer { completion(volume == nil ? .failed(.notMounted, "Not a mount point") : nil) }
  }
}

extension Event {
  /// Whether the protocol edits the queue with it.
  var isEdit: Bool {
    switch self {
    case .add, .addItems, .setRegion, .setTags, .delete, .clear, .move, .swap, .shuffle, .prioritise: true
    default: false
    }
  }
}
