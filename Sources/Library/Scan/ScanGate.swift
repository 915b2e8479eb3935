import Synchronization

/// Holds scans back while playback needs the storage. The daemon closes it while the ring is under half full.
///
/// Any thread; neither call blocks.
public final class ScanGate: Sendable {
  private let isClosed = Atomic<Bool>(false)

  public init() {}

  public var isOpen: Bool {
    get { !isClosed.load(ordering: .relaxed) }
    set { isClosed.store(!newValue, ordering: .relaxed) }
  }
}
