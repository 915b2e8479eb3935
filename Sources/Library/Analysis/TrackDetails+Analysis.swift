import Model

extension TrackDetails {
  /// Beats per minute as the tags say, where that can be.
  var tempoTag: Double? {
    guard let text = more.first(where: { $0.tag == .tempo })?.text else { return nil }
    let digits = text.drop { $0 == " " }.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let value = Double(digits.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "."))
    return value.flatMap { AnalysisReport.tempos.contains($0) ? $0 : nil }
  }

  var keyTag: MusicalKey? { more.first { $0.tag == .key }.flatMap { MusicalKey($0.text) } }
}
