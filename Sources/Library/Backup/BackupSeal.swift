import Interchange
import Linux
import Model

/// Identifies the backup that a volume's database wrote last, among all that may be in its place: one of another
/// volume, an older one, one that somebody has edited.
struct BackupSeal: Hashable, Sendable {
  let volume: VolumeID
  /// `volume.changes` of its moment.
  let changes: Int64

  /// At the end of a backup: its last key.
  func write(behind content: ContentHash, to writer: inout JSONWriter) {
    var hash = content
    hash.add(volume.bytes)
    hash.add(UInt64(bitPattern: changes))
    writer.pair("seal", hash.name)
    writer.endObject()
  }

  /// What a file ends with that says this and was sealed with it.
  private func end(behind content: ContentHash) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.null()
    _ = writer.take()
    write(behind: content, to: &writer)
    return writer.take()
  }

  /// Whether a file is, to the last byte, what was sealed with this.
  func isOf(_ target: VolumeFile, in root: Root) throws(SystemError) -> Bool {
    guard let file = try target.open(in: root) else { return false }
    let size = try file.status().size
    var left = Int(clamping: size) - end(behind: ContentHash()).count
    guard left >= 0, size <= target.mostBytes else { return false }
    var content = ContentHash()
    var last: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      let inside = min(count, left)
      content.add(buffer[..<inside])
      left -= inside
      last += buffer[inside..<count]
      // It grows while it is read.
      guard last.count < buffer.count else { return false }
    }
    return left == 0 && last == end(behind: content)
  }
}
