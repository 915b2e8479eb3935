import Audio
import Control
import Library
import Linux
import Model
import Player

/// Turns events into decisions, and decisions into effects: events go into the player, its effects go to the store and
/// the handlers. Loop thread only.
final class PlaybackController {
  private(set) var player: Jukebox
  /// When somebody last pressed something, or a client changed something.
  private(set) var lastAsked: Instant
  let playTime = PlayTime()
  private let engine: Engine
  private let store: BoxStore
  /// Owned by the whole, which also owns the handlers.
  private weak var effects: (any EffectHandler)?
  private var waiting: [(event: Event, whenDurable: ((Refusal?) -> Void)?)] = []
  private var isHandling = false
  /// Counts what people want to be played: the latest wish is the one that counts, whichever is read first.
  private(set) var wishes: UInt64 = 0
  /// Counts what clients change in the queue.
  private(set) var edits: UInt64 = 0
  private let loop: EventLoop
  private var tick: (timer: EventLoop.Timer, at: Instant)?

  init(player: Jukebox, loop: EventLoop, engine: Engine, store: BoxStore, effects: any EffectHandler) {
    self.player = player
    lastAsked = loop.now
    self.loop = loop
    self.engine = engine
    self.store = store
    self.effects = effects
  }

  /// The player's clock: the loop's, since its origin.
  private var now: Duration { .nanoseconds(loop.now.nanoseconds) }

  /// The status at this moment: the engine is asked for the audible position first.
  var status: PlaybackStatus {
    followEngine()
    return player.status(at: now)
  }

  /// The position in the current entry; also while it waits for its volume, when no status gives it.
  var elapsedToSave: Duration {
    followEngine()
    return positionToSave.elapsed
  }

  /// As of the event that is handled.
  var positionToSave: SavedPosition { player.savedPosition(at: now) }

  /// The player reckons on from what the engine said last, while a device or the storage may stand still: before
  /// anything rests on the position, it is brought up to date.
  private func followEngine() {
    guard let position = engine.position else { return }
    var effects: [Effect] = []
    // No report is refused, and a position has no effects.
    try? player.handle(.position(PlaySerial(position.serial), position.elapsed), at: now, into: &effects)
  }

  var queue: Queue { player.queue }
  var canTakeBackClear: Bool { player.canTakeBackClear(at: now) }

  func noteAsked() { lastAsked = loop.now }

  /// Somebody wants something else to be played, which has to be read first.
  /// - Returns: the wish's number; a later one overtakes it.
  func wish() -> UInt64 {
    wishes += 1
    return wishes
  }

  /// Takes an event and carries out what the player makes of it.
  /// - Parameter whenDurable: called once what the event changed in the queue would survive a power cut, with nil, or
  ///   with what went wrong; at once where it changed nothing.
  func handle(_ event: Event, whenDurable: ((Refusal?) -> Void)? = nil) throws(Refusal) {
    precondition(!isHandling, "an event inside of an effect goes through `report`")
    lastAsked = loop.now
    isHandling = true
    defer {
      isHandling = false
      runWaiting()
    }
    let before = player.queue.version
    try take(event, whenDurable: whenDurable)
    if player.queue.version != before { edits += 1 }
  }

  /// Takes an event; one that comes up while another is carried out waits for its end.
  /// - Parameter whenDurable: as for `handle`; it also gets the player's refusal.
  func report(_ event: Event, whenDurable: ((Refusal?) -> Void)? = nil) {
    if case .perform = event { lastAsked = loop.now }
    waiting.append((event, whenDurable))
    if !isHandling { runWaiting() }
  }

  private func runWaiting() {
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !waiting.isEmpty {
      let (event, whenDurable) = waiting.removeFirst()
      do throws(Refusal) {
        try take(event, whenDurable: whenDurable)
      } catch {
        Log.repeatable(.info, "not done: \(error.message)")
        whenDurable?(error)
      }
    }
  }

  private func take(_ event: Event, whenDurable: ((Refusal?) -> Void)?) throws(Refusal) {
    followEngine()
    var effects: [Effect] = []
    try player.handle(event, at: now, into: &effects)
    if event.isWish { wishes += 1 }
    saveQueue(effects, whenDurable: whenDurable)
    for effect in effects {
      if case .changed = effect { playTime.note(isSounding: player.transport == .play) }
      _ = self.effects?.handle(effect)
    }
    followDeadline()
  }

  /// Stores the changes of the queue; the caller is notified once all of them are durable.
  private func saveQueue(_ effects: [Effect], whenDurable: ((Refusal?) -> Void)?) {
    let changes = effects.compactMap { if case .save(.queue(let change)) = $0 { change } else { nil } }
    guard !changes.isEmpty else {
      whenDurable?(nil)
      return
    }
    store.save(changes, version: player.queue.version, nextID: player.queue.nextID) { error in
      whenDurable?(error.map { Refusal($0) })
    }
  }

  private func followDeadline() {
    let deadline = player.deadline.map { Instant(nanoseconds: $0.nanoseconds) }
    guard deadline != tick?.at else { return }
    if let tick { loop.cancel(tick.timer) }
    tick = deadline.map { instant in
      let timer = loop.schedule(at: instant) { [weak self] in
        self?.tick = nil
        self?.report(.tick)
      }
      return (timer, instant)
    }
  }
}
