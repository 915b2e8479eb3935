#pragma once
#include <alsa/asoundlib.h>
#include <stdint.h>

// ALSA writes what goes wrong to standard error, over and over while a device is looked for; every call's answer is
// looked at instead.
static inline void calsa_ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}
static inline void calsa_silence_errors(void) { snd_lib_error_set_handler(calsa_ignore); }

// Makes the kernel give a thread half of its 256 KiB of stack: Swift has no way to say how much a function takes.
static __attribute__((noinline, unused)) void calsa_touch_stack(void) {
  volatile char stack[128 * 1024];
  for (unsigned i = 0; i < sizeof stack; i += 4096) stack[i] = 0;
}
