/* Records a card into a file, and beside it when each part sounded, so that a sample that is found in the recording
   can be told in the guest's clock. Speaks to the kernel itself, so that it needs no library in the guest.

     pcm-record DEVICE SOUND STAMPS      until SIGTERM; 44,100 Hz, 16 bits, stereo; DEVICE as /dev/snd/pcmC7D1c

   Each line of STAMPS: CLOCK_MONOTONIC in ns, and how many frames the card had taken by then. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sound/asound.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { rate = 44100, period = 1024, periods = 64 };

static volatile sig_atomic_t is_ending;

static void end(int number) {
  (void)number;
  is_ending = 1;
}

static void die(const char *words) {
  fprintf(stderr, "pcm-record: %s: %s\n", words, strerror(errno));
  exit(1);
}

static void allow(struct snd_pcm_hw_params *wanted, int parameter, unsigned bit) {
  struct snd_mask *mask = &wanted->masks[parameter - SNDRV_PCM_HW_PARAM_FIRST_MASK];
  memset(mask->bits, 0, sizeof mask->bits);
  mask->bits[bit / 32] = 1u << (bit % 32);
}

static void set(struct snd_pcm_hw_params *wanted, int parameter, unsigned value) {
  struct snd_interval *interval = &wanted->intervals[parameter - SNDRV_PCM_HW_PARAM_FIRST_INTERVAL];
  *interval = (struct snd_interval){.min = value, .max = value, .integer = 1};
}

static void configure(int card) {
  struct snd_pcm_hw_params wanted = {.rmask = ~0u};
  memset(wanted.masks, 0xFF, sizeof wanted.masks);
  for (unsigned i = 0; i < sizeof wanted.intervals / sizeof *wanted.intervals; i++)
    wanted.intervals[i] = (struct snd_interval){.max = ~0u};
  allow(&wanted, SNDRV_PCM_HW_PARAM_ACCESS, SNDRV_PCM_ACCESS_RW_INTERLEAVED);
  allow(&wanted, SNDRV_PCM_HW_PARAM_FORMAT, SNDRV_PCM_FORMAT_S16_LE);
  allow(&wanted, SNDRV_PCM_HW_PARAM_SUBFORMAT, SNDRV_PCM_SUBFORMAT_STD);
  set(&wanted, SNDRV_PCM_HW_PARAM_CHANNELS, 2);
  set(&wanted, SNDRV_PCM_HW_PARAM_RATE, rate);
  set(&wanted, SNDRV_PCM_HW_PARAM_PERIOD_SIZE, period);
  set(&wanted, SNDRV_PCM_HW_PARAM_PERIODS, periods);
  if (ioctl(card, SNDRV_PCM_IOCTL_HW_PARAMS, &wanted)) die("SNDRV_PCM_IOCTL_HW_PARAMS");
  struct snd_pcm_sw_params behaviour = {
      .tstamp_mode = SNDRV_PCM_TSTAMP_ENABLE, .tstamp_type = SNDRV_PCM_TSTAMP_TYPE_MONOTONIC,
      .proto = SNDRV_PROTOCOL_VERSION(2, 0, 12), .period_step = 1, .avail_min = period,
      .start_threshold = 1, .stop_threshold = period * periods, .boundary = period * periods};
  while (behaviour.boundary * 2 <= (snd_pcm_uframes_t)0x7fffffff) behaviour.boundary *= 2;
  if (ioctl(card, SNDRV_PCM_IOCTL_SW_PARAMS, &behaviour)) die("SNDRV_PCM_IOCTL_SW_PARAMS");
  if (ioctl(card, SNDRV_PCM_IOCTL_PREPARE)) die("SNDRV_PCM_IOCTL_PREPARE");
  if (ioctl(card, SNDRV_PCM_IOCTL_START)) die("SNDRV_PCM_IOCTL_START");
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: pcm-record DEVICE SOUND STAMPS\n");
    return 64;
  }
  struct sigaction action = {.sa_handler = end};
  sigaction(SIGTERM, &action, NULL);
  int card = open(words[1], O_RDWR | O_CLOEXEC);
  if (card < 0) die(words[1]);
  int sound = open(words[2], O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (sound < 0) die(words[2]);
  FILE *stamps = fopen(words[3], "w");
  if (!stamps) die(words[3]);
  configure(card);
  static int16_t frames[period * 2];
  uint64_t taken = 0;
  while (!is_ending) {
    struct snd_xferi transfer = {.buf = frames, .frames = period};
    if (ioctl(card, SNDRV_PCM_IOCTL_READI_FRAMES, &transfer)) {
      if (errno == EINTR) continue;
      die("SNDRV_PCM_IOCTL_READI_FRAMES");
    }
    ssize_t size = transfer.result * 4;
    if (write(sound, frames, (size_t)size) != size) die(words[2]);
    taken += (uint64_t)transfer.result;
    struct snd_pcm_status status = {0};
    if (ioctl(card, SNDRV_PCM_IOCTL_STATUS, &status)) die("SNDRV_PCM_IOCTL_STATUS");
    fprintf(stamps, "%lld %llu\n", (long long)status.tstamp.tv_sec * 1000000000LL + status.tstamp.tv_nsec,
            (unsigned long long)(taken + status.avail));
  }
  if (fclose(stamps)) die(words[3]);
  fsync(sound);
  return 0;
}
