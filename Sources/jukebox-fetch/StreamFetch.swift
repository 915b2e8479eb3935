import Fetch
import Interchange
import Model

/// A stream from its URL to its end: a list of stations leads to the first that answers, an HLS playlist to its segments.
final class StreamFetch {
  private let output: Output
  /// The first byte of a file that is wanted.
  private let first: Int64
  /// How many lists lead to that file; they are read from their starts.
  private let behind: Int
  /// Lists that were read so far, and URLs that were tried.
  private var (lists, tries) = (0, 0)

  private static let mostTries = 32
  /// Limit for one list.
  private static let mostStations = 8

  init(_ output: Output, from first: Int64, behind: Int) {
    self.output = output
    self.first = first
    self.behind = behind
  }

  func run(_ url: FetchURL) -> StreamReport.Ending { run(url, behind: 0) }

  /// - Parameter depth: how many lists led to the URL.
  private func run(_ url: FetchURL, behind depth: Int) -> StreamReport.Ending {
    tries += 1
    var answer = Answer(depth: depth, isPart: first > 0 && depth == behind)
    let transfer = Transfer(
      url, withMetadata: true, range: answer.isPart ? first..<Int64.max : nil,
      partRefused: { [output] in output.report(.partsRefused) }, isWanted: { [output] in output.isWanted }
    ) { [self] bytes, transfer in take(bytes, transfer, &answer) }
    let outcome = transfer.run()
    if case .failed(let ending) = outcome { return ending }
    if answer.kind == nil, !answer.head.isEmpty {
      let isTaken = decide(transfer, &answer, isWhole: true)
      if answer.kind == .sound, !isTaken { return .cut("nobody listens") }
    }
    switch (outcome, answer.kind) {
    case (_, .text): return .refused("there is a page or a text at the URL, and no sound")
    case (.stopped, .list): return .refused("the playlist is too large")
    case (_, .list(let format)): return follow(answer.head, format, at: transfer.place, behind: depth + 1)
    case (.complete, .sound): return .complete
    case (.closed, .sound): return .cut("the connection ended")
    case (.stopped, .sound): return .cut("nobody listens")
    default: return .refused("there is no sound at the URL")
    }
  }

  private struct Answer {
    let depth: Int
    /// Whether it is asked for from the middle of a file on.
    let isPart: Bool
    /// nil until enough bytes have come to decide.
    var kind: AnswerKind?
    /// Bytes received until then, and all of a list.
    var head: [UInt8] = []
    var splitter: ICYSplitter?
  }

  /// - Returns: false where no more is wanted.
  private func take(_ bytes: ArraySlice<UInt8>, _ transfer: Transfer, _ answer: inout Answer) -> Bool {
    switch answer.kind {
    case .sound: return write(bytes, &answer)
    case .text: return false
    case .list:
      answer.head += bytes
      return answer.head.count <= StationList.mostBytes
    case nil:
      answer.head += bytes
      return decide(transfer, &answer, isWhole: false)
    }
  }

  /// Looks at what has come, and passes on what is sound.
  private func decide(_ transfer: Transfer, _ answer: inout Answer, isWhole: Bool) -> Bool {
    let head = transfer.head
    // From the middle of a file on it is sound, as its beginning was.
    let kind =
      answer.isPart ? .sound : AnswerKind(answer.head, isWhole: isWhole, type: head.type, at: transfer.place)
    guard let kind else { return true }
    answer.kind = kind
    guard kind == .sound else { return kind != .text }
    output.report(.type(head.type))
    if let name = head.name { output.report(.name(name)) }
    if let bitrate = head.bitrate { output.report(.bitrate(bitrate)) }
    if answer.depth > 0 { output.report(.lists(answer.depth)) }
    if first == 0, head.hasParts, let length = head.unpackedLength { output.report(.length(length)) }
    answer.splitter = head.metadataInterval.map { ICYSplitter(interval: $0) }
    let bytes = answer.head[...]
    answer.head = []
    return write(bytes, &answer)
  }

  private func write(_ bytes: ArraySlice<UInt8>, _ answer: inout Answer) -> Bool {
    return answer.splitter?.take(
      bytes, data: { output.write($0) }, newTitle: { output.report(.title($0, at: $1)) })
      ?? output.write(bytes)
  }

  private func follow(
    _ text: [UInt8], _ format: ListFormat, at place: FetchURL, behind depth: Int
  ) -> StreamReport.Ending {
    if HLSPlaylist.isOne(text) { return HLSFetch(output).run(HLSPlaylist(text, at: place), at: place) }
    lists += 1
    guard lists <= StreamReport.mostLists else {
      return .refused("the playlist leads to more than \(StreamReport.mostLists) others")
    }
    var ending = StreamReport.Ending.refused("the playlist names no station")
    for station in StationList.stations(in: text, as: format, at: place).prefix(Self.mostStations)
    where output.isWanted && tries < Self.mostTries {
      ending = run(station.url, behind: depth)
      guard output.position == 0, case .refused = ending else { break }
    }
    return ending
  }
}
