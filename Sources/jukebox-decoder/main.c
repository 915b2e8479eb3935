// jukebox-decoder: decodes for the jukebox what it does not decode itself. It listens, and makes a process of each connection;
// that process limits itself before it gets the file (sandbox.c), and serves this one file.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/log.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "decoder.h"
#include "sandbox.h"
#include "version.h"

// Decoding processes at once.
#define MOST_PROCESSES 32
// Seconds without a connection after which it ends, if systemd can start it again.
#define IDLE_SECONDS 600
// Seconds of the processor for one request: a file that takes longer hangs.
#define REQUEST_SECONDS 8

static const char usage[] =
    "jukebox-decoder: decodes AAC, ALAC, WMA and other formats for the jukebox\n"
    "\n"
    "Usage: jukebox-decoder [--listen PATH]\n"
    "\n"
    "  --listen PATH    listen at this Unix socket; default: the socket from systemd\n"
    "  --version        print the version and exit\n"
    "  --help           print this help and exit\n"
    "\n"
    "jukeboxd connects to " DECODER_SOCKET ", or to the socket in its\n"
    "variable JUKEBOX_DECODER. Each file gets a process that can neither open files\n"
    "nor use the network. With a socket from systemd it ends after 10 minutes without\n"
    "a connection. The exit status is 1 if it cannot listen, 64 for wrong arguments.\n";

static int fail(int status, const char *what, const char *path) {
  fprintf(stderr, "jukebox-decoder: %s%s%s\n", path ? path : "", path ? ": " : "", what);
  return status;
}

// Receives a request, with the descriptor that comes with it, or -1. Answers the number of bytes.
static ssize_t receive(int connection, struct decoder_request *request, char *name, int *descriptor) {
  char control[CMSG_SPACE(sizeof(int))];
  struct iovec parts[2] = {{request, sizeof *request}, {name, DECODER_NAME}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count;
  do count = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  *descriptor = -1;
  if (count < (ssize_t)sizeof *request) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  }
  name[count - (ssize_t)sizeof *request] = 0;
  return count;
}

static bool answer(int connection, struct decoder_answer *head, const void *payload, size_t bytes) {
  struct iovec parts[2] = {{head, sizeof *head}, {(void *)payload, bytes}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t count;
  do count = sendmsg(connection, &message, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count >= 0;
}

// Asks the jukebox for bytes in the midst of a request (struct decoder_source).
static long ask(void *context, int64_t offset, void *buffer, size_t count) {
  int connection = *(int *)context;
  if (count > DECODER_PAYLOAD) count = DECODER_PAYLOAD;
  struct decoder_answer wanted = {.status = DECODER_WANTED, .bits = (uint32_t)count, .position = offset};
  if (!answer(connection, &wanted, NULL, 0)) return -1;
  struct decoder_request request;
  struct iovec parts[2] = {{&request, sizeof request}, {buffer, count}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t got;
  do got = recvmsg(connection, &message, 0);
  while (got < 0 && errno == EINTR);
  // The jukebox is gone.
  if (got < (ssize_t)sizeof request || request.operation != DECODER_BYTES) _exit(0);
  got -= (ssize_t)sizeof request;
  return request.frame < 0 || (size_t)got != request.count ? -1 : got;
}

// Serves one file until the connection ends.
static void serve(int connection) {
  static float samples[DECODER_PAYLOAD / sizeof(float)];
  char *text = (char *)samples;
  struct decoder *decoder = NULL;
  int file = -1;
  bool is_open = false;
  while (true) {
    struct decoder_request request;
    char name[DECODER_NAME + 1];
    int descriptor;
    if (receive(connection, &request, name, &descriptor) < 0) break;
    sandbox_allow_seconds(REQUEST_SECONDS);
    struct decoder_answer head = {0};
    size_t payload = 0;
    bool asks = request.count & DECODER_ASKS;
    if (request.operation == DECODER_OPEN ? is_open || (descriptor < 0) != asks : !is_open) break;
    switch (request.operation) {
      case DECODER_OPEN:
        file = descriptor;
        is_open = true;
        struct decoder_source source = {file, request.frame, asks ? ask : NULL, &connection};
        head.status = decoder_open(&decoder, &source, request.count, name, text, DECODER_PAYLOAD);
        if (head.status >= 0) decoder_describe(decoder, &head);
        break;
      case DECODER_READ:
        head.status = decoder_read(decoder, samples, request.count, &head, text, DECODER_PAYLOAD);
        if (head.status > 0) payload = (size_t)head.status * head.channels * sizeof(float);
        break;
      case DECODER_SEEK:
        head.status = decoder_seek(decoder, request.frame, text, DECODER_PAYLOAD);
        decoder_describe(decoder, &head);
        break;
      default: request.operation = 0;
    }
    if (request.operation == 0) break;
    if (head.status < 0) {
      payload = strnlen(text, 500);
    } else if (request.operation == DECODER_OPEN) {
      payload = (size_t)head.status;
    }
    sandbox_allow_seconds(0);
    if (!answer(connection, &head, samples, payload)) break;
    if (head.status < 0 && request.operation == DECODER_OPEN) break;
  }
  // Before the connection: its end tells the jukebox that nothing holds the file.
  if (file >= 0) close(file);
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISSOCK(status.st_mode)) unlink(path);
  mode_t mask = umask(0117);
  int code = bind(listener, (struct sockaddr *)&address, sizeof address);
  umask(mask);
  return code == 0 && listen(listener, MOST_PROCESSES) == 0 ? listener : -1;
}

// The socket that systemd passes (sd_listen_fds(3)), or -1.
static int passed_socket(void) {
  const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
  return process && count && atoi(process) == getpid() && atoi(count) == 1 ? 3 : -1;
}

static void report(pid_t process, int status) {
  if (WIFSIGNALED(status)) {
    fprintf(stderr, "jukebox-decoder: the decoder of a file ended by signal %d (%s), process %d\n", WTERMSIG(status),
            WTERMSIG(status) == SIGSYS    ? "a call that decoding does not need"
            : WTERMSIG(status) == SIGPROF ? "more than 8 s of the processor for one request"
                                          : strsignal(WTERMSIG(status)),
            (int)process);
  }
}

static void on_child(int signal) { (void)signal; }

// Never returns but at the end of its idle time.
static int accept_connections(int listener, bool may_end) {
  int processes = 0;
  // A child that ends wakes ppoll(2).
  sigset_t blocked, open;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &open);
  sigaction(SIGCHLD, &(struct sigaction){.sa_handler = on_child}, NULL);
  while (true) {
    struct pollfd wanted = {.fd = processes < MOST_PROCESSES ? listener : -1, .events = POLLIN};
    struct timespec patience = {IDLE_SECONDS, 0};
    int ready = ppoll(&wanted, 1, may_end && processes == 0 ? &patience : NULL, &open);
    int status;
    for (pid_t ended; processes > 0 && (ended = waitpid(-1, &status, WNOHANG)) > 0; processes--) report(ended, status);
    if (ready == 0) return 0;
    if (ready < 0) {
      if (errno == EINTR) continue;
      return fail(1, strerror(errno), NULL);
    }
    if (!(wanted.revents & POLLIN)) continue;
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) continue;
    pid_t child = fork();
    if (child == 0) {
      close(listener);
      sigprocmask(SIG_SETMASK, &open, NULL);
      signal(SIGCHLD, SIG_DFL);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (sandbox_enter(0) == 0) serve(connection);
      else fprintf(stderr, "jukebox-decoder: cannot limit itself: %s\n", strerror(errno));
      _exit(0);
    }
    if (child > 0) processes++;
    close(connection);
  }
}

int main(int count, char **words) {
  static const struct option options[] = {
      {"listen", required_argument, NULL, 'l'}, {"version", no_argument, NULL, 'v'}, {"help", no_argument, NULL, 'h'}, {0}};
  const char *path = NULL;
  for (int option; (option = getopt_long(count, words, "", options, NULL)) != -1;) {
    switch (option) {
      case 'l': path = optarg; break;
      case 'v': puts("jukebox-decoder " VERSION); return 0;
      case 'h': fputs(usage, stdout); return 0;
      default: return 64;
    }
  }
  if (optind < count) return fail(64, "unexpected argument", words[optind]);
  int listener = path ? listen_at(path) : passed_socket();
  if (listener < 0) {
    return path ? fail(1, strerror(errno), path) : fail(64, "no socket from systemd; use --listen PATH", NULL);
  }
  // Read by libavformat for dates: its file can't be opened later.
  tzset();
  av_log_set_level(AV_LOG_QUIET);
  signal(SIGPIPE, SIG_IGN);
  return accept_connections(listener, path == NULL);
}
