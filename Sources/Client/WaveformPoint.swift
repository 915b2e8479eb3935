/// A point of a waveform: bass, middle, treble, each 0 to 1.
package struct WaveformPoint: Encodable, Equatable {
  package var peak: [Double]
  package var rms: [Double]

  package static func all(_ answer: Answer) -> [WaveformPoint] {
    answer.items(beginningWith: "peak").compactMap { item in
      func levels(_ key: String) -> [Double] {
        (item[key] ?? "").split(separator: " ").compactMap { Double($0) }
      }
      let point = WaveformPoint(peak: levels("peak"), rms: levels("rms"))
      return point.peak.count == 3 && point.rms.count == 3 ? point : nil
    }
  }
}
