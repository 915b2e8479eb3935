#define _GNU_SOURCE
#include "CMallocProbe.h"
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void mallocprobe_allocate(void) {
  void *volatile memory = malloc(100);
  free(memory);
}

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)

int mallocprobe_works(void) { return 0; }
uint64_t mallocprobe_allocations(int thread) { return (void)thread, 0; }
uint64_t mallocprobe_frees(int thread) { return (void)thread, 0; }

#else

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// A thread finds its slot by its number once; a number that the kernel gives again goes on counting in the old slot. All
// tests together begin some thousand threads.
enum { slots = 65536 };
static struct slot {
  _Atomic int thread;
  _Atomic uint64_t allocations, frees;
} table[slots];
// Threads beyond the table share it; it is never looked up.
static struct slot surplus;

// This model needs no allocation at a thread's first touch.
static _Thread_local struct slot *mine __attribute__((tls_model("initial-exec")));

static struct slot *find(int thread, int claim) {
  for (unsigned i = 0; i < slots; i++) {
    struct slot *slot = &table[((unsigned)thread + i) % slots];
    int owner = atomic_load(&slot->thread);
    if (owner == thread) return slot;
    if (owner == 0) {
      if (!claim) return NULL;
      if (atomic_compare_exchange_strong(&slot->thread, &owner, thread) || owner == thread) return slot;
    }
  }
  return claim ? &surplus : NULL;
}

static struct slot *slot(void) {
  if (!mine) mine = find((int)syscall(SYS_gettid), 1);
  return mine;
}

static void allocated(void) { atomic_fetch_add_explicit(&slot()->allocations, 1, memory_order_relaxed); }

int mallocprobe_works(void) { return 1; }
uint64_t mallocprobe_allocations(int thread) {
  struct slot *slot = find(thread, 0);
  return slot ? atomic_load(&slot->allocations) : 0;
}
uint64_t mallocprobe_frees(int thread) {
  struct slot *slot = find(thread, 0);
  return slot ? atomic_load(&slot->frees) : 0;
}

void *malloc(size_t size) {
  allocated();
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  allocated();
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  allocated();
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  allocated();
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  allocated();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  allocated();
  void *memory = __libc_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}
void free(void *memory) {
  // Giving back nothing is no work.
  if (memory) atomic_fetch_add_explicit(&slot()->frees, 1, memory_order_relaxed);
  __libc_free(memory);
}

#endif
