/// A playback stream of a sound card and its user, as the kernel shows them (/proc/asound/cardN/pcmMp/subS).
public struct PlaybackStream: Hashable, Sendable {
  public let card: Int
  public let device: Int
  /// The thread that has it open; nil while it is closed.
  public let owner: Int?
  /// The configured rate in Hz; nil before the set-up.
  public let rate: Int?
  /// The kernel's word, such as `S32_LE`.
  public let format: String?

  /// - Parameter folder: where the kernel shows sound cards.
  public static func all(below folder: String = "/proc/asound") -> [PlaybackStream] {
    var streams: [PlaybackStream] = []
    for card in HostFolder.names(in: folder) {
      guard let number = number(card, "card", "") else { continue }
      for device in HostFolder.names(in: "\(folder)/\(card)") {
        guard let pcm = Self.number(device, "pcm", "p") else { continue }
        for part in HostFolder.names(in: "\(folder)/\(card)/\(device)") where part.hasPrefix("sub") {
          let place = "\(folder)/\(card)/\(device)/\(part)"
          let status = values(of: "\(place)/status")
          let setUp = values(of: "\(place)/hw_params")
          streams.append(
            PlaybackStream(
              card: number, device: pcm, owner: status["owner_pid"].flatMap { Int($0) },
              rate: setUp["rate"]?.split(separator: " ").first.flatMap { Int($0) }, format: setUp["format"]))
        }
      }
    }
    return streams
  }

  private static func number(_ name: String, _ prefix: String, _ suffix: String) -> Int? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    return Int(name.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
  }

  /// Lines of `key   : value`; the word `closed` has none.
  private static func values(of path: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in ((try? HostFile.text(of: path)) ?? "").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let key = parts[0].split(separator: " ").first else { continue }
      values[String(key)] = parts[1].split(separator: " ").joined(separator: " ")
    }
    return values
  }
}
