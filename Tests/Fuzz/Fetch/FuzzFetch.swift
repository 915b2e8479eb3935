import CFuzzer
import Fuzzing
import Interchange

@testable import Fetch

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzFetch_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    fuzz(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

/// Any bytes as an HLS playlist, a list of stations, the head of an answer, a segment, and a station with titles.
func fuzz(_ bytes: [UInt8]) {
  guard let url = FetchURL("http://user:secret@host:1/folder/list.m3u8?token") else { return }
  readPlaylist(bytes, url)
  readList(bytes, url)
  readHead(bytes, url)
  readSegment(bytes)
  readTitles(bytes)
}

private func readPlaylist(_ bytes: [UInt8], _ url: FetchURL) {
  _ = HLSPlaylist.isOne(bytes)
  let playlist = HLSPlaylist(bytes, at: url)
  demand(playlist.segments.count <= bytes.count, "more segments than bytes")
  demand(playlist.streams.count <= bytes.count, "more streams than bytes")
  demand(
    (.milliseconds(1)...playlist.targetDuration).contains(playlist.reloadPause), "a pause that is too long")
  for last in [nil, 0, 5, Int64.max / 2, .max] as [Int64?] {
    demand(playlist.segments(after: last).count <= playlist.segments.count, "more segments than there are")
  }
  for segment in playlist.segments.prefix(100) {
    demand(segment.part.bytes?.isEmpty != true, "a part without bytes")
    demand(segment.duration >= .zero, "a segment that ends before it begins")
    for part in [segment.part, segment.initialization ?? segment.part] { _ = playlist.place(of: part) }
  }
}

private func readList(_ bytes: [UInt8], _ url: FetchURL) {
  for type in ["", "audio/mpeg", "audio/x-mpegurl"] {
    for isWhole in [false, true] {
      let kind = AnswerKind(bytes, isWhole: isWhole, type: type, at: url)
      demand(kind != nil || !isWhole, "a whole answer of no kind")
      guard case .list(let format) = kind else { continue }
      for station in StationList.stations(in: bytes, as: format, at: url) {
        demand(FetchURL(station.url.description) == station.url, "a URL that is none")
      }
    }
  }
}

private func readHead(_ bytes: [UInt8], _ url: FetchURL) {
  var head = ResponseHead()
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
    guard head.take(line) else { break }
    demand((head.length ?? 0) >= 0 && (head.firstByte ?? 0) >= 0, "a length or place below 0")
    demand((head.metadataInterval ?? 1) > 0 && (head.bitrate ?? 1) > 0, "a number below 1")
  }
}

/// In parts of any size it is the same.
private func readSegment(_ bytes: [UInt8]) {
  func sound(_ size: Int) -> [UInt8] {
    var start = SegmentStart()
    var found: [UInt8] = []
    for place in stride(from: 0, to: bytes.count, by: size) {
      found += start.take(bytes[place..<min(place + size, bytes.count)])
    }
    return found + start.finish()
  }
  let whole = sound(max(1, bytes.count))
  demand(whole.count <= bytes.count && sound(7) == whole, "a segment that depends on its parts")
}

private func readTitles(_ bytes: [UInt8]) {
  var splitter = ICYSplitter(interval: 1 + Int(bytes.first ?? 0))
  var count = 0
  _ = splitter.take(
    bytes[...],
    data: { part in
      count += part.count
      return true
    }, newTitle: { title, place in demand(title.count <= 255 * 16 && place >= 0, "a title that is too long") }
  )
  demand(count <= bytes.count, "more sound than bytes")
}
