import Fetch
import Linux
import Model

/// Fetches the segments of an HLS stream, one after the other. Missing ones are skipped and reported.
final class HLSFetch {
  private let output: Output
  private var initialization: HLSPlaylist.Part?
  /// Time of the latest reported missing part; nil after the end of the gap was reported.
  private var gapBegan: Instant?
  /// The title that was reported last.
  private var title: [UInt8]?

  /// Limit of a segment in bytes.
  private static let mostBytes = 1 << 30
  /// The stream ends after this number of segment durations without a new segment.
  private static let patience = 3
  /// Limit of missing segments in a row: then the stream has none.
  private static let mostMissing = 100
  /// Limit before the first sound: then another stream is tried.
  private static let mostMissingFirst = 3
  private static let leastPause = Duration.milliseconds(500)
  private static let mostPause = Duration.seconds(8)
  /// Limit for a live stream, for a playlist, and for a server that fails.
  private static let mostTries = 3
  /// Time without a missing part after which the end of a gap is reported.
  private static let gapSeconds = Duration.seconds(10)

  init(_ output: Output) { self.output = output }

  private struct Fault: Error {
    let ending: StreamReport.Ending
    static let gone = Fault(ending: .cut("nobody listens"))

    var words: String {
      switch ending {
      case .complete: "nothing came"
      case .cut(let why), .refused(let why): why
      }
    }
  }

  private enum Outcome {
    case ended(StreamReport.Ending)
    /// The stream has no sound; another one of the same playlist may have it.
    case dead(StreamReport.Ending)
  }

  func run(_ first: HLSPlaylist, at place: FetchURL) -> StreamReport.Ending {
    let streams = first.streams
    if streams.isEmpty { return ending(of: play(first, at: place, isLast: true)) }
    var why = StreamReport.Ending.refused("the playlist names no stream")
    for (index, stream) in streams.enumerated() where output.isWanted {
      let outcome: Outcome
      switch load(stream) {
      case .success(let playlist):
        outcome = play(playlist, at: stream, isLast: index == streams.count - 1)
      case .failure(let fault): outcome = .dead(fault.ending)
      }
      guard case .dead(let ending) = outcome else { return ending(of: outcome) }
      // One that may come back is worth another try of all.
      if case .refused = why { why = ending }
    }
    return why
  }

  private func ending(of outcome: Outcome) -> StreamReport.Ending {
    switch outcome {
    case .ended(let ending), .dead(let ending): ending
    }
  }

  /// - Parameter isLast: whether there is no other stream to try.
  private func play(_ first: HLSPlaylist, at place: FetchURL, isLast: Bool) -> Outcome {
    var playlist = first
    var last: Int64?
    var missing = 0
    var why = "the playlist has no segments"
    var loaded = Instant.now()
    var changed = loaded
    while output.isWanted {
      if let fault = playlist.fault { return .dead(.refused("\(fault) is not played")) }
      let segments = playlist.segments(after: last)
      if let before = last, let next = segments.first, next.number > before + 1 {
        tell(gap: "\(next.number - before - 1) segments came too late")
      }
      for segment in segments {
        switch copy(segment, of: playlist) {
        case .success: missing = 0
        case .failure(let fault):
          guard output.isWanted else { return .ended(.cut("nobody listens")) }
          missing += 1
          why = fault.words
          tell(gap: "a segment is missing (\(why)) and left out")
          if output.position == 0, missing >= Self.mostMissingFirst, !isLast { return .dead(fault.ending) }
          if missing >= Self.mostMissing { return .ended(.refused(why)) }
        }
        last = segment.number
      }
      if playlist.isComplete { return .ended(output.position > 0 ? .complete : .refused(why)) }
      if !segments.isEmpty { changed = .now() }
      guard Instant.now() - changed < playlist.targetDuration * Self.patience else {
        return .ended(.cut("no new segment for \(playlist.targetDuration * Self.patience)"))
      }
      let pause = segments.isEmpty ? max(Self.leastPause, playlist.reloadPause / 2) : playlist.reloadPause
      guard output.wait(max(.zero, loaded + pause - .now())) else { break }
      loaded = .now()
      switch load(place) {
      case .success(let next): playlist = next
      case .failure(let fault): return .ended(fault.ending)
      }
    }
    return .ended(.cut("nobody listens"))
  }

  /// Says why something is missing, or after a while that this is over.
  private func tell(gap why: String?) {
    if let why {
      output.say(.gap(why))
      gapBegan = .now()
    } else if let began = gapBegan, Instant.now() - began >= Self.gapSeconds {
      output.say(.gap(""))
      gapBegan = nil
    }
  }

  // MARK: Playlists

  private func load(_ url: FetchURL) -> Result<HLSPlaylist, Fault> {
    var fault = Fault.gone
    for attempt in 0..<Self.mostTries where output.wait(attempt == 0 ? .zero : Self.leastPause) {
      var text: [UInt8] = []
      let transfer = Transfer(url, isText: true, isWanted: { [output] in output.isWanted }) { bytes, _ in
        text += bytes
        return text.count <= StationList.mostBytes
      }
      switch transfer.run() {
      case .complete, .closed: return .success(HLSPlaylist(text, at: transfer.place))
      case .stopped: return .failure(Fault(ending: .refused("the playlist is too large")))
      case .failed(let ending): fault = Fault(ending: ending)
      }
      if case .refused = fault.ending { break }
    }
    return .failure(fault)
  }

  // MARK: Segments

  private func copy(_ segment: HLSPlaylist.Segment, of playlist: HLSPlaylist) -> Result<Void, Fault> {
    if segment.isGap { return .failure(Fault(ending: .refused("the server has none"))) }
    if let start = segment.initialization, start != initialization {
      if case .failure(let fault) = copy(start, of: playlist) { return .failure(fault) }
      initialization = start
    }
    if let song = segment.title, song != title {
      title = song
      output.say(.title(song, at: output.position))
    }
    return copy(segment.part, of: playlist)
  }

  /// Copies a part; if the connection breaks, continues from there. A stream with an end waits for each segment; a
  /// segment of a live stream is skipped after a while.
  private func copy(_ part: HLSPlaylist.Part, of playlist: HLSPlaylist) -> Result<Void, Fault> {
    guard let url = playlist.place(of: part) else {
      return .failure(Fault(ending: .refused("only http and https are fetched")))
    }
    var copied: Int64 = 0
    var start = SegmentStart()
    var pause = Self.leastPause
    var attempt = 1
    while true {
      let first = (part.bytes?.lowerBound ?? 0) + copied
      let range = part.bytes == nil && first == 0 ? nil : first..<(part.bytes?.upperBound ?? .max)
      let transfer = Transfer(url, range: range, isWanted: { [output] in output.isWanted }) {
        [self] bytes, _ in
        copied += Int64(bytes.count)
        return copied <= Self.mostBytes && write(start.take(bytes), start.type)
      }
      let ending: StreamReport.Ending
      switch transfer.run() {
      case .complete, .closed:
        guard write(start.finish(), start.type) else { return .failure(.gone) }
        tell(gap: nil)
        return .success(())
      case .stopped:
        return .failure(output.isWanted ? Fault(ending: .refused("a segment is too large")) : .gone)
      case .failed(let why): ending = why
      }
      let fault = Fault(ending: ending)
      if case .refused = ending { return .failure(fault) }
      let waits = playlist.isComplete && transfer.status < 500 && output.position > 0
      guard waits || attempt < Self.mostTries else { return .failure(fault) }
      tell(gap: fault.words)
      guard output.wait(pause) else { return .failure(.gone) }
      (attempt, pause) = (attempt + 1, min(pause * 2, Self.mostPause))
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>, _ type: String?) -> Bool {
    if output.position == 0, let type { output.report(.type(type)) }
    return output.write(bytes)
  }
}
