import Linux
public import Model

/// The state of the volumes themselves: whether their databases are whole, and their space. Loop
/// thread only.
public final class VolumeHealth {
  struct State {
    fileprivate var isChecked = false
    /// When it was asked last.
    fileprivate var space: VolumeSpace?
    /// Whether the question is not answered yet.
    fileprivate var isAskedForSpace = false
  }

  /// Limit of the wait for a dying volume; what it had before is answered then.
  private static let spacePatience = Duration.milliseconds(500)

  private unowned let library: MusicLibrary
  private var hasSounded = false

  init(_ library: MusicLibrary) { self.library = library }

  /// A first sound was heard: what costs time may begin, the check of every database. One that opens later is checked
  /// after its scan.
  public func soundHasBegun() {
    hasSounded = true
    for volume in library.mounted where volume.info != nil { check(volume) }
  }

  func check(_ volume: MountedVolume) {
    guard hasSounded, !volume.health.isChecked else { return }
    volume.health.isChecked = true
    volume.worker.check()
  }

  /// Checks the database of an open volume (PRAGMA quick_check) and counts its tracks, on its store's thread.
  /// - Parameter completion: gets the damage, as SQLite describes it, or why it was not checked. Damage that is found
  ///   has the same consequences as damage found in use: a new database and a scan.
  @discardableResult
  public func examine(
    _ volume: VolumeID, completion: @escaping (Result<VolumeExamination, StoreError>) -> Void
  ) -> Query {
    library.ask(
      on: volume, { (store) throws(StoreError) in try VolumeExamination(store) }, completion: completion)
  }

  /// The space of each open volume, as far as it is known.
  public func spaces(completion: @escaping ([VolumeID: VolumeSpace]) -> Void) {
    let volumes = library.ordered
    let asked = volumes.filter { !$0.health.isAskedForSpace }
    var open = asked.count
    var isAnswered = false
    func answer() {
      if isAnswered { return }
      isAnswered = true
      let known = volumes.compactMap { volume in
        volume.info.flatMap { info in volume.health.space.map { (info.id, $0) } }
      }
      completion(Dictionary(known) { first, _ in first })
    }
    for volume in asked {
      volume.health.isAskedForSpace = true
      library.askFiles(of: volume) { (access) throws(Refusal) in
        (try? access.root.space()).map { VolumeSpace(free: $0.free, total: $0.total) }
      } completion: { (result: Result<VolumeSpace?, Refusal>) in
        volume.health.isAskedForSpace = false
        if case .success(let space?) = result { volume.health.space = space }
        open -= 1
        if open == 0 { answer() }
      }
    }
    library.later(after: asked.isEmpty ? .zero : Self.spacePatience, answer)
  }
}
