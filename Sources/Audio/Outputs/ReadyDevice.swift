import Signal

/// A device with all that the audio thread needs beside it, made before it is handed over.
@safe final class ReadyDevice: @unchecked Sendable {
  // Unchecked: in one hand at a time (`DeviceSlot`).
  let device: any OutputDevice
  let shape: FadeShape
  /// Shape of the device before: it is freed with this one, not on the audio thread.
  var retired: FadeShape?
  /// Room for a period in the device's format.
  let bytes: UnsafeMutableRawPointer
  /// As much as the device holds, and what waits to be written.
  let history: MusicHistory

  init(_ device: any OutputDevice) {
    self.device = device
    shape = FadeShape(rate: device.rate)
    history = MusicHistory(
      capacity: device.bufferFrames + device.periodFrames + Mixer.poolFrames(rate: device.rate),
      region: shape.frames, chain: MixerChain(rate: device.rate))
    let count = device.periodFrames * device.format.bytesPerFrame
    unsafe bytes = .allocate(byteCount: count, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  deinit { unsafe bytes.deallocate() }
}
