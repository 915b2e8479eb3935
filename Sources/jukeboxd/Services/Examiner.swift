import Audio
import Configuration
import Control
import Doctor
import Inputs
import Library
import Linux
import Media
import Model
import Signal

/// Collects the daemon's facts for the command `doctor`. Questions that a driver or a stick may block run on threads
/// that end with their answers; late ones are left out. Loop thread only.
final class Examiner {
  /// A change of the facts that a thread has collected.
  private typealias Part = @Sendable (inout ExaminedFacts) -> Void

  private struct Run {
    var facts: ExaminedFacts
    /// The names of the parts that are not answered yet.
    var open: Set<String>
    var requests: [Query] = []
    var completions: [(Examination) -> Void]
    var timer: EventLoop.Timer?
  }

  /// A thread that has not answered.
  private struct Late {
    let since: Instant
    let registration: EventLoop.Registration

    var seconds: Int { max(1, Int((Instant.now() - since).components.seconds)) }
  }

  private let loop: EventLoop
  private let core: JukeboxCore
  private let inputs: InputDevices
  private let inForce: SettingsInForce
  private let hasWatchdog: Bool
  private var run: Run?
  /// By the names of their parts.
  private var late: [String: Late] = [:]
  /// How long the parts are waited for.
  var patience = Duration.seconds(6)

  private static let machinePart = "machine"

  init(
    loop: EventLoop, core: JukeboxCore, inputs: InputDevices, settings: SettingsInForce, hasWatchdog: Bool
  ) {
    self.loop = loop
    self.core = core
    self.inputs = inputs
    inForce = settings
    self.hasWatchdog = hasWatchdog
  }

  /// Several that ask at once get one answer.
  func examine(completion: @escaping (Examination) -> Void) {
    if run != nil {
      run?.completions.append(completion)
      return
    }
    run = Run(facts: loopFacts(), open: [], completions: [completion])
    examineMachine()
    for (index, volume) in core.library.volumes.enumerated() { examine(volume, at: index) }
    run?.timer = loop.schedule(after: patience) { [weak self] in self?.end() }
    endIfWhole()
  }

  // MARK: The loop's facts

  /// As it was typed: `--output null` or `--output=null`.
  private static var outputFlag: String? {
    let words = CommandLine.arguments
    guard let index = words.lastIndex(where: { $0.hasPrefix("--output") }) else { return nil }
    return words[index...].prefix(words[index].utf8.contains(UInt8(ascii: "=")) ? 1 : 2).joined(
      separator: " ")
  }

  private func loopFacts() -> ExaminedFacts {
    var facts = ExaminedFacts()
    facts.sound = soundFacts()
    facts.sticks.sticks = core.library.volumes.map(stick)
    facts.sticks.unused = core.policies.volumes.unused.list.map {
      StickFacts.Unused(
        path: $0.path, reason: $0.reason, isFolder: inForce.settings.library.folders.contains($0.path))
    }
    facts.sticks.mountRoot = inForce.settings.library.mountRoot
    facts.inputs.inputs = inputs.status.map(\.report).map {
      InputFacts.Input(
        kind: $0.kind.rawValue, name: $0.name, place: $0.place, trouble: $0.trouble.map { .other($0) })
    }
    facts.inputs.readers = inForce.settings.inputs.readers.filter(\.kind.isKeyboard).map { reader in
      InputFacts.Reader(
        name: reader.name, device: reader.device,
        isThere: facts.inputs.inputs.contains { $0.kind == "reader" && $0.name == reader.name })
    }
    facts.inputs.typing = inputs.readers.typing.sorted()
    facts.inputs.doubleCards = core.services.cards.doubles.map {
      InputFacts.DoubleCard(number: $0.number, plays: $0.plays, hidden: $0.hidden)
    }
    facts.inputs.configuration = inForce.file ?? "/etc/jukebox.ini"
    facts.inputs.unlocking = core.policies.family.isLocked ? unlocking() : nil
    facts.inputs.radioReaders = core.services.cards.radio.facts(at: loop.now)
    facts.service = serviceFacts()
    facts.network.address = inForce.settings.control.tcp?.description
    facts.network.isLoopback = inForce.settings.control.tcp?.isLoopback ?? false
    facts.network.networks = (try? NetworkInterfaces.networks())?.map(\.description)
    facts.network.trouble = inForce.portTrouble
    facts.network.trust = inForce.settings.control.trust.description
    facts.network.permissions = inForce.settings.control.access.permissions(isLocal: false).description
    return facts
  }

  private func unlocking() -> [String] {
    let settings = inForce.settings
    var ways = settings.inputs.unlocking
    if !settings.inputs.readers.isEmpty {
      let action = Action.lock.description
      ways += core.services.cards.cards.filter {
        $0.kind == .action && $0.target == action && $0.options.isWhenLocked && !$0.isHidden && !$0.isAbsent
      }.map { "the card \($0.number)" }
    }
    let (access, tcp) = (settings.control.access, settings.control.tcp)
    let hasPassword = access.passwords.contains { $0.permissions.contains(.admin) }
    if settings.web.listen != nil, hasPassword { ways.append("the page") }
    if tcp?.isLoopback == false, hasPassword || access.permissions(isLocal: false).contains(.admin) {
      ways.append("apps in the network")
    }
    return ways
  }

  private func soundFacts() -> SoundFacts {
    let (engine, audio) = (core.engine.status, inForce.settings.audio)
    var facts = SoundFacts()
    facts.output = audio.ownOutput.description
    facts.furtherOutputs = core.outputs.status.filter(\.isEnabled).map { "[output \($0.name)]" }
    facts.outputFlag = Self.outputFlag
    facts.device = audio.device
    if !engine.device.isEmpty, let format = engine.format {
      facts.open = SoundFacts.Open(device: engine.device, rate: engine.rate, format: format.rawValue)
    }
    facts.trouble = engine.deviceTrouble
    facts.isBusy = engine.isDeviceBusy
    facts.isOff = !engine.isEnabled
    facts.isReleased = core.engine.isReleased
    facts.wantedRate = audio.rate
    facts.underruns = engine.underruns
    facts.starvations = engine.starvations
    facts.uptimeSeconds = core.controller.playTime.uptime.components.seconds
    facts.latency = audio.latency.rawValue
    facts.bufferSeconds = audio.bufferSeconds
    facts.volume = core.engine.volume
    facts.isMuted = core.engine.isMuted
    return facts
  }

  private func stick(_ volume: VolumeInfo) -> StickFacts.Stick {
    var stick = StickFacts.Stick(name: volume.name, path: volume.path)
    stick.isFolder = volume.isFixed
    stick.refusesWrites = volume.isCopy
    stick.songs = Int(clamping: volume.trackCount)
    stick.isBeingScanned = core.library.scans.progress.contains { $0.volume.id == volume.id }
    stick.ignored = core.library.scans.notPlayed(on: volume.id).lines
    if let outcome = core.library.scans.outcomes.first(where: { $0.volume.id == volume.id })?.outcome {
      stick.unread = outcome.progress.notRead
      stick.forbidden = outcome.progress.forbidden
      stick.scanError = outcome.error
      stick.remarks = outcome.problems
    }
    return stick
  }

  private func serviceFacts() -> ServiceFacts {
    var facts = ServiceFacts()
    facts.version = ProgramVersion.current
    facts.hasWatchdog = hasWatchdog
    facts.stateFolder = inForce.settings.library.state
    facts.configuration = inForce.file
    do throws(ConfigurationError) {
      facts.unread = inForce.settings.changes(to: try inForce.store.read()).map(\.setting)
    } catch {
      facts.configurationError = error.lines.joined(separator: "; ")
    }
    return facts
  }

  // MARK: Parts

  private func examineMachine() {
    let settings = inForce.settings
    let statuses = inputs.status
    begin(Self.machinePart) { Self.machine(settings, statuses) }
  }

  private func examine(_ volume: VolumeInfo, at index: Int) {
    let path = volume.path
    guard let root = core.library.root(of: volume.id), var stick = run?.facts.sticks.sticks[index] else {
      return
    }
    // A scan or the music itself needs the storage now.
    let isMeasured = !stick.isBeingScanned && !core.engine.status.isBehind
    if !isMeasured { stick.speed = .unknown("not measured, since the stick is busy") }
    begin(path) { [stick] in
      var stick = stick
      StickProbe().look(at: &stick, volume: root, isMeasured: isMeasured)
      return { [stick] facts in
        // The database is another part's.
        guard let index = facts.sticks.sticks.firstIndex(where: { $0.path == path }) else { return }
        facts.sticks.sticks[index].take(mountOf: stick)
      }
    }
    let part = "\(path) database"
    run?.open.insert(part)
    let request = core.library.health.examine(volume.id) { [weak self] result in
      self?.take(part) { facts in
        switch result {
        case .success(let examination):
          facts.sticks.sticks[index].database = .well
          facts.sticks.sticks[index].songs = Int(clamping: examination.songs)
          facts.sticks.sticks[index].coded = Int(clamping: examination.coded)
          facts.sticks.sticks[index].broken = Int(clamping: examination.broken)
        case .failure(let error) where error.kind == .corrupt:
          facts.sticks.sticks[index].database = .damaged(error.message)
        case .failure(let error): facts.sticks.sticks[index].database = .unknown("\(error)")
        }
      }
    }
    run?.requests.append(request)
    let cards = "\(path) cards"
    run?.open.insert(cards)
    core.library.cards.withoutMusic(on: volume.id) { [weak self] numbers in
      self?.take(cards) { facts in
        facts.inputs.lostCards += numbers.map {
          InputFacts.LostCard(number: $0.description, stick: volume.name)
        }
      }
    }
  }

  /// Runs `look` on a thread of its own.
  private func begin(_ name: String, _ look: @escaping @Sendable () -> Part) {
    // An answer that is late for an earlier question serves this one.
    run?.open.insert(name)
    guard late[name] == nil else { return }
    do throws(SystemError) {
      let mailbox = try Mailbox<Part>(capacity: 1)
      let registration = try mailbox.attach(to: loop) { [weak self] part in self?.take(name, part) }
      _ = try Thread.start(name: "doctor", payload: look) { look in _ = mailbox.send(look()) }
      late[name] = Late(since: .now(), registration: registration)
    } catch {
      run?.open.remove(name)
      Log.warning("doctor: \(error)")
    }
  }

  /// An answer, on the loop; late ones only show that the thread has ended.
  private func take(_ name: String, _ part: (inout ExaminedFacts) -> Void) {
    late[name] = nil
    guard run?.open.remove(name) != nil else { return }
    if var facts = run?.facts {
      part(&facts)
      run?.facts = facts
    }
    endIfWhole()
  }

  private func endIfWhole() {
    if run?.open.isEmpty == true { end() }
  }

  private func end() {
    guard var run else { return }
    self.run = nil
    if let timer = run.timer { loop.cancel(timer) }
    for request in run.requests { request.cancel() }
    for index in run.facts.sticks.sticks.indices {
      let path = run.facts.sticks.sticks[index].path
      if let late = late[path] { run.facts.sticks.sticks[index].speed = .hangs(seconds: late.seconds) }
      if run.open.contains("\(path) database") {
        run.facts.sticks.sticks[index].database = .unknown("the check takes longer than this command waits")
      }
    }
    let examination = Examination(version: ProgramVersion.current, findings: run.facts.findings)
    for completion in run.completions { completion(examination) }
  }

  // MARK: On a thread

  private static func machine(_ settings: Settings, _ statuses: [InputStatus]) -> Part {
    let process = ProcessProbe()
    let stream = process.stream
    let cards = CardReport.all().map {
      SoundFacts.Card(name: $0.name, pcm: $0.pcm, kind: $0.kind, isCandidate: $0.isCandidate)
    }
    let controls = stream.flatMap { stream in
      CardControl.all(ofCard: stream.card)?.map {
        SoundFacts.Control(card: stream.card, name: $0.name, isMuted: $0.isMuted, percent: $0.percent)
      }
    }
    let chips = GPIOChip.all()
    let troubles = statuses.map { trouble(of: $0, chips) }
    let closed = closedFiles()
    let (isRealTime, lockedBytes) = (process.isRealTime, process.lockedBytes)
    let free = try? HostFolder.freeBytes(at: settings.library.state)
    let warnings = settings.warnings + BindingCheck(settings).warnings
    let decoder = decoder()
    return { facts in
      facts.sticks.decoder = decoder
      facts.sound.cards = cards
      facts.sound.controls = controls
      facts.sound.open?.cardRate = stream?.rate
      facts.sound.open?.cardFormat = stream?.format
      facts.inputs.chips = chips.map { InputFacts.Chip(name: $0.name, label: $0.label, lines: $0.lines) }
      facts.inputs.closedFiles = closed
      // The configuration may have been read again since.
      if troubles.count == facts.inputs.inputs.count {
        for (index, trouble) in troubles.enumerated() { facts.inputs.inputs[index].trouble = trouble }
      }
      facts.service.isRealTime = isRealTime
      facts.service.lockedBytes = lockedBytes
      facts.service.stateFree = free
      facts.service.warnings = warnings
    }
  }

  private static func decoder() -> StickFacts.Decoder {
    do throws(SystemError) { return try HelperService.isThere() ? .ready : .missing } catch {
      return .unknown("\(error)")
    }
  }

  private static func trouble(of status: InputStatus, _ chips: [GPIOChip]) -> InputFacts.Trouble? {
    guard let text = status.report.trouble else { return nil }
    switch status.code {
    case Errno.busy?:
      let users = status.addresses.compactMap { GPIOChip.user(of: $0) }
      return .busy(by: users.first { !$0.isEmpty })
    case Errno.accessDenied?, Errno.notPermitted?: return .noPermission
    case Errno.noSuchFile?, Errno.invalidArgument?, Errno.noSuchDevice?:
      let isThere = status.addresses.allSatisfy { address in chips.contains { $0.isNamed(by: address) } }
      return isThere ? .noLine : .noChip
    default: return .other(text)
    }
  }

  /// Devices that are there and may not be opened.
  private static func closedFiles() -> [String] {
    let devices = HostFolder.names(in: "/dev/input").filter { $0.hasPrefix("event") }.map {
      "/dev/input/\($0)"
    }
    let chips = HostFolder.names(in: "/dev").filter { $0.hasPrefix("gpiochip") }.map { "/dev/\($0)" }
    return devices.filter { !HostFile.allows($0) } + chips.filter { !HostFile.allows($0, writing: true) }
  }
}
