import Linux
import Model
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Work on whole files of a volume that leaves meanwhile.
@Suite("Volumes that leave during an exchange") struct LeavingVolumeTests {
  @Test func `a request that fails because its volume leaves has that reason, whatever the system's error`()
    throws
  {
    let stick = try Stick(["a.mp3": FakeFiles.content(), "Sync/mixboard-playlists.json": Array("{}".utf8)])
    let bench = try ExchangeBench()
    func refusal<Value>(
      _ begin: (VolumeID, @escaping (Result<Value, Refusal>) -> Void) -> Void
    ) throws -> Refusal? {
      let info = try bench.mount(stick.path)
      // The one behind the scan is over.
      _ = try bench.answer { (done: @escaping (Result<SyncReport, Refusal>) -> Void) in
        bench.exchange.sync.run(info.id, completion: done)
      }
      let volume = try #require(bench.library.open(info.id))
      // As at a stick that was pulled: the thread for files meets the closed folder, and only then is it known here.
      volume.worker.root.close()
      let before = bench.events.count
      var result: Result<Value, Refusal>?
      begin(info.id) { result = $0 }
      let met = Answer<Void>()
      let isAsked = volume.worker.askFiles({}, answer: { _ in met.give(()) })
      #expect(isAsked)
      met.wait()
      #expect(result == nil)
      bench.library.mounts.gone(path: stick.path, orderly: true)
      try bench.wait { () -> Void? in
        bench.events[before...].contains { if case .closed = $0 { true } else { false } } ? () : nil
      }
      guard case .failure(let refusal) = try bench.wait({ result }) else { return nil }
      return refusal
    }
    #expect(try refusal { bench.exchange.sync.run($0, completion: $1) } == .volumeGone)
    #expect(try refusal { bench.exchange.backups.make(on: $0, completion: $1) } == .volumeGone)
    #expect(try refusal { bench.exchange.backups.restore($0, completion: $1) } == .volumeGone)
    #expect(!bench.warnings.contains { $0.contains("No such device") })
  }
}
