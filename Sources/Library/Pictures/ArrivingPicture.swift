import CLinux
import Linux

/// A picture on its way into the cache: a file under a name of its own, which goes away again unless it is kept.
final class ArrivingPicture {
  private let folder: DatabaseFolder
  private let fileName: String
  private let file: Descriptor
  private var hash = ContentHash()
  /// Written so far.
  private(set) var byteCount: Int64 = 0
  private var isKept = false

  init(in folder: consuming DatabaseFolder, fileName: String) throws(SystemError) {
    let file = try folder.create(fileName)
    self.file = file
    self.folder = folder
    self.fileName = fileName
  }

  deinit {
    if !isKept { try? folder.remove(fileName) }
  }

  func append(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try file.write(bytes.span.extracting(written...)) ?? 0
    }
    hash.add(bytes)
    byteCount += Int64(bytes.count)
  }

  /// Gives it the name of what was written, in place of any file of that name.
  func keep() throws(SystemError) -> String {
    let name = hash.name
    try folder.rename(fileName, to: name)
    isKept = true
    return name
  }
}
