/// What a program may take, by the kernel (setrlimit(2)). One that takes more is ended, or gets no memory.
public struct ProcessLimits: Hashable, Sendable {
  /// Of each file that it writes (RLIMIT_FSIZE), files in memory too; 0: no limit of its own.
  public let fileBytes: Int
  /// Of its own memory (RLIMIT_DATA), without what is mapped of files; 0: no limit of its own.
  public let memoryBytes: Int

  public init(fileBytes: Int = 0, memoryBytes: Int = 0) {
    (self.fileBytes, self.memoryBytes) = (fileBytes, memoryBytes)
  }

  public static let none = ProcessLimits()

  /// As a shell says the end by SIGXFSZ.
  public static let statusOfTooLongFile: Int32 = 128 + 25
}
