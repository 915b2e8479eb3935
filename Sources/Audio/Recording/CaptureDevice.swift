import CALSA
import Signal

/// An ALSA PCM that is recorded from (snd_pcm_open(3), SND_PCM_STREAM_CAPTURE), of two channels. One thread uses it.
@safe final class CaptureDevice {
  let rate: Int
  let format: SampleFormat
  let periodFrames: Int
  private let pcm: OpaquePointer
  private let name: String
  private let bytes: UnsafeMutableRawPointer

  /// How often frames were lost, since nobody took them in time.
  private(set) var overruns = 0

  /// May block on the driver.
  init(name: String, rate wanted: Int) throws(DeviceError) {
    calsa_silence_errors()
    var pcm: OpaquePointer?
    let code = unsafe snd_pcm_open(&pcm, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let pcm = unsafe pcm else {
      throw DeviceError(name: name, call: "snd_pcm_open", code: code)
    }
    do throws(DeviceError) {
      let agreed = try unsafe PCMAgreement(
        pcm, name: name, rate: wanted, formats: [.s32, .s24, .s24Packed, .s16, .float])
      (rate, format, periodFrames) = (agreed.rate, agreed.format, agreed.periodFrames)
      let code = unsafe snd_pcm_start(pcm)
      // A plug-in without a clock may have started by itself.
      guard code >= 0 || code == -EBADFD else {
        throw DeviceError(name: name, call: "snd_pcm_start", code: code)
      }
    } catch {
      unsafe snd_pcm_close(pcm)
      throw error
    }
    unsafe self.pcm = pcm
    self.name = name
    unsafe bytes = .allocate(byteCount: periodFrames * format.bytesPerFrame, alignment: 64)
  }

  deinit {
    unsafe snd_pcm_close(pcm)
    unsafe bytes.deallocate()
  }

  /// Waits for frames, a tenth of a second at most.
  /// - Parameter target: room for `periodFrames` stereo frames.
  /// - Returns: how many came; 0 where none did.
  func read(into target: UnsafeMutablePointer<Float>) throws(DeviceError) -> Int {
    let count = unsafe snd_pcm_readi(pcm, bytes, snd_pcm_uframes_t(periodFrames))
    if count > 0 {
      unsafe convert(frames: count, to: target)
      return count
    }
    switch Int32(count) {
    case 0, -EAGAIN, -EINTR: _ = unsafe snd_pcm_wait(pcm, 100)
    case -EPIPE, -ESTRPIPE:
      overruns += 1
      guard unsafe snd_pcm_prepare(pcm) >= 0, unsafe snd_pcm_start(pcm) >= 0 else {
        throw DeviceError(name: name, call: "snd_pcm_prepare", code: Int32(count))
      }
    default: throw DeviceError(name: name, call: "snd_pcm_readi", code: Int32(count))
    }
    return 0
  }

  private func convert(frames: Int, to target: UnsafeMutablePointer<Float>) {
    func whole(_ value: Int32) -> Float { Float(value) * 0x1p-31 }
    for index in 0..<frames * 2 {
      let sample: Float =
        switch format {
        case .s32: unsafe whole(bytes.load(fromByteOffset: 4 * index, as: Int32.self))
        case .s24: unsafe whole(bytes.load(fromByteOffset: 4 * index, as: Int32.self) << 8)
        case .float: unsafe bytes.load(fromByteOffset: 4 * index, as: Float.self)
        case .s16: unsafe Float(bytes.load(fromByteOffset: 2 * index, as: Int16.self)) * 0x1p-15
        case .s24Packed: packed(3 * index)
        }
      unsafe target[index] = sample.isFinite ? sample : 0
    }
  }

  private func packed(_ offset: Int) -> Float {
    let low = unsafe UInt32(bytes.load(fromByteOffset: offset, as: UInt8.self))
    let mid = unsafe UInt32(bytes.load(fromByteOffset: offset + 1, as: UInt8.self))
    let high = unsafe UInt32(bytes.load(fromByteOffset: offset + 2, as: UInt8.self))
    return Float(Int32(bitPattern: high << 24 | mid << 16 | low << 8)) * 0x1p-31
  }
}
