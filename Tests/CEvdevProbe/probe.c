#define _GNU_SOURCE
#include "CEvdevProbe.h"
#include <errno.h>
#include <linux/input.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { devices = 16, key_bytes = KEY_MAX / 8 + 1 };
static struct device {
  int used, fd, clock, grabbed;
  char name[64];
  unsigned char keys[key_bytes], down[key_bytes];
} table[devices];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct device *find(int fd) {
  for (int i = 0; i < devices; i++)
    if (table[i].used && table[i].fd == fd) return &table[i];
  return NULL;
}

int evdevprobe_add(int fd, const char *name, const uint16_t *keys, int count) {
  int result = -1;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < devices && result != 0; i++) {
    if (table[i].used) continue;
    table[i] = (struct device){.used = 1, .fd = fd, .clock = -1};
    strncpy(table[i].name, name, sizeof table[i].name - 1);
    for (int k = 0; k < count; k++) table[i].keys[keys[k] / 8] |= (unsigned char)(1 << keys[k] % 8);
    result = 0;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

void evdevprobe_remove(int fd) {
  pthread_mutex_lock(&lock);
  struct device *device = find(fd);
  if (device) device->used = 0;
  pthread_mutex_unlock(&lock);
}

void evdevprobe_set_key(int fd, uint16_t key, int is_down) {
  pthread_mutex_lock(&lock);
  struct device *device = find(fd);
  unsigned char bit = (unsigned char)(1 << key % 8);
  if (device && is_down) device->down[key / 8] |= bit;
  if (device && !is_down) device->down[key / 8] &= (unsigned char)~bit;
  pthread_mutex_unlock(&lock);
}

int evdevprobe_clock(int fd) {
  pthread_mutex_lock(&lock);
  struct device *device = find(fd);
  int clock = device ? device->clock : -1;
  pthread_mutex_unlock(&lock);
  return clock;
}

int evdevprobe_is_grabbed(int fd) {
  pthread_mutex_lock(&lock);
  struct device *device = find(fd);
  int grabbed = device ? device->grabbed : 0;
  pthread_mutex_unlock(&lock);
  return grabbed;
}

static int copy(void *to, unsigned size, const void *from, unsigned count) {
  unsigned part = size < count ? size : count;
  memset(to, 0, size);
  memcpy(to, from, part);
  return (int)part;
}

// As the kernel's drivers/input/evdev.c answers for a keyboard.
static int answer(struct device *device, unsigned long request, void *argument) {
  unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  static const unsigned char types[] = {1 << EV_SYN | 1 << EV_KEY};
  switch (number) {
  case _IOC_NR(EVIOCGVERSION): *(int *)argument = EV_VERSION; return 0;
  case _IOC_NR(EVIOCGID): memset(argument, 0, sizeof(struct input_id)); return 0;
  case _IOC_NR(EVIOCGNAME(0)): return copy(argument, size, device->name, (unsigned)strlen(device->name) + 1);
  case _IOC_NR(EVIOCGKEY(0)): return copy(argument, size, device->down, key_bytes);
  case _IOC_NR(EVIOCGBIT(0, 0)): return copy(argument, size, types, sizeof types);
  case _IOC_NR(EVIOCGBIT(EV_KEY, 0)): return copy(argument, size, device->keys, key_bytes);
  case _IOC_NR(EVIOCSCLOCKID): device->clock = *(int *)argument; return 0;
  case _IOC_NR(EVIOCGRAB): device->grabbed = argument != NULL; return 0;
  case _IOC_NR(EVIOCGPHYS(0)):
  case _IOC_NR(EVIOCGUNIQ(0)): errno = ENOENT; return -1;
  default:
    if (_IOC_DIR(request) & _IOC_READ) memset(argument, 0, size);
    return 0;
  }
}

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (_IOC_TYPE(request) == 'E') {
    pthread_mutex_lock(&lock);
    struct device *device = find(fd);
    int result = device ? answer(device, request, argument) : 0;
    pthread_mutex_unlock(&lock);
    if (device) return result;
  }
  return (int)syscall(SYS_ioctl, fd, request, argument);
}
