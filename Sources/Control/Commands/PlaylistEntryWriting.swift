import Model

extension Call {
  /// What part of a song is meant, and how it is to sound, as far as that is said.
  func write(_ excerpt: Excerpt) {
    writeRange(excerpt)
    writeLevels(excerpt)
  }

  func writeRange(_ excerpt: Excerpt) {
    guard excerpt.isPart else { return }
    let end = excerpt.end.map { Decimal.seconds($0) } ?? ""
    client.output.pair("Range", "\(Decimal.seconds(excerpt.start))-\(end)")
  }

  func writeLevels(_ excerpt: Excerpt) {
    if excerpt.gain != 0 { client.output.pair("Gain", Decimal.short(excerpt.gain)) }
    if let crossfade = excerpt.crossfade { client.output.pair("Crossfade", Decimal.seconds(crossfade)) }
  }

  /// A text of lines, each on a line of its own.
  func write(_ key: String, lines text: String?) {
    guard let text else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      client.output.pair(key, String(line))
    }
  }
}
