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

  @Test func `a shutdown that is not configured has its reason`() {
    let conversation = Conversation()
    conversation.fake.refusal = .system("no command")
    #expect(conversation.ask("shutdown") == ["ACK [52@0] {shutdown} no command"])
  }
}
