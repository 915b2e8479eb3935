import Fetch
import Linux
import Model

/// The segments of an HLS stream, one after the other.
final class HLSFetch {
  private let output: Output
  /// Limit of a segment in bytes.
  private static let mostBytes = 32 << 20
  /// The stream ends after this number of segment durations without a new segment.
  private static let patience = 3

  init(_ output: Output) { self.output = output }

  func run(_ first: HLSPlaylist, at place: FetchURL) -> StreamReport.Ending {
    var playlist = first
    var place = place
    if let stream = playlist.chosenStream {
      place = stream
      switch load(stream) {
      case .success(let loaded): playlist = loaded
      case .failure(let fault): return fault.ending
      }
    }
    var last: Int64?
    var initialization: FetchURL?
    var waited = Duration.zero
    while output.isWanted {
      if let fault = playlist.fault { return .refused("\(fault) is not played") }
      let segments = playlist.segments(after: last)
      for segment in segments {
        if let start = segment.initialization, start != initialization {
          if let ending = copy(start) { return ending }
          initialization = start
        }
        if let ending = copy(segment.url) { return ending }
        last = segment.number
      }
      if playlist.isComplete { return .complete }
      let target = Duration.seconds(playlist.targetSeconds)
      waited = segments.isEmpty ? waited + target / 2 : .zero
      guard waited < target * Self.patience else { return .cut("no new segment for \(waited)") }
      guard output.wait(segments.isEmpty ? target / 2 : target) else { break }
      switch load(place) {
      case .success(let loaded): playlist = loaded
      case .failure(let fault): return fault.ending
      }
    }
    return .cut("nobody listens")
  }

  private struct Fault: Error {
    let ending: StreamReport.Ending
  }

  private func load(_ url: FetchURL) -> Result<HLSPlaylist, Fault> {
    var text: [UInt8] = []
    let transfer = Transfer(url, isWanted: { [output] in output.isWanted }) { bytes, _ in
      text += bytes
      return text.count <= StationList.mostBytes
    }
    switch transfer.run() {
    case .complete, .closed: return .success(HLSPlaylist(text, at: transfer.place))
    case .stopped: return .failure(Fault(ending: .refused("the playlist is too large")))
    case .failed(let ending): return .failure(Fault(ending: ending))
    }
  }

  /// - Returns: why it goes no further; nil where the segment was copied.
  private func copy(_ url: FetchURL) -> StreamReport.Ending? {
    var count = 0
    let transfer = Transfer(url, isWanted: { [output] in output.isWanted }) { [output] bytes, _ in
      if output.position == 0 { output.report(.type(Self.type(bytes))) }
      count += bytes.count
      return count <= Self.mostBytes && output.write(bytes)
    }
    switch transfer.run() {
    case .complete, .closed: return nil
    case .stopped: return .cut(count > Self.mostBytes ? "a segment is too large" : "nobody listens")
    // A segment that has left the server's window is no fault of the stream.
    case .failed(.refused(let why)) where output.position > 0: return .cut(why)
    case .failed(let ending): return ending
    }
  }

  /// Servers are careless with the types of segments: their first bytes are not.
  private static func type(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.first == 0x47 { return "video/mp2t" }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) || bytes.dropFirst(4).starts(with: "styp".utf8) {
      return "audio/mp4"
    }
    return "audio/aac"
  }
}
