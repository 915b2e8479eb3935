#pragma once
#include <stdint.h>

// Towards zero, as the processor does it: Swift's own conversion checks each number and is no vector code.
typedef float cvector_float4 __attribute__((ext_vector_type(4)));
typedef int32_t cvector_int4 __attribute__((ext_vector_type(4)));
static inline __attribute__((always_inline)) cvector_int4 cvector_whole(cvector_float4 numbers) {
  return __builtin_convertvector(numbers, cvector_int4);
}
