/// The daemon's facts about sticks and music folders.
public struct StickFacts: Sendable {
  /// How a measurement of the reading speed ended.
  public enum Speed: Hashable, Sendable {
    /// Bytes per second.
    case measured(Double)
    /// It has no file that is long enough.
    case noLongFile
    /// Why it was not measured.
    case unknown(String)
    /// The stick did not answer for this many seconds.
    case hangs(seconds: Int)
  }

  /// How a check of the library database ended.
  public enum Database: Hashable, Sendable {
    case well
    case damaged(String)
    case unknown(String)
  }

  public struct Stick: Sendable {
    public var name: String
    public var path: String
    public var isFolder = false
    /// Such as `vfat`; empty if unknown.
    public var fileSystem = ""
    /// Such as `/dev/sda1`.
    public var source = ""
    /// The program that mounted it, such as `the jukebox's udev rule`; nil if unknown.
    public var mounter: String?
    /// The mount is read-only.
    public var isMountedReadOnly = false
    /// The jukebox could not write to it.
    public var refusesWrites = false
    /// In bytes; nil if unknown.
    public var free: Int64?
    public var total: Int64?
    public var speed = Speed.unknown("not measured yet")
    public var database = Database.unknown("not checked yet")
    public var songs = 0
    /// Those of them that the package jukebox-formats decodes.
    public var coded = 0
    public var isBeingScanned = false
    /// Files that cannot be played.
    public var broken = 0
    /// Files and folders that the storage could not read.
    public var unread = 0
    /// Files and folders without permission.
    public var forbidden = 0
    /// Music files in formats that are not played, such as `300 m4a`.
    public var ignored: [String] = []
    /// Reports of the last scan about single files: why they are broken or skipped.
    public var remarks: [String] = []
    /// Why the last scan was aborted.
    public var scanError: String?

    public init(name: String, path: String) { (self.name, self.path) = (name, path) }

    /// Takes the facts of the storage from another look at the same stick.
    public mutating func take(mountOf other: Stick) {
      (fileSystem, source, mounter) = (other.fileSystem, other.source, other.mounter)
      isMountedReadOnly = other.isMountedReadOnly
      (free, total, speed) = (other.free, other.total, other.speed)
    }
  }

  /// A stick or folder that is not used.
  public struct Unused: Hashable, Sendable {
    public var path: String
    public var reason: String
    /// Named by `folder` of the configuration.
    public var isFolder: Bool

    public init(path: String, reason: String, isFolder: Bool = false) {
      (self.path, self.reason, self.isFolder) = (path, reason, isFolder)
    }
  }

  /// State of the program that decodes the formats that the jukebox does not decode itself.
  public enum Decoder: Hashable, Sendable {
    case ready
    /// No program listens at its socket.
    case missing
    /// Why it was not checked.
    case unknown(String)
  }

  public var sticks: [Stick] = []
  public var decoder = Decoder.ready
  public var unused: [Unused] = []
  /// Below which sticks are looked for; nil: none are.
  public var mountRoot: String? = "/media"

  public init() {}
}
