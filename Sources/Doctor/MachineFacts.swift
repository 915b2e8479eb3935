public import Linux

/// Facts of the machine that a program of any user can see.
public struct MachineFacts: Sendable {
  /// The jukebox's systemd unit (systemctl(1), `show`).
  public struct Service: Hashable, Sendable {
    public var isInstalled = true
    /// `active`, `inactive`, `failed`, `activating` …
    public var state = "active"
    /// `exit-code`, `watchdog`, `oom-kill`, `start-limit-hit` …
    public var result = "success"
    public var exitStatus = 0
    public var restarts = 0
    public var isEnabled = true
    /// The program and its arguments.
    public var command: [String] = []

    public init() {}
  }

  /// A USB partition, or a disk without any.
  public struct Partition: Hashable, Sendable {
    /// Such as `sda1`.
    public var name: String
    /// Such as `vfat`; nil: none that udev knows.
    public var fileSystem: String?
    public var isMounted: Bool
  }

  /// A process that has a sound card open.
  public struct CardUser: Hashable, Sendable {
    public var card: Int
    public var process: Int
    /// nil where the system hides it.
    public var name: String?
  }

  /// The kernel's own messages, or why they cannot be read.
  public enum Kernel: Hashable, Sendable {
    case messages([String])
    case hidden(String)
  }

  /// nil: this machine has no systemd.
  public var service: Service?
  /// Last line of the daemon's journal; nil: hidden from this user, or empty.
  public var lastLogLine: String?
  /// Report of the configuration's check while the daemon does not run; nil: not checked.
  public var configurationError: String?
  /// The configuration file of a daemon that does not run, where the file exists.
  public var configurationFile: String?
  /// The state folder of a daemon that does not run, and its free space in bytes.
  public var stateFolder = ""
  public var stateFree: Int64?
  /// Why no daemon answers, as a sentence without its full stop; nil: one does.
  public var silence: String?
  /// The daemon's socket is there, and this user may not use it.
  public var isForbidden = false
  /// The user is no member of the group of the daemon's socket.
  public var lacksGroup = false
  /// The group's list has the user, whose session is older.
  public var needsLogin = false
  public var version = ""
  /// nil while the daemon does not answer.
  public var daemonVersion: String?
  public var celsius: Double?
  /// The bits of the Raspberry Pi's firmware (`get_throttled`).
  public var throttling: Int?
  /// The alarm of the Raspberry Pi's voltage sensor (hwmon, `in0_lcrit_alarm`).
  public var isVoltageLow: Bool?
  public var kernel = Kernel.messages([])
  /// In bytes.
  public var memory: Int64?
  public var availableMemory: Int64?
  public var diskFree: Int64?
  /// The witness of the time of day.
  public var clock = ClockSource.network
  public var cardUsers: [CardUser] = []
  /// Whether the kernel shows which sound cards are in use.
  public var seesCards = true
  public var partitions: [Partition] = []
  /// Names of the disks that are there, such as `sda`.
  public var disks: Set<String> = []
  /// IP addresses of this machine, without loopback.
  public var addresses: [String] = []
  public var hostName = ""

  public init() {}
}
