/// Frames that are handed out, all of one kind. They are valid until more are asked for.
@safe struct Run {
  /// Stereo, interleaved; nil for digital silence.
  let samples: UnsafePointer<Float>?
  let frames: Int
  /// How many bits of the samples are in use; 0 where all are.
  let exactBits: Int
  /// They may exceed full scale, since something was added to them.
  var isLoud = false
}
