import Linux
import Model
import Support
import Testing

@testable import Control

/// Recording by commands.
@Suite struct RecordCommandTests {
  @Test func `a recording is started, shown, stopped, heard, kept and discarded`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("record status"), ["state: none", "OK"])
    expectEqual(conversation.ask("record start Hello seconds 60"), ["OK"])
    expectEqual(
      conversation.ask("record status"),
      [
        "state: recording", "name: Hello", "elapsed: 0.000", "limit: 60.000", "peak: -6.3", "rms: -20", "OK",
      ])
    #expect(conversation.ask("record start").last?.hasPrefix("ACK [52@0]") == true)
    expectEqual(conversation.ask("record stop"), ["OK"])
    #expect(conversation.ask("record stop") == ["ACK [52@0] {record} Nothing is being recorded"])
    expectEqual(conversation.ask("record play"), ["OK"])
    expectEqual(conversation.ask("record keep"), ["file: Sounds/Hello.flac", "OK"])
    expectEqual(
      conversation.ask("record keep Other folder Voices"), ["file: Sounds/Voices/Other.flac", "OK"])
    expectEqual(conversation.ask("record discard"), ["OK"])
    #expect(conversation.ask("record keep") == ["ACK [50@0] {record} There is no recording"])
    expectEqual(conversation.ask("record start"), ["OK"])
    expectEqual(conversation.ask("record stop"), ["OK"])
    expectEqual(conversation.ask("record keep"), ["file: Sounds/Recording.flac", "OK"])
  }

  @Test func `a client with read permission only sees the state of a recording`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("record start Hello seconds 60"), ["OK"])
    let reader = Conversation(beside: conversation)
    expectEqual(reader.ask("restrict read"), ["OK"])
    expectEqual(reader.ask("record status").first, "state: recording")
    for word in ["start", "stop", "play", "keep", "discard", "analyze", "notes"] {
      #expect(
        reader.ask("record \(word)") == [#"ACK [4@0] {record} you don't have permission for "record""#],
        "\(word)")
    }
  }

  @Test func `the last lines of the log are read`() {
    let conversation = Conversation()
    Log.notice("the first of two")
    Log.warning("the second\nof two")
    let lines = conversation.ask("log 200").filter { !$0.hasPrefix("time: ") }
    let place = lines.firstIndex(of: "line: the second of two")
    #expect(place.map { Array(lines[$0..<$0 + 2]) } == ["line: the second of two", "level: warning"])
    #expect(lines.contains("line: the first of two"))
    #expect(conversation.ask("log 1").count { $0.hasPrefix("line: ") } == 1)
    let reader = Conversation(beside: conversation)
    expectEqual(reader.ask("restrict read"), ["OK"])
    #expect(reader.ask("log") == [#"ACK [4@0] {log} you don't have permission for "log""#])
    #expect(conversation.ask("log 201").last?.hasPrefix("ACK [2@0] {log}") == true)
  }

  @Test func `a stop is answered once the recording is whole`() {
    let fake = FakeBackend()
    fake.recording.isSlow = true
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("record start Hello"), ["OK"])
    expectEqual(conversation.ask("record stop"), [])
    #expect(conversation.ask("record keep") == [], "it waits for its turn")
    fake.recording.end()
    expectEqual(conversation.ask("ping"), ["OK", "file: Sounds/Hello.flac", "OK", "OK"])
  }

  @Test(arguments: [
    "record loud", "record start a seconds 601", "record start a seconds 0", "record start a minutes 5",
    "record keep a place b",
  ]) func `unknown or malformed record commands are refused`(line: String) {
    #expect(Conversation().ask(line).last?.hasPrefix("ACK [2@0] {record}") == true)
  }

  @Test func `a pad's file is cut and drawn`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("padtrim Horn 0.5 1.5"), ["file: Sounds/Horn cut.flac", "OK"])
    #expect(conversation.ask("padtrim Horn 1.5 0.5").last?.hasPrefix("ACK [2@0]") == true)
    expectEqual(conversation.ask("padwaveform Horn 2"), ["peak: 0.5", "peak: 0.5", "OK"])
  }
}
