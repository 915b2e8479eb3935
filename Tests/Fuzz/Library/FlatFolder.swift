import CLinux
import Linux

/// A folder of files for one input, gone with it.
final class FlatFolder {
  let path: String

  init() throws(SystemError) {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    path = "\(base)/jukebox-fuzz-\(UInt64.random(in: 0 ... .max))"
    try systemCall("mkdir", path: path) { unsafe mkdir(path, 0o700) }
  }

  deinit {
    if let folder = unsafe opendir(path) {
      while let entry = unsafe readdir(folder) {
        let name = unsafe String(cString: clinux_entry_name(entry))
        unsafe unlink("\(path)/\(name)")
      }
      unsafe closedir(folder)
    }
    unsafe rmdir(path)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = "\(path)/\(name)"
    let descriptor = Descriptor(
      owning: try systemCall("open", path: file) {
        unsafe clinux_open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      })
    var written = 0
    while written < bytes.count {
      written += try descriptor.write(bytes.span.extracting(written...)) ?? 0
    }
  }
}
