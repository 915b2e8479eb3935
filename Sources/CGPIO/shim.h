// One line of a GPIO chip, an input with both edges or an output, alike over libgpiod 1 (Debian 12) and 2 (Debian 13),
// which share names but no signatures. Levels and edges are logical: "active" considers active-low.
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CGPIO_BIAS_AS_IS, CGPIO_BIAS_DISABLED, CGPIO_BIAS_PULL_UP, CGPIO_BIAS_PULL_DOWN };
enum { CGPIO_EVENTS_PER_READ = 16 };

struct cgpio_event {
  // CLOCK_MONOTONIC, taken by the kernel in the interrupt (Linux 5.7 and later).
  uint64_t nanoseconds;
  int active;
};

static inline int cgpio_is_number(const char *text) {
  if (*text == 0 || strlen(text) > 9) return 0;
  return text[strspn(text, "0123456789")] == 0;
}

// Reads must come back at once where no edge is queued.
static inline int cgpio_unblock(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

#ifdef GPIOD_LINE_BULK_MAX_LINES  // libgpiod 1

struct cgpio_line {
  struct gpiod_chip *chip;
  struct gpiod_line *line;
};

static inline int cgpio_debounces(void) { return 0; }

static inline int cgpio_fd(struct cgpio_line *self) { return gpiod_line_event_get_fd(self->line); }

static inline void cgpio_close(struct cgpio_line *self) {
  if (self->line) gpiod_line_release(self->line);
  if (self->chip) gpiod_chip_close(self->chip);
  free(self);
}

static inline struct gpiod_line *cgpio_find(struct cgpio_line *self, const char *chip, const char *line) {
  self->chip = gpiod_chip_open_lookup(chip);
  if (!self->chip) return NULL;
  return cgpio_is_number(line) ? gpiod_chip_get_line(self->chip, (unsigned)atoi(line))
                               : gpiod_chip_find_line(self->chip, line);
}

static inline int cgpio_request_input(struct cgpio_line *self, const char *chip, const char *line, int active_low,
                                      int bias, unsigned long debounce_us, const char *consumer) {
  static const int biases[] = {0, GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE, GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
                               GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN};
  (void)debounce_us;
  struct gpiod_line *found = cgpio_find(self, chip, line);
  if (!found) return -1;
  int flags = biases[bias] | (active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0);
  if (gpiod_line_request_both_edges_events_flags(found, consumer, flags) < 0) return -1;
  self->line = found;
  return cgpio_unblock(gpiod_line_event_get_fd(found));
}

static inline int cgpio_request_output(struct cgpio_line *self, const char *chip, const char *line, int active_low,
                                       int active, const char *consumer) {
  struct gpiod_line *found = cgpio_find(self, chip, line);
  if (!found) return -1;
  int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  if (gpiod_line_request_output_flags(found, consumer, flags, active) < 0) return -1;
  self->line = found;
  return 0;
}

static inline int cgpio_set_value(struct cgpio_line *self, int active) {
  return gpiod_line_set_value(self->line, active);
}

// 1 active, 0 inactive, -1 with errno.
static inline int cgpio_value(struct cgpio_line *self) { return gpiod_line_get_value(self->line); }

// How many of at most CGPIO_EVENTS_PER_READ; -1 with errno, EAGAIN where none is queued.
static inline int cgpio_read(struct cgpio_line *self, struct cgpio_event *events) {
  struct gpiod_line_event raw[CGPIO_EVENTS_PER_READ];
  int count = gpiod_line_event_read_fd_multiple(cgpio_fd(self), raw, CGPIO_EVENTS_PER_READ);
  for (int i = 0; i < count; i++) {
    events[i].nanoseconds = (uint64_t)raw[i].ts.tv_sec * 1000000000u + (uint64_t)raw[i].ts.tv_nsec;
    events[i].active = raw[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  }
  return count;
}

#else  // libgpiod 2

struct cgpio_line {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
  unsigned offset;
};

static inline int cgpio_debounces(void) { return 1; }

static inline int cgpio_fd(struct cgpio_line *self) { return gpiod_line_request_get_fd(self->request); }

static inline void cgpio_close(struct cgpio_line *self) {
  if (self->buffer) gpiod_edge_event_buffer_free(self->buffer);
  if (self->request) gpiod_line_request_release(self->request);
  free(self);
}

static inline struct gpiod_chip *cgpio_open_labelled(const char *label) {
  DIR *folder = opendir("/dev");
  if (!folder) return NULL;
  struct gpiod_chip *chip = NULL;
  for (struct dirent *entry; !chip && (entry = readdir(folder));) {
    char path[sizeof "/dev/" + sizeof entry->d_name];
    if (strncmp(entry->d_name, "gpiochip", 8) != 0) continue;
    snprintf(path, sizeof path, "/dev/%s", entry->d_name);
    if (!gpiod_is_gpiochip_device(path) || !(chip = gpiod_chip_open(path))) continue;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    int same = info && strcmp(gpiod_chip_info_get_label(info), label) == 0;
    if (info) gpiod_chip_info_free(info);
    if (!same) {
      gpiod_chip_close(chip);
      chip = NULL;
    }
  }
  closedir(folder);
  if (!chip) errno = ENOENT;
  return chip;
}

// By number, path, name or label, as libgpiod 1 looks it up.
static inline struct gpiod_chip *cgpio_open_chip(const char *chip) {
  char path[300];
  if (chip[0] == '/') return gpiod_chip_open(chip);
  snprintf(path, sizeof path, cgpio_is_number(chip) ? "/dev/gpiochip%s" : "/dev/%s", chip);
  if (gpiod_is_gpiochip_device(path)) return gpiod_chip_open(path);
  return cgpio_open_labelled(chip);
}

// Requests the one line with these settings. A request outlives its chip.
static inline int cgpio_request(struct cgpio_line *self, const char *chip, const char *line,
                                struct gpiod_line_settings *settings, const char *consumer) {
  struct gpiod_chip *opened = cgpio_open_chip(chip);
  if (!opened) return -1;
  int offset = cgpio_is_number(line) ? atoi(line) : gpiod_chip_get_line_offset_from_name(opened, line);
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *request = gpiod_request_config_new();
  if (offset >= 0 && lines && request) {
    self->offset = (unsigned)offset;
    gpiod_request_config_set_consumer(request, consumer);
    // The kernel's own 16 are soon full where a contact bounces and the board is busy.
    gpiod_request_config_set_event_buffer_size(request, 64);
    if (gpiod_line_config_add_line_settings(lines, &self->offset, 1, settings) == 0)
      self->request = gpiod_chip_request_lines(opened, request, lines);
  }
  int code = errno;
  if (request) gpiod_request_config_free(request);
  if (lines) gpiod_line_config_free(lines);
  gpiod_chip_close(opened);
  errno = code;
  return self->request ? 0 : -1;
}

static inline int cgpio_request_input(struct cgpio_line *self, const char *chip, const char *line, int active_low,
                                      int bias, unsigned long debounce_us, const char *consumer) {
  static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                GPIOD_LINE_BIAS_PULL_UP, GPIOD_LINE_BIAS_PULL_DOWN};
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  self->buffer = gpiod_edge_event_buffer_new(CGPIO_EVENTS_PER_READ);
  int result = -1;
  if (settings && self->buffer && gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0 &&
      gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) == 0 &&
      gpiod_line_settings_set_bias(settings, biases[bias]) == 0 &&
      gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) == 0) {
    gpiod_line_settings_set_active_low(settings, active_low != 0);
    gpiod_line_settings_set_debounce_period_us(settings, debounce_us);
    result = cgpio_request(self, chip, line, settings, consumer);
  }
  int code = errno;
  if (settings) gpiod_line_settings_free(settings);
  errno = code;
  return result == 0 ? cgpio_unblock(gpiod_line_request_get_fd(self->request)) : -1;
}

static inline int cgpio_request_output(struct cgpio_line *self, const char *chip, const char *line, int active_low,
                                       int active, const char *consumer) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  int result = -1;
  if (settings && gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) == 0) {
    gpiod_line_settings_set_active_low(settings, active_low != 0);
    gpiod_line_settings_set_output_value(settings, active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    result = cgpio_request(self, chip, line, settings, consumer);
  }
  int code = errno;
  if (settings) gpiod_line_settings_free(settings);
  errno = code;
  return result;
}

static inline int cgpio_set_value(struct cgpio_line *self, int active) {
  return gpiod_line_request_set_value(self->request, self->offset,
                                      active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

static inline int cgpio_value(struct cgpio_line *self) {
  return (int)gpiod_line_request_get_value(self->request, self->offset);
}

static inline int cgpio_read(struct cgpio_line *self, struct cgpio_event *events) {
  int count = gpiod_line_request_read_edge_events(self->request, self->buffer, CGPIO_EVENTS_PER_READ);
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(self->buffer, (unsigned long)i);
    events[i].nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
    events[i].active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  }
  return count;
}

#endif

static inline struct cgpio_line *cgpio_opened(struct cgpio_line *self, int result) {
  if (result == 0) return self;
  int code = errno;
  cgpio_close(self);
  errno = code;
  return NULL;
}

// NULL with errno where there is no such chip or line (ENOENT, EINVAL), or someone else has it (EBUSY).
static inline struct cgpio_line *cgpio_open_input(const char *chip, const char *line, int active_low, int bias,
                                                  unsigned long debounce_us, const char *consumer) {
  struct cgpio_line *self = (struct cgpio_line *)calloc(1, sizeof *self);
  if (!self) return NULL;
  return cgpio_opened(self, cgpio_request_input(self, chip, line, active_low, bias, debounce_us, consumer));
}

// The same for an output that begins with this level.
static inline struct cgpio_line *cgpio_open_output(const char *chip, const char *line, int active_low, int active,
                                                   const char *consumer) {
  struct cgpio_line *self = (struct cgpio_line *)calloc(1, sizeof *self);
  if (!self) return NULL;
  return cgpio_opened(self, cgpio_request_output(self, chip, line, active_low, active, consumer));
}

// A descriptor of the same open file, for the caller to wait on and to close.
static inline int cgpio_duplicate_fd(struct cgpio_line *self) { return fcntl(cgpio_fd(self), F_DUPFD_CLOEXEC, 0); }

// A chip's name and label, cut to `room`, and its number of lines; -1 with errno. A line's user: 1 if the line is in
// use, and the kernel's name of the user, which may be empty.
#ifdef GPIOD_LINE_BULK_MAX_LINES  // libgpiod 1

static inline int cgpio_chip_info(const char *path, char *label, unsigned long room) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  snprintf(label, room, "%s", gpiod_chip_label(chip));
  int lines = (int)gpiod_chip_num_lines(chip);
  gpiod_chip_close(chip);
  return lines;
}

static inline int cgpio_line_user(const char *chip, const char *line, char *user, unsigned long room) {
  struct cgpio_line self = {0};
  struct gpiod_line *found = cgpio_find(&self, chip, line);
  int used = -1;
  if (found) {
    used = gpiod_line_is_used(found);
    const char *consumer = gpiod_line_consumer(found);
    snprintf(user, room, "%s", consumer ? consumer : "");
  }
  if (self.chip) gpiod_chip_close(self.chip);
  return used;
}

#else  // libgpiod 2

static inline int cgpio_chip_info(const char *path, char *label, unsigned long room) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int lines = -1;
  if (info) {
    snprintf(label, room, "%s", gpiod_chip_info_get_label(info));
    lines = (int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
  }
  gpiod_chip_close(chip);
  return lines;
}

static inline int cgpio_line_user(const char *chip, const char *line, char *user, unsigned long room) {
  struct gpiod_chip *opened = cgpio_open_chip(chip);
  if (!opened) return -1;
  int offset = cgpio_is_number(line) ? atoi(line) : gpiod_chip_get_line_offset_from_name(opened, line);
  struct gpiod_line_info *info = offset < 0 ? NULL : gpiod_chip_get_line_info(opened, (unsigned)offset);
  int used = -1;
  if (info) {
    used = gpiod_line_info_is_used(info);
    const char *consumer = gpiod_line_info_get_consumer(info);
    snprintf(user, room, "%s", consumer ? consumer : "");
    gpiod_line_info_free(info);
  }
  gpiod_chip_close(opened);
  return used;
}

#endif
