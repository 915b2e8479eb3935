import CLinux

/// Watches the mounts: the kernel marks /proc/self/mountinfo as exceptional (EPOLLPRI) at each change. Loop thread
/// only.
public final class MountWatch {
  /// As of the last change that the handler got.
  public private(set) var table = MountTable()

  private let descriptor: Descriptor
  private let loop: EventLoop
  private var registration: EventLoop.Registration?

  /// Reads the table, then calls `handler` in the loop after each change, with `table` brought up to date, until the
  /// watch goes away.
  public init(loop: EventLoop, _ handler: @escaping (MountChange) -> Void) throws(SystemError) {
    descriptor = try HostFile.open(MountTable.path)
    self.loop = loop
    // In this order: a change in between is read and reported; the other way round it would be lost.
    registration = try loop.register(descriptor, for: .priority) { [weak self] _ in self?.update(handler) }
    table = try read()
  }

  deinit { if let registration { loop.remove(registration) } }

  private func update(_ handler: (MountChange) -> Void) {
    // Short of memory, the table stays as it was; the next change reports both.
    guard let now = try? read() else { return }
    let change = table.change(to: now)
    table = now
    if !change.isEmpty { handler(change) }
  }

  private func read() throws(SystemError) -> MountTable {
    try descriptor.seek(to: 0)
    return MountTable(parsing: try descriptor.readAll(atMost: MountTable.longest))
  }
}
