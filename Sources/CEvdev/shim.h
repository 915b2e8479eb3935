// libevdev and the kernel's key numbers. No logic here.
#pragma once
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <time.h>

// open(2) is variadic.
static inline int cevdev_open(const char *path) { return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY); }

static inline int cevdev_use_monotonic_clock(struct libevdev *device) {
  return libevdev_set_clock_id(device, CLOCK_MONOTONIC);
}

// The fields of the time have other names where time_t has 64 bits on a 32-bit kernel.
static inline int64_t cevdev_nanoseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}
