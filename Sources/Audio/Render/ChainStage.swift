/// A place in the audio thread's chain, such as an equaliser or voices mixed over the music. It is made before it is
/// put into the chain; on the audio thread it neither allocates, locks nor calls the system.
protocol ChainStage: AnyObject {
  /// Whether it changes anything now; one that does not costs this question only.
  var isActive: Bool { get }

  /// Changes stereo frames in place; any count from 1 to `Renderer.longestRun`.
  func process(_ samples: UnsafeMutablePointer<Float>, frames: Int, rate: Int)
}
