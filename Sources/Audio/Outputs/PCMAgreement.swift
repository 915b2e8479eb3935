import CALSA
import Signal

/// Parameters that a PCM was set up with.
struct PCMAgreement {
  let rate: Int
  let format: SampleFormat
  let periodFrames: Int
  let bufferFrames: Int
  /// Whether its position has steps of periods or transfers (snd_pcm_hw_params_is_batch(3)), as with USB.
  let isBatch: Bool

  /// Sets the PCM up (snd_pcm_hw_params(3), snd_pcm_sw_params(3)): it starts on request only.
  init(_ pcm: OpaquePointer, name: String, rate wanted: Int, formats: [SampleFormat]) throws(DeviceError) {
    func check(_ call: String, _ code: Int32) throws(DeviceError) {
      if code < 0 { throw DeviceError(name: name, call: call, code: code) }
    }
    var hardware: OpaquePointer?
    try check("snd_pcm_hw_params_malloc", unsafe snd_pcm_hw_params_malloc(&hardware))
    defer { unsafe snd_pcm_hw_params_free(hardware) }
    try check("snd_pcm_hw_params_any", unsafe snd_pcm_hw_params_any(pcm, hardware))
    try check(
      "snd_pcm_hw_params_set_access",
      unsafe snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
    try check(
      "snd_pcm_hw_params_set_channels", unsafe snd_pcm_hw_params_set_channels(pcm, hardware, 2))
    guard
      let format = formats.first(where: { unsafe snd_pcm_hw_params_test_format(pcm, hardware, $0.alsa) == 0 })
    else { throw DeviceError(name: name, call: "snd_pcm_hw_params_test_format", code: -EINVAL) }
    try check(
      "snd_pcm_hw_params_set_format", unsafe snd_pcm_hw_params_set_format(pcm, hardware, format.alsa))
    try check(
      "snd_pcm_hw_params_set_rate_resample", unsafe snd_pcm_hw_params_set_rate_resample(pcm, hardware, 0))
    var rate = UInt32(wanted)
    var direction: Int32 = 0
    try check(
      "snd_pcm_hw_params_set_rate_near",
      unsafe snd_pcm_hw_params_set_rate_near(pcm, hardware, &rate, &direction))
    var period = snd_pcm_uframes_t(DeviceTiming.periodFrames(rate: Int(rate)))
    try check(
      "snd_pcm_hw_params_set_period_size_near",
      unsafe snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, &direction))
    var buffer = snd_pcm_uframes_t(DeviceTiming.bufferFrames(rate: Int(rate)))
    try check(
      "snd_pcm_hw_params_set_buffer_size_near",
      unsafe snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer))
    try check("snd_pcm_hw_params", unsafe snd_pcm_hw_params(pcm, hardware))

    isBatch = unsafe snd_pcm_hw_params_is_batch(hardware) != 0
    var software: OpaquePointer?
    try check("snd_pcm_sw_params_malloc", unsafe snd_pcm_sw_params_malloc(&software))
    defer { unsafe snd_pcm_sw_params_free(software) }
    try check("snd_pcm_sw_params_current", unsafe snd_pcm_sw_params_current(pcm, software))
    var boundary: snd_pcm_uframes_t = 0
    try check("snd_pcm_sw_params_get_boundary", unsafe snd_pcm_sw_params_get_boundary(software, &boundary))
    try check(
      "snd_pcm_sw_params_set_start_threshold",
      unsafe snd_pcm_sw_params_set_start_threshold(pcm, software, boundary))
    try check("snd_pcm_sw_params", unsafe snd_pcm_sw_params(pcm, software))
    self.rate = Int(rate)
    self.format = format
    periodFrames = max(1, Int(period))
    bufferFrames = max(1, Int(buffer))
  }
}
