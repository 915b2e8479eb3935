import Audio
import Configuration
import Control
import Inputs
import Library
import Linux
import Media
import Model
import Signal

/// Volumes, scans, engine and inputs as the protocol asks for them.
final class SystemAdapter: System {
  private let core: JukeboxCore
  private let devices: InputDevices
  private let examiner: Examiner
  private let settings: SettingsInForce
  private let changes: SettingChanges
  private let restartRequest: RestartRequest
  let machine: Machine

  init(
    _ core: JukeboxCore, inputs: InputDevices, machine: Machine, examiner: Examiner,
    settings: SettingsInForce, changes: SettingChanges,
    restart: RestartRequest
  ) {
    self.core = core
    self.examiner = examiner
    self.settings = settings
    self.changes = changes
    restartRequest = restart
    devices = inputs
    self.machine = machine
  }

  var hasHelper: Bool { HelperService.isInstalled }
  var uptime: Duration { core.controller.playTime.uptime }
  var playtime: Duration { core.controller.playTime.playtime }

  var engineStatus: EngineStatus {
    let engine = core.engine.status
    var status = EngineStatus()
    status.isPositionEstimated = core.engine.position?.isEstimated
    status.device = engine.device
    status.format = engine.format.map { "\(engine.rate):\($0.rawValue):2" } ?? ""
    status.periodFrames = engine.periodFrames
    status.targetBufferFrames = engine.targetBufferFrames
    status.ringFrames = engine.ringFrames
    status.ringCapacityFrames = engine.ringCapacityFrames
    status.generation = engine.generation
    status.underruns = engine.underruns
    status.latency = engine.latency
    status.commands = engine.commandLatencies.count
    status.commandLatency50 = engine.commandLatency(part: 0.5)
    status.commandLatency99 = engine.commandLatency(part: 0.99)
    status.starts = engine.starts
    status.openedNanoseconds = engine.openedNanoseconds
    status.openingTime = engine.openingTime
    status.firstStartNanoseconds = engine.firstStartNanoseconds
    status.latestStartNanoseconds = engine.latestStartNanoseconds
    status.keys = devices.latency.count
    if devices.latency.count > 0 {
      status.keyLatency50 = devices.latency.percentile(0.5)
      status.keyLatency99 = devices.latency.percentile(0.99)
    }
    return status
  }

  var inputs: [InputReport] {
    devices.status.map(\.report) + core.services.cards.radio.inputs(at: .now())
  }

  func examine(completion: @escaping (Examination) -> Void) { examiner.examine(completion: completion) }

  func restart() { restartRequest.make() }

  func shutDown() throws(Refusal) {
    guard settings.settings.player.shutdownCommand != nil else {
      throw .system("The configuration has no command for this: set shutdown-command in [player]")
    }
    core.controller.report(.perform(.shutdown))
  }

  var upgrade: UpgradeReport? { core.services.upgrade.report }

  func findUpgrades(completion: @escaping Completion<FoundUpgrades>) {
    core.services.upgrade.find(completion: completion)
  }

  func installUpgrade(from source: String) throws(Refusal) { try core.services.upgrade.install(from: source) }

  func revertUpgrade(completion: @escaping Completion<String>) {
    core.services.upgrade.revert(completion: completion)
  }

  func restartMachine() throws(Refusal) { try core.services.upgrade.restartMachine() }

  var network: NetworkReport? { core.services.hotspot.report }

  func join(network name: String, password: String) throws(Refusal) {
    try core.services.hotspot.join(name, password: password)
  }

  func settings(completion: @escaping Completion<[SettingReport]>) { changes.list(completion: completion) }

  func set(
    _ key: String, in section: String, to value: String?, completion: @escaping Completion<SettingReport>
  ) {
    changes.set(key, in: section, to: value, completion: completion)
  }

  func play(_ tone: TestTone) throws(Refusal) {
    guard core.services.tones.play(tone) else {
      throw .system("there is no sound output: " + (core.engine.status.deviceTrouble ?? "it is switched off"))
    }
  }

  func unboundInputs(lines: [String]) throws(Refusal) -> (lines: Int, changes: [UnboundInput]) {
    let named = lines.map { word in
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      return parts.count == 2 ? LineAddress(chip: parts[0], line: parts[1]) : LineAddress(line: word)
    }
    let (count, changes) = devices.unbound(named: named)
    if count < named.count {
      let chips = GPIOChip.all()
      for address in named { if let reason = Self.reason(address, chips) { throw .system(reason) } }
    }
    return (
      count,
      changes.map { change in
        switch change.source {
        case .line(let address): UnboundInput(kind: "line", name: address.line, place: address.chip)
        case .key(let key, let device): UnboundInput(kind: "key", name: key.name, place: device)
        }
      }
    )
  }

  /// Why a line cannot be watched; nil: nothing is known against it.
  private static func reason(_ address: LineAddress, _ chips: [GPIOChip]) -> String? {
    guard let chip = chips.first(where: { $0.isNamed(by: address) }) else {
      return "there is no GPIO chip \(address.chip)"
        + (chips.isEmpty ? " on this machine, or no permission to open it" : "")
    }
    if let user = GPIOChip.user(of: address) {
      return "\(address) is in use" + (user.isEmpty ? "" : " by \(user)")
    }
    // A name that is no number may be one of the chip's lines.
    guard let number = Int(address.line), number < chip.lines else {
      return "\(chip.name) has no free line \(address.line): its lines are 0 to \(chip.lines - 1)"
    }
    return nil
  }

  // MARK: Command lists

  var isInList: Bool {
    get { core.store.defersFlush }
    set {
      core.store.defersFlush = newValue
      core.library.defersFlush = newValue
    }
  }

  func flush(completion: @escaping (Refusal?) -> Void) {
    core.store.flush { [core] error in
      let refusal = error.map { Refusal($0) }
      core.library.flush { completion(refusal ?? $0) }
    }
  }

  var hasRoomForEdits: Bool { core.store.hasRoom }
  func whenRoomForEdits(_ body: @escaping () -> Void) { core.store.whenRoomy(body) }

  // MARK: Volumes

  var neighbors: [(name: String, storage: String)] { core.policies.volumes.neighbors }
  var unused: [(path: String, reason: String)] { core.policies.volumes.unused.list }

  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void) {
    core.policies.volumes.mount(name, storage: storage, completion: completion)
  }

  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void) {
    core.policies.volumes.unmount(name, completion: completion)
  }

  // MARK: Scans

  var runningJob: UInt32? { core.library.scans.runningJob }

  var progress: [(volume: String, progress: ScanProgress)] {
    core.library.scans.progress.map { ($0.name, $1) }
  }

  var outcomes: [(volume: String, outcome: ScanOutcome)] { core.library.scans.outcomes.map { ($0.name, $1) } }

  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32 {
    try core.library.scans.update(uri, rescan: rescan)
  }
}
