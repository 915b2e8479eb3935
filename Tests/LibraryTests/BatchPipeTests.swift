import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// The batches of a scan, whose jobs a test gives to the store one by one.
@Suite struct BatchPipeTests {
  private let bench: Bench
  private let info: VolumeInfo
  private let stick: Stick

  init() throws {
    (bench, stick) = (try Bench(), try Stick())
    info = try bench.mount(stick.path, isFixed: true)
  }

  private enum Step: Hashable, Sendable {
    case flushed(Int)
    case wrote
    case found(String)
    case changed
  }

  /// Flushes batches of a file each while the store writes one whenever `mayWrite` says so.
  /// - Parameter isCancelled: the scan ends before the store writes anything.
  /// - Returns: what happened, in its order, and the rows that were seen.
  private func run(batches: Int, isEarly: Bool = false, isCancelled: Bool = false, waitsFor flushes: Int)
    throws
    -> (steps: [Step], seen: Int)
  {
    let (queue, steps, cancellation) = (JobQueue<VolumeStore>(), Monitor<[Step]>([]), Cancellation())
    let seen = Answer<Int>()
    let thread = try Thread.start(name: "test-scan", payload: info.id) { id in
      var rows = SeenRows()
      var pipe = BatchPipe(store: StoreChannel(queue: queue), cancellation: cancellation) { event in
        switch event {
        case .found(let tracks):
          steps.change { $0 += tracks.map { .found(String(decoding: $0.path, as: UTF8.self)) } }
        case .changed: steps.change { $0.append(.changed) }
        default: break
        }
      }
      pipe.isEarly = isEarly
      for number in 1...batches {
        let name = Array("\(number).mp3".utf8)
        pipe.batch.append(
          ScanBatch.File(
            folder: [], name: name, sizeBytes: 1, modifiedNanoseconds: 1, content: .unreadable("no sound"),
            isNew: true))
        pipe.found = [TrackReference(volume: id, path: name)]
        try? pipe.flush(&rows)
        steps.change { $0.append(.flushed(number)) }
      }
      pipe.end(&rows)
      queue.close()
      seen.give((0...100).count { rows.contains(Int64($0)) })
    }
    try bench.ask(info) { (store) throws(StoreError) in
      steps.wait {
        $0.count { if case .flushed = $0 { true } else { false } } >= flushes ? .done(()) : .wait()
      }
      if isCancelled { cancellation.cancel() }
      while let job = queue.receive() {
        steps.change { $0.append(.wrote) }
        job(store)
      }
    }
    thread.join()
    return (steps.withLock { $0 }, seen.wait())
  }

  @Test func `four batches wait for the store, and files are reported after their rows are written`() throws {
    let (steps, seen) = try run(batches: 6, waitsFor: 4)
    expectEqual(Array(steps.prefix(5)), [.flushed(1), .flushed(2), .flushed(3), .flushed(4), .wrote])
    expectEqual(
      steps.filter { if case .found = $0 { true } else { false } }, (1...6).map { .found("\($0).mp3") })
    for number in 1...6 {
      let written = steps.indices.filter { steps[$0] == .wrote }[number - 1]
      #expect(try #require(steps.firstIndex(of: .found("\(number).mp3"))) > written)
    }
    #expect(seen == 6 && !steps.contains(.changed))
  }

  @Test func `changes at the beginning of a new volume are reported at once, each before its files`() throws {
    let (steps, _) = try run(batches: 3, isEarly: true, waitsFor: 3)
    let events = steps.filter {
      switch $0 {
      case .found, .changed: true
      case .flushed, .wrote: false
      }
    }
    expectEqual(events, (1...3).flatMap { [.changed, .found("\($0).mp3")] })
  }

  @Test func `batches of a scan that was ended are dropped, and nothing of them is reported`() throws {
    let (steps, seen) = try run(batches: 3, isCancelled: true, waitsFor: 3)
    #expect(seen == 0 && !steps.contains { if case .found = $0 { true } else { false } })
    try expectEqual(bench.ask(info) { (store) throws(StoreError) in try store.totals.trackCount() }, 0)
  }
}
