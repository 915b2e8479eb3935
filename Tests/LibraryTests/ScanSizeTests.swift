import CLinux
import Linux
import Player
import Support
import Testing

@testable import Library

@Suite struct ScanSizeTests {
  /// 20,000 names of one file, in 200 folders and one huge one.
  private func stick() throws -> Stick {
    let stick = try Stick(["000/0.mp3": FakeFiles.content(title: "t", artist: "a", album: "b")])
    let source = "\(stick.path)/000/0.mp3"
    for folder in 0..<160 {
      let path = "\(stick.path)/folder \(folder)"
      _ = Files.makeFolder(path)
      for file in 0..<100 { _ = unsafe link(source, "\(path)/\(file).mp3") }
    }
    let huge = Files.makeFolder("\(stick.path)/huge")
    for file in 0..<3999 { _ = unsafe link(source, "\(huge)/track \(file).mp3") }
    return stick
  }

  @Test func `20,000 tracks are scanned, listed in windows and scanned again without opening one`() throws {
    let stick = try stick()
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    var found: [TrackReference] = []
    var last = ScanProgress()
    for event in bench.events {
      switch event {
      case .found(info.id, let references):
        #expect(references.count <= ScanBatch.most)
        found += references
      case .progress(info.id, let progress): last = progress
      default: continue
      }
    }
    #expect(last.found == 20_000 && last.opened == 20_000 && last.isWalkOver)
    let listed = try bench.answer { (done: @escaping (Result<[TrackReference], LibraryRefusal>) -> Void) in
      bench.library.references(at: "", limit: 20_000, completion: done)
    }.get()
    #expect(listed.count == 20_000)
    // The huge folder is told in the pieces in which it is walked; all else in the very order of the listing.
    func isHuge(_ reference: TrackReference) -> Bool { reference.path.starts(with: Array("huge/".utf8)) }
    #expect(found.filter { !isHuge($0) } == listed.filter { !isHuge($0) })
    #expect(Set(found) == Set(listed))
    #expect(
      listed.map { String(decoding: $0.path, as: UTF8.self) }.suffix(2) == [
        "huge/track 3997.mp3", "huge/track 3998.mp3",
      ])
    let before = bench.events.count
    try bench.scan()
    for case .progress(info.id, let progress) in bench.events[before...] {
      #expect(progress.opened == 0 && progress.expected == 20_000)
    }
    #expect(!bench.events[before...].contains { if case .tracksChanged = $0 { true } else { false } })
  }

  @Test func `a million seen rows take a bit each`() {
    var seen = SeenRows()
    for row in stride(from: Int64(1), through: 1_000_000, by: 2) { seen.insert(row) }
    #expect(seen.contains(999_999) && !seen.contains(1_000_000) && !seen.contains(-1))
    for row in [Int64.min, .min + 1, -1, 0, .max] {
      #expect(!seen.contains(row))
      seen.insert(row)
      #expect(seen.contains(row))
    }
  }
}
