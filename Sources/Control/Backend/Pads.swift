public import Model

/// The soundboard: sounds that play over the music. Loop thread only; what answers at once comes from memory.
public protocol Pads: AnyObject {
  /// In the order of their numbers, without those that were removed.
  var pads: [PadReport] { get }

  /// The one that a text means: an id, what lists show, a name, a number, a beginning or words.
  func find(_ text: String) -> PadReport?

  /// Those whose folder and name have the words of a text, or words that begin so, in the order of their numbers.
  func matches(_ text: String) -> [PadReport]

  /// A folder's name as it is written; nil where there is none. Neither case nor accents count.
  func folderName(_ text: String) -> String?

  /// In their order.
  var folders: [PadFolderReport] { get }

  var usage: PadUsage { get }

  /// Acts as the pad's mode defines for a press.
  /// - Parameters:
  /// - began: called once that is done, or with the reason why not.
  /// - ended: called once the sound has ended; at once if nothing began, never after a refusal.
  func press(_ pad: PadID, began: @escaping (Refusal?) -> Void, ended: @escaping () -> Void)

  /// Holds all voices, or continues them.
  func togglePause()

  /// Ends what sounds of a pad; of all where it is nil.
  func stop(_ pad: PadID?)

  /// Has a song, or the file of the pad that is meant, sound once over the music, or while that waits; several come one after the other.
  /// - Parameters:
  ///   - volume: as loud as music is at this volume; nil: at the present one.
  ///   - duck: how much softer the music is meanwhile, in dB; nil: it waits.
  func announce(_ uri: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void)

  // MARK: Changes. Each completion is called once the change would survive a power cut.

  func change(
    _ pad: PadID, _ values: [(PadKey, String)], completion: @escaping Completion<PadReport>
  ) throws(Refusal)

  /// Makes a pad of a song, or brings one back that was removed.
  /// - Parameter name: nil leaves the file's.
  func add(_ uri: String, name: String?, completion: @escaping Completion<PadReport>)

  /// Writes a part of the pad's file into a new one beside it, which is a pad then; the old one stays.
  /// - Parameter completion: gets the new file's URI once its pad can be pressed.
  func trim(_ pad: PadID, from start: Duration, to end: Duration, completion: @escaping Completion<String>)

  /// The loudest sample of each part of the pad's file, 0 to 1.
  func waveform(_ pad: PadID, parts: Int, completion: @escaping Completion<[Double]>)

  func remove(_ pad: PadID, completion: @escaping (Refusal?) -> Void)

  /// - Parameter place: among the pads of its volume, from 1.
  func move(_ pad: PadID, to place: Int, completion: @escaping (Refusal?) -> Void)

  /// Makes a pad folder, or changes an existing one.
  func edit(folder name: String, _ edits: [PadFolderEdit], completion: @escaping (Refusal?) -> Void)

  /// Takes a pad folder away; its pads are in none then.
  func remove(folder name: String, completion: @escaping (Refusal?) -> Void)
}

/// A pad, and how it is doing.
public struct PadReport: Hashable, Sendable {
  public var pad: Pad
  /// From 1; it stays with the pad.
  public var number: Int
  public var uri: String
  /// How many of its sounds play.
  public var voices = 0
  /// Whether they are held.
  public var isHeld = false
  /// Until the last of them has ended; nil where that is not known, or never.
  public var remaining: Duration?
  /// The kind of the pad's problem.
  public var problemKey: ProblemKey?

  public init(_ pad: Pad, number: Int, uri: String) {
    self.pad = pad
    self.number = number
    self.uri = uri
  }
}

public struct PadFolderReport: Hashable, Sendable {
  public var folder: PadFolder
  public var pads: Int

  public init(_ folder: PadFolder, pads: Int) {
    self.folder = folder
    self.pads = pads
  }
}

public enum PadFolderEdit: Hashable, Sendable {
  case colour(UInt32?)
  case place(Int)
  case rename(String)
}

/// Counts of pads and their sounds, and the bytes that they take.
public struct PadUsage: Hashable, Sendable {
  public var pads = 0
  public var absent = 0
  /// How many sounds are heard, also of sticks that were pulled meanwhile.
  public var playing = 0
  /// How many lie in memory.
  public var loaded = 0
  /// Number of pads whose file is present, and the bytes of these files.
  public var files = 0
  public var fileBytes: Int64 = 0
  public var memoryBytes = 0
  public var mostMemoryBytes = 0

  public init() {}
}
