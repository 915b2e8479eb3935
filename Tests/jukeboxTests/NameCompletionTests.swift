import ArgumentParser
import Foundation
import Support
import Testing

@testable import jukebox

/// Names of sticks and servers on their way to a shell.
@Suite struct NameCompletionTests {
  private static let names = [
    "Kind of Blue", "Bob's Radio", "'", "Ke$ha", "$(printf run)", "`printf run`", "Say \"Hi\"", "Back\\slash",
    "a\\", "!$", "*", "~",
    "{a,b}", "<(printf run)", "Näher", " blank ",
  ]

  /// As the script of bash does.
  @Test(arguments: names) func `bash takes a name as it is, and runs nothing of it`(_ name: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "IFS=$'\\n' compgen -W \"$1\" -- ''", "bash", NameCompletion.quoted(name, for: .bash),
    ]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    expectEqual(String(decoding: bytes, as: UTF8.self), "\(name)\n")
  }

  @Test func `zsh takes no part of a name for a description`() {
    expectEqual(NameCompletion.quoted("Alien: A\\B", for: .zsh), "Alien\\: A\\\\B")
  }

  @Test func `fish and others take a name as it is`() {
    #expect(Self.names.allSatisfy { NameCompletion.quoted($0, for: .fish) == $0 })
  }
}
