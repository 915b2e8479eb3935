import Support
import Testing

@testable import jukebox

@Suite("jukebox update")
struct UpdateCommandTests {
  private static let idle = ["version: 0.1.0", "image: 1", "state: none"]
  private static let file = "/media/sda1/jukebox-0.2.0.raucb"

  private static func at(_ state: String, _ further: String...) -> [String] {
    ["version: 0.1.0", "image: 1", "state: \(state)", "source: \(file)"] + further
  }

  @Test func `the version and the updates on sticks are shown`() throws {
    let shown = try Program.run(["update"], [Self.idle, ["back: 0", "file: \(Self.file)"]])
    expectEqual(shown.output, "jukebox 0.1.0\nOn a stick: \(Self.file)\n")
    expectEqual(shown.asked, ["upgrade", "upgrade \"find\""])
    let json = try Program.run(["update", "--json"], [Self.idle, ["back: 0", "file: \(Self.file)"]])
    #expect(json.output.contains("\"files\":[\"\(Self.file)\"]"))
    let other = try Program.run(["update"], [Self.idle, ["back: 0", "other: 0.0.9"]])
    #expect(other.output.contains("Also on the card: jukebox 0.0.9"))
    let waiting = try Program.run(["update"], [Self.idle, ["back: 0", "waiting: 1"]])
    #expect(waiting.output.contains("It runs at the next start."))
    let back = try Program.run(["update"], [Self.idle, ["back: 1"]])
    #expect(
      back.output.contains("The last update did not start.")
        && back.output.contains("No update is on a stick."))
  }

  @Test func `an update is followed to its end, and the box starts again`() throws {
    let working = Self.at("working", "percent: 40", "text: Updating slots")
    let ended = try Program.run(
      ["update", Self.file, "--restart"],
      [Self.idle, [], working, Self.at("done", "percent: 100", "text: "), []])
    expectEqual(
      ended.output, "The update is installed. It runs at the next start.\nThe box starts again.\n")
    expectEqual(
      ended.asked,
      ["upgrade", "upgrade \"install\" \"\(Self.file)\"", "upgrade", "upgrade", "upgrade \"restart\""])
  }

  @Test(arguments: [
    ("signature", "has not signed it"), ("unreachable", "can't be read: no such file"),
    ("unsuitable", "is not for this box"), ("failed", "The update failed: no such file"),
  ])
  func `a failure says why, and does not start the box again`(reason: String, sentence: String) throws {
    let failed = Self.at("failed", "percent: 0", "text: no such file", "reason: \(reason)")
    let ended = try Program.run(["update", Self.file, "--restart"], [Self.idle, [], failed])
    expectEqual(ended.status, 1)
    #expect(ended.errors.contains(sentence))
  }

  @Test func `the version of before is chosen, and the box starts again`() throws {
    let ended = try Program.run(["update", "--back", "--restart"], [Self.idle, ["version: 0.0.9"], []])
    expectEqual(ended.output, "Version 0.0.9 runs at the next start.\nThe box starts again.\n")
    expectEqual(ended.asked, ["upgrade", "upgrade \"back\"", "upgrade \"restart\""])
    #expect(try Program.run(["update", Self.file, "--back"], into: "/dev/null").status == 64)
    #expect(try Program.run(["update", "--back", "--json"], into: "/dev/null").status == 64)
  }

  @Test func `a machine without the card image names the command to run`() throws {
    let refused = try Program.run(["update", Self.file], [["version: 0.1.0", "image: 0"]])
    expectEqual(refused.status, 1)
    #expect(refused.errors.contains("sudo apt update && sudo apt install jukebox"))
    #expect(try Program.run(["update", "ftp://host/a.raucb"], into: "/dev/null").status == 64)
  }
}
