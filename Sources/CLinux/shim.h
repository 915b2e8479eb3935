// Calls that Glibc's Swift module lacks: epoll, eventfd, timerfd, signalfd, inotify, openat2, and the variadic calls,
// which Swift cannot make. No logic here.
#pragma once
// Not with _GNU_SOURCE: Swift's own Glibc module is built without it, and one C type must look the same in both.
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <ifaddrs.h>
#include <linux/ioprio.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
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

static inline int clinux_stream_pair(int *ends) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}
static inline int clinux_pipe2(int *ends, int flags) { return (int)syscall(SYS_pipe2, ends, flags); }
extern char **environ;
static inline char *const *clinux_environment(void) { return environ; }

static inline int clinux_open(const char *path, int flags, unsigned mode) { return open(path, flags, mode); }
static inline int clinux_openat(int directory, const char *path, int flags, unsigned mode) {
  return openat(directory, path, flags, mode);
}
static inline int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
  struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}
// renameat2(2), RENAME_NOREPLACE: Glibc shows both under _GNU_SOURCE only.
static inline int clinux_rename_to_free_name(int from, const char *name, int into, const char *new_name) {
  return (int)syscall(SYS_renameat2, from, name, into, new_name, 1);
}
static inline int clinux_fcntl(int fd, int command, long argument) { return fcntl(fd, command, argument); }
// How many bytes lie in a pipe (pipe(7), FIONREAD).
static inline int clinux_unread(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) < 0 ? -1 : count;
}
// fcntl(2): glibc shows F_SETPIPE_SZ under _GNU_SOURCE only. The new size.
static inline int clinux_set_pipe_size(int fd, int bytes) { return fcntl(fd, 1031, bytes); }
static inline long clinux_gettid(void) { return syscall(SYS_gettid); }
// The calling thread's class stands above IOPRIO_CLASS_SHIFT.
static inline int clinux_ioprio_get(void) { return (int)syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0); }
static inline int clinux_errno(void) { return errno; }
// Standard output is a variable, which Swift counts as shared between threads.
static inline int clinux_flush_output(void) { return fflush(stdout); }
static inline int clinux_output_failed(void) { return ferror(stdout); }
static inline void clinux_forget_output_failure(void) { clearerr(stdout); }
// epoll_event holds a union with a pointer, which Swift rightly calls unsafe: only the number goes across.
struct clinux_epoll_event {
  uint64_t id;
  uint32_t events;
};
static inline int clinux_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t id) {
  struct epoll_event event = {.events = events, .data = {.u64 = id}};
  return epoll_ctl(epoll, operation, fd, &event);
}
#define CLINUX_EPOLL_BATCH 64
static inline int clinux_epoll_wait(int epoll, struct clinux_epoll_event *ready, int milliseconds) {
  struct epoll_event events[CLINUX_EPOLL_BATCH];
  int count = epoll_wait(epoll, events, CLINUX_EPOLL_BATCH, milliseconds);
  for (int i = 0; i < count; i++) ready[i] = (struct clinux_epoll_event){events[i].data.u64, events[i].events};
  return count;
}
// On Linux a nice value and an I/O class belong to the thread; 0 names the calling one.
static inline int clinux_set_nice(int value) { return setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), value); }
static inline int clinux_set_idle_io(void) {
  return (int)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_IDLE, 0));
}
static inline int clinux_set_lowest_io(void) {
  return (int)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 7));
}
static inline int clinux_set_thread_name(const char *name) { return prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0); }
// Linux's own number; glibc shows O_PATH under _GNU_SOURCE only, and it is the same on x86-64 and ARM64.
#define CLINUX_O_PATH 010000000
// statfs(2): linux/magic.h has the second since Linux 6.0 only.
#define CLINUX_MSDOS_MAGIC 0x4d44LL
#define CLINUX_EXFAT_MAGIC 0x2011bab0LL
static inline void clinux_clear_errno(void) { errno = 0; }
static inline const char *clinux_entry_name(const struct dirent *entry) { return entry->d_name; }
#define CLINUX_DT_UNKNOWN 0
#define CLINUX_DT_DIR 4
#define CLINUX_DT_REG 8
#define CLINUX_DT_LNK 10

// Unix addresses: `path` has at most 107 bytes, which the caller has checked.
static inline struct sockaddr_un clinux_unix_address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return address;
}
static inline int clinux_bind_unix(int fd, const char *path) {
  struct sockaddr_un address = clinux_unix_address(path);
  return bind(fd, (struct sockaddr *)&address, sizeof address);
}
static inline int clinux_connect_unix(int fd, const char *path) {
  struct sockaddr_un address = clinux_unix_address(path);
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}
static inline int clinux_socket(int family, int flags) { return socket(family, (int)SOCK_STREAM | flags, 0); }
// One message to a service manager (sd_notify(3)); a path that begins with @ is a name in the abstract namespace.
static inline int clinux_datagram_socket(void) {
  return socket(AF_UNIX, (int)SOCK_DGRAM | (int)SOCK_CLOEXEC | (int)SOCK_NONBLOCK, 0);
}
static inline long clinux_send_datagram(int fd, const char *path, const void *bytes, unsigned long count) {
  struct sockaddr_un address = clinux_unix_address(path);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path) + (path[0] != '@'));
  if (path[0] == '@') address.sun_path[0] = 0;
  return sendto(fd, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, length);
}
// The bytes of an Internet address, 4 or 16; their count, 0 for another family.
static inline int clinux_address_bytes(const struct sockaddr *address, unsigned char *bytes) {
  if (address == 0) return 0;
  if (address->sa_family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
    return 4;
  }
  if (address->sa_family != AF_INET6) return 0;
  memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  return 16;
}
// The peer's address is known even if the peer has gone since, which getpeername(2) refuses (ENOTCONN).
static inline int clinux_accept(int fd, unsigned char *bytes, int *count) {
  struct sockaddr_storage peer = {0};
  socklen_t length = sizeof peer;
  int connection = accept4(fd, (struct sockaddr *)&peer, &length, (int)SOCK_CLOEXEC | (int)SOCK_NONBLOCK);
  *count = connection < 0 ? 0 : clinux_address_bytes((struct sockaddr *)&peer, bytes);
  return connection;
}
static inline long clinux_send(int fd, const void *bytes, unsigned long count) {
  return send(fd, bytes, count, MSG_NOSIGNAL);
}
static inline int clinux_packet_socket(void) { return socket(AF_UNIX, (int)SOCK_SEQPACKET | (int)SOCK_CLOEXEC, 0); }
// sendmsg(2) of one message, with a descriptor unless that is -1 (SCM_RIGHTS, unix(7)).
static inline long clinux_send_passing(int fd, const void *bytes, unsigned long count, int passed) {
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed >= 0) {
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &passed, sizeof passed);
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL);
}
static inline int clinux_set_receive_timeout(int fd, long seconds) {
  struct timeval time = {seconds, 0};
  return setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}
static inline int clinux_set_option(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof value);
}
static inline int clinux_set_send_timeout(int fd, long seconds, long microseconds) {
  struct timeval time = {seconds, microseconds};
  return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

// Values that signal.h gives as a cast of a number, which Swift does not import.
static inline int clinux_ignore_signal(int number) { return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0; }
static inline int clinux_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}
// signalfd(2)'s record has 128 bytes; only the signal's number is wanted. 0: none waits.
static inline int clinux_next_signal(int fd) {
  struct signalfd_siginfo information;
  long count = read(fd, &information, sizeof information);
  return count < 0 ? -1 : count == sizeof information ? (int)information.ssi_signo : 0;
}

static inline int clinux_descriptor_limit(unsigned long *soft) {
  struct rlimit limit;
  const int result = getrlimit(RLIMIT_NOFILE, &limit);
  if (result == 0) *soft = limit.rlim_cur;
  return result;
}
static inline int clinux_set_descriptor_limit(unsigned long soft) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  limit.rlim_cur = soft;
  return setrlimit(RLIMIT_NOFILE, &limit);
}
static inline int clinux_limit_realtime(unsigned long soft, unsigned long hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit(RLIMIT_RTTIME, &limit);
}

// SIGXCPU after so much time of the processor.
static inline int clinux_limit_processor(unsigned long seconds) {
  const struct rlimit limit = {seconds, seconds};
  return setrlimit(RLIMIT_CPU, &limit);
}
// prlimit(2) of another process: SIGXFSZ where it makes a file longer, no memory beyond so much of its own.
static inline int clinux_limit_process(int process, unsigned long file_bytes, unsigned long memory_bytes) {
  const struct { unsigned long long soft, hard; } file = {file_bytes, file_bytes}, memory = {memory_bytes, memory_bytes};
  if (file_bytes != 0 && syscall(SYS_prlimit64, process, RLIMIT_FSIZE, &file, 0) != 0) return -1;
  return memory_bytes == 0 ? 0 : (int)syscall(SYS_prlimit64, process, RLIMIT_DATA, &memory, 0);
}
// So that what works for a process that was killed does not work on for nobody.
static inline int clinux_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }
// From linux/sched.h, which glibc hides.
enum { CLINUX_SCHED_IDLE = 5 };
static inline int clinux_memfd(const char *name) { return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */); }
static inline int clinux_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
// How a child ended: its exit status, or 128 + the signal's number; -1 with errno where it cannot be told.
static inline int clinux_reap(int process) {
  int status;
  if (waitpid(process, &status, 0) < 0) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
// timerfd_create(2): glibc has an enum, whose other members Swift imports as values of another type.
#define CLINUX_TFD_TIMER_CANCEL_ON_SET (1 << 1)
static inline uint64_t clinux_makedev(unsigned a, unsigned b) { return makedev(a, b); }
static inline int clinux_terminal_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
// glibc (the last two from 2.29 and 2.34 on) shows these under _GNU_SOURCE only, which comes too late for Swift's Glibc module.
#define CLINUX_POSIX_SPAWN_SETSID 0x80
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
