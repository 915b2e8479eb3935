#pragma once
#include <mpg123.h>

// A macro for mpg123_param2 in some versions.
static inline int cmpg123_param(mpg123_handle *handle, enum mpg123_parms name, long value) {
  return mpg123_param(handle, name, value, 0.);
}
