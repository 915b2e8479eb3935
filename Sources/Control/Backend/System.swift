public import Model

/// The machine and its volumes: sticks that are let go and taken back, scans, and what engine and inputs say of themselves.
/// Loop thread only; completions are called on the loop, once, now or later, with why it was not done.
public protocol System: AnyObject {
  var machine: Machine { get }
  /// Whether the service for further formats is installed.
  var hasHelper: Bool { get }
  /// Since the daemon started.
  var uptime: Duration { get }
  /// Time that music sounded since the daemon started.
  var playtime: Duration { get }
  /// For the further command `engine`.
  var engineStatus: EngineStatus { get }
  /// For the further command `inputs`.
  var inputs: [InputReport] { get }

  /// For the further command `doctor`: looks at sound, sticks, inputs, the daemon's rights and its port. Calls back once,
  /// within a few seconds.
  func examine(completion: @escaping (Examination) -> Void)

  /// For `doctor tone`: plays a test tone over the music, as loud as the volume allows.
  /// - Throws: where there is no output to play on.
  func play(_ tone: TestTone) throws(Refusal)
  /// For `doctor buttons`: the keys and GPIO lines that changed since the last call and that nothing is bound to.
  /// - Parameter lines: to listen to, as `CHIP:LINE` or `LINE`; empty: those that may be listened to without harm.
  /// - Throws: where a named line does not exist or is in use.
  func unboundInputs(lines: [String]) throws(Refusal) -> (lines: Int, changes: [UnboundInput])

  /// For the further command `settings`: the settings that clients may change.
  func settings(completion: @escaping Completion<[SettingReport]>)
  /// For the further command `settingset`: writes a setting into the configuration and has what may change at once take
  /// effect. Calls back with how it stands then.
  /// - Parameter value: nil: the usual one.
  func set(
    _ key: String, in section: String, to value: String?, completion: @escaping Completion<SettingReport>)

  /// Ends everything in order and starts the program again.
  func restart()
  /// Runs the configured shutdown command.
  /// - Throws: where none is configured.
  func shutDown() throws(Refusal)

  // MARK: Updates of the card image

  /// nil where the machine has no card image.
  var upgrade: UpgradeReport? { get }
  /// Looks for updates on sticks.
  func findUpgrades(completion: @escaping Completion<FoundUpgrades>)
  /// Begins to install an update beside the system that runs.
  /// - Parameter source: path or URL.
  /// - Throws: where the machine has no card image, or an update is being installed.
  func installUpgrade(from source: String) throws(Refusal)
  /// Has the system of before the last update run at the next start, or gives up an update that waits for it.
  /// - Parameter completion: gets the version that will run.
  func revertUpgrade(completion: @escaping Completion<String>)
  /// Starts the machine again. Throws as `installUpgrade`.
  func restartMachine() throws(Refusal)
  /// For the further command `network`; nil: this machine has no Wi-Fi of its own to open.
  var network: NetworkReport? { get }
  /// Has the machine join a network, while its own Wi-Fi is open. `network` reports how that ends.
  /// - Parameter password: empty: an open network.
  func join(network name: String, password: String) throws(Refusal)

  // MARK: Command lists

  /// Whether what is changed from now on belongs to a command list: it is in force at once, and on the storage once
  /// `flush` has answered.
  var isInList: Bool { get set }
  /// Calls back with nil once all that was changed in lists would survive a power cut, else with what went wrong.
  func flush(completion: @escaping (Refusal?) -> Void)
  /// Whether lists may continue: they wait while too many edits are not stored yet.
  var hasRoomForEdits: Bool { get }
  /// Calls back, once, when there is room.
  func whenRoomForEdits(_ body: @escaping () -> Void)

  // MARK: Volumes

  /// Sticks that were let go and can be taken back, by name.
  var neighbors: [(name: String, storage: String)] { get }
  /// Volumes and folders that are present or configured but not usable, with the reason; by path.
  var unused: [(path: String, reason: String)] { get }
  /// Takes in what is mounted at `storage`, after it was let go or could not be opened.
  ///
  /// - Parameter name: the volume's own.
  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void)
  /// Ends what is under way on a stick and closes everything on it, in order.
  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void)

  // MARK: Scans

  /// The job that runs now, nil where none does.
  var runningJob: UInt32? { get }
  /// Progress of each running scan.
  var progress: [(volume: String, progress: ScanProgress)] { get }
  /// Outcome of each volume's last scan, if one has ended.
  var outcomes: [(volume: String, outcome: ScanOutcome)] { get }
  /// - Parameters:
  ///   - uri: what to look through; `""` is everything.
  ///   - rescan: also open files that seem unchanged.
  /// - Returns: the job's number, 1 and up.
  func update(_ uri: String, rescan: Bool) throws(Refusal) -> UInt32
}

/// Facts of the daemon that do not belong to any one part.
public struct Machine: Sendable {
  public struct Decoder: Hashable, Sendable {
    public let name: String
    public let suffixes: [String]
    public let mediaTypes: [String]

    public init(name: String, suffixes: [String], mediaTypes: [String]) {
      self.name = name
      self.suffixes = suffixes
      self.mediaTypes = mediaTypes
    }
  }

  /// The first fixed folder, or the mount root where there is none.
  public var musicDirectory: String
  /// The tags that the library reads.
  public var tags: TagSet
  public var decoders: [Decoder]
  /// The path of the configuration; nil where the daemon runs without one.
  public var configurationFile: String?
  /// The service for further formats.
  public var helper: Decoder?
  /// Parts of speech URLs: a URL that contains one is announced if it is added right after a `clear`.
  public var speechURLs: [String] = []

  public init(musicDirectory: String, tags: TagSet, decoders: [Decoder]) {
    self.musicDirectory = musicDirectory
    self.tags = tags
    self.decoders = decoders
  }
}

/// The daemon's findings about itself.
public struct Examination: Sendable {
  /// The daemon's version.
  public var version: String
  public var findings: [Finding]

  public init(version: String, findings: [Finding]) { (self.version, self.findings) = (version, findings) }
}

/// A key or GPIO line that changed and that nothing is bound to.
public struct UnboundInput: Hashable, Sendable {
  /// `line` or `key`.
  public var kind: String
  /// The line's number, or the key's name in the kernel.
  public var name: String
  /// The chip, or the device as it calls itself.
  public var place: String

  public init(kind: String, name: String, place: String) {
    (self.kind, self.name, self.place) = (kind, name, place)
  }
}
