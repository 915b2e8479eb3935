import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// The look for damage that a volume's worker takes once sound has begun.
@Suite struct DatabaseCheckTests {
  /// A stick whose database is broken in a way that reading all of it does not notice, and the bench that knows it.
  private func broken() throws -> (stick: Stick, bench: Bench, id: VolumeID) {
    let stick = try Stick()
    for number in 1...400 { stick.write("\(number).mp3", FakeFiles.content(title: "title \(number)")) }
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    try bench.unmount(stick.path)
    // Two rows of tracks in the wrong order on their last page (0D: a leaf).
    var bytes = try #require(Files.read(stick.database))
    let pages = stride(from: 4096, to: bytes.count, by: 4096).filter {
      bytes[$0] == 0x0D && bytes[$0 + 4] > 4 && bytes[$0..<$0 + 4096].contains(Array("title ".utf8))
    }
    let page = try #require(pages.last)
    for byte in [8, 9] { bytes.swapAt(page + byte, page + byte + 2) }
    Files.write(stick.database, bytes)
    // A scan that comes first may find it as well.
    bench.library.gate.isOpen = false
    bench.library.mounts.appeared(path: stick.path, isFixed: true, label: "x", isReadOnly: false)
    _ = try bench.wait { bench.library.volumes.first }
    #expect(!Files.exists("\(stick.database).corrupt-1"))
    return (stick, bench, info.id)
  }

  @Test func `a broken database is found by the check after the first sound`() throws {
    let (stick, bench, id) = try broken()
    let before = bench.events.count
    bench.library.health.soundHasBegun()
    _ = try bench.wait { Files.exists("\(stick.database).corrupt-1") ? true : nil }
    bench.library.gate.isOpen = true
    try bench.scanEnd(of: id, since: before)
    #expect(Files.exists("\(stick.database).corrupt-1"))
    try expectEqual(bench.list().count, 400)
    expectEqual(bench.library.volumes.map(\.id), [id])
  }

  @Test func `a check interrupted by a request is made once no request waits`() throws {
    let (stick, bench, _) = try broken()
    let volume = try #require(bench.library.ordered.first)
    let worker = volume.worker
    let isFoundAtOnce = try bench.answer { (done: @escaping (Result<Bool, StoreError>) -> Void) in
      bench.library.ask(
        volume,
        { [path = stick.database] (store) throws(StoreError) in
          // Somebody waits when it begins.
          _ = worker.ask(Cancellation(), { _ in true }, answer: { _ in })
          worker.runCheck(on: store)
          return Files.exists("\(path).corrupt-1") || store.trouble != nil
        }, request: LibraryRequest(), completion: done)
    }.get()
    #expect(!isFoundAtOnce)
    _ = try bench.wait { Files.exists("\(stick.database).corrupt-1") ? true : nil }
  }
}
