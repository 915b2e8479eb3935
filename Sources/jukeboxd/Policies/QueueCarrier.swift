import Library
import Linux
import Model
import Player

/// Stores each volume's own part of the queue and the position on the volume, so that a stick that moves to another
/// jukebox resumes there; and takes over what another jukebox wrote last. Loop thread only.
final class QueueCarrier: EffectHandler, LibraryObserver {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let store: BoxStore
  private let controller: PlaybackController
  /// This box's identity, as it stands in stamps.
  private let box: [UInt8]
  private var timer: (timer: EventLoop.Timer, at: Instant)?
  /// Writes that are not answered yet.
  private var pending = 0 {
    didSet { if pending == 0 { tellWriters() } }
  }
  /// Callers that wait for them.
  private var waiting: [() -> Void] = []
  /// The state of each volume's part when it was last written.
  private var written: [VolumeID: Part] = [:]
  /// Volumes of which entries that were written already name other files or parts now.
  private var relocated: Set<VolumeID> = []

  private struct Part: Hashable {
    var entries: [CarriedQueue.Entry]
    var current: EntryID?
    var position: Duration
  }

  /// While something plays, its volume learns the position this often; each time is a write to a stick.
  static let period = Duration.seconds(30)
  /// How long a stick that is let go waits for another that hangs.
  static let patience = Duration.milliseconds(500)
  /// After an edit, a pause or a stop, so that many in a row become one write.
  var delay = Duration.seconds(2)

  init(loop: EventLoop, library: MusicLibrary, store: BoxStore, controller: PlaybackController, box: [UInt8])
  {
    self.loop = loop
    self.library = library
    self.store = store
    self.controller = controller
    self.box = box
  }

  /// The queue's entries of this volume.
  func entries(on volume: VolumeID) -> [EntryID] {
    controller.queue.entries.filter { $0.track.volume == volume }.map(\.id)
  }

  /// A volume has opened: takes over what it carries where another box wrote it and nothing sounds, then calls
  /// `ready`.
  ///
  /// If a client has edited the queue since the volume appeared, the volume gets this box's queue instead.
  /// - Parameters:
  ///   - before: its entries when it opened.
  ///   - edits: how often clients had changed the queue when it appeared.
  func arrived(_ volume: VolumeInfo, before: [EntryID], edits: UInt64, ready: @escaping () -> Void) {
    library.queues.carried(on: volume.id, notBy: box) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error):
        Log.warning("\(volume.name): cannot read the queue saved on the stick: \(error)")
      case .success(nil): break
      case .success(let carried?):
        if controller.player.transport == .stop, !controller.player.isRinging, takesOver,
          entries(on: volume.id) == before,
          controller.edits == edits
        {
          return adopt(carried, from: volume, ready: ready)
        }
        // A client's edit came first: the stick carries this box's queue from now on, also after a power cut.
        if controller.edits != edits, !controller.player.isRinging { writePart(on: volume) }
      }
      ready()
    }
  }

  /// With autoplay all or shuffle the saved queue is not restored.
  private var takesOver: Bool {
    switch controller.player.policy.autoplay {
    case .resume, .off: true
    case .all, .shuffle: false
    }
  }

  private func adopt(_ carried: CarriedQueue, from volume: VolumeInfo, ready: () -> Void) {
    let own = entries(on: volume.id)
    if !own.isEmpty { controller.report(.deleteIDs(own)) }
    let hasOthers = !controller.queue.isEmpty
    // An empty part is no edit: what plays by itself fills the queue as from any volume.
    guard !carried.entries.isEmpty else { return ready() }
    let entries = carried.entries.prefix(QueueLimits.entries - controller.queue.count)
    let items = entries.map {
      QueueItem(TrackReference(volume: volume.id, path: $0.path), $0.region)
    }
    controller.report(.addItems(items, at: .end))
    let added = controller.player.lastAdded.map { EntryID(rawValue: $0) }
    Log.notice("\(volume.name): \(added.count) entries loaded from the queue of another jukebox")
    // All of a priority at once: a stick's queue may have one for each of its entries.
    var prioritised: [UInt8: [EntryID]] = [:]
    for (entry, id) in zip(entries, added) where entry.priority > 0 {
      prioritised[entry.priority, default: []].append(id)
    }
    for (priority, ids) in prioritised.sorted(by: { $0.key < $1.key }) {
      controller.report(.prioritiseIDs(ids, priority))
    }
    ready()
    // If the other box had come to its queue's end, or played from another volume, no entry is current: a box without
    // other entries begins at the first one.
    let index = entries.firstIndex { $0.id == carried.current } ?? (hasOthers ? nil : 0)
    guard controller.player.transport == .stop, controller.player.policy.autoplay != .off,
      let index, index < added.count
    else { return }
    let isCurrent = entries[index].id == carried.current
    controller.report(.seekID(added[index], to: isCurrent ? carried.position : .zero))
  }

  /// Files were moved on these volumes and the queue has followed them, or its entries are to sound otherwise.
  private func followed(on volumes: some Sequence<VolumeID>) { relocated.formUnion(volumes) }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .save(.queue(let change)):
      if case .setRegion(let id, _) = change, let entry = controller.queue.entry(of: id) {
        followed(on: [entry.track.volume])
      }
      return true
    case .changed(let subsystems):
      // The volumes learn of it soon.
      if !subsystems.isDisjoint(with: [.player, .playlist]) { writeAll(by: loop.now + delay) }
    default: break
    }
    return false
  }

  func receive(_ event: LibraryEvent) {
    if case .moved(let places) = event { followed(on: places.keys.lazy.map(\.volume)) }
  }

  private func writeAll(by instant: Instant) {
    if let timer {
      guard instant < timer.at else { return }
      loop.cancel(timer.timer)
    }
    timer = (loop.schedule(at: instant) { [weak self] in self?.tick() }, instant)
  }

  /// Whether a write to a volume is pending.
  var isWriting: Bool { pending > 0 }

  /// All volumes learn what is now; `done` is called once they have, or are taking too long.
  func writeAll(then done: @escaping () -> Void) {
    writeAll()
    if pending == 0 { return done() }
    waiting.append(done)
    loop.schedule(after: Self.patience) { [weak self] in self?.tellWriters() }
  }

  private func tellWriters() {
    let done = waiting
    waiting = []
    for body in done { body() }
  }

  /// All volumes learn what is now: before they are let go in order.
  func writeAll() {
    // The music of an alarm is no part of any queue.
    if controller.player.isRinging { return }
    let parts = currentParts()
    for volume in library.volumes {
      let part = parts[volume.id] ?? Part(entries: [], current: nil, position: .zero)
      // A volume that never had a part in the queue carries none.
      if part.entries.isEmpty, written[volume.id] == nil { continue }
      if written[volume.id] == part { continue }
      written[volume.id] = part
      write(part, on: volume)
    }
  }

  private func writePart(on volume: VolumeInfo) {
    let part = currentParts()[volume.id] ?? Part(entries: [], current: nil, position: .zero)
    written[volume.id] = part
    write(part, on: volume)
  }

  private func tick() {
    timer = nil
    writeAll()
    if controller.player.transport == .play { writeAll(by: loop.now + Self.period) }
  }

  private func write(_ part: Part, on volume: VolumeInfo) {
    pending += 1
    // Now: files that move before the stamp exists come with the next part.
    let comparesPaths = relocated.remove(volume.id) != nil
    store.stamp { [weak self] result in
      switch result {
      case .failure(let error): self?.wrote(volume, comparesPaths, error)
      case .success(let stamp):
        let carried = CarriedQueue(
          stamp: stamp, entries: part.entries, current: part.current, position: part.position)
        self?.carry(carried, on: volume, comparesPaths)
      }
    }
  }

  private func carry(_ queue: CarriedQueue, on volume: VolumeInfo, _ comparesPaths: Bool) {
    library.queues.carry(queue, on: volume.id, comparingPaths: comparesPaths) { [weak self] error in
      guard let self else { return }
      wrote(volume, comparesPaths, error)
      // The stick may be pulled next: it is to carry one whole file.
      if pending == 0, controller.player.transport != .play { library.checkpoint() }
    }
  }

  private func wrote(_ volume: VolumeInfo, _ comparesPaths: Bool, _ error: StoreError?) {
    pending -= 1
    guard let error else { return }
    if comparesPaths { relocated.insert(volume.id) }
    written[volume.id] = nil
    if error.kind != .closed { Log.warning("\(volume.name): cannot save the queue on the stick: \(error)") }
  }

  private func currentParts() -> [VolumeID: Part] {
    var parts: [VolumeID: Part] = [:]
    for entry in controller.queue.entries {
      parts[entry.track.volume, default: Part(entries: [], current: nil, position: .zero)].entries.append(
        CarriedQueue.Entry(
          id: entry.id, path: entry.track.path, priority: entry.priority, region: entry.region))
    }
    if let current = controller.player.current {
      parts[current.track.volume]?.current = current.id
      parts[current.track.volume]?.position = controller.elapsedToSave
    }
    return parts
  }
}
