/// State of the parts for playback in other rooms by Snapcast, from the configuration and this machine.
public struct RoomsFacts: Sendable {
  /// The jukebox's configuration.
  public var file = MachineChecks.usualFile
  /// Why it cannot be used.
  public var trouble: String?
  /// The first output of type snapcast.
  public var output: Output?
  /// Whether a Snapcast client has the card of this room.
  public var isThisRoomSynchronised = false
  public var isInstalled = false
  /// Content of `SnapserverFile.path`; nil: it cannot be read.
  public var serverFile: String?
  public var isPipeThere = false
  /// nil: not known.
  public var isRunning: Bool?
  /// The machine's addresses.
  public var addresses: [String] = []

  public struct Output: Hashable, Sendable {
    public var name: String
    public var path = RoomsFacts.usualPath
    public var format = "44100:16:2"
  }

  /// Default path of the pipe.
  public static let usualPath = "/run/jukebox-rooms"

  public init() {}

  /// The line of snapserver's configuration that reads the pipe.
  public var source: String {
    let output = output ?? Output(name: "rooms")
    return "source = pipe://\(output.path)?name=jukebox&sampleformat=\(output.format)"
  }

  public var hasSource: Bool { serverFile.map { SnapserverFile.has(source, in: $0) } ?? false }

  /// Whether nothing is left to do.
  public var isComplete: Bool {
    trouble == nil && output != nil && isInstalled && hasSource && isPipeThere && isRunning == true
  }
}
