#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// Towards zero, as the processor does it: Swift's own conversion checks each number and is no vector code.
typedef float calsa_float4 __attribute__((ext_vector_type(4)));
typedef int32_t calsa_int4 __attribute__((ext_vector_type(4)));
static inline __attribute__((always_inline)) calsa_int4 calsa_whole(calsa_float4 numbers) {
  return __builtin_convertvector(numbers, calsa_int4);
}
