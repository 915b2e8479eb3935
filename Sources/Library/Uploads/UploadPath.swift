public import Model

/// The place on a volume of a file that a client sends: names that every file system takes, of a kind that the jukebox uses.
public struct UploadPath: Hashable, Sendable {
  enum Kind { case sound, playlist, picture }

  let folders: [String]
  private let name: String
  let kind: Kind

  private static let playlistEndings = ["m3u", "m3u8", "pls", "xspf", "cue"]
  private static let pictureEndings = ["jpg", "jpeg", "png", "webp"]

  /// - Parameter text: relative, names joined by slashes.
  /// - Throws: `bad-file-name` for a text that is no such path, `unsupported-file` for a file of another kind.
  public init(_ text: String) throws(Refusal) {
    let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isRelative = names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    guard isRelative, let last = names.last, names.count < VolumePath.deepest else {
      throw .failed(
        .badFileName, "Bad path: names joined by slashes expected, none of them empty, . or ..", about: text)
    }
    folders = names.dropLast().map { SafeName.of($0) }
    name = last
    let safe = Array(SafeName.of(last).utf8)
    let ending = safe.lastIndex(of: UInt8(ascii: ".")).map {
      String(decoding: FileNames.lower(safe[($0 + 1)...]), as: UTF8.self)
    }
    switch ending {
    case _ where FileNames.isSoundFile(safe): kind = .sound
    case let ending? where Self.playlistEndings.contains(ending): kind = .playlist
    case let ending? where Self.pictureEndings.contains(ending): kind = .picture
    default:
      let known = FileType.usualSuffixes + Self.playlistEndings + Self.pictureEndings
      throw .failed(
        .unsupportedFile, "The jukebox does not use such files, only: \(known.joined(separator: " "))",
        about: last)
    }
    guard path(1).count <= VolumePath.mostBytes else {
      throw .failed(.badFileName, "The path has more than \(VolumePath.mostBytes) bytes", about: text)
    }
  }

  /// The folder's path below the volume's root.
  package var folder: [UInt8] { Array(folders.joined(separator: "/").utf8) }

  /// Returns the path of the file if `number - 1` others have its name.
  package func path(_ number: Int) -> [UInt8] {
    VolumePath.join(folder, Array(SafeName.of(name, number: number).utf8))
  }

  /// As clients see it, without what others have its name.
  public var text: String { String(decoding: path(1), as: UTF8.self) }
}
