#include "sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>

// Address space of a decoding process, in bytes: some 200 MiB are libraries.
#define MOST_MEMORY (512ul << 20)

// Calls that decoding makes, and those of the C library around it.
static const int allowed[] = {
    SCMP_SYS(read),         SCMP_SYS(pread64),      SCMP_SYS(lseek),          SCMP_SYS(fstat),         SCMP_SYS(newfstatat),
    SCMP_SYS(close),        SCMP_SYS(recvmsg),      SCMP_SYS(sendmsg),        SCMP_SYS(munmap),
    SCMP_SYS(mremap),       SCMP_SYS(madvise),      SCMP_SYS(brk),            SCMP_SYS(futex),         SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),    SCMP_SYS(setitimer),      SCMP_SYS(rt_sigreturn),  SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sched_yield),  SCMP_SYS(getpid),       SCMP_SYS(gettid),         SCMP_SYS(exit),          SCMP_SYS(exit_group),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(restart_syscall),
};
// Calls that get an error instead of ending the process.
static const int refused[] = {SCMP_SYS(openat), SCMP_SYS(ioctl), SCMP_SYS(tgkill)};
// Calls that change a file: they get an error too, unless the process may write.
static const int writing[] = {SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(pwrite64), SCMP_SYS(ftruncate)};

// A lower limit stays.
static int limit(int resource, rlim_t most) {
  struct rlimit now;
  if (getrlimit(resource, &now)) return -1;
  if (now.rlim_max < most) most = now.rlim_max;
  return setrlimit(resource, &(struct rlimit){most, most});
}

int sandbox_enter(size_t most_file_bytes) {
  if (limit(RLIMIT_AS, MOST_MEMORY) || limit(RLIMIT_FSIZE, most_file_bytes) || limit(RLIMIT_CORE, 0)) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) return -1;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) {
    // The kernel or the service that runs this refuses seccomp(2).
    errno = ENOSYS;
    return -1;
  }
  int code = 0;
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed && !code; index++) {
    code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[index], 0);
  }
  for (size_t index = 0; index < sizeof refused / sizeof *refused && !code; index++) {
    code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), refused[index], 0);
  }
  for (size_t index = 0; index < sizeof writing / sizeof *writing && !code; index++) {
    code = seccomp_rule_add(filter, most_file_bytes ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EACCES), writing[index], 0);
  }
  // Memory that holds no code.
  if (!code) code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  if (!code) code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  if (!code) code = seccomp_load(filter);
  seccomp_release(filter);
  if (!code) return 0;
  errno = -code;
  return -1;
}

void sandbox_allow_seconds(int seconds) { setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {seconds, 0}}, NULL); }
