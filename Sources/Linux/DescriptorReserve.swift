import CLinux

/// Descriptors reserved for what must always work, such as accepting a client: everything else fails with EMFILE while these
/// are still free (RLIMIT_NOFILE, getrlimit(2)).
///
/// The limit belongs to the process: while one thread takes from the reserve, another one may do so as well.
public final class DescriptorReserve {
  /// How many the process may have open in all.
  public let most: Int
  private let ordinary: UInt

  /// Keeps `count` of the descriptors that the process may have, but no more than half.
  /// - Throws: what getrlimit(2) and setrlimit(2) do; nothing is kept then.
  public init(keeping count: Int) throws(SystemError) {
    var limit: UInt = 0
    try systemCall("getrlimit") { unsafe clinux_descriptor_limit(&limit) }
    most = Int(clamping: limit)
    ordinary = limit - min(UInt(count), limit / 2)
    try Self.set(ordinary)
  }

  deinit { try? Self.set(UInt(most)) }

  /// Runs `body`, which may take from the reserve.
  public func use<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    try Self.set(UInt(most))
    defer { try? Self.set(ordinary) }
    return try body()
  }

  private static func set(_ limit: UInt) throws(SystemError) {
    try systemCall("setrlimit") { clinux_set_descriptor_limit(limit) }
  }
}
