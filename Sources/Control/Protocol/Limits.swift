/// Limits of one client's and all clients' use of the machine.
public struct Limits: Hashable, Sendable {
  /// Connections at once; a further one is closed.
  public var clients = 32
  /// Places of `clients` that only local ones take.
  public var clientsKeptForLocal = 8
  /// Commands, windows and the like that one client gets done in one turn of the loop.
  public var stepsPerTurn = 64
  /// Bytes of one line. An escaped path of 4,095 bytes, each three bytes long in UTF-8 and quoted, fits.
  public var lineBytes = 16 * 1024
  /// Bytes that follow a line.
  public var followingBytes = 64 * 1024
  /// Bytes of a command list, line ends included; as MPD's default.
  public var listBytes = 2 * 1024 * 1024
  /// Bytes of the command lists of all clients together.
  public var allListBytes = 4 * 1024 * 1024
  /// Bytes of the files that all clients together have sent parts of.
  public var uploadBytes = 4 * 1024 * 1024
  /// From so much unsent output on, a client's answers and further commands wait.
  public var outputBytes = 32 * 1024
  /// A client with more unsent output than this is closed: a single answer that isn't made in windows.
  public var outputCeilingBytes = 512 * 1024
  /// Commands of a list that add songs and are carried out together.
  public var addsTogether = 128
  /// Songs asked of the catalogue at a time.
  public var windowSongs = 32
  /// Songs of which lines are asked at a time.
  public var windowLines = 128
  /// Entries of a playlist asked for at a time where nothing but their places is wanted.
  public var windowEntries = 300
  /// Arguments of one line after the command.
  public var arguments = 128
  /// Channels that one client subscribes to.
  public var subscriptions = 16
  /// Messages that wait for one client; further ones are dropped.
  public var messages = 64
  /// How long the answer to a wrong password waits at first, and at most; it doubles with each from one address.
  public var firstPasswordPause = Duration.milliseconds(250)
  public var longestPasswordPause = Duration.seconds(16)
  /// A client that takes none of its output for so long is closed.
  public var stall = Duration.seconds(60)

  public init() {}
}
