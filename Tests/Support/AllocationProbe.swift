import CMallocProbe
public import Linux

/// Counts a thread's use of the heap (malloc(3) and its kin), for the threads that must not use it.
public enum AllocationProbe {
  /// What a thread has done since it began.
  public struct Count: Hashable, Sendable {
    public let allocations: UInt64
    public let frees: UInt64

    public static let none = Count(allocations: 0, frees: 0)

    public init(allocations: UInt64, frees: UInt64) {
      self.allocations = allocations
      self.frees = frees
    }

    public static func - (a: Count, b: Count) -> Count {
      Count(allocations: a.allocations &- b.allocations, frees: a.frees &- b.frees)
    }
  }

  /// False under a sanitizer, which counts allocations itself: a test that needs the probe is disabled there.
  public static var works: Bool { mallocprobe_works() != 0 }

  /// Takes memory and gives it back, in optimised code too.
  public static func allocate() { mallocprobe_allocate() }

  /// Of one thread, from any thread.
  /// - Parameter thread: as `Thread.currentID`.
  public static func count(ofThread thread: Int) -> Count {
    Count(
      allocations: mallocprobe_allocations(Int32(truncatingIfNeeded: thread)),
      frees: mallocprobe_frees(Int32(truncatingIfNeeded: thread)))
  }

  /// What the calling thread does in `body`.
  public static func count<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Count {
    let thread = Thread.currentID
    let before = count(ofThread: thread)
    try body()
    return count(ofThread: thread) - before
  }

  /// The numbers of this process's threads of that name (/proc/self/task).
  public static func threads(named name: String) throws(SystemError) -> [Int] {
    let tasks = try Root(path: "/proc/self/task")
    var listing = try tasks.list([])
    var found: [Int] = []
    while let entry = try listing.next() {
      // A thread may end while they are listed.
      guard let file = try? tasks.open(entry.name + Array("/comm".utf8)),
        let comm = try? file.readAll(atMost: 64),
        comm.elementsEqual("\(name)\n".utf8), let number = Int(String(decoding: entry.name, as: UTF8.self))
      else { continue }
      found.append(number)
    }
    return found.sorted()
  }
}
