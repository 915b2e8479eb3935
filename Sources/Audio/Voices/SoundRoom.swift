/// How the memory for sounds is divided: one part is for the streams of long ones, of which few are read at once, the rest for
/// what lies decoded.
struct SoundRoom: Sendable {
  /// In all.
  let bytes: Int
  let budget = SoundBudget()

  /// Returns the bytes that decoded sounds may take.
  /// - Parameter isOptional: less what others need to begin: the heads of an announcement and of a recording.
  func decodedBytes(rate: Int, isOptional: Bool = false) -> Int {
    let streams = EngineVoices.streamLimit * streamFrames(rate: rate) * SoundMemory.bytesPerFrame
    return bytes - streams - (isOptional ? 2 * headBytes(rate: rate) : 0)
  }

  /// Returns the frames that a long sound is read ahead, with those that the device may give back; fewer at high rates.
  func streamFrames(rate: Int) -> Int {
    let wanted = (EngineVoices.streamSeconds * 1000 + DeviceTiming.bufferMilliseconds) * rate / 1000
    return min(wanted, bytes / (2 * EngineVoices.streamLimit) / SoundMemory.bytesPerFrame)
  }

  /// Returns the frames of a long sound's head, which is in memory.
  func headFrames(rate: Int) -> Int {
    min(EngineVoices.headMilliseconds * rate / 1000, bytes / 32 / SoundMemory.bytesPerFrame)
  }

  func headBytes(rate: Int) -> Int { headFrames(rate: rate) * SoundMemory.bytesPerFrame }
}
