import Library
import Linux
import Model
import Player

/// The cards of the box and of the open volumes, in memory. If a number is bound several times, the box counts, then the
/// volume that was plugged in last. Loop thread only.
final class CardShelf {
  let library: MusicLibrary
  let marks: CardMarks
  private var box: [CardNumber: CardBinding]
  /// In the order in which they were plugged in.
  private var volumes: [(id: VolumeID, cards: [CardNumber: CardBinding])] = []
  /// The cards of volumes that left.
  private var absent: [CardNumber: (card: CardBinding, volume: VolumeID)] = [:]
  /// Numbers without a binding that were placed, the last one last.
  private var unknown: [(number: CardNumber, reader: String, time: Instant)] = []
  /// The readers that report from outside.
  let radio = RadioReaders()
  private var isReading = false
  private var waiting: [() -> Void] = []
  /// Completions for the next reading: the one that runs may have missed the last change.
  private var waitingForNext: [() -> Void] = []
  private var readsNext = false
  /// Called when volumes have other cards than before.
  var changed: () -> Void = {}

  private static let mostAbsent = 4096
  private static let mostUnknown = 16
  private static let unknownTime = Duration.seconds(3600)

  init(_ library: MusicLibrary, _ store: BoxStore, values: [String: BoxValue]) {
    (self.library, box) = (library, BoxCards.all(in: values))
    marks = CardMarks(store, values)
  }

  subscript(number: CardNumber) -> CardBinding? { found(number)?.card }

  /// The binding that counts, and the volume that has it; nil for one of the box.
  func found(_ number: CardNumber) -> (card: CardBinding, volume: VolumeID?)? {
    if let card = box[number] { return (card, nil) }
    for (volume, cards) in volumes.reversed() {
      if let card = cards[number] { return (card, volume) }
    }
    return nil
  }

  func meaning(of number: CardNumber) -> CardRules.Meaning {
    guard let card = self[number] else {
      return absent[number].map { .absent(volume: library.mounts.name(of: $0.volume) ?? "a stick") }
        ?? .unknown
    }
    if case .action(let action) = card.target { return .action(.perform(action), card.options) }
    return .music(card.options)
  }

  enum State: Int {
    case counts
    /// Another binding of the number counts.
    case hidden
    /// Its volume left.
    case absent
  }

  /// By their numbers; the one that counts first.
  var all: [(card: CardBinding, volume: VolumeID?, state: State)] {
    let places: [(VolumeID?, [CardNumber: CardBinding])] =
      [(nil, box)] + volumes.reversed().map { ($0.id, $0.cards) }
    var seen: Set<CardNumber> = []
    let here = places.flatMap { volume, cards in
      cards.values.map { ($0, volume, seen.insert($0.number).inserted ? State.counts : .hidden) }
    }
    let gone = absent.values.filter { !seen.contains($0.card.number) }.map {
      ($0.card, VolumeID?.some($0.volume), State.absent)
    }
    return (here + gone).sorted { ($0.0.number, $0.2.rawValue) < ($1.0.number, $1.2.rawValue) }
  }

  /// The target as clients name it.
  func text(of target: CardBinding.Target) -> String {
    switch target {
    case .playlist(_, let name): name
    case .folder(let folder):
      library.shownURI(of: TrackReference(volume: folder.volume, path: folder.path))
    case .song(let track): library.shownURI(of: track)
    case .stream(let text): text
    case .action(let action): action.description
    }
  }

  func note(unknown number: CardNumber, on reader: String, at time: Instant) {
    unknown.removeAll { $0.number == number }
    if unknown.count == Self.mostUnknown { unknown.removeFirst() }
    unknown.append((number, reader, time))
  }

  /// Those of the last hour that nothing is bound to yet, the last one first.
  func unknown(at now: Instant) -> [(number: CardNumber, reader: String, time: Instant)] {
    unknown.reversed().filter { now - $0.time <= Self.unknownTime && self[$0.number] == nil }
  }

  func volumes(with number: CardNumber) -> [VolumeID] {
    volumes.filter { $0.cards[number] != nil }.map(\.id)
  }

  func isOnBox(_ number: CardNumber) -> Bool { box[number] != nil }
  func hasRoom(for number: CardNumber) -> Bool { box[number] != nil || box.count < CardBinding.most }

  func set(_ card: CardBinding?, of number: CardNumber) {
    box[number] = card
    changed()
  }

  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let info):
      if !volumes.contains(where: { $0.id == info.id }) { volumes.append((info.id, [:])) }
      readAgain()
    case .closed(let id, _):
      guard let index = volumes.firstIndex(where: { $0.id == id }) else { return }
      for (number, card) in volumes[index].cards where absent.count < Self.mostAbsent {
        absent[number] = (card, id)
      }
      volumes.remove(at: index)
      changed()
    // A playlist may have another name, or be gone; a folder or song, at another place.
    case .playlistsChanged, .moved: readAgain()
    default: break
    }
  }

  /// - Parameter completion: called once the cards are those of now.
  func readAgain(completion: @escaping () -> Void = {}) {
    guard !isReading else {
      readsNext = true
      waitingForNext.append(completion)
      return
    }
    isReading = true
    waiting.append(completion)
    library.cards.all(on: volumes.map(\.id)) { [weak self] in self?.take($0) }
  }

  private func take(_ found: [(volume: VolumeID, cards: [CardBinding])]) {
    var isOther = false
    for (volume, cards) in found {
      guard let index = volumes.firstIndex(where: { $0.id == volume }) else { continue }
      let byNumber = Dictionary(cards.map { ($0.number, $0) }) { first, _ in first }
      let gone = absent.count
      absent = absent.filter { $0.value.volume != volume && byNumber[$0.key] == nil }
      isOther = isOther || byNumber != volumes[index].cards || absent.count != gone
      volumes[index].cards = byNumber
    }
    isReading = false
    let waiting = waiting
    self.waiting = waitingForNext
    waitingForNext = []
    let again = readsNext
    readsNext = false
    if isOther { changed() }
    for completion in waiting { completion() }
    if again { readAgain() }
  }
}
