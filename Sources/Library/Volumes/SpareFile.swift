import Linux

/// A file in the database's folder whose room the database gets when the volume fills up in use. It is made when the volume is
/// opened; a volume without room for it counts as full.
struct SpareFile {
  /// Size of the file: room for some hundreds of edits.
  static let bytes: Int64 = 1 << 20
  static let name = "spare"

  private let root: Root

  init(_ root: Root) { self.root = root }

  /// Makes it where it is not there yet. On storage that refuses it for another reason than its room, there is none.
  func make() throws(StoreError) {
    do throws(SystemError) {
      let path = Array("\(VolumeOpener.folderName)/\(Self.name)".utf8)
      if let status = try root.statusOfName(path), status.kind != .regular || status.size >= Self.bytes {
        return
      }
      let folder = try DatabaseFolder(VolumeOpener.folderName, in: root)
      do throws(SystemError) {
        try fill(try folder.create(Self.name))
      } catch {
        try folder.remove(Self.name)
        throw error
      }
    } catch {
      guard error.code == .noSpace else { return }
      throw StoreError(error)
    }
  }

  private func fill(_ file: consuming Descriptor) throws(SystemError) {
    let zeros = [UInt8](repeating: 0, count: 64 << 10)
    var left = Int(Self.bytes)
    while left > 0 { left -= try file.write(zeros.span.extracting(0..<min(left, zeros.count))) ?? 0 }
  }

  /// - Returns: false where there is none.
  func giveWay() -> Bool {
    guard let folder = try? DatabaseFolder(VolumeOpener.folderName, in: root),
      (try? folder.kind(of: Self.name)) == .regular
    else { return false }
    return (try? folder.remove(Self.name)) != nil
  }
}
