import ArgumentParser
import Client
import Linux

/// Files of this machine, and standard input and output, as `-`.
enum LocalFile {
  /// The extension of a file's name, in small letters and without its point; nil without one.
  static func ending(of path: String) -> String? {
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot != name.startIndex
    else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Refuses an empty name, which a shell makes of a variable that is not set.
  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError("The file name is empty.") }
  }

  /// A whole file.
  /// - Parameters:
  ///   - limit: in bytes; a larger one is refused.
  ///   - thing: what it is to be, such as `a playlist`.
  ///   - remedy: what else may have been meant, where the file is not there.
  static func read(
    _ path: String, limit: Int, as thing: String, remedy: String = ""
  ) throws(Failure) -> [UInt8] {
    let name = path == "-" ? "Standard input" : path
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let file = path == "-" ? try HostFile.standardInput() : try HostFile.open(path)
      bytes = try file.readAll(atMost: limit + 1)
    } catch {
      if error.code == .isDirectory { throw .refused("\(name) is a folder, not \(thing).") }
      throw .refused(
        "Cannot read \(path == "-" ? "standard input" : path): \(error.code)."
          + (error.code == .noSuchFile ? remedy : ""))
    }
    guard !bytes.isEmpty else { throw .refused("\(name) is empty.") }
    guard bytes.count <= limit else {
      throw .refused("\(name) is too large for \(thing): at most \(limit >> 10) KiB.")
    }
    return bytes
  }

  /// Refuses a path that can't be written, or whose regular file would be lost. Devices and pipes may be written to.
  /// - Parameters:
  ///   - path: `-` for standard output.
  ///   - replaces: whether a regular file may be replaced.
  ///   - companion: the file that this one is written beside, where the person named only that one.
  static func requireWritable(
    _ path: String, replaces: Bool, besides companion: String? = nil
  ) throws(Failure) {
    if path == "-" { return }
    if let existing = HostFile.realPath(of: path) {
      // `/dev/stdout` may be a link to a file that the shell has opened.
      if !path.hasPrefix("/dev/"), !replaces, HostFile.isRegular(existing) {
        throw .refused(
          "\(path)\(companion.map { ", which goes with \($0)," } ?? "") exists already: choose another file with -o, or add --force to replace it."
        )
      }
      if HostFile.isFolder(existing) { throw unwritable(path, .isDirectory) }
      if !HostFile.allows(existing, writing: true) { throw unwritable(path, .accessDenied) }
      return
    }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let existing = HostFile.realPath(of: folder), HostFile.isFolder(existing) else {
      throw unwritable(path, .noSuchFile)
    }
    if !HostFile.allows(existing, writing: true) { throw unwritable(path, .accessDenied) }
  }

  /// - Parameter path: nil or `-` for standard output.
  static func write(_ bytes: [UInt8], to path: String?) throws(Failure) {
    do throws(SystemError) {
      if let path, path != "-" {
        try write(bytes, to: HostFile.create(path))
      } else {
        try write(bytes, to: HostFile.standardOutput())
      }
    } catch {
      throw unwritable(path, error.code)
    }
  }

  /// - Parameter path: nil or `-` for standard output.
  static func unwritable(_ path: String?, _ code: Errno) -> Failure {
    let name = path.map { $0 == "-" ? "standard output" : $0 } ?? "standard output"
    return .refused("Cannot write \(name): \(code).")
  }

  /// All bytes, in as many parts as it takes.
  static func write(_ bytes: [UInt8], to file: borrowing Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try file.write(rest.span) ?? 0) }
  }
}

/// The file that a command writes; the same option for all commands.
struct OutputFile: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write this file; - is standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Replace a file that exists.") var force = false

  func validate() throws {
    try LocalFile.check(output)
    if force, output == nil { throw ValidationError("--force belongs to -o.") }
  }

  /// Refuses a file that can't be written, before the work for it.
  func check() throws(Failure) {
    if let output { try LocalFile.requireWritable(output, replaces: force) }
  }
}
