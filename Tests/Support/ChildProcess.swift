import CLinux
public import Linux

/// A program that a test runs to its end.
public enum ChildProcess {
  public struct Result: Sendable {
    /// What it wrote, standard output and error together.
    public let output: String
    /// Its exit status; 128 + N where signal N ended it.
    public let status: Int32
  }

  /// Runs a program found by PATH, without input (posix_spawnp(3)), and waits for its end.
  public static func run(_ arguments: [String]) throws(SystemError) -> Result {
    var ends: [Int32] = [-1, -1]
    try systemCall("pipe2") { unsafe clinux_pipe2(&ends, O_CLOEXEC) }
    let reading = Descriptor(owning: ends[0])
    let writing = Descriptor(owning: ends[1])

    var actions = unsafe posix_spawn_file_actions_t()
    try pthreadCall("posix_spawn_file_actions_init") { unsafe posix_spawn_file_actions_init(&actions) }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, writing.rawValue, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, writing.rawValue, 2)

    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    try pthreadCall("posix_spawnp") {
      unsafe posix_spawnp(&child, arguments[0], &actions, nil, &words, clinux_environment())
    }
    _ = consume writing

    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      var span = buffer.mutableSpan
      guard let count = try reading.read(into: &span), count > 0 else { break }
      output += buffer[..<count]
    }
    var status: Int32 = 0
    try systemCall("waitpid") { unsafe waitpid(child, &status, 0) }
    let signal = status & 0x7F
    return Result(
      output: String(decoding: output, as: UTF8.self),
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }
}
