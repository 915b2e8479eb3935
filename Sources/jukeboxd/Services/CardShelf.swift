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
  /// Names of the volumes that cards are stored on and that left.
  private var absent: [CardNumber: String] = [:]
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
    guard let card = self[number] else { return absent[number].map { .absent(volume: $0) } ?? .unknown }
    if case .action(let action) = card.target { return .action(.perform(action), card.options) }
    return .music(card.options)
  }

  /// By their numbers; the one that counts first.
  var all: [(card: CardBinding, volume: VolumeID?, isHidden: Bool)] {
    let places: [(VolumeID?, [CardNumber: CardBinding])] =
      [(nil, box)] + volumes.reversed().map { ($0.id, $0.cards) }
    var seen: Set<CardNumber> = []
    return places.flatMap { volume, cards in
      cards.values.map { ($0, volume, !seen.insert($0.number).inserted) }
    }.sorted { ($0.card.number, $0.isHidden ? 1 : 0) < ($1.card.number, $1.isHidden ? 1 : 0) }
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
      let name = library.mounts.name(of: id) ?? "a stick"
      for number in volumes[index].cards.keys where absent.count < Self.mostAbsent { absent[number] = name }
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
      isOther = isOther || byNumber != volumes[index].cards
      volumes[index].cards = byNumber
      for card in cards { absent[card.number] = nil }
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
