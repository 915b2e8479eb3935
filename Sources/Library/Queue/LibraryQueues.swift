public import Model

/// The parts of the queue that volumes carry. Completions are called on the loop, once.
public struct LibraryQueues {
  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// The part of a queue that a volume carries, with who wrote it; nil where nobody ever did, and at once where `box`
  /// wrote it.
  public func carried(
    on volume: VolumeID, notBy box: [UInt8]? = nil,
    completion: @escaping (Result<CarriedQueue?, StoreError>) -> Void
  ) {
    library.ask(
      on: volume, { (store) throws(StoreError) in try store.carried.queue(notBy: box) },
      completion: completion)
  }

  /// Lets a volume carry its part of the queue and of the position; only rows that differ are written.
  public func carry(
    _ queue: CarriedQueue, on volume: VolumeID, comparingPaths: Bool = false,
    completion: @escaping (StoreError?) -> Void
  ) {
    library.ask(
      on: volume, { (store) throws(StoreError) in try store.carry(queue, comparingPaths: comparingPaths) }
    ) { completion($0.failure) }
  }
}
