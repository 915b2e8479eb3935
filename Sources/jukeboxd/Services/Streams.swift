import Audio
import Control
import Linux
import Media
import Model

/// Streams that play: has `jukebox-fetch` fetch them, and knows what they say of themselves. Loop thread only.
final class Streams {
  private let loop: EventLoop
  private let orders: Mailbox<Order>
  private let changes: Wakeup
  private var registrations: [EventLoop.Registration] = []
  /// The streams of the current entry and the one that follows, by the serials of their playings.
  private var open: [(serial: PlaySerial, stream: LiveStream)] = []
  /// The last reports of streams, by their URLs.
  private var told: [String: Told] = [:]
  private var letsGo: EventLoop.Timer?
  /// People's names of stations, by their URLs.
  var names: [String: String] = [:]
  private let program = ProcessImage.path(beside: "jukebox-fetch")
  /// Called when anything of a stream has changed.
  var changed: () -> Void = {}

  private struct Order: Sendable {
    let stream: LiveStream
    let ends: LiveStream.Ends
    /// The first byte that is wanted.
    let first: Int64
  }

  /// A station's own words, while it sounds and until another one does.
  struct Told: Hashable {
    var name: String?
    var words = StreamWords()
    var format: StreamFormat?
    var bitrate = 0
    var length: Duration?
  }

  /// So long a pause keeps the connection.
  static let patience = Duration.seconds(10)
  private static let mostTold = 256
  /// It writes no file.
  private static let limits = ProcessLimits(fileBytes: 1, memoryBytes: Fetcher.mostMemory)

  init(loop: EventLoop) throws(SystemError) {
    self.loop = loop
    orders = try Mailbox(capacity: 16)
    changes = try Wakeup()
    registrations.append(try orders.attach(to: loop) { [weak self] in self?.fetch($0) })
    registrations.append(try changes.attach(to: loop) { [weak self] in self?.changed() })
  }

  // MARK: For the engine

  /// Returns the engine's entry for a playing of a URL.
  /// - Parameter current: the playing whose stream is needed beside it.
  func entry(_ url: String, as serial: PlaySerial, beside current: PlaySerial) throws(SystemError)
    -> EngineEntry
  {
    let engineSerial = EntrySerial(rawValue: serial.rawValue)
    if let known = stream(of: serial) { return EngineEntry(serial: engineSerial, stream: known) }
    let (orders, changes) = (orders, changes)
    let stream = try LiveStream(
      url: url, connect: { _ = orders.send(Order(stream: $0, ends: $1, first: $2)) },
      changed: { _ in changes.signal() })
    open.removeAll { $0.serial != current }
    open.append((serial, stream))
    return EngineEntry(serial: engineSerial, stream: stream)
  }

  private func stream(of serial: PlaySerial) -> LiveStream? { open.last { $0.serial == serial }?.stream }

  private func fetch(_ order: Order) {
    do throws(SystemError) {
      guard let program, HostFile.allows(program) else { throw SystemError(.noSuchFile, call: "posix_spawn") }
      let from =
        order.first > 0 ? ["--from", "\(order.first)", "--lists", "\(order.stream.known.lists)"] : []
      try Subprocess.startSource(
        [program] + from + ["--url-from", "3"], secret: order.stream.url, output: order.ends.data,
        errors: order.ends.reports, limits: Self.limits, loop: loop
      ) { _ in }
    } catch {
      Log.warning("cannot run jukebox-fetch: \(error)")
      let report = StreamReport.ended(.refused("cannot run jukebox-fetch: \(error.withoutPath)"))
      _ = try? order.ends.reports.write(report.line.span)
    }
  }

  // MARK: Pauses

  /// A long pause closes the connection, so that the stream continues live.
  func pause(_ serial: PlaySerial) {
    stopWaiting()
    guard let stream = stream(of: serial) else { return }
    letsGo = loop.schedule(after: Self.patience) { [weak self] in
      self?.letsGo = nil
      stream.release()
    }
  }

  /// - Returns: whether the stream has to be started again.
  func resume(_ serial: PlaySerial) -> Bool {
    stopWaiting()
    return stream(of: serial)?.isReleased ?? false
  }

  func stopWaiting() {
    if let letsGo { loop.cancel(letsGo) }
    letsGo = nil
  }

  // MARK: What is known

  func status(of serial: PlaySerial) -> StreamStatus? {
    guard let facts = stream(of: serial)?.known else { return nil }
    var status = StreamStatus()
    (status.state, status.trouble) = (facts.state, facts.trouble ?? facts.gap)
    status.retry = facts.retryAt.map { max(.zero, $0 - .now()) }
    return status
  }

  /// Takes in what a playing says at this position.
  /// - Returns: when there is more to take in by itself.
  func follow(_ serial: PlaySerial, to elapsed: Duration) -> Duration? {
    guard let stream = stream(of: serial) else { return nil }
    let facts = stream.known
    var known = told[stream.url] ?? Told()
    if let name = facts.name { known.name = name }
    if let format = facts.format { known.format = format }
    if let bitrate = facts.bitrate { known.bitrate = bitrate }
    known.length = facts.length ?? known.length
    if let song = facts.songs.last(where: { $0.at <= elapsed }) { known.words = song.words }
    if told.count >= Self.mostTold, told[stream.url] == nil { told = [:] }
    told[stream.url] = known
    return facts.songs.first { $0.at > elapsed }.map { $0.at - elapsed }
  }

  func known(of url: String) -> Told { told[url] ?? Told() }

  /// A stream as the protocol shows it.
  func song(_ url: String) -> Song {
    let known = known(of: url)
    var tags: [Song.TagValue] = []
    tags += known.words.artists.map { Song.TagValue(.artist, $0) }
    if let title = known.words.title { tags.append(Song.TagValue(.title, title)) }
    if let name = names[url] ?? known.name { tags.append(Song.TagValue(.name, name)) }
    var song = Song(uri: url, tags: tags, duration: known.length)
    song.serverName = known.name
    song.format = known.format.map { format in
      let sample: AudioFormat.Sample =
        if case .bits(let bits) = format.exactBits { .bits(bits) } else { .float }
      return AudioFormat(rate: format.rate, sample: sample, channels: format.channels)
    }
    return song
  }
}
