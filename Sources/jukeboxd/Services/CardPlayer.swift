import Configuration
import Control
import Inputs
import Library
import Linux
import Model
import Player

/// Plays and does what cards are bound to, as `CardRules` say, and binds them. Loop thread only.
final class CardPlayer: EffectHandler, LibraryObserver {
  private let loop: EventLoop
  private let store: BoxStore
  private let controller: PlaybackController
  private let presets: PresetsAndMixSlots
  private let tones: Tones
  private let shelf: CardShelf
  private var rules: CardRules
  private var library: MusicLibrary { shelf.library }
  var radio: RadioReaders { shelf.radio }
  /// The entries that the current card's music put into the queue.
  private var added: Range<UInt32> = 0..<0
  private var tick: (timer: EventLoop.Timer, at: Duration)?
  private let news: CardNews
  private var learner: (timer: EventLoop.Timer, completion: Completion<LearnedCard>)?
  /// Cards are buttons for an alarm that rings.
  weak var alarms: AlarmClock?

  private static let mostDoubles = 20

  init(_ dependencies: Dependencies, presets: PresetsAndMixSlots, tones: Tones) {
    (loop, store) = (dependencies.loop, dependencies.store)
    (controller, news) = (dependencies.controller, CardNews(dependencies.notify))
    (self.presets, self.tones) = (presets, tones)
    shelf = CardShelf(dependencies.library, store, values: dependencies.state.values)
    rules = CardRules(start: Self.duration(dependencies.loop.now))
    shelf.changed = { [weak self] in self?.followShelf() }
    set(dependencies.settings.inputs.readers)
  }

  /// Takes the settings of readers.
  func set(_ readers: [ReaderBinding]) {
    radio.set(readers)
    rules.readers = Dictionary(
      readers.map {
        // Readers of jukebox-cards report an absence when it has lasted so long.
        var reader = CardRules.Reader(
          again: $0.again, away: $0.away, awayDelay: $0.kind.isKeyboard ? $0.awayDelay : .zero)
        (reader.needsCard, reader.backTime) = ($0.needsCard, $0.backTime)
        (reader.tellsAway, reader.choice) = ($0.tellsAway, $0.choice)
        reader.readsIdentities = $0.readsIdentities
        return ($0.name, reader)
      }
    ) { first, _ in first }
  }

  /// Whether cards do nothing but sound the tone `limit`.
  var isLimited: Bool {
    get { rules.isLimited }
    set { rules.isLimited = newValue }
  }

  /// Whether the music of a card plays or is paused.
  var isCurrent: Bool { rules.current != nil }

  // MARK: What happens

  /// A button or key: without effect while music waits for its card.
  func press(_ action: Action) {
    if rules.blocks(action, at: now) {
      tones.play(.limit)
      Log.repeatable(.info, "\(action): not done, the music waits for its card")
    } else {
      controller.report(.perform(action))
    }
  }

  /// - Parameter time: of the reader's last key.
  func place(_ number: CardNumber, on reader: String, at time: Instant) {
    follow { effects in
      rules.placed(
        number, on: reader, meaning(of: number, on: reader), situation, at: Self.duration(time),
        into: &effects)
    }
  }

  /// A number without a card may choose a preset or a song of the queue.
  private func meaning(of number: CardNumber, on reader: String) -> CardRules.Meaning {
    let meaning = shelf.meaning(of: number)
    guard meaning == .unknown, let chosen = Int(number.description) else { return meaning }
    switch rules.readers[reader]?.choice {
    case .preset? where Action("preset \(chosen)") != nil:
      return .action(.perform(.preset(chosen)), CardOptions())
    case .song? where (1...max(1, controller.player.queue.count)).contains(chosen):
      return .action(.playPosition(chosen - 1), CardOptions())
    default: return .unknown
    }
  }

  func handle(_ effect: Effect) -> Bool {
    if case .changed(let changes) = effect, !changes.isDisjoint(with: [.player, .playlist]) {
      rules.follow(situation)
      news.follow(rules.current)
    }
    return false
  }

  func receive(_ event: LibraryEvent) { shelf.receive(event) }

  /// The cards of a volume have come, or are others.
  private func followShelf() {
    news.send()
    if let current = rules.current { rules.rebound(shelf.meaning(of: current)) }
    guard let awaited = rules.awaited else { return }
    follow { rules.arrived(shelf.meaning(of: awaited), situation, at: now, into: &$0) }
  }

  private var now: Duration { Self.duration(loop.now) }
  private static func duration(_ instant: Instant) -> Duration { .nanoseconds(instant.nanoseconds) }

  private var situation: CardRules.Situation {
    let player = controller.player
    let isOfCard = player.current.map { added.contains($0.id.rawValue) } ?? false
    var situation = CardRules.Situation(
      player.transport, isOfCard: isOfCard && (player.transport != .stop || player.isInterrupted))
    if let alarms { (situation.isAlarmOn, situation.isRinging) = (alarms.isOn, alarms.isRinging) }
    return situation
  }

  // MARK: Effects

  private func follow(_ body: (inout [CardRules.Effect]) -> Void) {
    var effects: [CardRules.Effect] = []
    body(&effects)
    for effect in effects { carryOut(effect) }
    news.follow(rules.current)
    let deadline = rules.deadline
    guard deadline != tick?.at else { return }
    if let tick { loop.cancel(tick.timer) }
    tick = deadline.map { time in
      let timer = loop.schedule(at: Instant(nanoseconds: time.nanoseconds)) { [weak self] in
        guard let self else { return }
        tick = nil
        follow { self.rules.tick(self.situation, at: max(self.now, time), into: &$0) }
      }
      return (timer, time)
    }
  }

  private func carryOut(_ effect: CardRules.Effect) {
    switch effect {
    case .play(let number, let continues): start(number, continues: continues)
    case .perform(.perform(.preset(let number))): choose(preset: number)
    case .perform(let event): controller.report(event)
    case .answerAlarm(nil, _): _ = alarms?.takesCard()
    case .answerAlarm(let action?, let isAllowed):
      if alarms?.takes(action) == true { return }
      carryOut(isAllowed ? .perform(.perform(action)) : .tone(.limit))
    case .tone(.limit): tones.signal(.limit)
    case .tone(let tone): tones.play(tone)
    case .learned(let number, let reader) where rules.isRandom(number, on: reader):
      tones.play(.error)
      endLearning(.failure(Self.randomNumber(number)))
    case .learned(let number, let reader): endLearning(.success(LearnedCard(number, reader: reader)))
    case .absent(let number, let volume):
      Log.notice("card \(number): it belongs to \(volume), which is not plugged in")
    case .unknown(let number, let reader) where rules.isRandom(number, on: reader):
      Log.notice("a card on \(reader) has another number at each reading, as phones have: it cannot be bound")
    case .unknown(let number, let reader):
      Log.notice("card \(number) on \(reader): nothing is bound to it")
      shelf.note(unknown: number, on: reader, at: loop.now)
      news.send()
    }
  }

  private func choose(preset number: Int) {
    presets.play(.preset(number)) { [tones] refusal in
      guard let refusal else { return }
      Log.notice("preset \(number): \(refusal.message)")
      tones.play(.unknown)
    }
  }

  private func start(
    _ number: CardNumber, continues: Bool = false, isOfClient: Bool = false,
    completion: @escaping (Refusal?) -> Void = { _ in }
  ) {
    guard let (card, volume) = shelf.found(number) else {
      fail(number)
      return completion(missing(number))
    }
    presets.play(card, on: volume, after: shelf.marks[number], continues: continues) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let (entries, mark)):
        added = entries
        // No reader reports when that card is taken away.
        if isOfClient { rules.beginPlaying(number) }
        shelf.marks[number] = mark
        if let volume = card.options.volume { controller.report(.setVolume(volume)) }
        follow { self.rules.began(number, at: self.now, into: &$0) }
        completion(nil)
      case .failure(let refusal):
        fail(number)
        Log.notice("card \(number): \(refusal.message)")
        if refusal != .overtaken { tones.play(.error) }
        completion(refusal)
      }
    }
  }

  private func fail(_ number: CardNumber) {
    rules.failed(number)
    news.follow(rules.current)
  }

  private func missing(_ number: CardNumber) -> Refusal {
    if case .absent(let volume) = shelf.meaning(of: number) {
      return .failed(
        .volumeNotPluggedIn, "The card \(number) is of \(volume), which is not plugged in", about: volume)
    }
    return .failed(.noSuchCard, "No card has the number \(number)", about: number.description)
  }

  private static func randomNumber(_ number: CardNumber) -> Refusal {
    .failed(
      .randomNumber,
      "The number \(number) is another at each reading, as those of phones and bank cards are: take another card",
      about: number.description)
  }

  private func endLearning(_ result: Result<LearnedCard, Refusal>) {
    rules.isLearning = false
    guard let learner = learner.take() else { return }
    loop.cancel(learner.timer)
    learner.completion(result)
  }
}

extension CardPlayer: Cards {
  var cards: [CardReport] {
    shelf.all.map { binding, volume, state in
      var report = CardReport(
        binding.number, binding.target.kind, shelf.text(of: binding.target), binding.options,
        volume: volume.flatMap { library.mounts.name(of: $0) })
      (report.isHidden, report.isAbsent) = (state == .hidden, state == .absent)
      report.isCurrent = state != .hidden && rules.current == binding.number
      return report
    }
  }

  /// Some numbers with several bindings: what counts, and what is hidden by it.
  var doubles: [(number: String, plays: String, hidden: String)] {
    let cards = cards
    let hidden = cards.filter(\.isHidden).prefix(Self.mostDoubles)
    let shown = Dictionary(cards.filter { !$0.isHidden }.map { ($0.number, $0) }) { first, _ in first }
    func text(_ card: CardReport) -> String {
      "\(card.kind.rawValue) \(card.target) (\(card.volume ?? "this jukebox"))"
    }
    return hidden.compactMap { card in
      shown[card.number].map { (card.number.description, text($0), text(card)) }
    }
  }

  var unknownCards: [UnknownCard] {
    shelf.unknown(at: loop.now).map { UnknownCard($0.number, reader: $0.reader, age: loop.now - $0.time) }
  }

  func hasAction(_ number: CardNumber) -> Bool {
    if case .action? = shelf[number]?.target { true } else { false }
  }

  func place(_ number: CardNumber, on reader: String) { place(number, on: reader, at: loop.now) }

  func takeAway(from reader: String) {
    // A reader that types cannot know it: its card would lie there for ever.
    if rules.readers[reader]?.tellsAway == false { return }
    follow { rules.away(from: reader, situation, at: now, into: &$0) }
  }

  /// The line of a reader reports its card again.
  func bringBack(to reader: String) { follow { _ in rules.back(on: reader) } }

  func note(_ state: ReaderState, of reader: String) { radio.note(state, of: reader, at: loop.now) }

  func play(_ number: CardNumber, completion: @escaping (Refusal?) -> Void) {
    if case .action(let action)? = shelf[number]?.target {
      controller.report(.perform(action))
      return completion(nil)
    }
    start(number, isOfClient: true, completion: completion)
  }

  func bind(
    _ number: CardNumber, to request: CardRequest, _ options: CardOptions,
    completion: @escaping (Refusal?) -> Void
  ) {
    rules.forget(number)
    // A printed code may have such a number, too.
    if number.isRandom, rules.readers.values.allSatisfy(\.readsIdentities) {
      return completion(Self.randomNumber(number))
    }
    find(
      request,
      completion: { [weak self] result in
        switch result {
        case .failure(let refusal): completion(refusal)
        case .success(let (volume, target)):
          self?.store(CardBinding(number, target, options), on: volume, completion)
        }
      })
  }

  func unbind(_ number: CardNumber, completion: @escaping (Refusal?) -> Void) {
    guard shelf[number] != nil else { return completion(missing(number)) }
    shelf.marks[number] = nil
    forget(number, besides: nil, completion)
  }

  func learn(for patience: Duration, completion: @escaping Completion<LearnedCard>) -> Query {
    endLearning(.failure(.failed(.overtaken, "Another client waits for a card now")))
    rules.isLearning = true
    let timer = loop.schedule(after: patience) { [weak self] in
      self?.endLearning(
        .failure(.failed(.noCard, "No card was placed within \(patience.components.seconds) seconds")))
    }
    learner = (timer, completion)
    return Query { [weak self] in
      guard let self, let learner = learner.take() else { return }
      loop.cancel(learner.timer)
      rules.isLearning = false
    }
  }

  /// The music that a request means now, for an alarm.
  func music(of request: CardRequest, completion: @escaping (PresetsAndMixSlots.Loaded) -> Void) {
    find(request) { [presets] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let (volume, target)): presets.music(of: target, on: volume, completion: completion)
      }
    }
  }

  // MARK: Binding

  /// The volume that a card is to be stored on, nil for the box, and what it plays.
  private func find(
    _ request: CardRequest, completion: @escaping Completion<(VolumeID?, CardBinding.Target)>
  ) {
    switch request {
    case .action(let action): completion(.success((nil, .action(action))))
    case .stream(let text):
      if TrackReference(url: text) != nil { return completion(.success((nil, .stream(text)))) }
      library.playlists.stations.named(text) { station in
        completion(
          station != nil
            ? .success((nil, .stream(text)))
            : .failure(.failed(.noSuchStation, "No such station: \(text)", about: text)))
      }
    case .playlist(let name):
      library.cards.playlist(name) { result in
        if result.failure == .noSuchPlaylist, name == PlaylistID.lovelySongsName {
          // It is of no stick.
          return completion(.success((nil, .playlist(.lovelySongs, name: name))))
        }
        completion(result.map { ($0.0, $0.1) })
      }
    case .folder(let uri), .song(let uri):
      guard let place = library.reference(of: uri), place.url == nil, !place.path.isEmpty else {
        return completion(.failure(noSuchPath(uri)))
      }
      if case .song = request { return completion(.success((place.volume, .song(place)))) }
      completion(
        .success((place.volume, .folder(FolderReference(volume: place.volume, path: place.path)))))
    }
  }

  /// A path begins with its stick's name, unless a fixed folder is the root: so the stick that is missing has a name.
  private func noSuchPath(_ uri: String) -> Refusal {
    guard library.mounts.topVolume == nil, let name = uri.split(separator: "/").first.map(String.init),
      library.reference(of: name) == nil, !library.mounts.absentNames.contains(name)
    else { return .noSuchPath }
    return .failed(.volumeNotPluggedIn, "No stick called \(name) is plugged in", about: name)
  }

  /// The new place first: a power cut in between leaves the card bound twice, never to nothing.
  private func store(
    _ card: CardBinding, on volume: VolumeID?, _ completion: @escaping (Refusal?) -> Void
  ) {
    let stored: (Refusal?) -> Void = { [weak self] refusal in
      guard let self, refusal == nil else { return completion(refusal) }
      if volume == nil { shelf.set(card, of: card.number) }
      forget(card.number, besides: volume, isOnBox: volume == nil, completion)
    }
    if let volume { return library.cards.bind(card, on: volume, completion: stored) }
    guard shelf.hasRoom(for: card.number) else {
      return completion(
        .failed(
          .limitReached, "The box has at most \(CardBinding.most) cards for streams and actions: remove one"))
    }
    store.save(BoxCards.value(of: card), as: BoxCards.name(of: card.number)) {
      stored($0.map { Refusal($0) })
    }
  }

  /// Removes a card from all other places.
  private func forget(
    _ number: CardNumber, besides kept: VolumeID?, isOnBox: Bool = false,
    _ completion: @escaping (Refusal?) -> Void
  ) {
    library.cards.unbind(number, on: shelf.volumes(with: number).filter { $0 != kept }) {
      [weak self] refusal in
      guard let self else { return }
      let done: (Refusal?) -> Void = { [weak self] refusal in
        guard let self else { return }
        shelf.readAgain { completion(refusal) }
      }
      guard !isOnBox, shelf.isOnBox(number), refusal == nil else { return done(refusal) }
      store.save(nil, as: BoxCards.name(of: number)) { [weak self] error in
        if error == nil { self?.shelf.set(nil, of: number) }
        done(error.map { Refusal($0) })
      }
    }
  }
}

/// Sends the idle event of cards where something changed.
private final class CardNews {
  private let notify: ChangeNotifier
  /// The current card, as clients know it.
  private var current: CardNumber?

  init(_ notify: ChangeNotifier) { self.notify = notify }

  func send() { notify(.card) }

  func follow(_ current: CardNumber?) {
    guard current != self.current else { return }
    self.current = current
    send()
  }
}

extension CardBinding.Target {
  fileprivate var kind: CardReport.Kind {
    switch self {
    case .playlist: .playlist
    case .folder: .folder
    case .song: .song
    case .stream: .stream
    case .action: .action
    }
  }
}
