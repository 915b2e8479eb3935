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
      if let length = transfer.head.length { output.report(.length(length)) }
      return output.write(bytes)
    }.ending
  }

  func list(_ url: FetchURL) -> StreamReport.Ending {
    var text: [UInt8] = []
    var isList = true
    let (ending, transfer) = fetch(url, mostBytes: StationList.mostBytes) { bytes, transfer in
      text += bytes
      isList = StationList.format(type: transfer.head.type, at: transfer.place) != nil
      return isList
    }
    // A stream of segments is one station, and so is sound.
    if !isList || HLSPlaylist.isOne(text) { return .refused("the URL is no list of stations") }
    guard ending == .complete, let format = StationList.format(type: transfer.head.type, at: transfer.place)
    else {
      return ending
    }
    let stations = StationList.stations(in: text, as: format, at: transfer.place)
    guard !stations.isEmpty else { return .refused("the playlist names no station") }
    for station in stations {
      let name = (station.name ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 }
      guard output.write(Array("\(station.url)\t\(String(name))\n".utf8)[...]) else { break }
    }
    return .complete
  }

  func feed(_ url: FetchURL) -> StreamReport.Ending {
    var text: [UInt8] = []
    let (ending, transfer) = fetch(url, mostBytes: Self.mostFeedBytes) { bytes, _ in
      text += bytes
      return true
    }
    guard ending == .complete else { return ending }
    guard let feed = PodcastFeed.read(text) else { return .refused("the URL is no podcast (RSS or Atom)") }
    // A reference may be relative, and a feed without episodes is one all the same.
    let lines = feed.episodes.compactMap { episode in
      transfer.place.resolved(episode.url).map { url in
        [
          url.description, episode.title ?? "", episode.published.map(String.init) ?? "",
          episode.seconds.map(String.init) ?? "", episode.identity ?? url.description,
        ]
      }
    }
    for line in [[feed.title ?? ""] + (feed.isCut ? ["damaged"] : [])] + lines {
      let fields = line.map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
      guard output.write(Array("\(fields.joined(separator: "\t"))\n".utf8)[...]) else { break }
    }
    return .complete
  }

  private static let mostFeedBytes = 16 << 20

  private func fetch(
    _ url: FetchURL, mostBytes: Int, _ receive: @escaping (ArraySlice<UInt8>, Transfer) -> Bool
  ) -> (ending: StreamReport.Ending, Transfer) {
    var count = 0
    let transfer = Transfer(url, isWanted: { true }) { bytes, transfer in
      count += bytes.count
      return count <= mostBytes && (transfer.head.length ?? 0) <= Int64(mostBytes) && receive(bytes, transfer)
    }
    switch transfer.run() {
    case .complete, .closed: return (count > 0 ? .complete : .refused("the file is empty"), transfer)
    case .stopped: return (.refused("the file is larger than \(mostBytes >> 10) KiB"), transfer)
    case .failed(let ending): return (ending, transfer)
    }
  }
}
