// One file, decoded by libavformat and libavcodec into float samples.
#pragma once
#include <stddef.h>

#include "../CDecoder/protocol.h"

struct decoder;

// The format of the frames that come next, their position, and the bytes read so far.
void decoder_describe(const struct decoder *decoder, struct decoder_answer *answer);

// The source of the bytes.
struct decoder_source {
  // -1: the bytes come from `ask`.
  int descriptor;
  // In bytes.
  int64_t size;
  // Reads `count` bytes from `offset` on, or fewer: 0 at the end, -1 on failure.
  long (*ask)(void *context, int64_t offset, void *buffer, size_t count);
  void *context;
};

// Answers the length of the codec's name in `text`, or a decoder_failure with its reason there.
int decoder_open(struct decoder **decoder, const struct decoder_source *source, unsigned flags, const char *demuxer, char *text,
                 size_t room);

// Answers the number of frames, 0 at the end, or a decoder_failure. `answer` gets their format and position.
int decoder_read(struct decoder *decoder, float *samples, unsigned frames, struct decoder_answer *answer, char *text, size_t room);

// Answers 0, 1 where the position is an estimate, or a decoder_failure.
int decoder_seek(struct decoder *decoder, int64_t frame, char *text, size_t room);
