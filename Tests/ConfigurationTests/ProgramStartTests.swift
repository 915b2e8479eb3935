import Support
import Testing

@testable import Configuration

@Suite("Start of a program beside the jukebox") struct ProgramStartTests {
  private func read(_ words: String..., environment: [String: String] = [:]) -> ProgramStart.Outcome {
    ProgramStart.read(
      "jukebox-example", help: "", options: ["--listen"], arguments: ["program"] + words,
      environment: environment)
  }

  @Test func `its options are read, and the configuration that they name`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("box.ini", "[web]\nlisten = 127.0.0.1:8123\n")
    guard
      case .runs(let start) = read("--config", path, "--listen", ":80", "--settings", "\(folder.path)/none")
    else {
      Issue.record("it ended")
      return
    }
    expectEqual(start.settings.web.listen?.port, 8123)
    expectEqual(start["--listen"], ":80")
    expectEqual(start["--page"], nil)
    expectEqual(start.files, [path, "\(folder.path)/none"])
  }

  @Test func `the socket is that of the option, else of the environment`() {
    let environment = ["JUKEBOX_SOCKET": "/b"]
    guard case .runs(let first) = read("--socket", "/a", environment: environment),
      case .runs(let second) = read(environment: environment)
    else {
      Issue.record("it ended")
      return
    }
    expectEqual([first.socket, second.socket], ["/a", "/b"])
  }

  @Test(arguments: [
    (["--listen"], 64), (["--page", "x"], 64), (["--help"], 0), (["--config", "/none/box.ini"], 78),
  ])
  func `wrong words and files end it`(words: [String], status: Int) {
    guard
      case .ends(let found) = ProgramStart.read(
        "jukebox-example", help: "", options: ["--listen"], arguments: ["program"] + words, environment: [:])
    else {
      Issue.record("it runs")
      return
    }
    expectEqual(Int(found), status)
  }
}
