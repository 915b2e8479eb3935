import Glibc
import Linux
import Support
import Testing

@testable import Configuration

/// Settings that clients change, in the files.
@Suite struct SettingsStoreTests {
  private func text(_ text: String, _ key: String, in section: String, to value: String?) -> String {
    var changed = SettingsText(Array(text.utf8))
    changed.set(key, in: section, to: value)
    return String(decoding: changed.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    // Its line keeps its comment and its place.
    ("[a]\n# why\n  k = 1   ; because\nl = 2\n", "[a]\n# why\nk = 9   ; because\nl = 2\n"),
    ("[b]\nk = 1\n[a]\nk:1", "[b]\nk = 1\n[a]\nk = 9\n"),
    // Below the line that shows it commented out.
    ("[a]\n# k = prose\n#k = 1\n\n#l = 2\n", "[a]\n# k = prose\n#k = 1\nk = 9\n\n#l = 2\n"),
    // At the end of its section, before what belongs to the next one.
    ("[a]\nl = 2\n\n# The other.\n[b]\nk = 1\n", "[a]\nl = 2\nk = 9\n\n# The other.\n[b]\nk = 1\n"),
    ("[a]", "[a]\nk = 9\n"), ("", "[a]\nk = 9\n"), ("[b]\nk = 1\n", "[b]\nk = 1\n\n[a]\nk = 9\n"),
    ("\u{FEFF}[a]\nk = 1\n", "\u{FEFF}[a]\nk = 9\n"),
    ("[a]\r\nk = 1\r\n", "[a]\r\nk = 9\r\n"), ("[a]\r\n[b]\r\n", "[a]\r\nk = 9\r\n[b]\r\n"),
  ])
  func `one value is changed and all else stays`(before: String, after: String) {
    expectEqual(text(before, "k", in: "a", to: "9"), after)
    #expect(text(after, "k", in: "a", to: "9") == after)
  }

  @Test func `without a value the line goes`() {
    expectEqual(text("[a]\n#k = 1\nk = 2 ; x\nl = 3\n", "k", in: "a", to: nil), "[a]\n#k = 1\n; x\nl = 3\n")
    expectEqual(text("[b]\nk = 2\n", "k", in: "a", to: nil), "[b]\nk = 2\n")
  }

  @Test func `each setting that clients may change is one of the documented file`() throws {
    let documented = try Repository.text(of: "board/system/jukebox.ini")
    for (section, keys) in OpenSetting.keys {
      let known = try #require(SettingKeys.sections.first { $0.name == section })
      for key in keys {
        #expect(known.keys.contains { $0.name == key && !$0.isRepeatable }, "\(section) \(key)")
        let value = try #require(known.keys.first { $0.name == key }?.values(Settings()).first)
        let changed = text(documented, key, in: section, to: value)
        try expectEqual(read(changed), Settings())
        #expect(
          changed.utf8.count > documented.utf8.count && text(changed, key, in: section, to: nil) == documented
        )
      }
    }
  }

  // MARK: - Files

  private let folder = try? TemporaryFolder()

  private func store(_ arguments: String..., ini: String?) throws -> SettingsStore {
    let folder = try #require(folder)
    let file = try ini.map { try folder.write("box.ini", $0) }
    let words = (file.map { ["--config", $0] } ?? []) + ["--state", folder.path] + arguments
    return SettingsStore(try Invocation(arguments: words), environment: [:])
  }

  private func content(_ name: String) throws -> String {
    try HostFile.text(of: "\(#require(folder).path)/\(name)")
  }

  @Test func `a change goes into the configuration, and is read from there`() throws {
    let store = try store(ini: "[player]\n# At most.\nmax-volume = 80 ; loud\n")
    let changed = try store.set("max-volume", in: "player", to: "60")
    #expect(changed.value == "60" && changed.usual == "100" && changed.effect == .now && changed.line == 3)
    try expectEqual(content("box.ini"), "[player]\n# At most.\nmax-volume = 60 ; loud")
    try expectEqual(store.read().player.maxVolume, 60)
    let listed = try store.openSettings()
    #expect(listed.first { $0.key == "max-volume" } == changed)
    #expect(listed.first { $0.key == "guests" }?.place == nil)
    try expectEqual(store.set("max-volume", in: "player", to: nil).value, "100")
    try expectEqual(content("box.ini"), "[player]\n# At most.\n; loud")
  }

  @Test
  func `a configuration that is not its own stays, and a file in the state folder counts over it`()
    throws
  {
    let bare = try store(ini: nil)
    _ = try bare.set("night-volume", in: "player", to: "30")
    try expectEqual(content("settings.ini"), "[player]\nnight-volume = 30")
    let both = try store(ini: "[player]\nnight-volume = 20\nmax-volume = 70\n")
    try expectEqual(both.read().player.nightVolume, 30)
    try expectEqual(both.read().player.maxVolume, 70)
    // Once it is there it has all changes; the usual value needs a line where the configuration has another one.
    _ = try both.set("max-volume", in: "player", to: nil)
    try expectEqual(both.read().player.maxVolume, 100)
    try expectEqual(content("box.ini"), "[player]\nnight-volume = 20\nmax-volume = 70")
    #expect(
      try both.openSettings().first { $0.key == "night-volume" }?.file?.hasSuffix("/settings.ini") == true)
    // A mistake in it keeps no jukebox from starting.
    try #require(folder).write("settings.ini", "[player]\nnight-volume = loud\n")
    try expectEqual(both.read().player.nightVolume, 20)
  }

  @Test(arguments: [
    // One mistake costs one line.
    ("[player]\nnight-volume = loud\nmax-volume = 60\n[web]\nguests = off\n", WebGuests.off, 60),
    ("nonsense\n[nothing]\n[web]\nx = 1\nguests = add\n", .add, 100),
    ("[player]\nmax-volume = 60\nnonsense\n", .control, 60),
    // A word that is no value of its own opens nothing.
    ("[web]\nguests = of\n", .look, 100),
  ])
  func `a mistake in the changes opens nothing`(changes: String, guests: WebGuests, volume: Int) throws {
    let store = try store(ini: "[control]\ntrust = all\n")
    try #require(folder).write("settings.ini", changes)
    let settings = try store.read()
    expectEqual(settings.web.guests, guests)
    expectEqual(settings.player.maxVolume, volume)
    expectEqual(settings.control.trust.description, "all")
  }

  @Test func `a change of a damaged file is refused with its line`() throws {
    let store = try store(ini: "[player]\n")
    try #require(folder).write("settings.ini", "[player]\nnight-volume = loud\n")
    let refusal = #expect(throws: SettingRefusal.self) {
      try store.set("max-volume", in: "player", to: "60")
    }
    #expect(refusal.map { "\($0)" }?.contains("settings.ini:2: ") == true)
    try expectEqual(content("settings.ini"), "[player]\nnight-volume = loud")
  }

  @Test func `a file that a crash has left goes with the next change`() throws {
    let store = try store(ini: "[player]\n")
    let folder = try #require(folder)
    try folder.write("box.ini.new", "half a li")
    _ = try store.set("max-volume", in: "player", to: "60")
    expectEqual(HostFolder.names(in: folder.path), ["box.ini"])
    try expectEqual(content("box.ini"), "[player]\nmax-volume = 60")
  }

  @Test func `changes that cannot be read open nothing`() throws {
    let store = try store(ini: "[control]\ntrust = all\n[web]\nguests = control\n")
    try expectEqual(store.read().web.guests, .control)
    // Also for a superuser, who may read every file.
    try HostFolder.make("\(#require(folder).path)/settings.ini")
    try expectEqual(store.read().web.guests, .look)
    try expectEqual(store.read().control.trust, .local)
  }

  @Test func `a configuration without a write bit is not replaced`() throws {
    let store = try store(ini: "[player]\n")
    let path = try #require(folder).path
    try systemCall("chmod") { unsafe chmod("\(path)/box.ini", 0o444) }
    _ = try store.set("max-volume", in: "player", to: "60")
    try expectEqual(content("box.ini"), "[player]")
    try expectEqual(content("settings.ini"), "[player]\nmax-volume = 60")
    try systemCall("chmod") { unsafe chmod("\(path)/settings.ini", 0o444) }
    #expect(throws: SettingRefusal.self) { try store.set("max-volume", in: "player", to: "50") }
    try expectEqual(content("settings.ini"), "[player]\nmax-volume = 60")
    expectEqual(HostFolder.names(in: path), ["box.ini", "settings.ini"])
  }

  @Test func `wrong values, and settings that are not for clients, are refused and not written`() throws {
    let store = try store("--autoplay", "off", ini: "[player]\n")
    for (section, key, value, refusal) in [
      ("player", "max-volume", "101", SettingRefusal.badValue(expected: "0 to 100")),
      (
        "player", "night", "20:00-07:00\nshutdown-command = x",
        .badValue(expected: "HH:MM-HH:MM, such as 20:00-07:00, or off")
      ),
      ("player", "autoplay", "all", .flag("--autoplay")),
      ("player", "shutdown-command", "reboot", .unknown), ("control", "password", "x", .unknown),
      ("library", "max-volume", "1", .unknown), ("", "", "", .unknown),
    ] {
      #expect(throws: refusal) { try store.set(key, in: section, to: value) }
    }
    #expect(try store.openSettings().contains { $0.key == "autoplay" } == false)
    try expectEqual(content("box.ini"), "[player]")
    #expect(!HostFile.isRegular("\(try #require(folder).path)/settings.ini"))
    try #require(folder).write("box.ini", "[player]\nmax = 1\n")
    #expect(throws: SettingRefusal.self) { try store.set("max-volume", in: "player", to: "1") }
  }
}
