/* What the virtual board's scenarios need in the guest, as one static program. `board-tool` alone lists its commands. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <net/if.h>
#include <poll.h>
#include <sound/asound.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void die(const char *words, ...) {
  int error = errno;
  va_list list;
  va_start(list, words);
  fprintf(stderr, "board-tool: ");
  vfprintf(stderr, words, list);
  fprintf(stderr, ": %s\n", strerror(error));
  exit(1);
}

static void sleep_until(int64_t when) {
  struct timespec t = {when / 1000000000, when % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

/* now: nanoseconds of CLOCK_MONOTONIC */
static int tell_now(int count, char **words) {
  (void)count, (void)words;
  printf("%lld\n", (long long)now());
  return 0;
}

/* loud CARD: every volume of the card at its highest, every switch on */
static int loud(int count, char **words) {
  if (count != 1) return 64;
  char path[64];
  snprintf(path, sizeof path, "/dev/snd/controlC%s", words[0]);
  int card = open(path, O_RDWR | O_CLOEXEC);
  if (card < 0) die("%s", path);
  static struct snd_ctl_elem_id ids[256];
  struct snd_ctl_elem_list list = {.space = 256, .pids = ids};
  if (ioctl(card, SNDRV_CTL_IOCTL_ELEM_LIST, &list) < 0) die("the controls of %s", path);
  for (unsigned i = 0; i < list.used; i++) {
    struct snd_ctl_elem_info info = {.id = ids[i]};
    if (ioctl(card, SNDRV_CTL_IOCTL_ELEM_INFO, &info) < 0) continue;
    if (!(info.access & SNDRV_CTL_ELEM_ACCESS_WRITE) || strstr((char *)ids[i].name, "Capture")) continue;
    struct snd_ctl_elem_value value = {.id = ids[i]};
    if (info.type != SNDRV_CTL_ELEM_TYPE_BOOLEAN && info.type != SNDRV_CTL_ELEM_TYPE_INTEGER) continue;
    for (unsigned k = 0; k < info.count; k++)
      value.value.integer.value[k] = info.type == SNDRV_CTL_ELEM_TYPE_BOOLEAN ? 1 : info.value.integer.max;
    if (ioctl(card, SNDRV_CTL_IOCTL_ELEM_WRITE, &value) < 0) die("%s", ids[i].name);
  }
  return 0;
}

/* ask SOCKET LINE...: sends each line and prints its answer up to OK or ACK; status 2 after an ACK */
static int ask(int count, char **words) {
  if (count < 2) return 64;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", words[0]);
  int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(end, (struct sockaddr *)&address, sizeof address) < 0) die("%s", words[0]);
  FILE *in = fdopen(end, "r");
  static char *line;
  static size_t size;
  if (getline(&line, &size, in) < 0) die("no greeting");
  int status = 0;
  for (int i = 1; i < count && !status; i++) {
    if (dprintf(end, "%s\n", words[i]) < 0) die("%s", words[i]);
    for (;;) {
      if (getline(&line, &size, in) < 0) die("no answer to %s", words[i]);
      if (strcmp(line, "OK\n") == 0) break;
      fputs(line, stdout);
      if (strncmp(line, "ACK ", 4) == 0) {
        status = 2;
        break;
      }
    }
  }
  return status;
}

/* A keyboard of its own with these keys; the device node stays as long as the descriptor. */
static int keyboard(const char *name, const int *keys, int count) {
  int device = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (device < 0) die("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  for (int i = 0; i < count; i++) ioctl(device, UI_SET_KEYBIT, keys[i]);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}};
  snprintf(setup.name, sizeof setup.name, "%s", name);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) die("making a keyboard");
  return device;
}

static void emit(int device, int key, int value) {
  struct input_event events[2] = {{.type = EV_KEY, .code = key, .value = value}, {.type = EV_SYN, .code = SYN_REPORT}};
  if (write(device, events, sizeof events) != sizeof events) die("an event");
}

/* storm KEY COUNT RATE HOLD-MS GO-FILE: a keyboard; once GO-FILE is there, COUNT presses of KEY, RATE a second, each
 * down for HOLD-MS; prints when the first began and the last ended, in nanoseconds. The keyboard goes away when
 * GO-FILE does. */
static int storm(int count, char **words) {
  if (count != 5) return 64;
  int key = atoi(words[0]), presses = atoi(words[1]), rate = atoi(words[2]);
  int64_t hold = atoll(words[3]) * 1000000;
  struct stat status;
  int device = keyboard("storm", &key, 1);
  while (stat(words[4], &status) < 0) usleep(10000);
  int64_t begin = now();
  for (int i = 0; i < presses; i++) {
    sleep_until(begin + i * (1000000000LL / rate));
    emit(device, key, 1);
    sleep_until(begin + i * (1000000000LL / rate) + hold);
    emit(device, key, 0);
  }
  printf("%lld %lld\n", (long long)begin, (long long)now());
  fflush(stdout);
  while (stat(words[4], &status) == 0) usleep(10000);
  return 0;
}

/* type NAME FIFO KEY...: a keyboard NAME with these keys, which does what the lines of FIFO say: "KEY 1" and "KEY 0" for
 * down and up, "KEY x COUNT" for COUNT presses without a pause; each is printed once it is done, and "end" ends it. */
static int type(int count, char **words) {
  if (count < 3) return 64;
  int keys[64], known = 0;
  for (int i = 2; i < count && known < 64; i++) keys[known++] = atoi(words[i]);
  FILE *in = fopen(words[1], "r+");
  if (!in) die("%s", words[1]);
  int device = keyboard(words[0], keys, known);
  char line[80];
  while (fgets(line, sizeof line, in) && strcmp(line, "end\n") != 0) {
    int key, value, presses;
    if (sscanf(line, "%d x %d", &key, &presses) == 2)
      while (presses-- > 0) emit(device, key, 1), emit(device, key, 0);
    else if (sscanf(line, "%d %d", &key, &value) == 2)
      emit(device, key, value);
    else
      return 64;
    fputs(line, stdout);
    fflush(stdout);
  }
  return 0;
}

/* busy COUNT FILE: COUNT processes that only compute, and one that reads FILE past the cache, until they are killed */
static int busy(int count, char **words) {
  if (count != 2) return 64;
  for (int i = 0; i < atoi(words[0]); i++)
    if (fork() == 0)
      for (volatile unsigned n = 0;; n++) {}
  static char buffer[1 << 20] __attribute__((aligned(4096)));
  int file = open(words[1], O_RDONLY | O_DIRECT | O_CLOEXEC);
  if (file < 0) die("%s", words[1]);
  for (;;)
    if (read(file, buffer, sizeof buffer) <= 0) lseek(file, 0, SEEK_SET);
}

/* rttime PID MICROSECONDS: another limit of real time without a sleep */
static int rttime(int count, char **words) {
  if (count != 2) return 64;
  struct rlimit limit = {strtoul(words[1], NULL, 10), strtoul(words[1], NULL, 10)};
  if (prlimit(atoi(words[0]), RLIMIT_RTTIME, &limit, NULL) == 0) return 0;
  perror("prlimit");
  return 1;
}

/* clock SECONDS: sets the clock on the wall, and says that it is right (adjtimex(2), STA_UNSYNC) */
static int set_clock(int count, char **words) {
  if (count != 1) return 64;
  struct timespec t = {strtoll(words[0], NULL, 10), 0};
  if (clock_settime(CLOCK_REALTIME, &t) < 0) die("clock_settime");
  struct timex right = {.modes = ADJ_STATUS | ADJ_MAXERROR | ADJ_ESTERROR};
  if (adjtimex(&right) < 0) die("adjtimex");
  return 0;
}

/* address NUMBER ADDRESS: another IPv4 address of the loopback interface, as lo:NUMBER */
static int add_address(int count, char **words) {
  if (count != 2) return 64;
  struct ifreq request = {0};
  struct sockaddr_in *place = (struct sockaddr_in *)&request.ifr_addr;
  snprintf(request.ifr_name, sizeof request.ifr_name, "lo:%s", words[0]);
  place->sin_family = AF_INET;
  if (inet_pton(AF_INET, words[1], &place->sin_addr) != 1) die("%s", words[1]);
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  if (file < 0 || ioctl(file, SIOCSIFADDR, &request) < 0) die("%s", words[1]);
  return 0;
}

static const struct {
  const char *name, *arguments;
  int (*run)(int, char **);
} commands[] = {
  {"now", "", tell_now},
  {"loud", "CARD", loud},
  {"ask", "SOCKET LINE...", ask},
  {"storm", "KEY COUNT RATE HOLD-MS GO-FILE", storm},
  {"type", "NAME FIFO KEY...", type},
  {"busy", "COUNT FILE", busy},
  {"rttime", "PID MICROSECONDS", rttime},
  {"clock", "SECONDS", set_clock},
  {"address", "NUMBER ADDRESS", add_address},
};

int main(int count, char **words) {
  for (unsigned i = 0; count > 1 && i < sizeof commands / sizeof *commands; i++)
    if (strcmp(words[1], commands[i].name) == 0) {
      int status = commands[i].run(count - 2, words + 2);
      if (status != 64) return status;
    }
  for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
    fprintf(stderr, "board-tool %s %s\n", commands[i].name, commands[i].arguments);
  return 64;
}
