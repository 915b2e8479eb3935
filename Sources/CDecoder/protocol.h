// The messages between Media's HelperDecoder and the program jukebox-decoder, over a Unix socket of type SOCK_SEQPACKET: one
// request, one answer. Both ends run on one machine, so numbers have its byte order. Where no file can be passed, the process asks
// for the bytes that it needs before it answers (DECODER_WANTED).
#pragma once
#include <stdint.h>

enum decoder_operation {
  // Opens the file whose descriptor comes with the message (SCM_RIGHTS). The name of libavformat's demuxer follows, as in "mov";
  // `count` is a set of decoder_flags, `frame` the size in bytes where no descriptor comes. Answer: the format, and the name of
  // the codec.
  DECODER_OPEN = 1,
  // Asks for at most `count` frames. Answer: `status` frames, the samples follow as interleaved floats; 0 at the end.
  DECODER_READ = 2,
  // Seeks to `frame`. Answer: the position of the next frame; `status` is 1 where it is an estimate.
  DECODER_SEEK = 3,
  // After DECODER_WANTED: `count` bytes follow, none at the end; `frame` is -1 where they can't be had.
  DECODER_BYTES = 4,
};

enum decoder_flags {
  // Frames count from the first that the codec gives: edit lists and encoder delay are the caller's business.
  DECODER_RAW = 1,
  // No descriptor comes: bytes are asked for.
  DECODER_ASKS = 2,
  // With DECODER_ASKS: a stream, whose bytes are asked for in their order alone.
  DECODER_STREAM = 4,
};

// In `status`: no answer yet. Wanted are `bits` bytes from `position` on; DECODER_BYTES has to follow.
#define DECODER_WANTED (-100)

// In `status` of an answer; the reason follows as text.
enum decoder_failure {
  DECODER_UNSUPPORTED = -1,
  DECODER_CORRUPT = -2,
  DECODER_TRUNCATED = -3,
  DECODER_NO_MEMORY = -4,
  DECODER_UNREADABLE = -5,
};

struct decoder_request {
  uint32_t operation;
  uint32_t count;
  int64_t frame;
};

struct decoder_answer {
  // Bytes of the codec's name, or frames of samples, that follow; after DECODER_SEEK 0 or 1; a decoder_failure; or
  // DECODER_WANTED.
  int32_t status;
  // Format of the frames that follow, or of the next ones.
  uint32_t rate;
  uint32_t channels;
  // Used bits of each sample, if samples are whole numbers (lossless codecs); else 0.
  uint32_t bits;
  // Position of the first frame that follows, or of the next one.
  int64_t position;
  // Number of bytes that were read so far.
  int64_t bytes;
};

// Bytes after an answer, and of one DECODER_BYTES, at most.
#define DECODER_PAYLOAD 65536
// Bytes after a request at most.
#define DECODER_NAME 32
#define DECODER_CHANNELS 8
// The socket of the service.
#define DECODER_SOCKET "/run/jukebox-decoder/socket"
