// Lets a pipe answer as an input device of the kernel, so that libevdev itself can be tested without one: ioctl(2)
// is taken over for the descriptors that are made known here, and passed on for all others.
#pragma once
#include <stdint.h>

// Up to 16 at a time. The device has these keys, all of them up. 0, or -1 where there is no room.
int evdevprobe_add(int fd, const char *name, const uint16_t *keys, int count);
void evdevprobe_remove(int fd);
// What the device says when it is asked for the state of its keys.
void evdevprobe_set_key(int fd, uint16_t key, int is_down);
// The clock that was asked for (EVIOCSCLOCKID); -1 for none.
int evdevprobe_clock(int fd);
int evdevprobe_is_grabbed(int fd);
