/// A sound with its settings, on a button of the soundboard.
public struct Pad: Hashable, Sendable {
  /// Its file; settings go with that.
  public var track: TrackReference
  /// The number of its file's row in the volume's database.
  public let row: Int64
  public var name: String
  /// The pad folder that it is in; empty for none.
  public var folder: String
  /// Among the volume's pads; nil sorts last, by name.
  public var place: Int?
  /// Its file is gone; it stays, for the file to come back.
  public var isAbsent = false
  /// Why its file can't be played.
  public var problem: String?
  /// Duration of the file.
  public var duration: Duration?
  public var fileBytes: Int64 = 0
  /// How often it was pressed.
  public var presses: Int64 = 0
  /// A person took it off the soundboard, and the file stays.
  public var isRemoved = false
  public var settings = PadSettings()

  public init(track: TrackReference, row: Int64, name: String, folder: String = "") {
    self.track = track
    self.row = row
    self.name = name
    self.folder = folder
  }

  /// Unique on every jukebox: four digits of its volume's identity, and the row.
  public var id: PadID { PadID(volume: track.volume, row: row) }

  /// The name in lists, which every command accepts: `Animals/Cow`.
  public var shownName: String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The folder at the top of a volume whose files are pads by themselves.
  public static let soundsFolder = "Sounds"
  /// Limit of pads on a volume.
  public static let most = 1000
  /// In bytes of UTF-8.
  public static let mostNameBytes = 256
}

/// Names a pad; its text is `1f3a-12`.
public struct PadID: Hashable, Sendable, CustomStringConvertible {
  public let volume: VolumeID
  public let row: Int64

  public init(volume: VolumeID, row: Int64) {
    self.volume = volume
    self.row = row
  }

  public var description: String { "\(volume.description.prefix(4))-\(row)" }
}

/// The effect of a press on a pad while it sounds.
public enum PadMode: String, Hashable, Sendable, CaseIterable {
  /// Begins it again.
  case once
  /// Ends it.
  case toggle
  /// It sounds while it is pressed.
  case hold
  /// Starts it again, over the sound in progress.
  case layer
}

extension Pad {
  /// Whether a text can be a name: not too long, no control character.
  public static func isName(_ text: String, orEmpty: Bool = false) -> Bool {
    (orEmpty || !text.isEmpty) && text.utf8.count <= mostNameBytes
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// A folder of pads.
public struct PadFolder: Hashable, Sendable {
  public var name: String
  /// nil sorts last, by name.
  public var place: Int?
  /// 0xRRGGBB.
  public var colour: UInt32?

  public init(name: String, place: Int? = nil, colour: UInt32? = nil) {
    self.name = name
    self.place = place
    self.colour = colour
  }

  /// Limit of pad folders on a volume.
  public static let most = 200
}
