#include "bytes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace {

constexpr uint64_t buffer_bytes = 1 << 20;
// Bytes of a tag that are read into memory at once.
constexpr uint64_t most_bytes = 64 << 20;
// Shorter parts are not worth a copy.
constexpr size_t least_copied = 32;

}  // namespace

size_t Rope::size() const {
  size_t sum = 0;
  for (const auto &span : parts) sum += span.bytes.size();
  return sum;
}

Bytes Rope::bytes() const {
  Bytes all;
  for (const auto &span : parts) all += span.bytes;
  return all;
}

void Rope::add(Span span) {
  if (span.bytes.empty()) return;
  if (!parts.empty()) {
    Span &last = parts.back();
    int64_t end = last.offset < 0 ? -1 : last.offset + static_cast<int64_t>(last.bytes.size());
    if (end == span.offset) {
      last.bytes += span.bytes;
      return;
    }
  }
  parts.push_back(std::move(span));
}

void Rope::add(const Rope &other) {
  for (const auto &span : other.parts) add(span);
}

Rope Rope::slice(size_t from, size_t count) const {
  Rope result;
  for (const auto &span : parts) {
    if (count == 0) break;
    if (from >= span.bytes.size()) {
      from -= span.bytes.size();
      continue;
    }
    size_t taken = std::min(count, span.bytes.size() - from);
    result.add(Span{span.bytes.substr(from, taken), span.offset < 0 ? -1 : span.offset + static_cast<int64_t>(from)});
    count -= taken;
    from = 0;
  }
  if (count) throw Refusal("a tag is cut off");
  return result;
}

Source::Source(int descriptor) : descriptor(descriptor), bytes_in_file(0) {
  struct stat status;
  if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) throw Refusal("standard input is no file");
  bytes_in_file = static_cast<uint64_t>(status.st_size);
}

Bytes Source::read(uint64_t offset, uint64_t count) const {
  if (offset > bytes_in_file || count > bytes_in_file - offset) throw Refusal("the file is cut off");
  if (count > most_bytes) throw Refusal("a tag is too long");
  Bytes bytes(count, '\0');
  for (size_t done = 0; done < count;) {
    ssize_t got = pread(descriptor, bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw Refusal(std::string("the file cannot be read: ") + strerror(got ? errno : EIO));
    done += static_cast<size_t>(got);
  }
  return bytes;
}

Rope Source::rope(uint64_t offset, uint64_t count) const {
  Rope result;
  result.add(Span{read(offset, count), static_cast<int64_t>(offset)});
  return result;
}

static void write_all(int descriptor, const Bytes &bytes, uint64_t offset) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t put = pwrite(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) throw Refusal(std::string("the copy cannot be written: ") + strerror(put ? errno : EIO));
    done += static_cast<size_t>(put);
  }
}

// Moves the bytes from `from` up to `end` to begin at `to`.
void Source::move_tail(uint64_t from, uint64_t to, uint64_t end) const {
  uint64_t left = end - from;
  if (to > from) {
    while (left) {
      uint64_t count = std::min(left, buffer_bytes);
      left -= count;
      write_all(descriptor, read(from + left, count), to + left);
    }
    return;
  }
  for (uint64_t done = 0; done < left;) {
    uint64_t count = std::min(left - done, buffer_bytes);
    write_all(descriptor, read(from + done, count), to + done);
    done += count;
  }
}

void Source::write(const std::vector<Change> &changes) const {
  std::vector<Change> sorted = changes;
  std::sort(sorted.begin(), sorted.end(), [](const Change &a, const Change &b) { return a.start > b.start; });
  Source file = *this;
  for (const auto &change : sorted) {
    Bytes bytes = change.rope.bytes();
    uint64_t end = change.start + change.length;
    if (bytes.size() != change.length) {
      uint64_t size = file.bytes_in_file - change.length + bytes.size();
      file.move_tail(end, change.start + bytes.size(), file.bytes_in_file);
      file.bytes_in_file = size;
      if (ftruncate(descriptor, static_cast<off_t>(size))) {
        throw Refusal(std::string("the copy cannot be written: ") + strerror(errno));
      }
    }
    write_all(descriptor, bytes, change.start);
  }
}

namespace {

// The pieces of an undo.
struct Pieces {
  std::string text;
  uint64_t copy_start = 0, copy_length = 0;
  Bytes literal;

  void end_copy() {
    if (copy_length) text += "C" + std::to_string(copy_start) + " " + std::to_string(copy_length) + '\0';
    copy_length = 0;
  }
  void end_literal() {
    if (literal.empty()) return;
    text += "L" + std::to_string(literal.size()) + '\0' + literal;
    literal.clear();
  }
  void copy(uint64_t start, uint64_t length) {
    if (!length) return;
    end_literal();
    if (copy_length && copy_start + copy_length == start) {
      copy_length += length;
      return;
    }
    end_copy();
    copy_start = start;
    copy_length = length;
  }
  void put(const Bytes &bytes) {
    if (bytes.empty()) return;
    end_copy();
    literal += bytes;
  }
};

struct Kept {
  uint64_t old_start, length, new_start;
};

}  // namespace

std::string Source::undo(std::vector<Change> changes) const {
  std::sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) { return a.start < b.start; });
  Pieces pieces;
  uint64_t at = 0;
  int64_t shift = 0;
  for (const auto &change : changes) {
    pieces.copy(at + static_cast<uint64_t>(shift), change.start - at);
    uint64_t end = change.start + change.length, place = change.start + static_cast<uint64_t>(shift);
    std::vector<Kept> kept;
    for (const auto &span : change.rope.spans()) {
      uint64_t offset = static_cast<uint64_t>(span.offset);
      if (span.offset >= 0 && span.bytes.size() >= least_copied && offset >= change.start && offset + span.bytes.size() <= end) {
        kept.push_back({offset, span.bytes.size(), place});
      }
      place += span.bytes.size();
    }
    std::sort(kept.begin(), kept.end(), [](const Kept &a, const Kept &b) { return a.old_start < b.old_start; });
    at = change.start;
    for (const auto &part : kept) {
      if (part.old_start < at) continue;
      pieces.put(read(at, part.old_start - at));
      pieces.copy(part.new_start, part.length);
      at = part.old_start + part.length;
    }
    pieces.put(read(at, end - at));
    at = end;
    shift += static_cast<int64_t>(change.rope.size()) - static_cast<int64_t>(change.length);
  }
  pieces.copy(at + static_cast<uint64_t>(shift), bytes_in_file - at);
  pieces.end_copy();
  pieces.end_literal();
  return pieces.text;
}

uint64_t little(const Bytes &bytes, size_t at, size_t count) {
  if (at + count > bytes.size()) throw Refusal("a tag is cut off");
  uint64_t value = 0;
  for (size_t index = count; index-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + index]);
  return value;
}

uint64_t big(const Bytes &bytes, size_t at, size_t count) {
  if (at + count > bytes.size()) throw Refusal("a tag is cut off");
  uint64_t value = 0;
  for (size_t index = 0; index < count; index++) value = value << 8 | static_cast<unsigned char>(bytes[at + index]);
  return value;
}

Bytes little_bytes(uint64_t value, size_t count) {
  Bytes bytes;
  for (size_t index = 0; index < count; index++) bytes += static_cast<char>(value >> (8 * index) & 255);
  return bytes;
}

Bytes big_bytes(uint64_t value, size_t count) {
  Bytes bytes = little_bytes(value, count);
  std::reverse(bytes.begin(), bytes.end());
  return bytes;
}
