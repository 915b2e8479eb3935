import CALSA
import Signal

extension SampleFormat {
  /// ALSA's name for it.
  var alsa: snd_pcm_format_t {
    switch self {
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .s16: SND_PCM_FORMAT_S16_LE
    }
  }
}
