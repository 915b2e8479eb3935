import Linux

@testable import Library

/// Files of a made-up format that name their own tags, `title|artist|album|disc|track`, and their length of 3
/// seconds, or `|seconds`, so that a test needs no sound. Anything that begins with `broken` can't be read.
enum FakeFiles {
  static func content(
    title: String = "", artist: String = "", album: String = "", disc: Int? = nil, track: Int? = nil,
    seconds: Int? = nil
  ) -> [UInt8] {
    let numbers = [disc, track].map { number in number.map { "\($0)" } ?? "" }.joined(separator: "|")
    return Array("\(title)|\(artist)|\(album)|\(numbers)\(seconds.map { "|\($0)" } ?? "")".utf8)
  }

  static let read: FileProber = { file in
    var buffer = [UInt8](repeating: 0, count: 4000)
    var span = buffer.mutableSpan
    let count: Int
    do throws(SystemError) {
      count = try file.read(into: &span, at: 0)
    } catch {
      return .failed(error)
    }
    let fields = String(decoding: buffer[..<count], as: UTF8.self)
      .split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    guard (5...6).contains(fields.count) else { return .unreadable("not a sound file") }
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.duration = .seconds(fields.count == 6 ? Int(fields[5]) ?? 0 : 3)
    details.title = fields[0].isEmpty ? nil : fields[0]
    details.artists = fields[1].split(separator: ";").map { String($0) }
    details.album = fields[2].isEmpty ? nil : fields[2]
    details.disc = Int(fields[3])
    details.track = Int(fields[4])
    return .details(details)
  }
}
