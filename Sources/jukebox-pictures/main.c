// jukebox-pictures: makes thumbnails, and draws the cover of a playlist from pictures of its albums. Each picture is decoded in a
// process of its own that limits itself before (jukebox-decoder's sandbox.c) and can do nothing but write pixels into shared memory.
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
#define MOST_SIDE 2048
#define MOST_BYTES (16ul << 20)
// Seconds of the processor for one picture.
#define PICTURE_SECONDS 5
// Address space of a process that decodes, in bytes: the service of the jukebox has 256 MiB for all its processes.
#define MOST_MEMORY (192ul << 20)

// The exit status for a picture that nobody can decode, however often it is tried.
#define UNREADABLE 2

static const char usage[] =
    "jukebox-pictures: makes thumbnails and covers of playlists, for the jukebox\n"
    "\n"
    "Usage: jukebox-pictures thumbnail SIDE BYTES <PICTURE >THUMBNAIL\n"
    "       jukebox-pictures cover RRGGBB [BYTES]... <PICTURES >COVER\n"
    "\n"
    "  --version    print the version and exit\n"
    "  --help       print this help and exit\n"
    "\n"
    "PICTURE is a file with a JPEG, PNG or WebP of BYTES; PICTURES are up to 4, one\n"
    "after the other. THUMBNAIL is a JPEG of the picture's middle square, of SIDE by\n"
    "SIDE pixels (1 to 2048), or as large as the picture if that is smaller. COVER is a\n"
    "JPEG of 512 by 512 pixels: the middle of one picture, or a collage of several. A\n"
    "picture that is damaged or has too many pixels is left out; without one, a note\n"
    "is drawn in front of the colour RRGGBB. Each picture is decoded by a process that\n"
    "can neither open files nor use the network. The exit status is 0; 1 if the files\n"
    "cannot be read or written; 2 if PICTURE cannot be decoded; 64 for wrong\n"
    "arguments.\n";

static int fail(int status, const char *what, const char *subject) {
  fprintf(stderr, "jukebox-pictures: %s%s%s\n", what, subject ? ": " : "", subject ? subject : "");
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

// What a process that decodes leaves: the side, then the pixels.
struct sheet {
  unsigned side;
  unsigned char pixels[];
};

enum outcome { made, unreadable, failed };

// Has a process of its own make a square of a picture. The side is at most what it was before.
static enum outcome decode(const unsigned char *bytes, size_t count, struct square *square, struct sheet *sheet) {
  square->pixels = sheet->pixels;
  unsigned most = square->side;
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit memory = {MOST_MEMORY, MOST_MEMORY};
    if (setrlimit(RLIMIT_AS, &memory) != 0 || sandbox_enter(0) != 0) _exit(2);
    sandbox_allow_seconds(PICTURE_SECONDS);
    bool is_made = picture_decode(bytes, count, square);
    sheet->side = square->side;
    _exit(is_made ? 0 : 1);
  }
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (child < 0) return failed;
  // The time limit ends it by SIGPROF. A lack of memory, by SIGKILL, may be over soon, and a call that the sandbox does not know, by
  // SIGSYS, after an update.
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGSYS ? failed : unreadable;
  if (WEXITSTATUS(status) > 1) return failed;
  if (WEXITSTATUS(status) == 1 || sheet->side < 1 || sheet->side > most) return unreadable;
  square->side = sheet->side;
  return made;
}

static struct sheet *share_sheet(unsigned side) { return share(sizeof(struct sheet) + (size_t)side * side * 3); }

// Makes the kernel end this process first if memory runs out, and not the jukebox, whose memory it shares.
static void volunteer(void) {
  FILE *file = fopen("/proc/self/oom_score_adj", "w");
  if (!file) return;
  fputs("1000", file);
  fclose(file);
}

static int write_square(const struct square *square) {
  size_t size = 0;
  unsigned char *picture = picture_encode(square, &size);
  return picture && write_all(picture, size) ? 0 : fail(1, "cannot write the picture", NULL);
}

static int draw(unsigned colour, const size_t *sizes, int count) {
  size_t total = 0;
  for (int index = 0; index < count; index++) total += sizes[index];
  unsigned char *bytes = share(total + 1), *squares[MOST_PICTURES];
  struct square result = {SIDE, true, malloc(SQUARE_BYTES)};
  if (!bytes || !result.pixels) return fail(1, "no memory", NULL);
  if (!read_all(bytes, total)) return fail(1, "cannot read the pictures", NULL);
  unsigned used = 0;
  size_t offset = 0;
  for (int index = 0; index < count; index++) {
    struct sheet *sheet = share_sheet(SIDE);
    if (!sheet) return fail(1, "no memory", NULL);
    struct square square = {SIDE, true, NULL};
    if (decode(bytes + offset, sizes[index], &square, sheet) == made && square.side == SIDE) squares[used++] = square.pixels;
    offset += sizes[index];
  }
  if (used > 0) drawing_of_squares(squares, used, result.pixels);
  else drawing_of_colour(colour, result.pixels);
  return write_square(&result);
}

static int reduce(unsigned side, size_t count) {
  unsigned char *bytes = share(count);
  struct sheet *sheet = share_sheet(side);
  if (!bytes || !sheet) return fail(1, "no memory", NULL);
  if (!read_all(bytes, count)) return fail(1, "cannot read the picture", NULL);
  struct square square = {side, false, NULL};
  switch (decode(bytes, count, &square, sheet)) {
    case made: return write_square(&square);
    case unreadable: return UNREADABLE;
    default: return fail(1, "cannot decode the picture", NULL);
  }
}

// The number of bytes that a word says; 0 for none.
static size_t bytes_of(const char *word) {
  char *end;
  size_t bytes = strtoul(word, &end, 10);
  return *end || *word == '-' || bytes > MOST_BYTES ? 0 : bytes;
}

static int fail_bytes(const char *word) { return fail(64, "a number of bytes is expected, 16 MiB at most", word); }

static int draw_words(char **words, int count) {
  char *end = "x";
  unsigned long colour = count > 0 ? strtoul(words[0], &end, 16) : 0;
  if (*end || strlen(words[0]) != 6) return fail(64, "a colour is expected, such as FF8800", count > 0 ? words[0] : NULL);
  if (count - 1 > MOST_PICTURES) return fail(64, "at most 4 pictures", NULL);
  size_t sizes[MOST_PICTURES];
  for (int index = 1; index < count; index++) {
    sizes[index - 1] = bytes_of(words[index]);
    if (sizes[index - 1] == 0) return fail_bytes(words[index]);
  }
  return draw((unsigned)colour, sizes, count - 1);
}

static int reduce_words(char **words, int count) {
  if (count != 2) return fail(64, "a side and a number of bytes are expected", NULL);
  char *end;
  unsigned long side = strtoul(words[0], &end, 10);
  if (*end || *words[0] == '-' || side < 1 || side > MOST_SIDE) return fail(64, "a side of 1 to 2048 pixels is expected", words[0]);
  size_t bytes = bytes_of(words[1]);
  return bytes > 0 ? reduce((unsigned)side, bytes) : fail_bytes(words[1]);
}

int main(int count, char **words) {
  static const struct option options[] = {{"version", no_argument, NULL, 'v'}, {"help", no_argument, NULL, 'h'}, {0}};
  // A colour or a number that begins with a minus is no option.
  for (int option; (option = getopt_long(count, words, "+", options, NULL)) != -1;) {
    switch (option) {
      case 'v': puts("jukebox-pictures " VERSION); return 0;
      case 'h': fputs(usage, stdout); return 0;
      default: return 64;
    }
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  volunteer();
  const char *task = optind < count ? words[optind] : "";
  if (strcmp(task, "cover") == 0) return draw_words(words + optind + 1, count - optind - 1);
  if (strcmp(task, "thumbnail") == 0) return reduce_words(words + optind + 1, count - optind - 1);
  return fail(64, "thumbnail or cover is expected; see --help", *task ? task : NULL);
}
