#pragma once
#include <opusfile.h>

// Variadic, which Swift can't call.
static inline int jukebox_opus_inner(OpusMSDecoder *decoder, opus_int32 stream, OpusDecoder **inner) {
  return opus_multistream_decoder_ctl(decoder, OPUS_MULTISTREAM_GET_DECODER_STATE(stream, inner));
}
