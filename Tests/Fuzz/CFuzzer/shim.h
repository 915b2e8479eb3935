// libFuzzer's entry for programs that have a `main` of their own (FuzzerInterface.h), and a file in memory.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *data, size_t size));

// Changes `data` in one of libFuzzer's own ways; gives the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

static inline int cfuzzer_memory_file(void) { return (int)syscall(SYS_memfd_create, "fuzz", 0); }
