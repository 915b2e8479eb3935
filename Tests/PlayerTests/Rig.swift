import Model
import Player

/// A jukebox with one stick, driven by hand.
struct Rig {
  var jukebox: Jukebox
  var time = Duration.zero
  /// All `save` effects so far.
  var saves: [Save] = []
  /// All `heard` effects so far.
  var reports: [HeardReport] = []

  static let stick = VolumeID(high: 0xA, low: 1)
  static let otherStick = VolumeID(high: 0xB, low: 2)
  static let trackLength = Duration.seconds(100)

  static func track(_ number: Int, folder: String = "a", volume: VolumeID = stick) -> TrackReference {
    TrackReference(volume: volume, path: Array("\(folder)/\(number).flac".utf8))
  }

  /// - Parameter count: that many entries with the ids 1… are in the queue.
  init(_ count: Int = 0, policy: Policy = Policy(autoplay: .off), seed: UInt64 = 1) throws {
    jukebox = Jukebox(policy: policy, seed: seed)
    try send(.powerOn)
    try send(.volumeArrived(Self.stick))
    if count > 0 { try send(.add((1...count).map { Self.track($0) }, at: .end)) }
  }

  init(restoring saved: SavedState, policy: Policy = Policy(), arrived: Bool = true) throws {
    jukebox = Jukebox(policy: policy, saved: saved, seed: 2)
    try send(.powerOn)
    if arrived { try send(.volumeArrived(Self.stick)) }
  }

  @discardableResult
  mutating func send(_ event: Event) throws(Refusal) -> [Effect] {
    var effects: [Effect] = []
    try jukebox.handle(event, at: time, into: &effects)
    for case .save(let save) in effects { saves.append(save) }
    for case .heard(let report) in effects { reports.append(report) }
    return effects
  }

  /// Sends the events and tells what was to be done, without what is to be saved:
  /// `start 3`, `start 3 at 10.0 paused`, `next 4`, `next -`, `seek 5.0`, `changed player+mixer`, …
  mutating func acts(_ events: Event...) throws(Refusal) -> String {
    var words: [String] = []
    for event in events { words += Self.words(try send(event)) }
    return words.joined(separator: ", ")
  }

  mutating func pass(_ duration: Duration) { time += duration }

  /// The engine says that the current entry sounds.
  @discardableResult
  mutating func sounds() throws(Refusal) -> String {
    guard let serial = status.serial else { return "nothing is to sound" }
    return try acts(.started(serial, length: Self.trackLength))
  }

  /// The engine has gone on to what it had as next.
  @discardableResult
  mutating func goesOn(_ next: StampedEntry?) throws(Refusal) -> String {
    guard let next, let serial = status.serial else { return "nothing is next" }
    return try acts(.ended(serial), .started(next.serial, length: Self.trackLength))
  }

  /// The engine has played all that it had.
  @discardableResult
  mutating func ends() throws(Refusal) -> String {
    guard let serial = status.serial else { return "nothing sounds" }
    return try acts(.ended(serial), .drained(after: serial))
  }

  var status: PlaybackStatus { jukebox.status(at: time) }
  var ids: [UInt32] { jukebox.queue.entries.map(\.id.rawValue) }
  var currentID: UInt32? { jukebox.current?.id.rawValue }

  /// What a restart would find.
  func saved() -> SavedState {
    SavedState(
      settings: jukebox.savedSettings, entries: jukebox.queue.entries, order: jukebox.savedOrder,
      position: jukebox.savedPosition(at: time))
  }

  static func words(_ effects: [Effect]) -> [String] { effects.compactMap(word) }

  private static func word(_ effect: Effect) -> String? {
    switch effect {
    case .start(let stamped, let at, let paused):
      "start \(stamped.entry.id.rawValue)" + (at == .zero ? "" : " at \(seconds(at))")
        + (paused ? " paused" : "")
    case .setNext(let stamped): "next " + (stamped.map { "\($0.entry.id.rawValue)" } ?? "-")
    case .pause: "pause"
    case .resume: "resume"
    case .stop: "stop"
    case .runOut: "run out"
    case .seek(_, let target): "seek \(seconds(target))"
    case .setLoop(_, let section):
      section.map { "loop \(seconds($0.start)) \(seconds($0.end))" } ?? "loop off"
    case .stepCue(let entry, let elapsed, let forward):
      "\(forward ? "next" : "previous") cue of \(entry.id.rawValue) from \(seconds(elapsed))"
    case .setVolume(let percent): "volume \(percent)"
    case .setMuted(let on): "mute \(on)"
    case .setFade(let level): "fade \(level)"
    case .save, .heard: nil
    case .changed(let subsystems): "changed " + names(subsystems)
    case .fillQueue(let volume): volume == stick ? "fill" : "fill other"
    case .toggleFavourite(let track): "favourite \(String(decoding: track.path, as: UTF8.self))"
    case .rate(let track, let rating): "rate \(String(decoding: track.path, as: UTF8.self)) \(rating)"
    case .mix(let slot, let track): "mix \(slot) \(String(decoding: track.path, as: UTF8.self))"
    case .atLimit: nil
    case .signal(let tone): "tone \(tone.rawValue)"
    case .perform(let action): "\(action)"
    case .nothingPlays(let action): "nothing plays: \(action)"
    case .skipped(let entry, let reason): "skipped \(entry.id.rawValue): \(reason)"
    case .gaveUp(let reason): "gave up: \(reason)"
    }
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func names(_ subsystems: Subsystems) -> String {
    var names: [String] = []
    if subsystems.contains(.player) { names.append("player") }
    if subsystems.contains(.sleep) { names.append("sleep") }
    if subsystems.contains(.mixer) { names.append("mixer") }
    if subsystems.contains(.options) { names.append("options") }
    if subsystems.contains(.playlist) { names.append("playlist") }
    if subsystems.contains(.family) { names.append("family") }
    return names.joined(separator: "+")
  }
}

extension [Effect] {
  /// What the engine has as next after these.
  var lastNext: StampedEntry? {
    for effect in reversed() {
      if case .setNext(let stamped) = effect { return stamped }
      if case .start = effect { return nil }
    }
    return nil
  }
}

extension Queue {
  /// The positions in `range` that have changed since a client saw `seen`; all of them if this queue has not given that version.
  func positionsChanged(since seen: UInt32, in range: Range<Int> = 0..<QueueLimits.entries) -> [Int] {
    range.clamped(to: 0..<count).filter { seen > version || self[$0].changedInVersion > seen }
  }
}
