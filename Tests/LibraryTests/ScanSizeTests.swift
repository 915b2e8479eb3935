import CLinux
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

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
    let listed = try bench.answer { (done: @escaping (Result<[TrackReference], Refusal>) -> Void) in
      bench.library.catalogue.references(at: "", limit: 20_000, completion: done)
    }.get()
    expectEqual(listed.count, 20_000)
    // The huge folder is told in the pieces in which it is walked; all else in the very order of the listing.
    func isHuge(_ reference: TrackReference) -> Bool { reference.path.starts(with: Array("huge/".utf8)) }
    #expect(found.filter { !isHuge($0) } == listed.filter { !isHuge($0) })
    expectEqual(Set(found), Set(listed))
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

  private static func settled(_ store: VolumeStore) throws(StoreError) -> Int {
    try store.connection.first("SELECT count(*) FROM folders WHERE digest IS NOT NULL") {
      (row) throws(StoreError) in Int(try row.integer(0))
    } ?? 0
  }

  @Test func `folders are handed over in batches, also those without songs by now`() throws {
    let stick = try Stick()
    let count = 3 * ScanBatch.most + 50
    for folder in 0..<count {
      stick.write("\(folder)/a.mp3", FakeFiles.content(title: "\(folder)"))
      stick.setModified("\(folder)/a.mp3", seconds: 1_600_000_000)
    }
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    for folder in 0..<count { stick.remove("\(folder)/a.mp3") }
    try bench.scan()
    try bench.ask(info) { (store) throws(StoreError) in
      try store.connection.execute("UPDATE folders SET digest = NULL")
    }
    // A scan whose questions are answered here, one by one.
    let queue = JobQueue<VolumeStore>()
    let root = try #require(bench.library.open(info.id)).worker.root
    let thread = try Thread.start(name: "test-scan", payload: info.id) { id in
      var scanner = Scanner(
        root: root, volume: id, store: StoreChannel(queue: queue), read: FakeFiles.read, gate: ScanGate(),
        cancellation: Cancellation(), isFAT: false
      ) { _ in }
      scanner.run(ScanRequest(path: [], rescan: false, job: 1))
      queue.close()
    }
    let (most, all) = try bench.ask(info) { (store) throws(StoreError) in
      var (most, before) = (0, 0)
      while let job = queue.receive() {
        job(store)
        let settled = try Self.settled(store)
        (most, before) = (max(most, settled - before), settled)
      }
      return (most, before)
    }
    thread.join()
    #expect(most <= ScanBatch.most && all == count + 1)
  }

  @Test(.enabled(if: AllocationProbe.works))
  func `rows that lie as far apart as they can take as much memory as some do that lie near`() {
    let count: Int64 = 20_000
    let step = Int64.max / count * 2
    let numbers = (0..<count).map { Int64.min &+ $0 &* step }
    var seen = SeenRows()
    let use = AllocationProbe.count { for number in numbers { seen.insert(number) } }
    // One table, and nothing for a row of its own.
    #expect(Int(use.allocations) - Int(use.frees) < 100)
    #expect(numbers.allSatisfy { seen.contains($0) && !seen.contains($0 + 1) && !seen.contains($0 + 64) })
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
