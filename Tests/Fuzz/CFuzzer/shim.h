// libFuzzer's entry for programs that have a `main` of their own (FuzzerInterface.h).
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *data, size_t size));
