import Linux
import Model

/// State that the decode thread and the stream's thread share.
final class LiveSession: Sendable {
  private struct State {
    var ring: [Float] = []
    /// In samples.
    var start = 0
    var count = 0
    var format: StreamFormat?
    /// How much went in since the beginning, without what was dropped.
    var time = Duration.zero
    var isStopped = false
    /// Frames are given once this much is there.
    var gathers: Duration? = LiveSession.firstGathering
    var nextGathering = Duration.seconds(2)
    /// The reader found too little.
    var isAwaited = false
    var hasEnded = false
    var failure: MediaError?
    /// Whether it is a file on a server, with places; nil while that is not known.
    var isFile: Bool?
    /// The place of the first frame that comes next, of a file.
    var origin = Duration.zero
    /// Place that the stream's thread seeks to next.
    var sought: Duration?
    var length: (frames: Int64, isExact: Bool)?

    var channels: Int { format?.channels ?? 1 }

    mutating func hasEnough() -> Bool {
      guard !hasEnded else { return true }
      guard let format else { return false }
      guard let wanted = gathers else { return count > 0 }
      let frames = Int64(count / channels)
      let (seconds, attoseconds) = wanted.components
      let rate = Int64(format.rate)
      let needed = seconds * rate + attoseconds / 1_000_000_000 * rate / 1_000_000_000
      guard frames >= needed || count > ring.count - LiveSession.spareSamples else { return false }
      gathers = nil
      return true
    }
  }

  private let stream: LiveStream
  private let ready: @Sendable () -> Void
  private let state = Monitor(State())

  private static let firstGathering = Duration.milliseconds(500)
  private static let mostGathering = Duration.seconds(8)
  /// Seconds of sound at the usual rates; fewer where `mostRingSamples` limits them.
  private static let ringSeconds = 10
  private static let mostRingSamples = 2 << 20
  /// More than any block has.
  private static let spareSamples = 1 << 17
  /// So much sound from a connection resets the pauses.
  private static let provenSound = Duration.seconds(5)
  /// As long as `jukebox-fetch` waits for bytes.
  private static let silencePatience = Duration.seconds(8)
  /// Bytes of a file's beginning that show its kind.
  private static let headBytes: Int64 = 64
  private static let mostSongs = 16

  init(_ stream: LiveStream, ready: @escaping @Sendable () -> Void) {
    self.stream = stream
    self.ready = ready
  }

  // MARK: The decode thread

  func stop() {
    state.change { $0.isStopped = true }
    stream.stop.signal()
  }

  /// Continues after a release; a file continues at this place.
  /// - Returns: whether there are places, as far as is known.
  func goOn(at place: Duration) -> Bool {
    state.change { state in
      let hasPlaces = state.isFile != false
      if hasPlaces {
        (state.start, state.count, state.hasEnded) = (0, 0, state.failure != nil)
        (state.origin, state.sought) = (place, place)
      }
      if hasPlaces || stream.isReleased { state.gathers = Self.firstGathering }
      stream.takeBack()
      // Before the stream's thread can see the new place: it takes the signal back then, and a later one would end every
      // read.
      if state.isFile == true { stream.stop.signal() }
      return hasPlaces
    }
  }

  /// Place of the first frame, once that is there.
  var origin: Duration { state.withLock { $0.origin } }

  var length: (frames: Int64, isExact: Bool)? { state.withLock { $0.length } }

  func gatherMore() {
    let wanted = state.withLock { state in
      let wanted = state.nextGathering
      state.gathers = wanted
      state.nextGathering = min(wanted * 2, Self.mostGathering)
      return wanted
    }
    stream.update { facts in
      // While there is no connection, the reason for that stays.
      guard facts.state == .playing else { return }
      let seconds = wanted.components.seconds
      (facts.state, facts.trouble) = (
        .buffering, "the stream comes too slowly: collecting \(seconds) s of it"
      )
    }
  }

  /// - Parameter format: nil before the first frame.
  func read(into span: inout MutableSpan<Float>, _ format: StreamFormat?) throws(MediaError) -> ReadResult {
    // The lock is held for a copy; nothing of the network happens under it.
    var samples: [Float] = []
    let room = span.count
    let result: Result<ReadResult, MediaError> = state.change { state in
      guard state.hasEnough() else {
        state.isAwaited = true
        return .success(.pending)
      }
      guard state.count > 0, let now = state.format else {
        return state.failure.map { .failure($0) } ?? .success(.end)
      }
      guard now == format else { return .success(.formatChanged(now)) }
      let count = min(room / now.channels * now.channels, state.count)
      let first = min(count, state.ring.count - state.start)
      samples = Array(state.ring[state.start..<state.start + first]) + state.ring[..<(count - first)]
      state.start = (state.start + count) % state.ring.count
      state.count -= count
      return .success(.frames(count / now.channels))
    }
    for (index, sample) in samples.enumerated() { span[index] = sample }
    return try result.get()
  }

  // MARK: The stream's thread

  func run() {
    var backoff = Backoff()
    var hasSounded = false
    while waitUntilWanted() {
      stream.stop.drain()
      guard let connection = connect() else { return }
      hasSounded = hasSounded || connection.sound > .zero
      if connection.sound >= Self.provenSound { backoff = Backoff() }
      let why: String
      switch connection.ending {
      case .complete: return end(nil)
      case .refused(let reason) where !hasSounded: return end(.stream(reason))
      case .refused(let reason), .cut(let reason): why = reason
      }
      if state.withLock({ $0.isStopped }) || stream.isReleased { continue }
      let retry = Instant.now() + backoff.next()
      stream.update { ($0.state, $0.trouble, $0.retryAt) = (.waiting, why, retry) }
      let isWanted = state.wait { state in
        state.isStopped ? .done(false) : Instant.now() >= retry ? .done(true) : .wait(until: retry)
      }
      guard isWanted else { return }
    }
  }

  /// Waits while the connection is let go.
  /// - Returns: false where nobody wants the stream any more.
  private func waitUntilWanted() -> Bool {
    if stream.isReleased {
      state.change { state in
        if let format = state.format { state.time -= format.duration(samples: state.count) }
        (state.start, state.count) = (0, 0)
      }
      stream.update { ($0.state, $0.trouble, $0.retryAt, $0.songs) = (.released, nil, nil, []) }
    }
    return state.wait { [stream] state in
      state.isStopped ? .done(false) : stream.isReleased ? .wait() : .done(true)
    }
  }

  private func end(_ failure: MediaError?) {
    state.change { ($0.hasEnded, $0.failure) = (true, failure) }
    stream.update { ($0.trouble, $0.retryAt) = (failure.map { "\($0)" }, nil) }
    ready()
  }

  /// One connection from its beginning to its end.
  /// - Returns: nil where nothing of the stream is wanted any more.
  private func connect() -> (ending: StreamReport.Ending, sound: Duration)? {
    var size: Int64?
    let songs = SongWords()
    let charset = stream.charset
    stream.update { ($0.state, $0.retryAt, $0.gap) = (.connecting, nil, nil) }
    let input: LiveInput
    do throws(SystemError) {
      input = try stream.open { [stream] report in
        switch report {
        case .name(let bytes):
          let name = TagText.ofStream(bytes, charset)
          stream.update { $0.name = name }
        case .title(let bytes, let place): songs.note(TagText.ofStream(bytes, charset), at: place)
        case .bitrate(let number): stream.update { $0.bitrate = number }
        case .lists(let count): stream.update { $0.lists = count }
        case .length(let bytes): size = bytes
        case .gap(let why): stream.update { $0.gap = why.isEmpty ? nil : why }
        case .type, .partsRefused, .ended: break
        }
      }
    } catch {
      return (.cut("\(error)"), .zero)
    }
    if input.gather(1), let size {
      _ = input.gather(Int(min(size, Self.headBytes)))
      if playsFromAnyPlace(Array(input.ahead)) {
        let file = RemoteFile(stream, input, size: size) { [self] in isWanted(until: $0) }
        return play(file)
      }
    }
    if !input.isAtEnd {
      state.change { ($0.isFile, $0.origin, $0.sought) = (false, .zero, nil) }
      stream.stop.drain()
    }
    input.limitSilence(to: Self.silencePatience)
    let (sound, fault) = decode(input, songs)
    if input.isAtEnd { input.finish() }
    if input.wasSilentTooLong {
      return (.cut(fault.map { "\($0)" } ?? "no sound in what came for \(Self.silencePatience)"), sound)
    }
    if input.ending == .complete, sound == .zero { return (.refused("\(fault ?? .notAudio)"), sound) }
    if let ending = input.ending, ending != .complete || fault == nil { return (ending, sound) }
    // A decoding fault is permanent: no further connection would help.
    if let fault, fault != .truncated { return (.refused("\(fault)"), sound) }
    return (.cut("the connection broke"), sound)
  }

  /// Decodes one piece of sound after the other: a station's songs may each be of another kind.
  /// - Returns: how much sounded, and why the rest did not.
  private func decode(_ input: LiveInput, _ songs: SongWords) -> (sound: Duration, fault: MediaError?) {
    var sound = Duration.zero
    var fault: MediaError?
    while !input.isAtEnd {
      let start = input.position
      do throws(MediaError) {
        guard let decoder = try openStream(input) else { break }
        while let block = try decoder.next() {
          guard let time = put(block) else { return (sound, nil) }
          input.noteSound()
          if sound == .zero {
            stream.update { ($0.trouble, $0.state) = (nil, $0.state == .connecting ? .buffering : $0.state) }
          }
          sound += block.format.duration(samples: block.samples.count)
          fault = nil
          if let words = songs.next(until: input.position, decoder.words) {
            stream.update { facts in
              facts.songs.append((time, words))
              if facts.songs.count > Self.mostSongs { facts.songs.removeFirst() }
            }
          }
        }
      } catch {
        fault = error
        if case .needsFormats = error { break }
        // A stream without any sound so far is refused; the rest of a station may be playable.
        if sound == .zero, error != .truncated { break }
      }
      if input.position == start { input.drop(1) }
    }
    return (sound, fault)
  }

  // MARK: A file on a server

  private enum FileStep {
    case read
    case seek(Duration)
    case end
  }

  /// Plays a file until nobody wants it any more, or it fails.
  private func play(_ file: RemoteFile) -> (ending: StreamReport.Ending, sound: Duration)? {
    state.change { $0.isFile = true }
    var decoder: (any Decoder)?
    var buffer = [Float](repeating: 0, count: 8192 * 8)
    while true {
      do throws(MediaError) {
        switch nextStep() {
        case .end: return nil
        case .seek(let place):
          stream.stop.drain()
          let source = try open(file, &decoder)
          _ = try source.seek(toFrame: source.format.rate.frame(at: place))
        case .read:
          let source = try open(file, &decoder)
          var span = buffer.mutableSpan
          switch try source.read(into: &span) {
          case .formatChanged, .pending: continue
          case .frames(let count):
            let samples = Array(buffer[..<(count * source.format.channels)])
            _ = put(LiveBlock(format: source.format, samples: samples))
          case .end:
            state.change { $0.hasEnded = $0.sought == nil }
            ready()
          }
        }
      } catch {
        // A read was cut short because something else is wanted now.
        if file.failure == nil, case .io = error, !isWanted(until: .now()) { continue }
        end(file.failure ?? .stream("\(error)"))
        return nil
      }
      if stream.isReleased { file.close() }
    }
  }

  /// - Parameter opened: the decoder, once there is one.
  private func open(_ file: RemoteFile, _ opened: inout (any Decoder)?) throws(MediaError) -> any Decoder {
    if let opened { return opened }
    let decoder = try openDecoder(file)
    opened = decoder
    let frames = decoder.lengthFrames ?? decoder.estimatedLengthFrames
    let isExact = decoder.lengthFrames != nil
    state.change { $0.length = frames.map { ($0, isExact) } }
    stream.update { facts in
      (facts.state, facts.trouble) = (.buffering, nil)
      facts.length = frames.map { .milliseconds($0 * 1000 / Int64(decoder.format.rate)) }
    }
    return decoder
  }

  /// Returns the next step of a file's thread; waits while there is nothing to do.
  private func nextStep() -> FileStep {
    state.wait { [stream] state in
      if state.isStopped { return .done(.end) }
      if stream.isReleased { return .wait() }
      if let place = state.sought.take() {
        state.hasEnded = false
        return .done(.seek(place))
      }
      return state.hasEnded ? .wait() : .done(.read)
    }
  }

  /// Waits until then.
  /// - Returns: false as soon as something else is wanted than what is being read.
  private func isWanted(until time: Instant) -> Bool {
    state.wait { [stream] state in
      if state.isStopped || stream.isReleased || state.sought != nil { return .done(false) }
      return Instant.now() >= time ? .done(true) : .wait(until: time)
    }
  }

  /// Waits for room.
  /// - Returns: the time before the block; nil where it is not wanted any more.
  private func put(_ block: LiveBlock) -> Duration? {
    let (place, isAwaited, isFirst, hasEnough) = state.wait {
      [stream] state -> Monitor<State>.Outcome<(Duration?, Bool, Bool, Bool)> in
      if state.isStopped || stream.isReleased || state.sought != nil {
        return .done((nil, false, false, false))
      }
      var isFirst = false
      if state.format != block.format {
        guard state.count == 0 else {
          // The rest of the other format is given without waiting for more.
          state.gathers = nil
          guard state.isAwaited else { return .wait() }
          state.isAwaited = false
          ready()
          return .wait()
        }
        let wanted = block.format.rate * block.format.channels * Self.ringSeconds
        let samples = min(wanted, Self.mostRingSamples) / block.format.channels * block.format.channels
        state.ring = [Float](repeating: 0, count: max(samples, Self.spareSamples * 2))
        (state.format, state.start) = (block.format, 0)
        isFirst = true
      }
      guard state.count + block.samples.count <= state.ring.count else { return .wait() }
      var end = (state.start + state.count) % state.ring.count
      for sample in block.samples {
        state.ring[end] = sample
        end = end + 1 == state.ring.count ? 0 : end + 1
      }
      state.count += block.samples.count
      let place = state.time
      state.time += block.format.duration(samples: block.samples.count)
      let hasEnough = state.hasEnough()
      let wakes = state.isAwaited && hasEnough
      if wakes { state.isAwaited = false }
      return .done((place, wakes, isFirst, hasEnough))
    }
    if isFirst { stream.update { $0.format = block.format } }
    if hasEnough, stream.known.state != .playing {
      stream.update { ($0.state, $0.trouble) = (.playing, nil) }
    }
    if isAwaited { ready() }
    return place
  }
}
