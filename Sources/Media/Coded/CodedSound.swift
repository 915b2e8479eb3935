import Model

/// Sound that jukebox-decoder decodes, as its container describes it.
struct CodedSound {
  let type: FileType
  /// libavformat's demuxer for the container.
  let demuxer: String
  let format: StreamFormat
  /// Per sample, where the format stores whole samples.
  var bits: Int?
  /// Frames of the codec's output before the first of the sound; nil where libavformat drops them itself.
  var start: Int64?
  /// Without what encoders pad at both ends.
  var lengthFrames: Int64?
  /// From the size, where the container states no length.
  var estimatedLengthFrames: Int64?
  /// As the head states it; tags come first.
  var loudness = Loudness()

  var task: HelperDecoder.Task {
    HelperDecoder.Task(
      demuxer: demuxer, name: type.name, rate: format.rate, start: start, lengthFrames: lengthFrames,
      estimatedLengthFrames: estimatedLengthFrames)
  }
}
