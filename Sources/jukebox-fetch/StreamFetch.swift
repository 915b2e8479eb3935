import Fetch
import Linux
import Model

/// A stream from its URL to its end: a list of stations leads to the first that answers, an HLS playlist to its segments.
final class StreamFetch {
  private let output: Output
  /// The first byte of a file that is wanted.
  private let first: Int64
  /// Lists that lead to lists.
  private static let mostLists = 3

  init(_ output: Output, from first: Int64) {
    self.output = output
    self.first = first
  }

  func run(_ url: FetchURL) -> StreamReport.Ending { run(url, depth: 0) }

  private func run(_ url: FetchURL, depth: Int) -> StreamReport.Ending {
    var text: [UInt8] = []
    var splitter: ICYSplitter?
    var hasBegun = false
    var isText = false
    let output = output
    // The server may send a file from its beginning all the same.
    var unwanted = first
    let transfer = Transfer(url, withMetadata: true, from: first, isWanted: { output.isWanted }) {
      bytes, transfer in
      let head = transfer.head
      if !hasBegun {
        hasBegun = true
        isText = StationList.format(type: head.type, at: transfer.place) != nil
        if !isText {
          output.report(.type(head.type))
          if let name = head.name { output.report(.name(name)) }
          if let bitrate = head.bitrate { output.report(.bitrate(bitrate)) }
          if transfer.status == 206 { unwanted = 0 }
          if unwanted == 0, head.hasParts, let length = head.length { output.report(.length(length)) }
          splitter = head.metadataInterval.map { ICYSplitter(interval: $0) }
        }
      }
      if isText {
        text += bytes
        return text.count <= StationList.mostBytes
      }
      let dropped = Int(min(unwanted, Int64(bytes.count)))
      unwanted -= Int64(dropped)
      let bytes = bytes.dropFirst(dropped)
      return splitter?.take(
        bytes, data: { output.write($0) }, newTitle: { output.report(.title($0, at: $1)) })
        ?? output.write(bytes)
    }
    let outcome = transfer.run()
    if isText, depth < Self.mostLists,
      let format = StationList.format(type: transfer.head.type, at: transfer.place)
    {
      if case .failed(let ending) = outcome { return ending }
      let place = transfer.place
      if HLSPlaylist.isOne(text) { return HLSFetch(output).run(HLSPlaylist(text, at: place), at: place) }
      let stations = StationList.stations(in: text, as: format, at: place)
      var ending = StreamReport.Ending.refused("the playlist names no station")
      for station in stations.prefix(8) where output.isWanted {
        ending = run(station.url, depth: depth + 1)
        guard output.position == 0, case .refused = ending else { break }
      }
      return ending
    }
    switch outcome {
    case .complete: return hasBegun && !isText ? .complete : .refused("there is no sound at the URL")
    case .closed: return .cut("the connection ended")
    case .stopped: return isText ? .refused("the playlist is too large") : .cut("nobody listens")
    case .failed(let ending): return ending
    }
  }
}
