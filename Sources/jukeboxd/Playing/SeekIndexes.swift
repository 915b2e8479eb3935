import Audio
import Library
import Linux
import Media
import Model

/// Carries the frame offsets of long files from the engine to the volumes and back: they make seeks in them, and
/// resuming after a restart, exact. Loop thread only.
final class SeekIndexes {
  private let library: MusicLibrary
  private let engine: Engine
  /// The last entries that the engine got, in order; the current one is among them.
  private var given: [(serial: EntrySerial, entry: QueueEntry)] = []
  private var known: [EntryID: SeekIndex] = [:]
  /// Entries whose volume has said what it has: without that, the little that was learnt could replace the whole.
  private var answered: Set<EntryID> = []
  /// Entries whose index has grown since it was last stored.
  private var unkept: Set<EntryID> = []

  /// An edit of the queue may change the next entry each time, and the engine still reports entries that it has left.
  static let mostGiven = 8

  /// - Parameters:
  ///   - hint: what was saved with the position.
  ///   - entry: which it is of.
  init(library: MusicLibrary, engine: Engine, hint: [UInt8]?, of entry: EntryID?) {
    self.library = library
    self.engine = engine
    if let entry, let hint, let index = SeekIndex(bytes: hint) { known[entry] = index }
  }

  /// Returns the index for the engine, with an entry.
  func index(of entry: EntryID) -> SeekIndex? { known[entry] }

  /// Returns the bytes to save with a position in an entry.
  func hint(of entry: EntryID?) -> [UInt8]? { entry.flatMap { known[$0]?.bytes } }

  /// How long a start waits for its volume's answer.
  private static let patience = Duration.milliseconds(500)

  /// The engine gets an entry.
  /// - Returns: waits for the volume's answer, on any thread; nil if the volume has answered.
  func give(_ entry: QueueEntry, as serial: EntrySerial) -> (@Sendable () -> SeekIndex?)? {
    // Stores indexes that have grown: their entries may be left now.
    keep()
    given.append((serial, entry))
    if given.count > Self.mostGiven {
      let current = engine.position?.serial
      if let place = given.firstIndex(where: { $0.serial != current }) { given.remove(at: place) }
      let ids = Set(given.map(\.entry.id))
      known = known.filter { ids.contains($0.key) }
      answered.formIntersection(ids)
      unkept.formIntersection(ids)
    }
    if answered.contains(entry.id) { return nil }
    let answer = Monitor<SeekIndex??>(nil)
    library.catalogue.seekIndex(of: entry.track) { [weak self] stored in
      answer.change { $0 = .some(stored.flatMap { SeekIndex(bytes: $0) }) }
      self?.take(stored, from: entry)
    }
    return {
      let deadline = Instant.now() + Self.patience
      return answer.wait { answer in
        if let answer { return .done(answer) }
        return Instant.now() < deadline ? .wait(until: deadline) : .done(nil)
      }
    }
  }

  /// Takes the index that an entry's volume has.
  private func take(_ stored: [UInt8]?, from entry: QueueEntry) {
    guard given.contains(where: { $0.entry.id == entry.id }) else { return }
    answered.insert(entry.id)
    guard let stored, let index = SeekIndex(bytes: stored) else { return }
    if let own = known[entry.id], own.supersedes(index) { return }
    known[entry.id] = index
    unkept.remove(entry.id)
    // It may have begun meanwhile.
    for given in given where given.entry.id == entry.id { engine.learn(index, of: given.serial) }
  }

  /// The engine knows more of a file.
  func take(_ index: SeekIndex, of serial: EntrySerial) {
    guard let entry = given.last(where: { $0.serial == serial })?.entry, index.supersedes(known[entry.id])
    else { return }
    known[entry.id] = index
    unkept.insert(entry.id)
    // Stores a past entry's index now, since no later event does.
    if serial != engine.position?.serial { keep() }
  }

  /// The volumes learn what is new: at a pause, a stop, and when another entry begins or is to follow, since each time
  /// is a write to a stick.
  func keep() {
    for id in unkept.intersection(answered) {
      guard let index = known[id], let entry = given.last(where: { $0.entry.id == id })?.entry else {
        continue
      }
      library.catalogue.keep(seekIndex: index.bytes, of: entry.track)
      unkept.remove(id)
    }
  }
}
