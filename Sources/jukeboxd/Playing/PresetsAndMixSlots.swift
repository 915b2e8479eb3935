import Control
import Library
import Linux
import Model
import Player

/// Music for buttons: the playlists that mix slots fill, and the music of presets. Loop thread only.
final class PresetsAndMixSlots: EffectHandler, LibraryObserver {
  private let library: MusicLibrary
  private let store: BoxStore
  private let controller: PlaybackController
  /// Those that are bound.
  private(set) var presets: [Int: PresetBinding]
  /// How many saves are under way of each.
  private var saving: [Int: Int] = [:]

  init(
    library: MusicLibrary, store: BoxStore, controller: PlaybackController, presets: [Int: PresetBinding]
  ) {
    self.controller = controller
    self.library = library
    self.store = store
    self.presets = presets
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .perform(.preset(let number)):
      play(.preset(number)) { if let refusal = $0 { Log.notice("preset \(number): \(refusal.message)") } }
    case .perform(.playNamed(let name)):
      play(.named(name)) { if let refusal = $0 { Log.notice("play \(name): \(refusal.message)") } }
    case .mix(let slot, let track): mix(track, slot: slot)
    default: return false
    }
    return true
  }

  func receive(_ event: LibraryEvent) {
    if case .playlistsChanged = event { renamePresets() }
  }

  /// Plays it in place of the queue, once what it holds has been read, if nothing else is wanted by then.
  /// - Parameter completion: gets nil when that would survive a power cut, otherwise why nothing was changed.
  func play(_ wanted: Shortcut, completion: @escaping (Refusal?) -> Void) {
    let wish = controller.wish()
    let isWanted = { [weak controller] in controller?.wishes == wish }
    load(wanted, while: isWanted) { [weak self] result in
      self?.begin(result, while: isWanted, whenDurable: completion)
    }
  }

  /// As `play`, of the music of a card.
  /// - Parameters:
  ///   - volume: the one that has the card: a playlist of another does not count.
  ///   - last: the mark of the part that the card played last.
  ///   - continues: the queue continues in its place, if it is music of the card.
  ///   - completion: gets the numbers of the entries, and the mark of the part, as soon as they play.
  func play(
    _ card: CardBinding, on volume: VolumeID?, after last: Int64?, continues: Bool,
    completion: @escaping Completion<(entries: Range<UInt32>, mark: Int64?)>
  ) {
    let wish = controller.wish()
    let isWanted = { [weak controller] in controller?.wishes == wish }
    load(card.target, on: volume, while: isWanted) { [weak self] result in
      guard let self else { return }
      if continues, case .success(let (items, _)) = result, let entries = entriesOfQueue(within: items) {
        guard isWanted() else { return completion(.failure(.overtaken)) }
        controller.report(.perform(.play))
        return completion(.success((entries, last)))
      }
      var (generator, mark, folder) = (SystemRandomNumberGenerator(), last, FolderReference?.none)
      if case .folder(let own) = card.target { folder = own }
      let arranged: Loaded = result.map { items, playlist in
        let selection = CardSelection(
          items, in: card.options.order, of: folder, after: last, using: &generator)
        mark = selection.mark
        return (items: selection.items, playlist: playlist)
      }
      var refusal: Refusal?
      let isBegun = begin(arranged, while: isWanted) { refusal = $0 }
      if isBegun { return completion(.success((controller.player.lastAdded, mark))) }
      completion(.failure(refusal ?? .overtaken))
    }
  }

  /// The numbers of the queue's entries; nil if one of them is of other music.
  private func entriesOfQueue(within items: [QueueItem]) -> Range<UInt32>? {
    let (queue, tracks) = (controller.player.queue, Set(items.map(\.track)))
    var numbers: [UInt32] = []
    for position in 0..<queue.count {
      let entry = queue[position]
      guard tracks.contains(entry.track) else { return nil }
      numbers.append(entry.id.rawValue)
    }
    guard let first = numbers.min(), let last = numbers.max(), last < .max else { return nil }
    return first..<last + 1
  }

  /// The music of an alarm, for which nothing is overtaken.
  func music(of target: CardBinding.Target, on volume: VolumeID?, completion: @escaping (Loaded) -> Void) {
    load(target, on: volume, while: { true }, completion)
  }

  func music(at path: String, completion: @escaping (Loaded) -> Void) { loadPath(path, completion) }

  /// - Returns: whether it plays.
  @discardableResult private func begin(
    _ loaded: Loaded, while isWanted: () -> Bool, whenDurable completion: @escaping (Refusal?) -> Void
  ) -> Bool {
    switch loaded {
    case .failure(let refusal): completion(refusal)
    case .success(let (items, playlist)):
      guard isWanted() else {
        completion(.overtaken)
        return false
      }
      var isRefused = false
      controller.report(.replaceQueue(items)) {
        isRefused = $0 != nil
        completion($0)
      }
      if isRefused { return false }
      if let playlist { controller.report(.loaded(playlist)) }
      return true
    }
    return false
  }

  /// Puts a track into the playlist of a mix slot, or removes it; logged.
  func mix(
    _ track: TrackReference, slot: Int,
    completion: @escaping (Result<MixOutcome, Refusal>) -> Void = { _ in }
  ) {
    library.playlists.mixSlots.mix(track, slot: slot) { [library] result in
      let uri = track.uri(in: library)
      switch result {
      case .success(let mixed):
        Log.notice("mix \(slot): \(uri) is \(Self.text(mixed))")
      case .failure(let refusal):
        Log.warning("mix \(slot): cannot add or remove \(uri): \(refusal.message)")
      }
      completion(result)
    }
  }

  private static func text(_ mixed: MixOutcome) -> String {
    let place =
      switch mixed.step {
      case .added: "added to"
      case .removed: "removed from"
      case .kept: "is in"
      }
    let slot =
      switch mixed.taken {
      case .new: ", a new playlist for the slot"
      case .existing: ", which now has the slot"
      case nil: ""
      }
    return "\(place) \(mixed.playlist)\(slot)"
  }

  /// Binds a preset to a playlist by its identity, so that it stays bound whatever that is called and wherever its volume
  /// goes; to a station by its name; or to a folder or song by its path. nil unbinds it.
  func bind(preset number: Int, to name: String?, completion: @escaping (Refusal?) -> Void) {
    guard let name else { return save(nil, as: number, completion) }
    find(name) { [weak self] result in
      switch result {
      case .success(let binding): self?.save(binding, as: number, completion)
      case .failure(let refusal): completion(refusal)
      }
    }
  }

  /// The playlist of that name, else the station, else the folder or song at that path.
  private func find(_ name: String, _ completion: @escaping (Result<PresetBinding, Refusal>) -> Void) {
    library.playlists.all { [weak self] playlists in
      guard let self else { return }
      if let found = playlists.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        return completion(.success(PresetBinding(playlist: found.identity, name: found.name)))
      }
      if name.utf8.elementsEqual(PlaylistID.lovelySongsName.utf8) {
        return completion(.success(PresetBinding(playlist: .lovelySongs, name: name)))
      }
      findStation(name, completion)
    }
  }

  private func findStation(_ name: String, _ completion: @escaping Completion<PresetBinding>) {
    library.playlists.stations.named(name) { [weak self] station in
      if station != nil { return completion(.success(PresetBinding(playlist: .station, name: name))) }
      self?.findPath(name, completion)
    }
  }

  private func findPath(_ name: String, _ completion: @escaping (Result<PresetBinding, Refusal>) -> Void) {
    let path = Self.withoutSlashes(name)
    isThere(path, kind: .path) { [library] isThere in
      if isThere { return completion(.success(PresetBinding(playlist: .path, name: path))) }
      library.playlists.files.has(name) {
        completion(.failure($0 ? .playlistFile(name) : .noSuchPlaylist))
      }
    }
  }

  /// A shell that completes the names of folders ends them with a slash.
  private static func withoutSlashes(_ path: String) -> String {
    String(path.reversed().drop { $0 == "/" }.reversed())
  }

  /// Whether there is a station of that name, or a path has songs now.
  func isThere(_ path: String, kind: PresetReport.Kind, _ completion: @escaping (Bool) -> Void) {
    if path.isEmpty { return completion(false) }
    if kind == .station { return library.playlists.stations.named(path) { completion($0 != nil) } }
    // One song is more than none are allowed: no more than a page is read.
    library.catalogue.references(at: path, limit: 0) { completion($0 == .failure(.queueFull)) }
  }

  private func save(
    _ binding: PresetBinding?, as number: Int, _ completion: @escaping (Refusal?) -> Void
  ) {
    saving[number, default: 0] += 1
    store.save(binding, asPreset: number) { [weak self] error in
      self?.saving[number, default: 1] -= 1
      if let error { return completion(Refusal(error)) }
      self?.presets[number] = binding
      completion(nil)
    }
  }

  /// Playlists have got other names, or have come: what is bound to them keeps their names, for when they are not there.
  private func renamePresets() {
    if presets.isEmpty { return }
    library.playlists.all { [weak self] playlists in
      guard let self else { return }
      let names = Dictionary(playlists.map { ($0.identity, $0.name) }) { first, _ in first }
      // One that is being bound has the name of now.
      for (number, binding) in presets where saving[number, default: 0] == 0 {
        guard let name = names[binding.playlist], !name.utf8.elementsEqual(binding.name.utf8) else {
          continue
        }
        rename(number, PresetBinding(playlist: binding.playlist, name: name))
      }
    }
  }

  private func rename(_ number: Int, _ binding: PresetBinding) {
    save(binding, as: number) { refusal in
      guard let refusal else { return }
      Log.warning("preset \(number): cannot save the new name of its playlist: \(refusal.message)")
    }
  }

  /// The music of a preset, and the name of its playlist; nil if it is no playlist.
  typealias Loaded = Result<(items: [QueueItem], playlist: String?), Refusal>

  /// - Parameters:
  ///   - isWanted: asked before each page that is read.
  ///   - completion: gets what is to play, at least one song, or why there is nothing to play.
  private func load(
    _ wanted: Shortcut, while isWanted: @escaping () -> Bool, completion: @escaping (Loaded) -> Void
  ) {
    switch wanted {
    case .preset(let number):
      guard let binding = presets[number] else { return loadFolder(number, completion) }
      load(binding, while: isWanted, completion)
    case .named(let name):
      find(name) { [weak self] result in
        switch result {
        case .success(let binding): self?.load(binding, while: isWanted, completion)
        case .failure(.noSuchPlaylist):
          completion(.failure(.emptyPreset("No playlist, station, folder or song is called \(name)")))
        case .failure(let refusal): completion(.failure(refusal))
        }
      }
    }
  }

  private func load(
    _ binding: PresetBinding, while isWanted: @escaping () -> Bool, _ completion: @escaping (Loaded) -> Void
  ) {
    if binding.playlist == .lovelySongs { return loadLovely(completion) }
    if binding.playlist == .path { return loadPath(binding.name, completion) }
    if binding.playlist == .station { return loadStation(binding.name, completion) }
    library.playlists.all { [weak self] playlists in
      // One that was deleted and made again has its name.
      let found =
        playlists.first { $0.identity == binding.playlist }
        ?? playlists.first { $0.name.utf8.elementsEqual(binding.name.utf8) }
      self?.load(found, binding.name, while: isWanted, completion)
    }
  }

  private func load(
    _ playlist: PlaylistReport?, _ name: String, while isWanted: @escaping () -> Bool,
    _ completion: @escaping (Loaded) -> Void
  ) {
    guard let playlist else {
      return completion(.failure(.emptyPreset("The playlist \(name) is not available")))
    }
    gather(playlist.name, [], after: nil, while: isWanted, completion)
  }

  private func load(
    _ target: CardBinding.Target, on volume: VolumeID?, while isWanted: @escaping () -> Bool,
    _ completion: @escaping (Loaded) -> Void
  ) {
    switch target {
    case .playlist(.lovelySongs, _) where volume == nil: loadLovely(completion)
    case .playlist(let identity, let name):
      library.playlists.all { [weak self] playlists in
        let found = playlists.first { $0.identity == identity && $0.volume == volume }
        self?.load(found, name, while: isWanted, completion)
      }
    case .folder(let folder):
      loadPath(library.shownURI(of: TrackReference(volume: folder.volume, path: folder.path)), completion)
    case .song(let track): loadPath(library.shownURI(of: track), completion)
    case .stream(let text):
      guard let track = TrackReference(url: text) else { return loadStation(text, completion) }
      completion(.success(([QueueItem(track)], nil)))
    case .action(let action): completion(.failure(.emptyPreset("\(action) plays nothing")))
    }
  }

  private func loadStation(_ name: String, _ completion: @escaping (Loaded) -> Void) {
    library.playlists.stations.named(name) { station in
      if let item = station?.item { return completion(.success(([item], nil))) }
      completion(.failure(.emptyPreset("The station \(name) is not available")))
    }
  }

  private func loadLovely(_ completion: @escaping (Loaded) -> Void) {
    let name = PlaylistID.lovelySongsName
    library.playlists.lovelySongs(
      completion: passingRefusals(to: completion) { tracks in
        if tracks.isEmpty { return completion(.failure(.emptyPreset("The playlist \(name) is empty"))) }
        completion(.success((tracks.map { QueueItem($0) }, name)))
      })
  }

  private func loadFolder(_ number: Int, _ completion: @escaping (Loaded) -> Void) {
    library.catalogue.references(ofTopFolder: number, limit: QueueLimits.entries) { result in
      switch result {
      case .success(let tracks) where !tracks.isEmpty:
        completion(.success((tracks.map { QueueItem($0) }, nil)))
      case .success, .failure(.noSuchDirectory):
        let why = "The preset is not bound, and no top folder has its number"
        completion(.failure(.emptyPreset(why)))
      case .failure(let refusal): completion(.failure(refusal))
      }
    }
  }

  private func loadPath(_ path: String, _ completion: @escaping (Loaded) -> Void) {
    library.catalogue.references(at: path, limit: QueueLimits.entries) { result in
      switch result {
      case .success(let tracks) where !tracks.isEmpty:
        completion(.success((tracks.map { QueueItem($0) }, nil)))
      case .success, .failure(.noSuchDirectory), .failure(.volumeGone):
        completion(.failure(.emptyPreset("\(path) is not there, or has no songs")))
      case .failure(let refusal): completion(.failure(refusal))
      }
    }
  }

  /// One page after the other.
  private func gather(
    _ name: String, _ before: [PlaylistEntry], after cursor: Cursor?,
    while isWanted: @escaping () -> Bool, _ completion: @escaping (Loaded) -> Void
  ) {
    guard isWanted() else { return completion(.failure(.overtaken)) }
    library.playlists.entries(
      of: name, after: cursor,
      completion: passingRefusals(to: completion) { [weak self] page in
        let entries = before + page.entries
        if page.next != nil, entries.count < QueueLimits.entries {
          self?.gather(name, entries, after: page.next, while: isWanted, completion)
          return
        }
        if entries.isEmpty {
          return completion(.failure(.emptyPreset("The playlist \(name) has no songs")))
        }
        // Plays unheard episodes of a podcast alone, if there are any.
        let unheard = entries.filter { !($0.episode?.isHeard ?? false) }
        let items = (unheard.isEmpty ? entries : unheard).map {
          QueueItem($0.track, $0.region, told: $0.told)
        }
        completion(.success((items, name)))
      })
  }
}

extension PresetBinding {
  var kind: PresetReport.Kind { playlist == .path ? .path : playlist == .station ? .station : .playlist }

  /// Whether it is one that people made.
  var isOfPlaylist: Bool { kind == .playlist && playlist != .lovelySongs }
}
