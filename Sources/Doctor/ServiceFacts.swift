/// The daemon's facts about its own process and settings.
public struct ServiceFacts: Sendable {
  public var version = ""
  /// Whether its first thread has a real-time priority (proc_pid_stat(5), policy).
  public var isRealTime: Bool?
  /// Locked memory in bytes (VmLck of proc_pid_status(5)).
  public var lockedBytes: Int64?
  /// Whether a service manager's watchdog watches the daemon.
  public var hasWatchdog = false
  /// The folder for the state, and its free space in bytes.
  public var stateFolder = ""
  public var stateFree: Int64?
  /// The configuration file; nil: none was given.
  public var configuration: String?
  /// Why the file as it is now cannot be used.
  public var configurationError: String?
  /// Settings that have no effect, or another one than it seems.
  public var warnings: [String] = []
  /// Keys that were changed in the file since the daemon read it.
  public var unread: [String] = []

  public init() {}
}
