public import Model

/// A snapshot of what plays and how, for `status`; answered from memory.
public struct PlaybackStatus: Hashable, Sendable {
  public enum State: String, Hashable, Sendable { case play, pause, stop }

  /// An entry of the queue by its place and its number.
  public struct Place: Hashable, Sendable {
    public let position: Int
    public let id: EntryID

    public init(position: Int, id: EntryID) {
      self.position = position
      self.id = id
    }
  }

  public var state: State = .stop
  /// 0...100.
  public var volume: Int = 0
  /// Nothing is heard, and `volume` is 0, until that is taken back or the volume is set.
  public var isMuted = false
  /// What `volume` is once it is not: 0...100; the same where nothing is muted.
  public var unmutedVolume: Int = 0
  public var options = PlaybackOptions()
  public var current: Place?
  public var next: Place?
  /// Audible position in the current song.
  public var elapsed: Duration = .zero
  /// The part of the current song that is played over and over.
  public var loop: LoopSection?
  /// nil where unknown.
  public var duration: Duration?
  /// Of the source, in kbit/s; 0 where unknown.
  public var bitrate: Int = 0
  /// The source's form, nil while nothing is open.
  public var format: AudioFormat?
  /// The last failure, until `clearerror` or the next start.
  public var error: String?
  /// The stored playlist that was loaded last since the queue was cleared; empty where none was.
  public var lastLoadedPlaylist: String = ""

  public init() {}
}
