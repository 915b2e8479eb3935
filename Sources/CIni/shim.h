#pragma once
#include <ini.h>
#include <stdbool.h>

// Debian 12's build of libinih keeps its options in variables; upstream's is fixed when the library is built and
// has none of them. Weak references serve both: where a variable is missing, its default stands.
#pragma weak ini_use_stack
#pragma weak ini_max_line
#pragma weak ini_initial_alloc
#pragma weak ini_allow_realloc
#pragma weak ini_stop_on_first_error
extern bool ini_use_stack;
extern int ini_max_line;
extern int ini_initial_alloc;
extern bool ini_allow_realloc;
extern bool ini_stop_on_first_error;

// Asks for lines of up to `bytes` bytes, from the heap. Not to be called while another thread parses.
static inline void cini_allow_lines(int bytes) {
  if (&ini_use_stack) ini_use_stack = false;
  if (&ini_max_line) ini_max_line = bytes;
  if (&ini_initial_alloc) ini_initial_alloc = bytes;
  if (&ini_allow_realloc) ini_allow_realloc = false;
  if (&ini_stop_on_first_error) ini_stop_on_first_error = true;
}
