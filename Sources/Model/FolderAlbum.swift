/// The album of songs that name no album artist: those of one folder with one album name. Of several discs, each in a folder of
/// its own, it is the folder that holds these folders.
public struct FolderAlbum: Hashable, Sendable {
  /// As clients see it; `/` for the root of the tree.
  public let folder: String
  /// The artist of more than half of its songs; empty where nobody is.
  public let artist: String

  public init(folder: String, artist: String) {
    self.folder = folder
    self.artist = artist
  }

  public static let root = "/"

  /// The folder of the album of a song.
  /// - Parameter uri: of the song's file.
  public static func folder(ofSong uri: String) -> String {
    let bytes = uri.utf8
    return folder(bytes.lastIndex(of: slash).map { bytes[..<$0] } ?? bytes.prefix(0))
  }

  /// The folder of the album of the songs in a folder.
  /// - Parameter uri: of that folder; `""` for the root of the tree.
  public static func folder(ofSongsIn uri: String) -> String { folder(uri.utf8[...]) }

  private static func folder(_ uri: Substring.UTF8View) -> String {
    let nameStart = uri.lastIndex(of: slash).map { uri.index(after: $0) } ?? uri.startIndex
    let folder = isDisc(uri[nameStart...]) ? uri[..<nameStart].dropLast() : uri
    return folder.isEmpty ? root : String(decoding: folder, as: UTF8.self)
  }

  /// Whether a folder's name says that it holds a disc of an album: `CD1`, `Disc 2`, `disk-03`.
  public static func isDisc(_ name: some Collection<UInt8>) -> Bool {
    let letters = name.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard words.contains(where: { $0.elementsEqual(letters, by: { $0 == $1 | 0x20 }) }) else { return false }
    let digits = name.dropFirst(letters.count).drop { separators.contains($0) }
    return (1...mostDigits).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static let slash = UInt8(ascii: "/")
  private static let words = ["cd", "disc", "disk"].map { Array($0.utf8) }
  private static let separators = Array(" ._-".utf8)
  private static let mostDigits = 2
}
