// Permissions of a process that reads foreign files.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Limits memory and the calls into the kernel to what work on open descriptors needs. Files can be written up to
// `most_file_bytes` each; 0: none. Answers 0, or -1 with the reason in errno.
int sandbox_enter(size_t most_file_bytes);

// Restarts the limit of processor time of one request.
void sandbox_allow_seconds(int seconds);

#ifdef __cplusplus
}
#endif
