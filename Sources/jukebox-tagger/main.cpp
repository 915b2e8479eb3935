// jukebox-tagger: writes tags into one open file for the jukebox, with the help of TagLib. It gets the file as standard input and
// limits itself (sandbox.c) before it reads a byte of it: a broken file can crash this process, but not open another file.
//
// TagLib knows frames and the names of tags. It reads and writes no file: its writers drop what they do not know and write the
// rest in another form, and here each item that nobody asked for keeps its bytes.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "music_file.h"
#include "sandbox.h"
#include "version.h"

namespace {

// Seconds of the processor: a file that takes longer hangs.
constexpr int most_seconds = 60;
// By how much tags may grow a file, in bytes.
constexpr size_t most_growth = 64u << 20;
// Limit of the answer, in bytes: the database of a volume stores it for undo.
constexpr size_t most_answer = 7u << 18;

constexpr char usage[] =
    "jukebox-tagger: writes tags into an open music file for the jukebox\n"
    "\n"
    "Usage: jukebox-tagger FORMAT KEY=VALUE...\n"
    "\n"
    "  --version        print the version and exit\n"
    "  --help           print this help and exit\n"
    "\n"
    "jukeboxd runs it on a copy of the file, which it gets as standard input, open for\n"
    "reading and writing. FORMAT is one of mp3, flac, oggflac, vorbis, opus, wav,\n"
    "aiff, aac, alac, mp4, wma, ape, wavpack, musepack and tta. KEY is a tag by\n"
    "TagLib's name. The same key again adds a value, and an empty value removes the tag.\n"
    "\n"
    "All other fields of all tags keep their bytes. It prints the replaced values, each\n"
    "ended by a NUL: K and a key, then V and a value for each value. Then it prints how\n"
    "the former file is made of the new one: C, an offset, a length and a NUL for bytes\n"
    "that are copied, L, a length, a NUL and bytes for others. The exit status is 1 if it\n"
    "refuses the file, with the reason on standard output, and 64 for wrong arguments.\n";

int refuse(const std::string &reason) {
  fwrite(reason.data(), 1, reason.size(), stdout);
  fflush(stdout);
  return 1;
}

// The tags with something in them.
std::vector<Tag *> filled(const MusicFile &file) {
  std::vector<Tag *> tags;
  for (auto *tag : file.tags) {
    if (!tag->items.empty()) tags.push_back(tag);
  }
  return tags;
}

std::string former_values(const MusicFile &file, const Wanted &asked) {
  std::string text;
  for (const auto &[key, values] : asked) {
    text += "K" + key + '\0';
    for (auto *tag : file.tags) {
      Values former = tag->values(canonical(key));
      if (former.empty()) continue;
      for (const auto &value : former) text += "V" + value + '\0';
      break;
    }
  }
  return text;
}

int write_tags(const std::string &format, const Wanted &asked) {
  Wanted wanted;
  for (const auto &[key, values] : asked) wanted.push_back({canonical(key), values});
  Source source(STDIN_FILENO);
  MusicFile file(source, format);
  std::string answer = former_values(file, asked);
  file.fill_new();
  std::vector<std::pair<Tag *, std::vector<Digest>>> before;
  for (auto *tag : file.tags) before.push_back({tag, tag->digests(wanted)});
  for (const auto &[key, values] : wanted) {
    std::string total;
    for (auto *tag : file.tags) {
      if (total.empty()) total = total_of(key, tag->values(key));
    }
    for (auto *tag : file.tags) tag->change(key, values, total);
  }
  auto is_gone = [](const auto &pair) { return pair.second.empty() && pair.first->items.empty(); };
  before.erase(std::remove_if(before.begin(), before.end(), is_gone), before.end());
  auto changes = file.changes();
  answer += source.undo(changes);
  if (answer.size() > most_answer) return refuse("what the edit replaces is too long to be kept for undo");
  source.write(changes);
  Source written(STDIN_FILENO);
  MusicFile result(written, format);
  auto found = filled(result);
  for (size_t index = 0; index < before.size(); index++) {
    const auto &[tag, digests] = before[index];
    if (index >= found.size() || found[index]->kind() != tag->kind()) return refuse("its " + tag->kind() + " tag would be lost");
    found[index]->require_same(digests, *tag, wanted);
  }
  fwrite(answer.data(), 1, answer.size(), stdout);
  return fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "--version")) return puts("jukebox-tagger " VERSION) < 0;
  if (count == 2 && !strcmp(words[1], "--help")) return fputs(usage, stdout) < 0;
  if (count < 3) {
    fputs("jukebox-tagger: FORMAT and KEY=VALUE expected; see --help\n", stderr);
    return 64;
  }
  Wanted asked;
  for (int index = 2; index < count; index++) {
    const char *equals = strchr(words[index], '=');
    if (!equals || equals == words[index]) {
      fprintf(stderr, "jukebox-tagger: KEY=VALUE expected: %s\n", words[index]);
      return 64;
    }
    Key key(words[index], static_cast<size_t>(equals - words[index]));
    if (asked.empty() || asked.back().first != key) asked.push_back({key, {}});
    if (equals[1]) asked.back().second.push_back(equals + 1);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct stat status;
  if (fstat(STDIN_FILENO, &status) || !S_ISREG(status.st_mode)) return refuse("standard input is no file");
  if (sandbox_enter(static_cast<size_t>(status.st_size) + most_growth)) {
    return refuse(std::string("cannot limit itself: ") + strerror(errno));
  }
  sandbox_allow_seconds(most_seconds);
  try {
    return write_tags(words[1], asked);
  } catch (const Refusal &refusal) {
    return refuse(refusal.what());
  } catch (const std::exception &error) {
    return refuse(std::string("a tag cannot be read: ") + error.what());
  }
}
