// Carries out a list of what a person or a script would do, and says when each began.
//
//   press LIST [SOCKET]    writes a line for each to standard output: CLOCK_MONOTONIC in ns, and the line of LIST
//
// Lines of LIST:
//   key CODE        a press and release of a key (linux/input-event-codes.h) on a keyboard of its own (uinput)
//   send COMMAND    a command of the MPD protocol over the connection to SOCKET (a path, or a port of this machine);
//                   its answer is read before the next line
//   run COMMAND     a program by the shell, waited for
//   wait MICROSECONDS
// Lines that begin with `#`, and empty ones, are skipped.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int open_keyboard(void) {
  int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (device < 0) fail("/dev/uinput");
  if (ioctl(device, UI_SET_EVBIT, EV_KEY)) fail("UI_SET_EVBIT");
  for (int code = 1; code < KEY_MAX; code++)
    if (code < BTN_MISC || code >= KEY_OK)
      if (ioctl(device, UI_SET_KEYBIT, code)) fail("UI_SET_KEYBIT");
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}};
  strcpy(setup.name, "pressed keys");
  if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) fail("UI_DEV_CREATE");
  return device;
}

static void tell(int device, int type, int code, int value) {
  struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("uinput");
}

static FILE *connect_to(const char *name) {
  int descriptor;
  if (name[0] == '/') {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, name, sizeof address.sun_path - 1);
    descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail(name);
  } else {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(name)),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail(name);
  }
  FILE *peer = fdopen(descriptor, "r+");
  setvbuf(peer, NULL, _IONBF, 0);
  char line[4096];
  if (!fgets(line, sizeof line, peer)) fail("greeting");
  return peer;
}

int main(int count, char **words) {
  if (count < 2 || count > 3) {
    fprintf(stderr, "usage: press LIST [SOCKET]\n");
    return 2;
  }
  FILE *list = fopen(words[1], "r");
  if (!list) fail(words[1]);
  setvbuf(stdout, NULL, _IOLBF, 0);
  int keyboard = -1;
  FILE *peer = NULL;
  char line[4096];
  // Listeners have to find the device: it is there before the first line is carried out.
  while (fgets(line, sizeof line, list))
    if (!strncmp(line, "key ", 4) && keyboard < 0) keyboard = open_keyboard();
  rewind(list);
  while (fgets(line, sizeof line, list)) {
    line[strcspn(line, "\n")] = 0;
    if (!line[0] || line[0] == '#') continue;
    long long start = now();
    if (!strncmp(line, "wait ", 5)) {
      usleep((useconds_t)atol(line + 5));
      continue;
    } else if (!strncmp(line, "key ", 4)) {
      int code = atoi(line + 4);
      tell(keyboard, EV_KEY, code, 1);
      tell(keyboard, EV_SYN, SYN_REPORT, 0);
      usleep(30000);
      tell(keyboard, EV_KEY, code, 0);
      tell(keyboard, EV_SYN, SYN_REPORT, 0);
    } else if (!strncmp(line, "send ", 5)) {
      if (!peer) {
        if (count < 3) {
          fprintf(stderr, "press: `send` without a SOCKET\n");
          return 2;
        }
        peer = connect_to(words[2]);
        start = now();
      }
      dprintf(fileno(peer), "%s\n", line + 5);
      char answer[4096];
      do {
        if (!fgets(answer, sizeof answer, peer)) fail("answer");
        if (!strncmp(answer, "ACK", 3)) fprintf(stderr, "%s: %s", line, answer);
      } while (strncmp(answer, "OK", 2) && strncmp(answer, "ACK", 3));
    } else if (!strncmp(line, "run ", 4)) {
      int status = system(line + 4);
      if (status) fprintf(stderr, "%s: ended with %d\n", line, status);
    } else {
      fprintf(stderr, "press: not understood: %s\n", line);
      return 2;
    }
    printf("%lld %s\n", start, line);
  }
  return 0;
}
