import Interchange
import JSON
package import Linux

/// The file of a backup, which is read a piece at a time, and at several places at once: what it says may be any number of
/// times as much as is left of the memory.
package final class BackupFile {
  /// Error of its storage, if reading failed: the text ends there.
  private(set) var failure: SystemError?

  private let file: Descriptor

  private static let pieceBytes = 64 << 10
  /// The longest text in a backup is a picture of 512 KiB, with two digits for each byte.
  private static let mostTextBytes = 1 << 20

  /// Opens the one on a volume; nil where there is none.
  package init?(in root: Root) throws(SystemError) {
    guard let file = try VolumeFile.backup.open(in: root) else { return nil }
    guard try file.status().size <= VolumeFile.backup.mostBytes else {
      throw SystemError(.fileTooLarge, call: "read", path: VolumeFile.backup.path(in: root))
    }
    self.file = file
  }

  /// Reads it from its beginning.
  func stream() -> JSONStream {
    var offset: Int64 = 0
    return JSONStream(mostBytes: Self.mostTextBytes) { [self] in
      // It may grow meanwhile.
      guard failure == nil, offset < VolumeFile.backup.mostBytes else { return nil }
      var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
      var span = piece.mutableSpan
      do throws(SystemError) {
        let count = try file.read(into: &span, at: offset)
        offset += Int64(count)
        return count > 0 ? Array(piece[..<count]) : nil
      } catch {
        failure = error
        return nil
      }
    }
  }
}
