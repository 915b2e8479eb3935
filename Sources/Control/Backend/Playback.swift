public import Model

/// Transport, modes, queue, outputs, and playlists for buttons. Loop thread only; completions are called on the loop,
/// once, now or later.
public protocol Playback: AnyObject {
  /// Answered from memory, as all here.
  var status: PlaybackStatus { get }
  /// The rules for guests.
  var partyRules: PartyRules { get }
  /// The current entry's song; nil where there is none, or where it is not known yet: then the catalogue is asked.
  var currentSong: Song? { get }
  /// Continues once the current entry's song is known; also without one, or if its storage is slow.
  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query
  /// The queue as it is now; a copy costs nothing until the queue is edited.
  var queue: QueueSnapshot { get }
  func position(of entry: EntryID) -> Int?
  /// Does at once what a client wants of playback or the queue.
  /// - Parameter whenDurable: called once, on the loop, now or later: with nil when what was changed in the queue would
  ///   survive a power cut, otherwise with what went wrong.
  /// - Returns: the numbers of the entries that an edit added.
  @discardableResult
  func perform(_ event: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID]
  /// Somebody has the jukebox do something: it is in use.
  func noteAsked()
  /// Whether the queue is empty because of a `clear` a moment ago, which can be taken back.
  var canTakeBackClear: Bool { get }
  /// Has the queue, the song and its place be as before that `clear`, if it can be taken back.
  /// - Parameter completion: called once that would survive a power cut, or can't be stored.
  func takeBackClear(completion: @escaping (()) -> Void)
  /// Keeps which stored playlist was put into the queue last, until that is cleared.
  func noteLoaded(_ playlist: String)

  // MARK: Outputs

  /// In the order of their numbers, which are their places here.
  var outputs: [OutputStatus] { get }
  /// - Parameter enabled: nil toggles.
  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal)
  /// - Parameter volume: percent; of an output that has one.
  func setOutput(_ number: Int, volume: Int) throws(Refusal)

  // MARK: Buttons

  /// Puts what plays into the playlist of a mix slot, or takes it out where it is in it.
  /// - Parameter completion: gets what has come of it when that would survive a power cut.
  func mix(slot: Int, completion: @escaping Completion<MixOutcome>)

  /// The presets that are bound, by their numbers.
  func presets(completion: @escaping ([PresetReport]) -> Void)

  /// Binds a preset to a playlist; nil takes it back.
  /// - Parameter completion: gets nil when that would survive a power cut, otherwise what went wrong.
  func bind(preset: Int, to playlist: String?, completion: @escaping (Refusal?) -> Void)

  /// Plays a preset, or what a name means, in place of the queue, once its content has been read.
  /// - Parameter completion: gets nil when the queue would survive a power cut, otherwise what went wrong: then the queue
  ///   is as it was.
  func play(_ shortcut: Shortcut, completion: @escaping (Refusal?) -> Void)
}

/// Music that a button or the command `playname` plays in place of the queue.
public enum Shortcut: Equatable, Sendable {
  /// The number of a preset.
  case preset(Int)
  /// The name of a playlist or station, or else the path of a folder or song.
  case named(String)
}

public struct QueueSnapshot: Sendable {
  /// Grows with every edit, also across restarts; wraps after 2^32 - 1.
  public var version: UInt32
  public var entries: [QueueEntry]
  /// From which version on `changedInVersion` is known; an older or a future one is answered with everything.
  public var oldestKnownVersion: UInt32

  public init(version: UInt32, entries: [QueueEntry], oldestKnownVersion: UInt32 = 0) {
    self.version = version
    self.entries = entries
    self.oldestKnownVersion = oldestKnownVersion
  }
}

public struct OutputStatus: Hashable, Sendable {
  public var name: String
  /// `alsa`, `null` or `file`; of further outputs `snapcast`, `pipe` or `http`.
  public var plugin: String
  public var isEnabled: Bool
  /// Percent of the jukebox's volume; nil where the output has no volume of its own.
  public var volume: Int?

  public init(name: String, plugin: String, isEnabled: Bool, volume: Int? = nil) {
    self.name = name
    self.plugin = plugin
    self.isEnabled = isEnabled
    self.volume = volume
  }
}

/// A preset that is bound.
public struct PresetReport: Hashable, Sendable {
  public var number: Int
  /// The kind of a preset's music; the raw value is the key of its name.
  public enum Kind: String, Sendable {
    case playlist, station
    /// A folder or song.
    case path
  }

  /// Name of the station, or of the playlist (its last one while it is absent); or path of the folder or song.
  public var name: String
  public var kind: Kind
  public var isPresent: Bool

  public init(number: Int, name: String, kind: Kind = .playlist, isPresent: Bool) {
    self.number = number
    self.name = name
    self.kind = kind
    self.isPresent = isPresent
  }
}
