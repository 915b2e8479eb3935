import Model

extension Call {
  /// Writes the part of the song, and its gain and crossfade if they are set.
  func write(_ region: Region) {
    writeRange(region)
    writeLevels(region)
  }

  func writeRange(_ region: Region) { client.output.range(region) }

  func writeLevels(_ region: Region) {
    if region.gain != 0 { client.output.pair("Gain", Decimal.short(region.gain)) }
    if let crossfade = region.crossfade { client.output.pair("Crossfade", Decimal.seconds(crossfade)) }
  }

  /// A text of lines, each on a line of its own.
  func write(_ key: String, lines text: String?) {
    guard let text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      client.output.pair(key, String(line))
    }
  }
}
