#include "decoder.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Bytes that libavformat reads at a time.
#define BUFFER 65536
// Broken packets in a row after which a file is given up.
#define MOST_FAULTS 256
// Packets without a frame of sound after which a file is given up.
#define MOST_PACKETS 20000
// Hz: faster sound is halved until it fits, such as DSD128, which libavcodec gives at 705,600 Hz.
#define MOST_RATE 384000

struct decoder {
  struct decoder_source source;
  // Read in its order alone.
  bool is_stream;
  bool is_raw;
  int64_t offset;
  int64_t bytes;

  AVFormatContext *container;
  AVIOContext *io;
  AVCodecContext *codec;
  AVStream *stream;
  AVPacket *packet;
  AVFrame *frame;
  SwrContext *converter;
  // Halves the rate of blocks, into `halved`; NULL while they need it not.
  SwrContext *halver;
  AVFrame *halved;
  // Time of the first sample that it got, until it gives one.
  int64_t halver_stamp;

  // Format of the converter's input.
  enum AVSampleFormat sample_format;
  int rate;
  int channels;
  AVChannelLayout layout;

  // Frames of `frame` not yet returned.
  int first;
  int left;
  // Position of the first of them, in frames.
  int64_t position;
  // Position of the very first frame, in the stream's time base and in frames.
  int64_t origin;
  bool has_origin;
  // Frames of the largest block so far, and of the first one, which may be cut.
  int block;
  int first_block;
  bool is_drained;
  bool is_at_end;
};

static int read_bytes(void *opaque, uint8_t *buffer, int count) {
  struct decoder *decoder = opaque;
  ssize_t got;
  if (decoder->source.ask) {
    got = decoder->source.ask(decoder->source.context, decoder->offset, buffer, (size_t)count);
    if (got < 0) return AVERROR(EIO);
  } else {
    do got = pread(decoder->source.descriptor, buffer, (size_t)count, decoder->offset);
    while (got < 0 && errno == EINTR);
    if (got < 0) return AVERROR(errno);
  }
  if (got == 0) return AVERROR_EOF;
  decoder->offset += got;
  decoder->bytes += got;
  return (int)got;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  struct decoder *decoder = opaque;
  if (whence & AVSEEK_SIZE) return decoder->source.size;
  switch (whence & ~AVSEEK_FORCE) {
    case SEEK_SET: break;
    case SEEK_CUR: offset += decoder->offset; break;
    case SEEK_END: offset += decoder->source.size; break;
    default: return AVERROR(EINVAL);
  }
  if (offset < 0) return AVERROR(EINVAL);
  return decoder->offset = offset;
}

static int failure(int code, char *text, size_t room) {
  // libavutil's words for it are for programmers.
  if (code == AVERROR_INVALIDDATA) snprintf(text, room, "the sound is damaged, or of another kind than its head says");
  else av_strerror(code, text, room);
  switch (code) {
    case AVERROR(ENOMEM): return DECODER_NO_MEMORY;
    case AVERROR(EIO): return DECODER_UNREADABLE;
    case AVERROR_EOF: return DECODER_TRUNCATED;
    case AVERROR_DECODER_NOT_FOUND:
    case AVERROR_DEMUXER_NOT_FOUND:
    case AVERROR_STREAM_NOT_FOUND:
    case AVERROR_PATCHWELCOME: return DECODER_UNSUPPORTED;
    default: return DECODER_CORRUPT;
  }
}

// The order of channels that the jukebox expects of a number of channels.
static void usual_layout(AVChannelLayout *layout, int channels) {
  static const uint64_t masks[DECODER_CHANNELS + 1] = {
      0,
      AV_CH_LAYOUT_MONO,
      AV_CH_LAYOUT_STEREO,
      AV_CH_LAYOUT_SURROUND,
      AV_CH_LAYOUT_QUAD,
      AV_CH_LAYOUT_5POINT0_BACK,
      AV_CH_LAYOUT_5POINT1_BACK,
      AV_CH_LAYOUT_6POINT1,
      AV_CH_LAYOUT_7POINT1,
  };
  av_channel_layout_from_mask(layout, masks[channels]);
}

// Whether two layouts have the same speakers in the same order, but for the name of the pair beside or behind the listener.
static bool is_same_order(const AVChannelLayout *layout, const AVChannelLayout *usual) {
  if (layout->order != AV_CHANNEL_ORDER_NATIVE) return true;
  if (layout->u.mask == usual->u.mask) return true;
  return layout->u.mask == AV_CH_LAYOUT_5POINT0 || layout->u.mask == AV_CH_LAYOUT_5POINT1;
}

// Makes the converter fit the frame that was decoded.
static int fit_converter(struct decoder *decoder) {
  const AVFrame *frame = decoder->frame;
  int channels = frame->ch_layout.nb_channels;
  if (channels < 1 || channels > DECODER_CHANNELS || frame->sample_rate < 1) return AVERROR_PATCHWELCOME;
  if (decoder->converter && decoder->sample_format == frame->format && decoder->rate == frame->sample_rate &&
      av_channel_layout_compare(&decoder->layout, &frame->ch_layout) == 0) {
    return 0;
  }
  AVChannelLayout usual = {0};
  usual_layout(&usual, channels);
  AVChannelLayout *from = is_same_order(&decoder->frame->ch_layout, &usual) ? &usual : &decoder->frame->ch_layout;
  int code = swr_alloc_set_opts2(&decoder->converter, &usual, AV_SAMPLE_FMT_FLT, frame->sample_rate, from, frame->format,
                                 frame->sample_rate, 0, NULL);
  if (code >= 0) code = swr_init(decoder->converter);
  if (code < 0) return code;
  decoder->sample_format = frame->format;
  decoder->rate = frame->sample_rate;
  decoder->channels = channels;
  return av_channel_layout_copy(&decoder->layout, &frame->ch_layout);
}

static unsigned exact_bits(const struct decoder *decoder) {
  const AVCodecDescriptor *descriptor = avcodec_descriptor_get(decoder->codec->codec_id);
  if (!descriptor || !(descriptor->props & AV_CODEC_PROP_LOSSLESS)) return 0;
  int bits = decoder->codec->bits_per_raw_sample;
  switch (av_get_packed_sample_fmt(decoder->sample_format)) {
    case AV_SAMPLE_FMT_U8: return 8;
    case AV_SAMPLE_FMT_S16: return bits > 0 && bits < 16 ? (unsigned)bits : 16;
    case AV_SAMPLE_FMT_S32: return bits > 0 && bits <= 24 ? (unsigned)bits : 0;
    default: return 0;
  }
}

// Reads a packet of sound, and passes it to the codec.
static int feed_codec(struct decoder *decoder, int *faults) {
  for (int packets = 0; packets < MOST_PACKETS; packets++) {
    int code = av_read_frame(decoder->container, decoder->packet);
    if (code == AVERROR_EOF) {
      if (decoder->is_drained) return AVERROR_EOF;
      decoder->is_drained = true;
      return avcodec_send_packet(decoder->codec, NULL);
    }
    if (code < 0) {
      if (code != AVERROR_INVALIDDATA || ++*faults > MOST_FAULTS) return code;
      continue;
    }
    if (decoder->packet->stream_index != decoder->stream->index) {
      av_packet_unref(decoder->packet);
      continue;
    }
    code = avcodec_send_packet(decoder->codec, decoder->packet);
    av_packet_unref(decoder->packet);
    if (code == AVERROR_INVALIDDATA) {
      if (++*faults > MOST_FAULTS) return code;
      continue;
    }
    return code;
  }
  return AVERROR_INVALIDDATA;
}

// Halves the rate of the block in `frame`; without a block, `frame` gets what the halver still holds, at the end. It may be
// without samples.
static int halve(struct decoder *decoder, const AVFrame *block) {
  AVFrame *halved = decoder->halved;
  av_frame_unref(halved);
  if (!decoder->halver) {
    decoder->halver = swr_alloc();
    if (!decoder->halver) return AVERROR(ENOMEM);
    decoder->halver_stamp = decoder->frame->pts;
  }
  halved->sample_rate = block ? block->sample_rate : decoder->rate;
  while (halved->sample_rate > MOST_RATE) halved->sample_rate /= 2;
  halved->format = AV_SAMPLE_FMT_FLT;
  int code = av_channel_layout_copy(&halved->ch_layout, block ? &block->ch_layout : &decoder->layout);
  if (code >= 0) code = swr_convert_frame(decoder->halver, halved, block);
  if (code < 0) return code;
  if (!block) swr_free(&decoder->halver);
  if (halved->nb_samples > 0) {
    halved->pts = decoder->halver_stamp;
    decoder->halver_stamp = AV_NOPTS_VALUE;
  }
  av_frame_unref(decoder->frame);
  av_frame_move_ref(decoder->frame, halved);
  return 0;
}

// Decodes the next block into `frame`: 1, 0 at the end, or an error. Its place is counted, since some containers give one time
// for many blocks.
static int next_block(struct decoder *decoder) {
  int faults = 0;
  while (true) {
    int code = avcodec_receive_frame(decoder->codec, decoder->frame);
    if (code == AVERROR(EAGAIN)) {
      code = feed_codec(decoder, &faults);
      if (code == AVERROR_EOF) return 0;
      if (code < 0) return code;
      continue;
    }
    if (code == AVERROR_INVALIDDATA && ++faults <= MOST_FAULTS) continue;
    if (code == AVERROR_EOF) {
      if (!decoder->halver) return 0;
      code = halve(decoder, NULL);
    } else if (code >= 0 && decoder->frame->nb_samples > 0 && decoder->frame->sample_rate > MOST_RATE) {
      code = halve(decoder, decoder->frame);
    }
    if (code < 0) return code;
    if (decoder->frame->nb_samples <= 0) continue;
    code = fit_converter(decoder);
    if (code < 0) return code;
    decoder->first = 0;
    decoder->left = decoder->frame->nb_samples;
    if (decoder->left > decoder->block) decoder->block = decoder->left;
    return 1;
  }
}

// The position of the decoded block by its time stamp, or -1 without one.
static int64_t stamped_position(const struct decoder *decoder) {
  int64_t stamp = decoder->frame->pts;
  if (stamp == AV_NOPTS_VALUE) return -1;
  AVRational base = decoder->stream->time_base;
  int64_t position = av_rescale_q(stamp - decoder->origin, base, (AVRational){1, decoder->rate});
  // A container that counts milliseconds, or 1/90,000 s, gives a time near the block's beginning.
  if (base.den % decoder->rate != 0 && decoder->block > 0) {
    int64_t offset = decoder->first_block % decoder->block;
    position = (position - offset + decoder->block / 2) / decoder->block * decoder->block + offset;
    if (stamp <= decoder->origin) position = 0;
  }
  return position;
}

static int open_codec(struct decoder *decoder) {
  const AVCodec *codec = avcodec_find_decoder(decoder->stream->codecpar->codec_id);
  if (!codec) return AVERROR_DECODER_NOT_FOUND;
  decoder->codec = avcodec_alloc_context3(codec);
  if (!decoder->codec) return AVERROR(ENOMEM);
  int code = avcodec_parameters_to_context(decoder->codec, decoder->stream->codecpar);
  if (code < 0) return code;
  decoder->codec->pkt_timebase = decoder->stream->time_base;
  decoder->codec->thread_count = 1;
  if (decoder->is_raw) decoder->codec->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  return avcodec_open2(decoder->codec, codec, NULL);
}

// Reads on until a stream of sound has a codec: some containers state it only with the first packets.
static int find_stream(struct decoder *decoder) {
  int best = av_find_best_stream(decoder->container, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
  if (best < 0 || decoder->container->streams[best]->codecpar->sample_rate == 0) {
    int code = avformat_find_stream_info(decoder->container, NULL);
    if (code < 0) return code;
    best = av_find_best_stream(decoder->container, AVMEDIA_TYPE_AUDIO, -1, -1, NULL, 0);
  }
  if (best < 0) return best;
  decoder->stream = decoder->container->streams[best];
  for (unsigned index = 0; index < decoder->container->nb_streams; index++) {
    if ((int)index != best) decoder->container->streams[index]->discard = AVDISCARD_ALL;
  }
  return 0;
}

static int open_container(struct decoder *decoder, const char *demuxer) {
  const AVInputFormat *format = av_find_input_format(demuxer);
  if (!format) return AVERROR_DEMUXER_NOT_FOUND;
  uint8_t *buffer = av_malloc(BUFFER);
  decoder->container = avformat_alloc_context();
  if (!buffer || !decoder->container) return AVERROR(ENOMEM);
  decoder->io = avio_alloc_context(buffer, BUFFER, 0, decoder, read_bytes, NULL, decoder->is_stream ? NULL : seek_bytes);
  if (!decoder->io) return AVERROR(ENOMEM);
  decoder->io->seekable = decoder->is_stream ? 0 : AVIO_SEEKABLE_NORMAL;
  decoder->container->pb = decoder->io;
  decoder->container->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_DISCARD_CORRUPT;
  if (decoder->is_stream) {
    decoder->container->flags |= AVFMT_FLAG_NOBUFFER;
    decoder->container->probesize = 65536;
    decoder->container->max_analyze_duration = AV_TIME_BASE / 2;
  }
  AVDictionary *options = NULL;
  if (decoder->is_raw) av_dict_set(&options, "ignore_editlist", "1", 0);
  int code = avformat_open_input(&decoder->container, NULL, format, &options);
  av_dict_free(&options);
  return code;
}

int decoder_open(struct decoder **made, const struct decoder_source *source, unsigned flags, const char *demuxer, char *text,
                 size_t room) {
  struct decoder *decoder = av_mallocz(sizeof *decoder);
  *made = decoder;
  if (!decoder) return failure(AVERROR(ENOMEM), text, room);
  decoder->source = *source;
  decoder->is_stream = flags & DECODER_STREAM;
  decoder->is_raw = flags & DECODER_RAW;
  struct stat status;
  if (!source->ask && fstat(source->descriptor, &status) == 0) decoder->source.size = status.st_size;
  decoder->packet = av_packet_alloc();
  decoder->frame = av_frame_alloc();
  decoder->halved = av_frame_alloc();
  if (!decoder->packet || !decoder->frame || !decoder->halved) return failure(AVERROR(ENOMEM), text, room);

  int code = open_container(decoder, demuxer);
  if (code >= 0) code = find_stream(decoder);
  if (code >= 0) code = open_codec(decoder);
  if (code >= 0) code = next_block(decoder);
  if (code < 0) return failure(code, text, room);
  if (code == 0) return failure(AVERROR_EOF, text, room);
  decoder->origin = decoder->frame->pts == AV_NOPTS_VALUE ? 0 : decoder->frame->pts;
  decoder->first_block = decoder->frame->nb_samples;
  return snprintf(text, room, "%s", avcodec_get_name(decoder->codec->codec_id));
}

void decoder_describe(const struct decoder *decoder, struct decoder_answer *answer) {
  answer->rate = (uint32_t)decoder->rate;
  answer->channels = (uint32_t)decoder->channels;
  answer->bits = exact_bits(decoder);
  answer->position = decoder->position;
  answer->bytes = decoder->bytes;
}

// Converts what is left of the block, as far as there is room.
static int give(struct decoder *decoder, float *samples, unsigned frames) {
  int count = decoder->left < (int)frames ? decoder->left : (int)frames;
  const uint8_t *planes[DECODER_CHANNELS] = {0};
  int is_planar = av_sample_fmt_is_planar(decoder->sample_format);
  int step = av_get_bytes_per_sample(decoder->sample_format) * (is_planar ? 1 : decoder->channels);
  for (int plane = 0; plane < (is_planar ? decoder->channels : 1); plane++) {
    planes[plane] = decoder->frame->extended_data[plane] + (ptrdiff_t)decoder->first * step;
  }
  uint8_t *out = (uint8_t *)samples;
  int done = swr_convert(decoder->converter, &out, count, planes, count);
  if (done < 0) return done;
  decoder->first += count;
  decoder->left -= count;
  decoder->position += count;
  return done;
}

int decoder_read(struct decoder *decoder, float *samples, unsigned frames, struct decoder_answer *answer, char *text,
                 size_t room) {
  unsigned done = 0;
  while (true) {
    if (decoder->left == 0) {
      // A stream may have no more for a while.
      if (decoder->is_at_end || (done > 0 && decoder->is_stream)) break;
      int code = next_block(decoder);
      if (code == 0) {
        decoder->is_at_end = true;
        break;
      }
      if (code < 0) {
        if (done > 0) break;
        return failure(code, text, room);
      }
    }
    // Another format waits for the next request.
    if (done == 0) {
      decoder_describe(decoder, answer);
      unsigned fits = DECODER_PAYLOAD / (unsigned)sizeof(float) / answer->channels;
      if (frames > fits) frames = fits;
    } else if (answer->channels != (uint32_t)decoder->channels || answer->rate != (uint32_t)decoder->rate) {
      break;
    }
    int count = give(decoder, samples + (size_t)done * answer->channels, frames - done);
    if (count < 0) return failure(count, text, room);
    done += (unsigned)count;
    if (done == frames) break;
  }
  if (done == 0) decoder_describe(decoder, answer);
  answer->bytes = decoder->bytes;
  return (int)done;
}

// Frames that are decoded before the target of a seek, so that what follows is what playing from the start gives.
static int64_t preroll(const struct decoder *decoder) {
  switch (decoder->codec->codec_id) {
    case AV_CODEC_ID_OPUS: return 24000;
    case AV_CODEC_ID_WMAV1:
    case AV_CODEC_ID_WMAV2:
    case AV_CODEC_ID_WMAPRO: return 16384;
    // Its demuxer goes to wrong places: from the start.
    case AV_CODEC_ID_MUSEPACK8: return INT64_MAX / 4;
    case AV_CODEC_ID_ALAC:
    case AV_CODEC_ID_FLAC:
    case AV_CODEC_ID_TTA:
    case AV_CODEC_ID_WAVPACK:
    case AV_CODEC_ID_APE: return 0;
    default: return 8192;
  }
}

// Whether the block's place is known to the frame: not where times are milliseconds and blocks of several lengths, and not
// where libavcodec needs more than the blocks before.
static bool is_seek_exact(const struct decoder *decoder) {
  AVRational base = decoder->stream->time_base;
  enum AVCodecID codec = decoder->codec->codec_id;
  return codec != AV_CODEC_ID_WMALOSSLESS && (codec != AV_CODEC_ID_VORBIS || base.den % decoder->rate == 0);
}

// Whether the codec keeps bits for its filter.
static bool is_dsd(const struct decoder *decoder) {
  switch (decoder->codec->codec_id) {
    case AV_CODEC_ID_DSD_LSBF:
    case AV_CODEC_ID_DSD_LSBF_PLANAR:
    case AV_CODEC_ID_DSD_MSBF:
    case AV_CODEC_ID_DSD_MSBF_PLANAR:
    case AV_CODEC_ID_DST: return true;
    default: return false;
  }
}

static int seek_container(struct decoder *decoder, int64_t frame) {
  int index = decoder->stream->index;
  int64_t stamp = decoder->origin + av_rescale_q(frame, (AVRational){1, decoder->rate}, decoder->stream->time_base);
  if (frame <= 0) stamp = decoder->origin;
  int code = av_seek_frame(decoder->container, index, stamp, AVSEEK_FLAG_BACKWARD);
  // The first packet may be later than the first time.
  if (code < 0 && frame <= 0) code = avformat_seek_file(decoder->container, index, INT64_MIN, stamp, INT64_MAX, 0);
  if (code < 0) return code;
  swr_free(&decoder->halver);
  decoder->left = 0;
  decoder->is_drained = decoder->is_at_end = false;
  if (!is_dsd(decoder)) {
    avcodec_flush_buffers(decoder->codec);
    return 0;
  }
  // Its filter would keep the bits before the seek.
  avcodec_free_context(&decoder->codec);
  return open_codec(decoder);
}

int decoder_seek(struct decoder *decoder, int64_t frame, char *text, size_t room) {
  if (decoder->is_stream) return failure(AVERROR(ESPIPE), text, room);
  int64_t before = preroll(decoder);
  for (int tries = 0; tries < 4; tries++) {
    int code = seek_container(decoder, frame - before);
    if (code >= 0) code = next_block(decoder);
    if (code < 0) return failure(code, text, room);
    if (code == 0) {
      decoder->is_at_end = true;
      decoder->position = frame;
      return 0;
    }
    int64_t position = stamped_position(decoder);
    if (position < 0) position = frame <= before ? 0 : frame;
    if (position > frame && frame > before) {
      before = before * 4 + 65536;
      continue;
    }
    decoder->position = position;
    while (decoder->position < frame) {
      if (decoder->left == 0) {
        code = next_block(decoder);
        if (code < 0) return failure(code, text, room);
        if (code == 0) {
          decoder->is_at_end = true;
          return 0;
        }
      }
      int64_t skipped = frame - decoder->position < decoder->left ? frame - decoder->position : decoder->left;
      decoder->first += (int)skipped;
      decoder->left -= (int)skipped;
      decoder->position += skipped;
    }
    return is_seek_exact(decoder) ? 0 : 1;
  }
  return failure(AVERROR_INVALIDDATA, text, room);
}
