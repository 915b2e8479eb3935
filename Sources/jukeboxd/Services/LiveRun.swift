import Audio
import Linux
import Model

/// One time of listening: a thread captures, and `jukebox-analyzer --live` recognises what it gets through a pipe. It ends
/// when its input does. Loop thread only.
final class LiveRun {
  enum Event {
    /// Sound comes.
    case began
    case heard(LiveReport)
    /// The device is closed; the reason if nobody stopped it.
    case ended(reason: String?, isDevice: Bool)
  }

  /// The program's ends of the pipes: that with the sound, and that for its lines.
  private final class Ends {
    let input: Descriptor
    let output: Descriptor

    init(_ input: Int32, _ output: Int32) {
      self.input = Descriptor(owning: input)
      self.output = Descriptor(owning: output)
    }
  }

  private let loop: EventLoop
  private let program: String
  private let handle: (Event) -> Void
  private let lines: Descriptor
  private var ends: Ends?
  private var feed: CaptureFeed?
  private var reports: EventLoop.Registration?
  private var reading: EventLoop.Registration?
  private var rest: [UInt8] = []
  /// The program has ended, though nobody stopped it.
  private var isProgramGone = false

  /// - Parameter handle: called in the loop.
  init(_ program: String, _ microphone: Microphone, loop: EventLoop, handle: @escaping (Event) -> Void)
    throws(SystemError)
  {
    self.loop = loop
    self.program = program
    self.handle = handle
    let sound = try DescriptorPair.pipe()
    let writer = Descriptor(owning: sound.writer)
    let reader = Descriptor(owning: sound.reader)
    let results = try DescriptorPair.pipe()
    lines = Descriptor(owning: results.reader)
    ends = Ends(reader.release(), results.writer)
    try lines.setNonBlocking()
    let reports = try Mailbox<CaptureReport>(capacity: 4)
    self.reports = try reports.attach(to: loop) { [weak self] in self?.receive($0) }
    feed = try CaptureFeed(device: microphone.device, rate: microphone.rate, pipe: writer) {
      _ = reports.send($0)
    }
  }

  deinit { reading.map { loop.remove($0) } }

  /// `ended` follows.
  func stop() { feed?.stop() }

  private func receive(_ report: CaptureReport) {
    switch report {
    case .began(let rate): start(rate)
    case .ended(.stopped): end(isProgramGone ? Self.isGone : nil)
    case .ended(.device(let reason)): end("the microphone: \(reason)", isDevice: true)
    case .ended(.reader): end(Self.isGone)
    }
  }

  private func start(_ rate: Int) {
    guard let ends else { return }
    do throws(SystemError) {
      reading = try loop.register(lines, for: .read) { [weak self] _ in self?.read() }
      _ = try Subprocess.startFilter(
        [program, "--live", "\(rate)"], input: ends.input, output: ends.output, loop: loop
      ) { _ in }
      // Only the program holds them from now on: its end is seen by the capture.
      self.ends = nil
      handle(.began)
    } catch {
      Log.warning("listening: cannot run \(program): \(error)")
      self.ends = nil
    }
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var span = bytes.mutableSpan
    guard let count = try? lines.read(into: &span) else { return }
    guard count > 0 else {
      reading.take().map { loop.remove($0) }
      isProgramGone = true
      feed?.stop()
      return
    }
    rest += bytes[..<count]
    while let end = rest.firstIndex(of: 0x0A) {
      if let report = LiveReport(rest[..<end]) { handle(.heard(report)) }
      rest.removeSubrange(...end)
    }
    // No line of the program is as long.
    if rest.count > LiveReport.mostBytes { rest = [] }
  }

  private static let isGone = "jukebox-analyzer ended"

  private func end(_ reason: String?, isDevice: Bool = false) {
    reading.take().map { loop.remove($0) }
    (feed, ends) = (nil, nil)
    handle(.ended(reason: reason, isDevice: isDevice))
  }
}
