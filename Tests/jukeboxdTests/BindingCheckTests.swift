import Configuration
import Linux
import Support
import Testing

@testable import jukeboxd

@Suite struct BindingCheckTests {
  @Test func `presets and pads that the folders do not have are named`() throws {
    let folder = try TemporaryFolder()
    for path in ["Miles", "Kids", ".jukebox", "Sounds", "Sounds/Animals"] {
      try HostFolder.make("\(folder.path)/\(path)", mode: 0o700)
    }
    for path in ["Sounds/Bell.wav", "Sounds/Animals/Cow.flac", "Miles/1.flac"] { try folder.write(path, "") }
    func warnings(_ action: String) throws -> [String] {
      let file = try folder.write(
        "box.ini", "[library]\nfolder = \(folder.path)\nmount-root = off\n[key KEY_1]\npress = \(action)")
      let settings = try Invocation(arguments: ["--config", file]).settings(environment: [:])
      return BindingCheck(settings).warnings
    }
    for action in ["pad bell", "pad Cow", "pad animals/cow", "pad 2", "preset 3", "next"] {
      #expect(try warnings(action) == [], "\(action)")
    }
    try expectEqual(
      warnings("preset 4"),
      [
        "[key KEY_1] press = preset 4 plays nothing unless `jukebox preset 4 NAME` has bound it: of folders at the top there are 3 now"
      ])
    for name in ["Moo", "3"] {
      try expectEqual(
        warnings("pad \(name)"),
        [
          "[key KEY_1] press = pad \(name): no folder or stick that is there now has a file Sounds/\(name); "
            + "a pad that got another name is known only to the running jukebox"
        ])
    }
  }
}
