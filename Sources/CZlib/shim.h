#pragma once
// Declares input buffers as constant.
#define ZLIB_CONST
#include <zlib.h>

// A macro.
static inline int czlib_inflate_init(z_stream *stream) { return inflateInit(stream); }
