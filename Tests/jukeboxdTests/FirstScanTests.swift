import Model
import Support
import Testing

@testable import jukeboxd

@Suite("Tracks of a first scan that go to the player") struct FirstScanTests {
  private static let volume = VolumeID.random()

  private func tracks(_ numbers: ClosedRange<Int>) -> [TrackReference] {
    numbers.map { TrackReference(volume: Self.volume, path: Array("\($0).flac".utf8)) }
  }

  @Test("the first track comes ahead, and the others once") func wantedFromTheBeginning() {
    var scan = FirstScan()
    let mustAsk = scan.want()
    let first = scan.foundFirst(tracks(3...3)[0])
    #expect(!mustAsk && first)
    let given = [scan.found(tracks(1...4)), scan.found(tracks(5...6))]
    expectEqual(given, [tracks(1...2) + tracks(4...4), tracks(5...6)])
    let isOver = scan.ended()
    #expect(isOver)
  }

  @Test("an uninterested player gets no tracks") func unwanted() {
    var scan = FirstScan()
    let first = scan.foundFirst(tracks(1...1)[0])
    let given = scan.found(tracks(1...9))
    let isOver = scan.ended()
    #expect(!first && given.isEmpty && isOver)
  }

  @Test("a player that wants it in mid-scan has what the library knows, then what is found later, each once")
  func wantedLater() {
    var scan = FirstScan()
    let unwanted = scan.found(tracks(1...4))
    let (mustAsk, again) = (scan.want(), scan.want())
    #expect(unwanted.isEmpty && mustAsk && !again)
    // The library knew 5 and 6 before they were told of, and 7 not yet when it was asked.
    let given = [
      scan.found(tracks(5...7)), scan.answered(tracks(1...6)), scan.found(tracks(8...8)),
      scan.found(tracks(6...6)),
    ]
    expectEqual(given, [[], tracks(1...7), tracks(8...8), []])
  }

  @Test("a scan that ends before the library answers loses nothing") func endsWhileAsking() {
    var scan = FirstScan()
    _ = scan.found(tracks(1...2))
    _ = scan.want()
    _ = scan.found(tracks(3...3))
    let isOver = scan.ended()
    let given = scan.answered(tracks(1...2))
    #expect(!isOver && given == tracks(1...3) && scan.hasEnded)
  }

  @Test("tracks that the library fails to list do not hold up the others") func failing() {
    var scan = FirstScan()
    _ = scan.found(tracks(1...2))
    _ = scan.want()
    _ = scan.found(tracks(3...3))
    let given = scan.answered(nil)
    expectEqual(given, tracks(3...3))
  }
}
