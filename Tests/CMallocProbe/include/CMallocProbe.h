// Counts what each thread of a test process takes from and gives back to the C library's heap, by standing in front of
// malloc(3). Under a sanitizer, which does the same, it stands aside and counts nothing.
#pragma once
#include <stdint.h>

/// Whether it counts.
int mallocprobe_works(void);
/// Calls by the thread of that number (gettid(2)) since its start; 0 for one that has made none.
uint64_t mallocprobe_allocations(int thread);
uint64_t mallocprobe_frees(int thread);
/// Takes memory and gives it back, which an optimiser would leave out.
void mallocprobe_allocate(void);
