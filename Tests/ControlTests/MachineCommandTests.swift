import Model
import Support
import Testing

@testable import Control

struct MachineCommandTests {
  @Test func `restart and shutdown reach the machine`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("restart"), ["OK"])
    expectEqual(conversation.ask("shutdown"), ["OK"])
    expectEqual(conversation.fake.restarts, 1)
    expectEqual(conversation.fake.shutdowns, 1)
  }

  @Test func `settings are listed, and one that was changed is answered`() {
    let conversation = Conversation()
    conversation.fake.settings = [
      SettingReport(
        section: "player", key: "night", value: "off", usual: "off", expected: "HH:MM", isNow: true,
        place: "/etc/jukebox.ini:7")
    ]
    let night = [
      "setting: player night", "value: off", "usual: off", "expected: HH:MM", "effect: now",
      "place: /etc/jukebox.ini:7",
    ]
    expectEqual(conversation.ask("settings"), night + ["OK"])
    for (line, value) in [("settingset web guests \"look\"", "look"), ("settingset web guests", "usual")] {
      expectEqual(
        conversation.ask(line),
        [
          "setting: web guests", "value: \(value)", "usual: usual", "expected: a word", "effect: restart",
          "place: ", "OK",
        ])
    }
    conversation.fake.refusal = .failed(.noSuchSetting, "No such setting")
    #expect(conversation.ask("settingset control password x") == ["ACK [50@0] {settingset} No such setting"])
  }

  @Test func `an update of the card image is found, installed and shown`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("upgrade"), ["version: \(ProgramVersion.current)", "image: 0", "OK"])
    conversation.fake.upgrade = UpgradeReport()
    expectEqual(conversation.ask("upgrade").dropLast().suffix(2), ["image: 1", "state: none"])
    expectEqual(
      conversation.ask("upgrade find"),
      ["back: 1", "waiting: 0", "other: 0.0.9", "file: /media/sda1/new.raucb", "OK"])
    expectEqual(conversation.ask("upgrade back"), ["version: 0.0.9", "OK"])
    expectEqual(conversation.ask("upgrade install /media/sda1/new.raucb"), ["OK"])
    conversation.fake.upgrade?.percent = 40
    conversation.fake.upgrade?.text = "Updating slots"
    expectEqual(
      conversation.ask("upgrade").dropFirst(2),
      ["state: working", "source: /media/sda1/new.raucb", "percent: 40", "text: Updating slots", "OK"])
    expectEqual(conversation.ask("upgrade restart"), ["OK"])
    expectEqual(conversation.fake.shutdowns, 1)
    for words in [
      "install new.raucb", "install ftp://a/b", "install \"/a\tb\"", "install", "find /x", "start",
      "back 0.0.9",
    ] {
      #expect(conversation.ask("upgrade \(words)").first?.hasPrefix("ACK [2@0] {upgrade} ") == true)
    }
    conversation.fake.refusal = .system("no card image")
    expectEqual(conversation.ask("upgrade install /a"), ["ACK [52@0] {upgrade} no card image"])
    expectEqual(conversation.ask("upgrade find"), ["ACK [52@0] {upgrade} no card image"])
    expectEqual(conversation.ask("upgrade back"), ["ACK [52@0] {upgrade} no card image"])
  }

  @Test func `a shutdown that is not configured has its reason`() {
    let conversation = Conversation()
    conversation.fake.refusal = .system("no command")
    #expect(conversation.ask("shutdown") == ["ACK [52@0] {shutdown} no command"])
  }

  @Test func `the card image's own Wi-Fi is shown, and a network is joined on it`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("network"), ["OK"])
    var report = NetworkReport()
    (report.state, report.hotspot, report.name, report.error) = ("open", "Jukebox-0815", "Home", "password")
    report.seen = ["Home", "Next door"]
    conversation.fake.network = report
    expectEqual(
      conversation.ask("network"),
      [
        "state: open", "hotspot: Jukebox-0815", "name: Home", "error: password", "seen: Home",
        "seen: Next door", "OK",
      ])
    expectEqual(conversation.ask(#"network join "Next door" "a pass word""#), ["OK"])
    expectEqual(conversation.ask("network join Open"), ["OK"])
    expectEqual(conversation.fake.joins, [["Next door", "a pass word"], ["Open", ""]])
    for line in ["network join", "network leave Home"] {
      #expect(conversation.ask(line).first?.hasPrefix("ACK [2@0] {network} Expected ") == true)
    }
    conversation.fake.refusal = .failed(.noPermission, "not now")
    #expect(conversation.ask("network join Home").first?.hasPrefix("ACK [4@0]") == true)
  }
}
