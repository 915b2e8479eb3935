import Client
import Inputs
import Linux
import Model
import Support
import Testing

@testable import Readers

@Suite struct ReaderLoopTests {
  /// Gives what a test wants to be read, then fails.
  private final class ScriptedReader: CardReader {
    private var looks: [CardNumber?]
    private(set) var answers: Bool

    init(_ looks: [CardNumber?], answers: Bool = true) { (self.looks, self.answers) = (looks, answers) }

    func card() throws(ReaderFault) -> CardNumber? {
      if looks.isEmpty { throw ReaderFault(.missing, "unplugged") }
      let number = looks.removeFirst()
      answers = answers || number != nil
      return number
    }
  }

  @Test func `a reader that cannot be asked works from its first card on, also once it is plugged in again`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/socket"
    let jukebox = try FakeJukebox(path)
    var opened = 0
    let loop = ReaderLoop(
      ReaderBinding(name: "door"),
      link: JukeboxLink(reader: "door", target: Target(address: .unix(path), password: nil)),
      open: { _ in
        opened += 1
        return ScriptedReader(opened == 1 ? [nil, CardNumber("1")] : [nil], answers: false)
      }, rest: { _ in })
    loop.run { opened < 2 || jukebox.lines.count { $0.contains("reader") } < 4 }
    jukebox.end()
    let states = jukebox.lines.filter { $0.contains(#""reader""#) }
    expectEqual(
      Array(states.prefix(4)),
      ["listening", "works", "missing", "works"].map { #"card "reader" "door" "\#($0)""# })
  }

  @Test func `a reader that fails is opened again, after longer and longer pauses`() throws {
    let folder = try TemporaryFolder()
    let target = Target(address: .unix("\(folder.path)/socket"), password: nil)
    var rests: [Duration] = []
    var opened = 0
    let loop = ReaderLoop(
      ReaderBinding(name: "door"), link: JukeboxLink(reader: "door", target: target),
      open: { _ throws(ReaderFault) in
        opened += 1
        // The tenth attempt succeeds, and the reader works for a moment.
        if opened % 10 != 0 { throw ReaderFault(.silent, "it does not answer") }
        return ScriptedReader([nil, CardNumber("1"), nil])
      }, rest: { rests.append($0) })
    loop.run { rests.count < 12 }
    expectEqual(opened, 12)
    let pauses = [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) }
    expectEqual(rests, pauses + [.seconds(0.25), .seconds(0.5), .seconds(1)])
  }

  @Test func `the jukebox learns what lies on a reader, also after a restart`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/socket"
    let link = JukeboxLink(reader: "door", target: Target(address: .unix(path), password: nil))
    let (red, blue) = (try #require(CardNumber("red")), try #require(CardNumber("blue")))
    // Nobody answers yet.
    link.note(.placed(red))
    let first = try FakeJukebox(path)
    while first.lines.isEmpty { link.keepUp() }
    link.note(.placed(blue))
    link.note(.works)
    link.note(.away)
    first.end()
    expectEqual(
      first.lines,
      [
        #"card "placed" "red" "door""#, #"card "placed" "blue" "door""#, #"card "reader" "door" "works""#,
        #"card "away" "door""#,
      ])
    link.note(.placed(red))
    let second = try FakeJukebox(path)
    while second.lines.count < 2 { link.keepUp() }
    expectEqual(second.lines, [#"card "placed" "red" "door""#, #"card "reader" "door" "works""#])
    second.end()
  }
}
