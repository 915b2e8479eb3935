import CFuzzer
import Fuzzing
import JSON

@testable import Interchange

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzInterchange_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    fuzz(bytes)
    return 0
  }
}

/// Any bytes as a playlist file of each kind: they give a bounded list, whose M3U8 and XSPF read back as the same paths.
/// Any bytes as a feed: a bounded number of episodes with distinct identities. Any bytes as JSON: they can be passed over, or are refused. Any bytes as the file of a desktop program: what is read is
/// written as the same.
func fuzz(_ bytes: [UInt8]) {
  for format in ListFormat.allCases {
    let file = PlaylistFile(reading: bytes, as: format)
    demand(file.entries.count <= bytes.count, "more entries than bytes")
    var written: [WrittenEntry] = []
    for entry in file.entries where entry.location.start != .web {
      demand(!entry.location.components.isEmpty, "a location of nothing")
      let names = entry.location.components.map { String(decoding: $0, as: UTF8.self) }
      let path = names.joined(separator: "/")
      // Blanks at the ends of a line are nobody's, and a line is one.
      guard let location = Location(path.utf8), location.components == entry.location.components,
        !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
      else { continue }
      written.append(WrittenEntry(path: path, title: entry.title, duration: entry.duration))
    }
    let paths = written.map(\.path)
    let lines = PlaylistFile(reading: M3UWriter.text(title: file.title, written), as: .m3u)
    demand(lines.entries.map(names) == paths, "M3U8 reads back as something else")
    let tracks = PlaylistFile(reading: XSPFWriter.text(title: file.title, written), as: .xspf)
    demand(tracks.entries.map(names) == paths, "XSPF reads back as something else")
  }
  _ = ListFormat(guessing: bytes)
  for format in [nil] + ListFormat.allCases { _ = OtherContent(bytes, as: format) }
  for charset in [nil, "shift_jis"] {
    _ = PodcastFeed.link(inPage: bytes, charset: charset)
    guard let feed = PodcastFeed.read(bytes, charset: charset) else { continue }
    demand(feed.episodes.count <= PodcastFeed.mostEpisodes, "too many episodes")
    let identities = Set(feed.episodes.map { $0.identity ?? $0.url })
    demand(identities.count == feed.episodes.count, "episodes that nothing distinguishes")
    for episode in feed.episodes {
      demand(!episode.url.isEmpty && !episode.url.contains(" "), "an episode without a URL")
      demand((episode.title?.utf8.count ?? 0) <= 4 * PlaylistFile.mostTextBytes, "a title without end")
    }
  }
  if let file = try? SharedPlaylists(reading: bytes) {
    var writer = JSONWriter()
    file.begin(&writer)
    let playlists = file.items.compactMap { try? file.playlist($0) }
    demand(playlists.count == file.items.count, "a playlist that is read once only")
    for playlist in playlists { playlist.write(to: &writer) }
    SharedPlaylists.end(&writer)
    let again = try? SharedPlaylists(reading: writer.bytes)
    let same = again.map { file in file.items.compactMap { try? file.playlist($0) } } ?? []
    demand(
      same.map { $0.content } == playlists.map { $0.content },
      "playlists read back as something else")
  }
  var reader = JSONReader(bytes)
  do {
    let range = try reader.skip()
    try reader.end()
    demand(range.upperBound <= bytes.count, "JSON behind the end")
  } catch {
    demand(error.offset <= bytes.count, "a fault behind the end")
  }
}

private func names(_ entry: ListedEntry) -> String {
  entry.location.components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
}
