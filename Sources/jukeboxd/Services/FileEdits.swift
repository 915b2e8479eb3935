import Control
import Exchange
import Library
import Linux
import Model

/// Clients change music files, where the configuration allows it; and the trash of each volume is kept small. Loop thread only.
final class FileEdits: FileEditing, LibraryObserver {
  private let loop: EventLoop
  private let editor: FileEditor
  private let isWritable: Bool
  private var volumes: Set<VolumeID> = []

  /// Between two looks for what is to be deleted.
  private static let period = Duration.seconds(24 * 3600)

  init(loop: EventLoop, library: MusicLibrary, isWritable: Bool) {
    self.loop = loop
    self.isWritable = isWritable
    editor = FileEditor(library: library, tagger: ProcessImage.path(beside: "jukebox-tagger"))
    if isWritable { tidy() }
  }

  private static let refusal = Refusal.failed(
    .filesProtected,
    "Music files are protected: writable = on in the section [library] of the configuration allows changes")

  func tag(_ uri: String, _ request: TagRequest, completion: @escaping (Result<[TagEdit], Refusal>) -> Void) {
    guard isWritable else { return completion(.failure(Self.refusal)) }
    editor.tag(uri, request, completion: completion)
  }

  func remove(_ uris: [String], completion: @escaping (Result<[TrashItem], Refusal>) -> Void) {
    guard isWritable else { return completion(.failure(Self.refusal)) }
    editor.remove(uris, completion: completion)
  }

  /// Changes nothing.
  func trash(completion: @escaping (Result<[TrashItem], Refusal>) -> Void) {
    editor.trash(completion: completion)
  }

  func restore(_ item: String, completion: @escaping (Result<TrashItem, Refusal>) -> Void) {
    guard isWritable else { return completion(.failure(Self.refusal)) }
    editor.restore(item, completion: completion)
  }

  func emptyTrash(of volume: String?, completion: @escaping (Result<[TrashItem], Refusal>) -> Void) {
    guard isWritable else { return completion(.failure(Self.refusal)) }
    editor.emptyTrash(of: volume, completion: completion)
  }

  func copy(
    _ uris: [String], to volume: String, progress: @escaping (CopyReport) -> Void,
    completion: @escaping (Result<CopyReport, Refusal>) -> Void
  ) -> Query {
    guard isWritable else { return .refused(Self.refusal, completion) }
    return editor.copy(uris, to: volume, progress: progress, completion: completion)
  }

  // MARK: The trash

  /// From the library.
  func receive(_ event: LibraryEvent) {
    guard isWritable else { return }
    switch event {
    case .opened(let volume):
      volumes.insert(volume.id)
      editor.tidyTrash(of: volume.id)
    case .closed(let volume, _): volumes.remove(volume)
    default: break
    }
  }

  private func tidy() {
    loop.schedule(after: Self.period) { [weak self] in
      guard let self else { return }
      for volume in volumes { editor.tidyTrash(of: volume) }
      tidy()
    }
  }
}
