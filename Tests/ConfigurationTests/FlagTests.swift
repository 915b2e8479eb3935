import CLinux
import Model
import Support
import Testing

@testable import Configuration

@Suite struct FlagTests {
  private func settings(_ arguments: String...) throws -> Settings {
    try Invocation(arguments: arguments).settings(environment: [:])
  }

  private func currentFolder() -> String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  @Test func `each flag sets its key`() throws {
    let settings = try settings(
      "--music", "/a", "--music=/b", "--mount-root", "/mnt", "--state", "/s", "--socket", "/run/x", "--tcp",
      "localhost:6600", "--output", "null", "--device", "hw:1", "--rate", "48000", "--latency", "low",
      "--autoplay",
      "off", "--volume", "100")
    expectEqual(settings.library.folders, ["/a", "/b"])
    expectEqual(settings.library.mountRoot, "/mnt")
    expectEqual(settings.library.state, "/s")
    expectEqual(settings.control.socket, "/run/x")
    expectEqual(settings.control.tcp, NetworkAddress(host: "localhost", port: 6600))
    expectEqual(settings.audio.output, .null)
    expectEqual(settings.audio.device, "hw:1")
    expectEqual(settings.audio.rate, 48_000)
    expectEqual(settings.audio.latency, .low)
    expectEqual(settings.player.autoplay, .off)
    expectEqual(settings.player.startVolume, 100)
  }

  @Test func `a relative path begins where the caller stands`() throws {
    let folder = try #require(currentFolder())
    try expectEqual(settings("--music", "Music").library.folders, ["\(folder)/Music"])
    try expectEqual(settings("--output", "file:out.wav").audio.output, .file("\(folder)/out.wav"))
    #expect(try settings("--mount-root", "off").library.mountRoot == nil)
  }

  @Test(arguments: [
    (["--musik", "/a"], "there is no flag --musik (try --help)"),
    (["--music"], "--music needs a value (try --help)"),
    (["play"], "unexpected argument play; expected flags only (try --help)"),
    (["--check", "--", "x"], "unexpected argument x; expected flags only (try --help)"),
    (["--rate", "48k"], "--rate 48k; expected 8000 to 384000 (Hz) (try --help)"),
    (
      ["--music", "/a\nb"],
      "--music: the value is not possible in a configuration file; "
        + "expected no control characters, no spaces at its ends, no ` ;` (try --help)"
    ),
  ])
  func `a wrong call is refused`(arguments: [String], expected: String) {
    #expect {
      _ = try Invocation(arguments: arguments).settings(environment: [:])
    } throws: {
      ($0 as? ConfigurationError)?.description == expected
    }
  }

  @Test func `flags select the task`() throws {
    try expectEqual(Invocation(arguments: []).task, .run)
    try expectEqual(Invocation(arguments: ["--check"]).task, .check)
    try expectEqual(Invocation(arguments: ["--check", "--help"]).task, .help)
    try expectEqual(Invocation(arguments: ["--version"]).task, .version)
  }

  @Test func `flags lie over the file, and a flag's folders replace the file's`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "box.ini",
      "[audio]\nrate = 48000\nlatency = low\n[library]\nfolder = /from-file\n[player]\nautoplay = off")
    let invocation = try Invocation(arguments: ["--rate", "96000", "--music", "/from-flag", "--config", file])
    expectEqual(invocation.configurationFile, file)
    let settings = try invocation.settings(environment: [:])
    expectEqual(settings.audio.rate, 96_000)
    expectEqual(settings.audio.latency, .low)
    expectEqual(settings.library.folders, ["/from-flag"])
    expectEqual(settings.player.autoplay, .off)
  }

  @Test func `a missing file is named`() {
    #expect {
      _ = try Invocation(arguments: ["--config", "/nowhere/box.ini"]).settings(environment: [:])
    } throws: {
      ($0 as? ConfigurationError)?.description
        == "/nowhere/box.ini: cannot be read: No such file or directory"
    }
  }

  @Test func `the help names every flag`() {
    for flag in Flag.all { #expect(Invocation.help.contains("  --\(flag.name)")) }
    #expect(Invocation.help.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `calls on several threads at once do not disturb each other`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...50 {
        group.addTask {
          let settings = try Invocation(arguments: ["--volume", "\(number)", "--music", "/\(number)"])
            .settings(environment: [:])
          return settings.player.startVolume == number && settings.library.folders == ["/\(number)"]
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}
