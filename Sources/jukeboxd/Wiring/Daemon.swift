import Configuration
import Control
import Inputs
import Library
import Linux
import Model

/// Builds every part, joins them, and takes them down again in order. The only place where all of them meet.
final class Daemon {
  private let inForce: SettingsInForce
  private var settings: Settings { inForce.settings }
  private let loop: EventLoop
  private let core: JukeboxCore
  private let hub: Hub
  private let server: Server
  private let inputs: InputDevices
  private let manager: ServiceManager?
  private let restart: RestartRequest
  private var signals: SignalSource?
  /// Announces the TCP address that clients can connect to.
  private var announcement: ServiceAnnouncement?

  /// Time that a real-time thread may run without sleeping before the kernel ends the process. The longest turn of the
  /// loop, an edit of a full queue on the slowest board, is far below.
  private static let realTimeLimit = Duration.seconds(2)
  /// How often an address that can't be had is tried again.
  private static let networkPeriod = Duration.seconds(5)
  /// How long clients wait at most for volumes that are there at the start and are not open yet.
  private static let openingPatience = Duration.seconds(1)
  /// SCHED_FIFO: above everything that is not sound.
  private static let loopPriority: Int32 = 10

  /// - Parameter environment: of the process, for what a service manager says there.
  init(_ inForce: SettingsInForce, environment: [String: String]) throws(StartFailure) {
    self.inForce = inForce
    let settings = inForce.settings
    // Before any thread starts, so that every one of them leaves the signals to the loop.
    try starting("signals") { () throws(SystemError) in try Signal.block() }
    let loop = try starting("the loop") { () throws(SystemError) in try EventLoop() }
    self.loop = loop
    manager = try starting("the service manager's socket") { () throws(SystemError) in
      try ServiceManager(environment: environment, loop: loop)
    }
    Self.limitRealTime()
    try starting("the state folder") { () throws(SystemError) in
      try HostFolder.make(settings.library.state, mode: 0o700)
    }

    restart = RestartRequest(loop: loop)
    let core = try JukeboxCore(settings: settings, loop: loop)
    self.core = core
    Self.keepInMemory()
    let (cards, alarms) = (core.services.cards, core.policies.alarms)
    inputs = InputDevices(
      loop: loop, bindings: settings.inputs.bindings, lock: core.policies.family.lock,
      alarmRings: { alarms.isRinging }
    ) { action, _ in
      if !alarms.takes(action) { cards.press(action) }
    }
    inputs.readers.placed = { cards.place($0, on: $1, at: $2) }
    inputs.readers.left = { cards.takeAway(from: $0) }
    inputs.readers.returned = { cards.bringBack(to: $0) }
    let changes = SettingChanges(inForce.store, loop: loop)
    hub = Hub(
      backend: Backend(
        core, settings,
        system: SystemAdapter(
          core, inputs: inputs, machine: Machine(settings, file: inForce.file),
          examiner: Examiner(
            loop: loop, core: core, inputs: inputs, settings: inForce,
            hasWatchdog: manager?.watchdogPeriod != nil),
          settings: inForce, changes: changes, restart: restart)),
      access: settings.control.access)
    server = Server(loop: loop, hub: hub, trust: settings.control.trust, reserve: Self.keepDescriptors())
    server.readerUser = Self.readerUser(settings.inputs.readers)

    changes.apply = { [unowned self] in apply($0) }
    core.announce = { [hub, inputs, unowned core] in
      hub.announce($0)
      if inputs.hasLEDs { inputs.show(Set(of: core)) }
    }
    hub.hold()
    try listen()
  }

  /// Runs until TERM, INT or the command `restart`, then stops in order.
  /// - Returns: whether the program is to run again.
  func run() throws(StartFailure) -> Bool {
    signals = try starting("signals") { () throws(SystemError) in
      try SignalSource(loop: loop) { [unowned self] in take($0) }
    }
    for warning in settings.warnings { Log.warning(warning) }
    try core.start()
    // Early commands wait, so that they are answered with all volumes that are present.
    core.library.mounts.whenOpen { [hub] in hub.becomeReady() }
    loop.schedule(after: Self.openingPatience) { [hub] in hub.becomeReady() }
    inputs.show(Set(of: core))
    inputs.start()
    Self.preferLoop()
    // Clients are listened to, keys and buttons are attached, sticks and cards are looked for: nothing else is waited
    // for, since whatever is missing may come at any time.
    manager?.ready()
    try starting("the loop") { () throws(SystemError) in try loop.run() }
    stop()
    return restart.isMade
  }

  /// Sound first, so that it ends with a fade; then what is to be kept; then what others see.
  private func stop() {
    Log.notice(restart.isMade ? "restarting" : "stopping")
    // The service does not stop where it starts again.
    if !restart.isMade { manager?.stopping() }
    core.silence()
    announcement?.stop()
    server.stop()
    Socket.removeName(settings.control.socket)
    inputs.stop()
    core.close()
  }

  private func listen() throws(StartFailure) {
    let path = settings.control.socket
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        let folder = String(path[..<slash])
        try HostFolder.make(folder)
        if HostFolder.isOfOthers(folder) { throw SystemError(.accessDenied, call: "lstat", path: folder) }
      }
      try server.listen(on: try Socket.listen(on: .unix(path: path)), isLocal: true)
    } catch {
      throw StartFailure(socket: path, error)
    }
    if let address = settings.control.tcp { listen(at: address, again: false) }
  }

  /// A network that isn't there yet, or a port in use, keeps nobody from pressing a button: it is tried again.
  private func listen(at address: NetworkAddress, again: Bool) {
    do throws(SystemError) {
      let socket = try Socket.listen(on: .tcp(host: address.host, port: address.port))
      try server.listen(on: socket, isLocal: false)
      if again { Log.notice("control over TCP at \(address)") }
      inForce.portTrouble = nil
      if !address.isLoopback {
        announcement = ServiceAnnouncement(port: address.port, loop: loop)
        announcement?.start()
      }
    } catch {
      inForce.portTrouble = "\(error)"
      if !again { Log.error("cannot listen at \(address) yet: \(error)") }
      loop.schedule(after: Self.networkPeriod) { [weak self] in self?.listen(at: address, again: true) }
    }
  }

  private func take(_ signal: Signal) {
    switch signal {
    case .terminate, .interrupt: loop.stop()
    case .hangup: readAgain()
    }
  }

  private func readAgain() {
    let fresh: Settings
    do throws(ConfigurationError) {
      fresh = try inForce.store.read()
    } catch {
      for line in error.lines { Log.error(line) }
      Log.error("the configuration was not changed")
      return
    }
    apply(fresh)
  }

  private func apply(_ fresh: Settings) {
    for change in settings.changes(to: fresh) { Log.notice("\(change)") }
    for warning in fresh.warnings { Log.warning(warning) }
    let socket = settings.control.socket
    inForce.settings = fresh
    // The name that is to be removed at the end is the one that was made at the start.
    inForce.settings.control.socket = socket
    hub.access = fresh.control.access
    server.trust = fresh.control.trust
    core.outputs.set(trust: fresh.control.trust)
    inputs.show(Set(of: core))
    inputs.apply(fresh.inputs.bindings)
    core.services.cards.set(fresh.inputs.readers)
    server.readerUser = Self.readerUser(fresh.inputs.readers)
    core.policies.night.hours = fresh.player.night
    core.policies.family.settings = fresh.family
    core.services.shutdown.command = fresh.player.shutdownCommand
    core.policies.idleOff.time = fresh.player.idleOff.map { .seconds(Int64($0) * 60) }
    core.services.analysisScheduler.when = fresh.analysis.when
    core.services.remoteAnalyses.server = RemoteAnalyses.Server(fresh.analysis)
    core.controller.report(.policyChanged(fresh.policy))
  }

  /// The user of jukebox-cards, if it has a reader to read.
  private static func readerUser(_ readers: [ReaderBinding]) -> UInt32? {
    readers.contains { !$0.kind.isKeyboard } ? PeerUser.number(named: "jukebox-cards") : nil
  }

  /// Controls act at once, also beside a busy machine. A thread that is started later sets a priority of its own.
  private static func preferLoop() {
    do throws(SystemError) {
      try Thread.adopt(.fifo(loopPriority))
    } catch {
      Log.notice("no real-time priority for controls; they may react late under load: \(error)")
    }
  }

  /// Page faults make sound stutter while a scan fills the page cache. Call it after the start of the engine, whose
  /// ring and threads stay in memory, and before the volumes come, whose searches and scans free their memory.
  private static func keepInMemory() {
    do throws(SystemError) {
      try Memory.lockAll()
    } catch {
      Log.notice("cannot lock memory; sound may stutter if memory is scarce: \(error)")
    }
  }

  /// Clients are let in also where something has used up all descriptors.
  private static func keepDescriptors() -> DescriptorReserve? {
    do throws(SystemError) {
      return try DescriptorReserve(keeping: 2 * Limits().clients)
    } catch {
      Log.notice("no descriptors are kept for clients: \(error)")
      return nil
    }
  }

  private static func limitRealTime() {
    do throws(SystemError) {
      try Memory.limitRealTime(to: realTimeLimit)
    } catch {
      Log.notice("real-time threads have no limit: \(error)")
    }
  }
}
