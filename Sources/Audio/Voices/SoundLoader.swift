import Linux
import Media
import Synchronization

/// The sound thread's work: decodes sounds into memory, and what follows of the long ones into their streams. It begins with
/// the first sound that is asked for.
@safe final class SoundLoader: @unchecked Sendable {
  // Unchecked: what is not in `waiting` belongs to the thread alone.

  enum Job: Sendable {
    /// Gives all of a sound that is no longer than `limitFrames` and has room, else its first `headFrames`.
    case load(SoundKey, ticket: UInt32, SoundSource, rate: Int, limitFrames: Int, SoundRoom)
    /// Fills a stream with the frames after its first one.
    case stream(SoundKey, SoundSource, rate: Int, SoundStream, loops: Int)

    func loads(_ sound: SoundKey) -> Bool {
      if case .load(let key, _, _, _, _, _) = self { key == sound } else { false }
    }

    /// Whether it is of no use beside a later one.
    func isReplaced(by later: Job) -> Bool {
      if case .stream(_, _, _, let stream, _) = self { return stream.isAbandoned.load(ordering: .acquiring) }
      if case .load(let key, _, _, _, _, _) = later { return loads(key) }
      return false
    }
  }

  enum Report: Sendable {
    case loaded(SoundKey, ticket: UInt32, SoundMemory, isWhole: Bool)
    case failed(SoundKey, ticket: UInt32?, EngineFailure)
  }

  private struct Running {
    let key: SoundKey
    let source: SoundSource
    let rate: Int
    let stream: SoundStream
    var loops: Int
    var pipe: SoundPipe
  }

  private let wakeup: Wakeup
  /// Signalled at the thread's end.
  private let done: Wakeup
  /// Loop thread.
  private var thread: Thread?
  private let waiting = Guarded<[Job]>([])
  private let isEnding = Atomic<Bool>(false)
  private let openDecoder: (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder
  private let report: @Sendable (Report) -> Bool
  /// Reports that had no room yet; nothing else is loaded before they are taken.
  private var unsent: [Report] = []
  private var running: [Running] = []
  private let block: UnsafeMutablePointer<Float>

  private static let blockFrames = 4096
  /// A stream is looked after so often while it plays; it holds many times as much.
  private static let streamMilliseconds: Int32 = 50

  /// - Parameter report: from the thread; false where there is no room: it is called again later.
  init(
    openDecoder: @escaping (consuming Descriptor, SeekIndex?) throws(MediaError) -> any Decoder,
    report: @escaping @Sendable (Report) -> Bool
  ) throws(SystemError) {
    wakeup = try Wakeup()
    done = try Wakeup()
    self.openDecoder = openDecoder
    self.report = report
    unsafe block = .allocate(capacity: Self.blockFrames * 2)
  }

  deinit { unsafe block.deallocate() }

  /// Loop thread. At most one load per sound waits, the latest: so there are no more of them than known sounds. Streams are
  /// few: those of voices that still sound.
  func give(_ job: Job) {
    waiting.withLock { waiting in
      waiting.removeAll { $0.isReplaced(by: job) }
      waiting.append(job)
    }
    wakeup.signal()
  }

  /// Loop thread: a load that has not begun is not done.
  func forget(_ key: SoundKey) { waiting.withLock { $0.removeAll { $0.loads(key) } } }

  /// Loop thread: starts the thread with the first job.
  func start() {
    guard thread == nil else { return }
    do throws(SystemError) {
      thread = try Thread.start(name: "sounds", payload: self) { $0.run() }
    } catch {
      Log.error("cannot start the sound loader's thread: \(error)")
    }
  }

  /// Loop thread: the thread ends with the block that it is at.
  func quit() {
    isEnding.store(true, ordering: .releasing)
    wakeup.signal()
  }

  /// Loop thread: waits for its end; not for a stick that hangs.
  func join(by deadline: Instant) {
    if let thread = thread.take() { ThreadSleep.join(thread, at: done, by: deadline) }
  }

  /// The thread's body.
  func run() {
    while !isEnding.load(ordering: .acquiring) {
      if step() { continue }
      ThreadSleep.sleep(
        on: wakeup, milliseconds: running.isEmpty && unsent.isEmpty ? -1 : Self.streamMilliseconds)
    }
    done.signal()
  }

  /// One job, and a block for each stream that has room.
  /// - Returns: whether there was anything to do.
  func step() -> Bool {
    while let oldest = unsent.first, report(oldest) { unsent.removeFirst() }
    var hasWorked = serveStreams()
    if unsent.isEmpty, let job = waiting.withLock({ Self.takeMostUrgent(of: &$0) }) {
      hasWorked = true
      switch job {
      case .load(let key, let ticket, let source, let rate, let limitFrames, let room):
        do throws(EngineFailure) {
          let (memory, isWhole) = try load(source, rate: rate, limit: limitFrames, room)
          tell(.loaded(key, ticket: ticket, memory, isWhole: isWhole))
        } catch {
          tell(.failed(key, ticket: ticket, error))
        }
      case .stream(let key, let source, let rate, let stream, let loops):
        do throws(EngineFailure) {
          let pipe = try SoundPipe(source, rate: rate, openDecoder: openDecoder)
          var left = stream.end.load(ordering: .relaxed)
          while left > 0 {
            let count = try unsafe pipe.read(into: block, room: min(left, Self.blockFrames))
            if count == 0 { break }
            left -= count
          }
          running.append(
            Running(key: key, source: source, rate: rate, stream: stream, loops: loops, pipe: pipe))
        } catch {
          tell(.failed(key, ticket: nil, error))
        }
      }
    }
    return hasWorked
  }

  private func tell(_ report: Report) {
    if !unsent.isEmpty || !self.report(report) { unsent.append(report) }
  }

  /// Takes a stream first: it plays already and cannot wait.
  private static func takeMostUrgent(of jobs: inout [Job]) -> Job? {
    guard !jobs.isEmpty else { return nil }
    let index = jobs.firstIndex { if case .stream = $0 { true } else { false } }
    return jobs.remove(at: index ?? 0)
  }

  private func load(
    _ source: SoundSource, rate: Int, limit: Int, _ room: SoundRoom
  ) throws(EngineFailure) -> (SoundMemory, isWhole: Bool) {
    let made: [Float]? =
      switch source.origin {
      case .tone(let tone): tone.frames(rate: rate)
      case .test(let tone): tone.frames(rate: rate)
      case .computed(let sound): sound.frames(rate: rate)
      case .file: nil
      }
    if let samples = made {
      let memory = SoundMemory(capacity: samples.count / 2, budget: nil)
      unsafe samples.withUnsafeBufferPointer { samples in
        if let base = samples.baseAddress { _ = unsafe memory.append(base, frames: samples.count / 2) }
      }
      return (memory, true)
    }
    let pipe = try SoundPipe(source, rate: rate, openDecoder: openDecoder)
    let bytes = room.decodedBytes(rate: rate, isOptional: source.isOptional)
    let head = room.headFrames(rate: rate)
    let expected = pipe.expectedFrames ?? 0
    let isLong =
      expected > limit || expected * SoundMemory.bytesPerFrame > bytes - room.budget.usedBytes
    let end = isLong ? head : limit + 1
    let memory = SoundMemory(capacity: isLong ? head : expected, budget: room.budget)
    var hasEnded = false
    while memory.frames < end, !isEnding.load(ordering: .acquiring) {
      let count = try unsafe pipe.read(into: block, room: min(Self.blockFrames, end - memory.frames))
      hasEnded = count == 0
      if hasEnded { break }
      if unsafe memory.append(block, frames: count, within: bytes) { continue }
      // It is longer than its file says, or others were quicker.
      guard memory.frames >= head else { throw .noRoom }
      break
    }
    guard memory.frames > 0 else { throw .decode(.truncated) }
    memory.shorten(to: hasEnded ? memory.frames : head)
    memory.exactBits = pipe.exactBits
    return (memory, hasEnded)
  }

  private func serveStreams() -> Bool {
    var hasWorked = false
    var index = 0
    while index < running.count {
      let stream = running[index].stream
      if stream.isAbandoned.load(ordering: .acquiring) {
        running.remove(at: index)
        continue
      }
      guard stream.room >= Self.blockFrames else {
        index += 1
        continue
      }
      hasWorked = true
      do throws(EngineFailure) {
        let count = try unsafe running[index].pipe.read(into: block, room: Self.blockFrames)
        unsafe stream.append(block, frames: count)
        if count == 0, running[index].loops == 0 {
          stream.isComplete.store(true, ordering: .releasing)
          running.remove(at: index)
          continue
        }
        if count == 0 {
          let again = running[index]
          running[index].loops = max(-1, again.loops - 1)
          running[index].pipe = try SoundPipe(again.source, rate: again.rate, openDecoder: openDecoder)
        }
        index += 1
      } catch {
        // Frames in its stream are still heard, with a fade at their end.
        tell(.failed(running[index].key, ticket: nil, error))
        running.remove(at: index)
      }
    }
    return hasWorked
  }
}
