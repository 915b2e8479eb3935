import ArgumentParser
import Client

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
