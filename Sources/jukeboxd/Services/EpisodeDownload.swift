import Control
import Linux
import Model

/// One episode on its way from its server onto a volume: jukebox-fetch brings the bytes, and the upload writes them. A
/// broken connection is continued. Loop thread only.
final class EpisodeDownload {
  private(set) var state: EpisodeFetch
  private let loop: EventLoop
  private let uploads: Uploads
  private let program: String
  /// The path is relative to the volume, without an extension.
  private let target: (volume: String, path: String)
  private let ended: (EpisodeDownload) -> Void
  /// Called when it waits for another try; others may come first.
  private let paused: (EpisodeDownload) -> Void

  private var input: Input?
  private var upload: Int?
  private var retry = Retry()

  private struct Retry {
    var tries = 0
    /// When it is to be tried again.
    var next = Instant.now()
    var timer: EventLoop.Timer?
  }

  /// The channels of one connection. They are left by dropping them.
  private final class Input {
    let data: Descriptor
    let reports: Descriptor
    var process: Subprocess?
    var registration: EventLoop.Registration?
    var hasEnded = false
    /// Whether a part of it is being written.
    var isWriting = false
    /// The media type that the server states.
    var type = ""
    var ending: StreamReport.Ending?

    init(data: consuming Descriptor, reports: consuming Descriptor) {
      self.data = data
      self.reports = reports
    }
  }

  private static let partBytes = 256 << 10
  /// Waits before a broken connection is made again; after these the episode has failed.
  private static let pauses: [Duration] = [.seconds(2), .seconds(10), .seconds(60)]
  private static let endings = [
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/aac": "aac",
    "audio/ogg": "ogg", "application/ogg": "ogg", "audio/opus": "opus", "audio/flac": "flac",
    "audio/x-flac": "flac", "audio/wav": "wav", "audio/x-wav": "wav",
  ]

  /// The process writes a report to a file in memory, and nothing else.
  private static let limits = ProcessLimits(fileBytes: 64 << 10, memoryBytes: Fetcher.mostMemory)

  /// - Parameters:
  ///   - paused: called each time that it waits for another try.
  ///   - ended: called once, also after `stop`.
  init(
    _ state: EpisodeFetch, to target: (volume: String, path: String), program: String, uploads: Uploads,
    loop: EventLoop, paused: @escaping (EpisodeDownload) -> Void, ended: @escaping (EpisodeDownload) -> Void
  ) {
    (self.state, self.target, self.program, self.uploads) = (state, target, program, uploads)
    (self.loop, self.paused, self.ended) = (loop, paused, ended)
  }

  func start() {
    state.state = .fetching
    connect()
  }

  func stop() { fail("stopped") }

  /// Lets others come first.
  func giveWay() {
    if let timer = retry.timer.take() { loop.cancel(timer) }
    state.state = .waiting
  }

  /// Continues where it was, not before its time.
  func goOn() {
    state.state = .fetching
    retry.timer = loop.schedule(after: max(.zero, retry.next - .now())) { [weak self] in
      self?.retry.timer = nil
      self?.connect()
    }
  }

  /// Whether nothing comes while it waits for another try.
  var isPausing: Bool { retry.timer != nil }

  private func connect() {
    input?.process?.kill()
    do throws(SystemError) {
      let data = try DescriptorPair.pipe()
      let output = Descriptor(owning: data.writer)
      let input = Input(data: Descriptor(owning: data.reader), reports: try Descriptor.inMemory("reports"))
      // All that a file of FAT can have.
      let task = state.received == 0 ? ["--whole", "\(UInt32.max)"] : ["--from", "\(state.received)"]
      input.process = try Subprocess.startSource(
        [program] + task + ["--url-from", "3"], secret: state.url, output: output, errors: input.reports,
        limits: Self.limits, loop: loop
      ) { [weak self, weak input] _ in
        guard let input else { return }
        input.hasEnded = true
        self?.follow(input)
      }
      self.input = input
      try listen(to: input)
    } catch {
      fail(error)
    }
  }

  private func listen(to input: Input) throws(SystemError) {
    input.registration = try loop.register(input.data, for: .read) { [weak self, weak input] _ in
      guard let self, let input else { return }
      // Until this part is written, the pipe holds the rest.
      input.registration = nil
      take(input)
    }
  }

  /// Takes the next part; blocks for nothing: the pipe is readable.
  private func take(_ input: Input) {
    guard input === self.input, !input.isWriting else { return }
    readReports(input)
    var buffer = [UInt8](repeating: 0, count: Self.partBytes)
    var span = buffer.mutableSpan
    guard let count = try? input.data.read(into: &span), count > 0 else {
      input.ending = input.ending ?? .cut("the connection broke")
      return follow(input)
    }
    write(Array(buffer[..<count]), input)
  }

  private func write(_ bytes: [UInt8], _ input: Input) {
    guard let upload else { return begin(with: bytes, input) }
    input.isWriting = true
    uploads.append(bytes, to: upload, at: state.received) { [weak self] result in
      input.isWriting = false
      guard let self, input === self.input else { return }
      switch result {
      case .failure(let refusal): fail(refusal.message)
      case .success(let received):
        state.received = received
        retry.tries = 0
        do throws(SystemError) { try listen(to: input) } catch { fail(error) }
      }
    }
  }

  private func begin(with bytes: [UInt8], _ input: Input) {
    guard let size = state.size else { return fail("the server does not state the size of the file") }
    let request = UploadRequest(
      volume: target.volume, path: "\(target.path).\(ending(input.type))", bytes: size)
    input.isWriting = true
    uploads.begin(request, from: "podcasts") { [weak self] result in
      input.isWriting = false
      switch result {
      case .failure(let refusal): self?.fail(refusal.message)
      case .success(let status): self?.begun(status, with: bytes, input)
      }
    }
  }

  private func begun(_ status: UploadStatus, with bytes: [UInt8], _ input: Input) {
    guard let number = status.upload else { return }
    // It may have been stopped meanwhile.
    guard input === self.input else { return uploads.stop(number) { _ in } }
    (upload, state.received) = (number, status.received)
    // Another client may have begun the same file.
    if status.received == 0 { write(bytes, input) } else { connect() }
  }

  /// Suffix of the file's name: from its URL, else from the media type.
  private func ending(_ type: String) -> String {
    let name = state.url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return Self.endings.values.contains(ending) ? ending : Self.endings[type] ?? "mp3"
  }

  private func readReports(_ input: Input) {
    let bytes = (try? input.reports.bytes(16 << 10, at: 0)) ?? []
    for line in bytes.split(separator: 0x0A) {
      switch StreamReport(line) {
      case .length(let length): if state.received == 0 { state.size = length }
      case .type(let type): input.type = type
      case .ended(let ending): input.ending = ending
      default: continue
      }
    }
  }

  /// The process has ended, or the pipe: the file is whole, or what is missing is fetched again.
  private func follow(_ input: Input) {
    guard input === self.input, !input.isWriting, input.hasEnded, input.registration == nil else { return }
    readReports(input)
    self.input = nil
    if let size = state.size, state.received == size, let upload { return finish(upload) }
    switch input.ending {
    case .refused(let why): fail(why)
    case .cut(let why): again(why)
    case .complete, nil: again("the connection broke")
    }
  }

  private func again(_ why: String) {
    guard retry.tries < Self.pauses.count else { return fail(why) }
    retry.next = .now() + Self.pauses[retry.tries]
    retry.tries += 1
    goOn()
    paused(self)
  }

  private func finish(_ upload: Int) {
    uploads.end(upload) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal): fail(refusal.message)
      case .success(let placed):
        (state.state, state.file) = (.done, placed.uri)
        ended(self)
      }
    }
  }

  private func fail(_ error: SystemError) {
    Log.warning("cannot fetch an episode: \(error)")
    fail("cannot run jukebox-fetch: \(error.withoutPath)")
  }

  private func fail(_ why: String) {
    guard state.state == .fetching || state.state == .waiting else { return }
    (state.state, state.problem) = (.failed, why)
    if let timer = retry.timer { loop.cancel(timer) }
    input?.process?.kill()
    input = nil
    if let upload { uploads.stop(upload) { _ in } }
    ended(self)
  }
}
