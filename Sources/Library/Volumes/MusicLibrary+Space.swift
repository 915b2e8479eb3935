import Linux
public import Model

extension MusicLibrary {
  /// A dying volume is not waited for; what it had before is answered then.
  private static let spacePatience = Duration.milliseconds(500)

  /// The space of each open volume, as far as it is known.
  public func spaces(completion: @escaping ([VolumeID: VolumeSpace]) -> Void) {
    let volumes = ordered
    let asked = volumes.filter { !$0.isAskedForSpace }
    var open = asked.count
    var isAnswered = false
    func answer() {
      if isAnswered { return }
      isAnswered = true
      let known = volumes.compactMap { volume in
        volume.info.flatMap { info in volume.space.map { (info.id, $0) } }
      }
      completion(Dictionary(known) { first, _ in first })
    }
    for volume in asked {
      let root = volume.worker.root
      volume.isAskedForSpace = true
      askFiles(
        volume,
        { (_) throws(StoreError) in (try? root.space()).map { VolumeSpace(free: $0.free, total: $0.total) } }
      ) { (result: Result<VolumeSpace?, StoreError>) in
        volume.isAskedForSpace = false
        if case .success(let space?) = result { volume.space = space }
        open -= 1
        if open == 0 { answer() }
      }
    }
    later(after: asked.isEmpty ? .zero : Self.spacePatience, answer)
  }
}
