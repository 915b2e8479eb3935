/// Vorbis and Opus put the channels in an order of their own (Vorbis I specification 4.3.9, RFC 7845 5.1.1.2).
enum ChannelOrder {
  /// By channel count: for each channel in WAVE order, its place in Vorbis order.
  private static let fromVorbis: [[Int]] = [
    [], [0], [0, 1], [0, 2, 1], [0, 1, 2, 3], [0, 2, 1, 3, 4], [0, 2, 1, 5, 3, 4], [0, 2, 1, 6, 5, 3, 4],
    [0, 2, 1, 7, 5, 6, 3, 4],
  ]

  /// - Parameter channels: 1 to 8.
  static func vorbisPlaces(channels: Int) -> [Int] { fromVorbis[channels] }
}
