import Fetch
import Interchange
import Model

/// Files that are fetched whole.
final class FileFetch {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func copy(_ url: FetchURL, mostBytes: Int) -> StreamReport.Ending {
    fetch(url, mostBytes: mostBytes) { [output] bytes, transfer in
      output.report(.type(transfer.head.type))
      if let length = transfer.head.unpackedLength { output.report(.length(length)) }
      return output.write(bytes)
    }.ending
  }

  func list(_ url: FetchURL) -> StreamReport.Ending {
    var text: [UInt8] = []
    var kind: AnswerKind?
    let (ending, transfer) = fetch(url, isText: true, mostBytes: StationList.mostBytes) { bytes, transfer in
      text += bytes
      kind = kind ?? AnswerKind(text, isWhole: false, type: transfer.head.type, at: transfer.place)
      return kind != .sound && kind != .text
    }
    kind = kind ?? AnswerKind(text, isWhole: true, type: transfer.head.type, at: transfer.place)
    if text.isEmpty, ending != .complete { return ending }
    // A stream of segments is one station, and so is sound.
    guard case .list(let format) = kind, !HLSPlaylist.isOne(text) else {
      return .refused("the URL is no list of stations")
    }
    guard ending == .complete else { return ending }
    var count = 0
    for station in StationList.stations(in: text, as: format, at: transfer.place) {
      let name = (station.name ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 }
      let line = Array("\(station.url)\t\(String(name))\n".utf8)
      count += line.count
      guard count <= Self.mostListBytes else {
        return .refused("the playlist's URLs have more than \(Self.mostListBytes >> 20) MiB")
      }
      guard output.write(line[...]) else { break }
    }
    return count > 0 ? .complete : .refused("the playlist names no station")
  }

  /// The episodes of a podcast. A page that refers to the feed is followed, once.
  func feed(_ url: FetchURL) -> StreamReport.Ending { feed(url, isOfPage: false) }

  private func feed(_ url: FetchURL, isOfPage: Bool) -> StreamReport.Ending {
    var text: [UInt8] = []
    let (ending, transfer) = fetch(url, isText: true, mostBytes: Self.mostFeedBytes) { bytes, transfer in
      // An array that grows takes twice the memory.
      if text.isEmpty, let length = transfer.head.length {
        text.reserveCapacity(Int(clamping: min(length, Int64(Self.mostFeedBytes))))
      }
      text += bytes
      return true
    }
    guard ending == .complete else { return ending }
    let charset = transfer.head.charset
    guard let feed = PodcastFeed.read(text, charset: charset) else {
      guard !isOfPage, let link = PodcastFeed.link(inPage: text, charset: charset),
        let place = transfer.place.resolved(link)
      else { return .refused("the URL is no podcast (RSS or Atom)") }
      return self.feed(place, isOfPage: true)
    }
    // A reference may be relative, and a feed without episodes is one all the same.
    let lines = feed.episodes.compactMap { episode in
      transfer.place.resolved(episode.url).map { url in
        [
          url.description, episode.title ?? "", episode.published.map(String.init) ?? "",
          episode.seconds.map(String.init) ?? "", episode.identity ?? url.description,
        ]
      }
    }
    let picture = feed.picture.flatMap { transfer.place.resolved($0)?.description } ?? ""
    for line in [[feed.title ?? "", feed.isCut ? "damaged" : "", picture]] + lines {
      let fields = line.map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
      guard output.write(Array("\(fields.joined(separator: "\t"))\n".utf8)[...]) else { break }
    }
    return .complete
  }

  private static let mostFeedBytes = 16 << 20
  /// The daemon's limit for a list.
  private static let mostListBytes = 4 << 20

  private func fetch(
    _ url: FetchURL, isText: Bool = false, mostBytes: Int,
    _ receive: @escaping (ArraySlice<UInt8>, Transfer) -> Bool
  ) -> (ending: StreamReport.Ending, Transfer) {
    var count = 0
    let transfer = Transfer(url, isText: isText, isWanted: { true }) { bytes, transfer in
      count += bytes.count
      return count <= mostBytes && (transfer.head.unpackedLength ?? 0) <= Int64(mostBytes)
        && receive(bytes, transfer)
    }
    switch transfer.run() {
    case .complete, .closed: return (count > 0 ? .complete : .refused("the file is empty"), transfer)
    case .stopped: return (.refused("the file is larger than \(mostBytes >> 10) KiB"), transfer)
    case .failed(let ending): return (ending, transfer)
    }
  }
}
