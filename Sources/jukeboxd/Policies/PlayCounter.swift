import Library
import Linux
import Model
import Player

/// Has the library count playings, and store positions in folders. Loop thread only.
final class PlayCounter: EffectHandler, LibraryObserver {
  private let library: MusicLibrary
  private let controller: PlaybackController
  /// Playings that could not be counted yet: the volume is away, or the file has no row before the scan reaches it.
  private var waiting: [HeardReport] = []
  /// Folders of which it is known whether they resume.
  private var judged: Set<FolderReference> = []
  private var current: EntryID?
  /// Places that wait for the one before to be written.
  private var places: [FolderReference: FolderPoint] = [:]
  private var isKeeping: Set<FolderReference> = []

  /// As many playings as one forgets in an afternoon without its stick.
  static let mostWaiting = 256

  init(library: MusicLibrary, controller: PlaybackController) {
    self.library = library
    self.controller = controller
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .heard(let report): count(report)
    case .save(.folder(let folder, let point)): keep(point, of: folder)
    case .changed:
      if let current = controller.player.current { follow(current) }
      return false
    default: return false
    }
    return true
  }

  func receive(_ event: LibraryEvent) {
    switch event {
    case .closed(let id, _): left(id)
    case .tracksChanged(let id): changed(id)
    case .resumesMarked(let id, let found): marked(found, on: id)
    case .fetched(let episode): controller.report(.folders([episode.rule]))
    default: break
    }
  }

  // MARK: Counting

  func count(_ report: HeardReport) {
    waiting.removeAll { $0.playing == report.playing }
    library.listening.count(report) { [weak self] result in
      switch result {
      case .success(true): break
      case .success(false): self?.wait(report)
      case .failure(let error) where error.kind == .closed || error.kind == .cancelled: self?.wait(report)
      case .failure(let error): Log.warning("cannot save a play: \(error)")
      }
    }
  }

  private func wait(_ report: HeardReport) {
    // A later report of the same playing contains more.
    guard !waiting.contains(where: { $0.playing == report.playing }) else { return }
    waiting.append(report)
    if waiting.count > Self.mostWaiting { waiting.removeFirst() }
  }

  private func countAgain(on volume: VolumeID) {
    let reports = waiting.filter { $0.track.volume == volume }
    for report in reports { count(report) }
  }

  // MARK: Volumes

  /// A volume has opened: the player learns which folders of it resume, and where, then `ready` is called.
  func arrived(_ volume: VolumeInfo, ready: @escaping () -> Void) {
    learn(from: volume) { [weak self] in
      self?.countAgain(on: volume.id)
      ready()
    }
  }

  private func learn(from volume: VolumeInfo, then: @escaping () -> Void) {
    library.resumes.all(on: volume.id) { [weak self] result in
      switch result {
      case .success(let found): if !found.isEmpty { self?.controller.report(.folders(found.map(\.rule))) }
      case .failure(let error):
        if error.kind != .closed {
          Log.warning("\(volume.name): cannot read the positions in folders: \(error)")
        }
      }
      then()
    }
  }

  func left(_ volume: VolumeID) { judged = judged.filter { $0.volume != volume } }

  /// Tracks were read, or are others: what was waited for may be there, and folders may be of another kind.
  func changed(_ volume: VolumeID) {
    countAgain(on: volume)
    left(volume)
    current = nil
    if let entry = controller.player.current { follow(entry) }
  }

  private func marked(_ folders: [FolderResume], on volume: VolumeID) {
    left(volume)
    current = nil
    controller.report(.folders(folders.map(\.rule)))
    if let entry = controller.player.current { follow(entry) }
  }

  // MARK: Folders

  /// Finds out whether the folder of what plays resumes.
  func follow(_ entry: QueueEntry) {
    guard entry.id != current else { return }
    current = entry.id
    let folder = FolderReference(of: entry.track)
    guard judged.insert(folder).inserted else { return }
    library.resumes.resume(of: folder) { [weak self] result in
      switch result {
      case .success(let found): self?.controller.report(.folders([found.rule]))
      // It is asked for again when more is known.
      case .failure: self?.judged.remove(folder)
      }
    }
  }

  /// A slow stick gets the latest position only.
  func keep(_ point: FolderPoint, of folder: FolderReference) {
    guard isKeeping.insert(folder).inserted else {
      places[folder] = point
      return
    }
    library.resumes.store(point, of: folder) { [weak self] error in
      if let error, error.kind != .closed, error.kind != .cancelled {
        Log.warning("cannot save the position in a folder: \(error)")
      }
      self?.kept(folder)
    }
  }

  private func kept(_ folder: FolderReference) {
    isKeeping.remove(folder)
    if let next = places.removeValue(forKey: folder) { keep(next, of: folder) }
  }

  /// Whether a write to a volume is still pending.
  var isWriting: Bool { !isKeeping.isEmpty }
}
