import CLinux
import Linux
import Model

/// Covers of playlists that were made, beside the pictures of `PictureCache`. A file's name is the hash of what the cover
/// is made of, so that another song in a playlist means another file. Nothing is flushed: a file begins with the hash of
/// its content, and what a power cut has damaged is made again. From any thread but the loop.
struct CoverCache: Sendable {
  /// The box's `STATE/pictures`.
  let path: [UInt8]

  static let prefix = "cover-"
  /// Limit of files; the oldest one is removed.
  static let fileLimit = 128
  static let mostBytes = 1 << 20

  static func name(of recipe: CoverRecipe) -> String {
    var hash = ContentHash()
    for picture in recipe.pictures { hash.add(Array("\(picture.content)\n".utf8)) }
    if recipe.pictures.isEmpty { hash.add(UInt64(recipe.colour)) }
    return prefix + hash.name
  }

  /// - Returns: nil where it is not there, or not whole.
  func read(_ recipe: CoverRecipe) -> [UInt8]? {
    do throws(SystemError) {
      guard let file = try DatabaseFolder(trusted: path).openRegular(Self.name(of: recipe)) else {
        return nil
      }
      let bytes = try file.bytes(Self.mostBytes, at: 0)
      guard bytes.count > 16 else { return nil }
      let cover = Array(bytes[16...])
      return Self.check(cover) == Array(bytes[..<16]) ? cover : nil
    } catch {
      return nil
    }
  }

  /// One that cannot be kept is made again.
  func keep(_ cover: [UInt8], of recipe: CoverRecipe) throws(SystemError) {
    let name = Self.name(of: recipe)
    let incoming = "\(PictureCache.incomingPrefix)\(name)"
    try PictureCache.makeFolder(path)
    let folder = try DatabaseFolder(trusted: path)
    let file = try folder.create(incoming)
    let bytes = Self.check(cover) + cover
    var written = 0
    while written < bytes.count { written += try file.write(bytes.span.extracting(written...)) ?? 0 }
    try folder.rename(incoming, to: name)
    try evict(from: folder)
  }

  private func evict(from folder: borrowing DatabaseFolder) throws(SystemError) {
    let root = try Root(path: String(decoding: path, as: UTF8.self))
    var listing = try root.list([])
    var found: [(name: String, modified: Int64)] = []
    while let entry = try listing.next() {
      let name = String(decoding: entry.name, as: UTF8.self)
      guard name.hasPrefix(Self.prefix), let status = try root.statusOfName(entry.name) else { continue }
      found.append((name, status.modifiedNanoseconds))
    }
    guard found.count > Self.fileLimit else { return }
    for file in found.sorted(by: { $0.modified < $1.modified }).prefix(found.count - Self.fileLimit) {
      try folder.remove(file.name)
    }
  }

  private static func check(_ bytes: [UInt8]) -> [UInt8] {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }
}
