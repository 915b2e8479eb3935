public import Media
public import Model

/// Analyses one song in one pass, in bounded memory. One thread at a time; it blocks on storage.
public final class Analyzer {
  public static let leastSeconds = 5.0
  public static let mostSeconds = 6.0 * 3600
  /// Frames read at a time.
  private static let blockFrames = 4096

  /// Results that are wanted besides loudness, waveform, tempo and key.
  public struct Options: Hashable, Sendable {
    public var wantsChords = true
    public var wantsNotes = false

    public init() {}
  }

  private let decoder: any Decoder
  private let options: Options

  public init(_ decoder: any Decoder, _ options: Options = Options()) {
    self.decoder = decoder
    self.options = options
  }

  /// - Parameter progress: called after each block with the part of the song that is done, 0 to 1; returns whether to
  ///   continue.
  public func run(progress: (Double) -> Bool = { _ in true }) throws(AnalysisFault) -> MusicAnalysis {
    try listen(progress).finish(options)
  }

  /// Lets the whole song pass by.
  func listen(_ progress: (Double) -> Bool) throws(AnalysisFault) -> AnalysisPass {
    let format = decoder.format
    let length = decoder.lengthFrames
    if let length, Double(length) > Self.mostSeconds * Double(format.rate) { throw .tooLong }
    let collectors = try AnalysisPass(format, length: length.map { Int($0) })
    var samples = [Float](repeating: 0, count: Self.blockFrames * 8)
    while let count = try next(&samples, of: format, isFirst: collectors.frames == 0) {
      try collectors.add(&samples, frames: count)
      if collectors.seconds > Self.mostSeconds { throw .tooLong }
      let whole = max(Int(decoder.estimatedLengthFrames ?? 0), collectors.frames, 1)
      guard progress(Double(collectors.frames) / Double(whole)) else { throw .cancelled }
    }
    guard collectors.seconds >= Self.leastSeconds else { throw .tooShort }
    guard !collectors.isSilent else { throw .silent }
    return collectors
  }

  /// - Returns: how many frames were read; nil at the end.
  private func next(_ samples: inout [Float], of format: StreamFormat, isFirst: Bool) throws(AnalysisFault)
    -> Int?
  {
    while true {
      let result: ReadResult
      do throws(MediaError) {
        var span = samples.mutableSpan
        result = try decoder.read(into: &span)
      } catch {
        // A file that is broken further on has an analysis of what can be heard of it.
        if isFirst { throw .unreadable("\(error)") }
        return nil
      }
      switch result {
      case .frames(let count): return count
      case .end, .pending: return nil
      case .formatChanged(let changed):
        guard changed.rate == format.rate, changed.channels == format.channels else {
          throw .unreadable("the sample rate or channels change in mid-file")
        }
      }
    }
  }
}
