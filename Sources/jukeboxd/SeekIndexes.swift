import Audio
import Library
import Linux
import Media
import Player

/// Where the frames of long files lie, from the engine to the volumes and back: it makes seeks in them, and going on
/// where a box stopped, exact. Loop thread only.
final class SeekIndexes {
  private let library: MusicLibrary
  private let engine: Engine
  /// What the engine was given last: the current entry and the one that follows.
  private var given: [(serial: EntrySerial, entry: QueueEntry)] = []
  private var known: [EntryID: SeekIndex] = [:]
  /// Entries whose index has grown since their volume was told.
  private var unkept: Set<EntryID> = []

  /// - Parameters:
  ///   - hint: what was saved with the position.
  ///   - entry: which it is of.
  init(library: MusicLibrary, engine: Engine, hint: [UInt8]?, of entry: EntryID?) {
    self.library = library
    self.engine = engine
    if let entry, let hint, let index = SeekIndex(bytes: hint) { known[entry] = index }
  }

  /// What the engine gets with an entry.
  func index(of entry: EntryID) -> SeekIndex? { known[entry] }

  /// What is to be saved with a position in an entry.
  func hint(of entry: EntryID?) -> [UInt8]? { entry.flatMap { known[$0]?.bytes } }

  /// The engine gets an entry.
  func give(_ entry: QueueEntry, as serial: EntrySerial) {
    given.removeAll { $0.serial == serial }
    given.append((serial, entry))
    if given.count > 3 { given.removeFirst() }
    let ids = Set(given.map(\.entry.id))
    if !unkept.isSubset(of: ids) { keep() }
    known = known.filter { ids.contains($0.key) }
    guard known[entry.id] == nil else { return }
    library.seekIndex(of: entry.track) { [weak self] bytes in
      guard let self, let bytes, let index = SeekIndex(bytes: bytes), known[entry.id] == nil else { return }
      known[entry.id] = index
      // It may have begun meanwhile: the next seek finds its way.
      for given in given where given.entry.id == entry.id { engine.learn(index, of: given.serial) }
    }
  }

  /// The engine knows more of a file.
  func take(_ index: SeekIndex, of serial: EntrySerial) {
    guard let entry = given.last(where: { $0.serial == serial })?.entry, known[entry.id] != index else {
      return
    }
    known[entry.id] = index
    unkept.insert(entry.id)
  }

  /// The volumes learn what is new: at a pause, a stop, and when an entry is left, since each time is a write to a
  /// stick.
  func keep() {
    for id in unkept {
      guard let index = known[id], let entry = given.last(where: { $0.entry.id == id })?.entry else {
        continue
      }
      library.keep(seekIndex: index.bytes, of: entry.track)
    }
    unkept = []
  }
}
