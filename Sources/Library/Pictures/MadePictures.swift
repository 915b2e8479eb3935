import CLinux
import Linux
import Model

/// Pictures that were made: covers of playlists and thumbnails, beside the pictures of `PictureCache`. A file's name is the
/// hash of what the picture is made of, so that another song in a playlist means another file. Nothing is flushed: a file
/// begins with the hash of its content, and what a power cut has damaged is made again. From any thread but the loop.
struct MadePictures: Sendable {
  /// The box's `STATE/pictures`.
  let path: [UInt8]

  /// A larger one is made each time.
  static let mostBytes = 1 << 20

  /// Pictures of one kind, with a limit of their own.
  enum Kind: Hashable {
    case cover
    case thumbnail(ThumbnailSide)

    static var all: [Kind] { [.cover] + ThumbnailSide.allCases.map { .thumbnail($0) } }

    init(_ recipe: PictureRecipe) {
      self = if case .thumbnail(_, let side) = recipe { .thumbnail(side) } else { .cover }
    }

    var prefix: String {
      switch self {
      case .cover: "cover-"
      case .thumbnail(let side): "thumbnail-\(side.rawValue)-"
      }
    }

    /// Limit of files; the oldest ones are removed. Usual sizes: 8 MB of covers, 6, 36 and 30 MB of thumbnails.
    var fileLimit: Int {
      switch self {
      case .cover: 128
      case .thumbnail(.row), .thumbnail(.album): 2000
      case .thumbnail(.screen): 200
      }
    }
  }

  static func name(of recipe: PictureRecipe) -> String {
    var hash = ContentHash()
    for picture in recipe.pictures { hash.add(Array("\(picture.content)\n".utf8)) }
    if case .cover([], let colour) = recipe { hash.add(UInt64(colour)) }
    return Kind(recipe).prefix + hash.name
  }

  /// - Returns: nil where it is not there, or not whole; empty if it cannot be made.
  func read(_ recipe: PictureRecipe) -> [UInt8]? {
    do throws(SystemError) {
      guard let file = try DatabaseFolder(trusted: path).openRegular(Self.name(of: recipe)) else {
        return nil
      }
      let bytes = try file.bytes(Self.mostBytes, at: 0)
      guard bytes.count >= 16 else { return nil }
      let picture = Array(bytes[16...])
      return Self.check(picture) == Array(bytes[..<16]) ? picture : nil
    } catch {
      return nil
    }
  }

  /// One that cannot be kept is made again.
  /// - Parameter picture: empty if it cannot be made.
  func keep(_ picture: [UInt8], of recipe: PictureRecipe) throws(SystemError) {
    guard picture.count <= Self.mostBytes - 16 else { return }
    let name = Self.name(of: recipe)
    let incoming = "\(PictureCache.incomingPrefix)\(name)"
    try PictureCache.makeFolder(path)
    let folder = try DatabaseFolder(trusted: path)
    let file = try folder.create(incoming)
    let bytes = Self.check(picture) + picture
    var written = 0
    while written < bytes.count { written += try file.write(bytes.span.extracting(written...)) ?? 0 }
    try folder.rename(incoming, to: name)
  }

  /// Removes the oldest ones of each kind that has too many.
  func evict() throws(SystemError) {
    let root = try Root(path: String(decoding: path, as: UTF8.self))
    let folder = try DatabaseFolder(trusted: path)
    for kind in Kind.all { try evict(kind, from: folder, root) }
  }

  /// An eighth goes at once, so that few looks find any.
  private func evict(
    _ kind: Kind, from folder: borrowing DatabaseFolder, _ root: borrowing Root
  ) throws(SystemError) {
    var listing = try root.list([])
    let prefix = Array(kind.prefix.utf8)
    var names: [[UInt8]] = []
    while let entry = try listing.next() {
      if entry.name.starts(with: prefix) { names.append(entry.name) }
    }
    guard names.count > kind.fileLimit else { return }
    var found: [(name: [UInt8], modified: Int64)] = []
    for name in names {
      if let status = try root.statusOfName(name) { found.append((name, status.modifiedNanoseconds)) }
    }
    let surplus = names.count - kind.fileLimit + kind.fileLimit / 8
    for file in found.sorted(by: { $0.modified < $1.modified }).prefix(surplus) {
      try folder.remove(String(decoding: file.name, as: UTF8.self))
    }
  }

  private static func check(_ bytes: [UInt8]) -> [UInt8] {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }
}
