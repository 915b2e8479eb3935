// What Glibc's Swift module lacks: epoll, eventfd, timerfd, signalfd, inotify, openat2, and the
// variadic calls, which Swift cannot make. No logic here.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <linux/ioprio.h>
#include <linux/openat2.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

// getopt(3) answers through variables, which Swift takes for shared state: whoever calls these holds a lock.
static inline int clinux_getopt_long(int count, char *const *arguments, const struct option *options) {
  return getopt_long(count, arguments, ":", options, 0);
}
static inline void clinux_getopt_restart(void) {
  optind = 0;
  opterr = 0;
}
static inline const char *clinux_getopt_argument(void) { return optarg; }
static inline int clinux_getopt_index(void) { return optind; }

static inline int clinux_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int clinux_openat(int directory, const char *path, int flags, unsigned mode) {
  return openat(directory, path, flags, mode);
}
static inline int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
  struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
static inline int clinux_fcntl(int fd, int command, long argument) { return fcntl(fd, command, argument); }
static inline int clinux_prctl(int option, unsigned long argument) { return prctl(option, argument, 0, 0, 0); }
static inline long clinux_gettid(void) { return syscall(SYS_gettid); }
static inline int clinux_ioprio_set(int which, int who, int value) { return (int)syscall(SYS_ioprio_set, which, who, value); }
static inline int clinux_errno(void) { return errno; }
