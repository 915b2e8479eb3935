// jukebox-collage: draws the cover of a playlist from pictures of its albums. Each picture is decoded in a process of its own
// that limits itself before (jukebox-decoder's sandbox.c) and can do nothing but write pixels into shared memory.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../jukebox-decoder/sandbox.h"
#include "drawing.h"
#include "picture.h"
#include "version.h"

#define MOST_PICTURES 4
#define MOST_BYTES (16ul << 20)
// Seconds of the processor for one picture.
#define PICTURE_SECONDS 5
// Address space of a process that decodes, in bytes: the service of the jukebox has 256 MiB for all its processes.
#define MOST_MEMORY (192ul << 20)

static const char usage[] =
    "jukebox-collage: draws the cover of a playlist, for the jukebox\n"
    "\n"
    "Usage: jukebox-collage RRGGBB [BYTES]... <PICTURES >COVER\n"
    "\n"
    "  --version    print the version and exit\n"
    "  --help       print this help and exit\n"
    "\n"
    "PICTURES is a file with up to 4 JPEG or PNG pictures, one after the other, of\n"
    "BYTES each. COVER is a JPEG of 512 by 512 pixels: the middle of one picture, or a\n"
    "collage of several. A picture that is damaged or has too many pixels is left out;\n"
    "without one, a note is drawn in front of the colour RRGGBB. Each picture is\n"
    "decoded by a process that can neither open files nor use the network. The exit\n"
    "status is 0; 1 if the files cannot be read or written; 64 for wrong arguments.\n";

static int fail(int status, const char *what, const char *subject) {
  fprintf(stderr, "jukebox-collage: %s%s%s\n", what, subject ? ": " : "", subject ? subject : "");
  return status;
}

static void *share(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static bool read_all(unsigned char *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    // The offset is shared with the one that has written it.
    ssize_t read = pread(0, bytes + done, count - done, (off_t)done);
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) return false;
    done += (size_t)read;
  }
  return true;
}

static bool write_all(const unsigned char *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(1, bytes + done, count - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += (size_t)written;
  }
  return true;
}

// Whether a process of its own could make a square of a picture.
static bool decode(const unsigned char *bytes, size_t count, unsigned char *square) {
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit memory = {MOST_MEMORY, MOST_MEMORY};
    if (setrlimit(RLIMIT_AS, &memory) != 0 || sandbox_enter(0) != 0) _exit(2);
    sandbox_allow_seconds(PICTURE_SECONDS);
    _exit(picture_decode(bytes, count, square) ? 0 : 1);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Makes the kernel end this process first if memory runs out, and not the jukebox, whose memory it shares.
static void volunteer(void) {
  FILE *file = fopen("/proc/self/oom_score_adj", "w");
  if (!file) return;
  fputs("1000", file);
  fclose(file);
}

static int draw(unsigned colour, const size_t *sizes, int count) {
  size_t total = 0;
  for (int index = 0; index < count; index++) total += sizes[index];
  unsigned char *bytes = share(total + 1), *squares[MOST_PICTURES], *result = malloc(SQUARE_BYTES);
  if (!bytes || !result) return fail(1, "no memory", NULL);
  if (!read_all(bytes, total)) return fail(1, "cannot read the pictures", NULL);
  unsigned used = 0;
  size_t offset = 0;
  for (int index = 0; index < count; index++) {
    squares[used] = share(SQUARE_BYTES);
    if (!squares[used]) return fail(1, "no memory", NULL);
    if (decode(bytes + offset, sizes[index], squares[used])) used++;
    offset += sizes[index];
  }
  if (used > 0) drawing_of_squares(squares, used, result);
  else drawing_of_colour(colour, result);
  size_t size = 0;
  unsigned char *cover = picture_encode(result, &size);
  return cover && write_all(cover, size) ? 0 : fail(1, "cannot write the cover", NULL);
}

int main(int count, char **words) {
  static const struct option options[] = {{"version", no_argument, NULL, 'v'}, {"help", no_argument, NULL, 'h'}, {0}};
  for (int option; (option = getopt_long(count, words, "", options, NULL)) != -1;) {
    switch (option) {
      case 'v': puts("jukebox-collage " VERSION); return 0;
      case 'h': fputs(usage, stdout); return 0;
      default: return 64;
    }
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  volunteer();
  if (optind >= count) return fail(64, "a colour is expected, such as FF8800", NULL);
  char *end;
  unsigned long colour = strtoul(words[optind], &end, 16);
  if (*end || strlen(words[optind]) != 6) return fail(64, "a colour is expected, such as FF8800", words[optind]);
  int pictures = count - optind - 1;
  if (pictures > MOST_PICTURES) return fail(64, "at most 4 pictures", NULL);
  size_t sizes[MOST_PICTURES];
  for (int index = 0; index < pictures; index++) {
    const char *word = words[optind + 1 + index];
    sizes[index] = strtoul(word, &end, 10);
    if (*end || *word == '-' || sizes[index] < 1 || sizes[index] > MOST_BYTES) {
      return fail(64, "a number of bytes is expected, 16 MiB at most", word);
    }
  }
  return draw((unsigned)colour, sizes, pictures);
}
