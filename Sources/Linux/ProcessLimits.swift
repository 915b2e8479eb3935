/// A program's limits, enforced by the kernel (setrlimit(2)). A program that exceeds them is ended, or gets no memory.
public struct ProcessLimits: Hashable, Sendable {
  /// Size of each file that it writes (RLIMIT_FSIZE), files in memory too; 0: no own limit.
  public let fileBytes: Int
  /// Size of its memory (RLIMIT_DATA), without mapped files; 0: no own limit.
  public let memoryBytes: Int

  public init(fileBytes: Int = 0, memoryBytes: Int = 0) {
    (self.fileBytes, self.memoryBytes) = (fileBytes, memoryBytes)
  }

  public static let none = ProcessLimits()

  /// As a shell says the end by SIGXFSZ.
  public static let statusOfTooLongFile: Int32 = 128 + 25
}
