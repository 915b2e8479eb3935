// What a process that reads foreign files may still do.
#pragma once

// Limits memory, file size and the calls into the kernel to what decoding an open descriptor needs. Answers 0, or -1 with the
// reason in errno.
int sandbox_enter(void);

// Restarts the limit of processor time of one request.
void sandbox_allow_seconds(int seconds);
